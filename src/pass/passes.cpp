#include <tenon/pass/fingerprint.hpp>
#include <tenon/pass/rule_pass.hpp>

namespace tenon::pass::detail {

std::uint64_t fingerprint_in_library(core::program const& p) { return fingerprint_of(p).value(); }

void apply_rules_in_library(match::rule_table const& rules, core::op_table const& removed,
                            std::string_view name, core::program& p, context& c) {
    apply_rules(rules, removed, name, p, c);
}

} // namespace tenon::pass::detail
