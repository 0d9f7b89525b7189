// The standard passes where their rules are in the compiled half.
#pragma once

#include <tenon/core/config.hpp>
#include <tenon/standard/declared_passes.hpp>

namespace tenon::standard {
#if TENON_RULES_IN_LIBRARY
inline
#endif
    namespace rules_in_library {

struct identities : declared::identities {
    void operator()(core::program& p, context& c) const;
};
struct movements : declared::movements {
    void operator()(core::program& p, context& c) const;
};
struct sum_quantized_products : declared::sum_quantized_products {
    void operator()(core::program& p, context& c) const;
};
struct decompose_gemm : declared::decompose_gemm {
    void operator()(core::program& p, context& c) const;
};
struct decompose_batch_normalization : declared::decompose_batch_normalization {
    void operator()(core::program& p, context& c) const;
};
struct decompose_attention : declared::decompose_attention {
    void operator()(core::program& p, context& c) const;
};
struct pad_before_quantized_conv : declared::pad_before_quantized_conv {
    void operator()(core::program& p, context& c) const;
};
struct fold_into_conv : declared::fold_into_conv {
    void operator()(core::program& p, context& c) const;
};
struct pad_in_conv : declared::pad_in_conv {
    void operator()(core::program& p, context& c) const;
};

} // namespace rules_in_library
} // namespace tenon::standard
