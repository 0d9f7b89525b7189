// Whether two arrays are the same but for rounding.
#pragma once

#include <tenon/core/tensor.hpp>

#include <string>

namespace tenon::tenonc {

struct verdict {
    bool right = false;
    std::string words;
};

/// Equal dtype and shape; equal elements, and for floats a largest difference of at most
/// `tolerance(dtype)` of the largest finite magnitude expected. NaNs and infinities must be where
/// they are expected.
verdict compare(core::tensor const& actual, core::tensor const& expected);

/// 1e-4 for f64 and f32, 1e-2 for f16, 4e-2 for bf16 and 0.25 for what is narrower: some steps of
/// the dtype, since a compiled model rounds intermediate values elsewhere.
double tolerance(core::dtype element);

} // namespace tenon::tenonc
