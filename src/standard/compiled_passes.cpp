// The standard passes behind their declarations.
#define TENON_STANDARD_RULES
#include <tenon/standard/compiled_passes.hpp>
#include <tenon/standard/rule_passes.hpp>

namespace tenon::standard {
namespace {

/// Whether every op that the rules of a pass make is declared.
template <class Declared, class Real> consteval bool declares_all() {
    for (auto const* made = Real::made_ops; made->op != nullptr; ++made) {
        bool declared = false;
        for (auto const& each : Declared::made_ops) declared |= each.op == made->op;
        if (!declared) return false;
    }
    return true;
}

} // namespace

#define TENON_STANDARD_PASS(pass)                                                                  \
    static_assert(declares_all<declared::pass, rules_in_headers::pass>());                         \
    void rules_in_library::pass::operator()(core::program& p, context& c) const {                  \
        rules_in_headers::pass()(p, c);                                                            \
    }

TENON_STANDARD_PASS(identities)
TENON_STANDARD_PASS(movements)
TENON_STANDARD_PASS(sum_quantized_products)
TENON_STANDARD_PASS(decompose_gemm)
TENON_STANDARD_PASS(decompose_batch_normalization)
TENON_STANDARD_PASS(decompose_attention)
TENON_STANDARD_PASS(pad_before_quantized_conv)
TENON_STANDARD_PASS(fold_into_conv)
TENON_STANDARD_PASS(pad_in_conv)

} // namespace tenon::standard
