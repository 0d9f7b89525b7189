#include <tenon/match/rewriter.hpp>

namespace tenon::match::detail {

rewrite_counts apply_in_library(rule_table const& table, core::program& p) {
    return rewriter(p, table).run();
}

} // namespace tenon::match::detail
