// numpy's file format for arrays.
#pragma once

#include <tenon/core/tensor.hpp>

#include <string>
#include <string_view>

namespace tenon::tenonc {

/// The array in the bytes of a .npy file. dtypes that numpy cannot name come as raw elements of
/// their width: as `V1` and `V2`, which `element` (the dtype that the reader hopes for) then says
/// how to read; below 8 bits, one element per byte.
///
/// Errors: `std::runtime_error` that says what is wrong with the bytes.
core::tensor read_npy(std::string_view bytes, core::dtype element);

/// The bytes of a .npy file. numpy reads bfloat16 and the 8-bit floats as `V2` and `V1`.
std::string write_npy(core::tensor const&);

} // namespace tenon::tenonc
