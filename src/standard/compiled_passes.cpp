// The standard passes behind their declarations.
#define TENON_STANDARD_RULES
#include <tenon/standard/canonical.hpp>
#include <tenon/standard/compiled_passes.hpp>

namespace tenon::standard {
namespace {

/// Whether what is declared of a pass holds: its name, its types, and every op that its rules make.
template <class Declared, class Real> consteval bool agrees() {
    bool agree = std::string_view(Declared::name) == Real::name &&
                 std::is_same_v<typename Declared::to, typename Real::to>;
    for (auto const* made = Real::made_ops; made->op != nullptr; ++made) {
        bool declared = false;
        for (auto const& each : Declared::made_ops) declared |= each.op == made->op;
        agree &= declared;
    }
    return agree;
}

} // namespace

#define TENON_STANDARD_PASS(pass)                                                                  \
    static_assert(agrees<rules_in_library::pass, rules_in_headers::pass>());                       \
    void rules_in_library::pass::operator()(core::program& p, context& c) const {                  \
        rules_in_headers::pass()(p, c);                                                            \
    }

TENON_STANDARD_PASS(identities)
TENON_STANDARD_PASS(movements)
TENON_STANDARD_PASS(decompose_gemm)
TENON_STANDARD_PASS(decompose_batch_normalization)
TENON_STANDARD_PASS(fold_into_conv)
TENON_STANDARD_PASS(pad_in_conv)

} // namespace tenon::standard
