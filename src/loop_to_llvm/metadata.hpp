// What an artifact says about itself, from the compiler's terms to the text it carries.
#pragma once

#include <tenon/core/dim.hpp>
#include <tenon/core/dtype.hpp>
#include <tenon/runtime/description.hpp>

#include <string_view>

namespace tenon::loop_to_llvm {

/// The dimension over `symbols`, whose indices its words use.
///
/// Errors: `std::out_of_range` for a symbol that is not among them.
runtime::dim_description describe(core::dim const&,
                                  std::vector<runtime::symbol_description> const& symbols);

/// DLPack's DLDataTypeCode and width; code -1 for what it cannot say (strings).
struct dlpack_dtype {
    std::int32_t code;
    std::int32_t bits;
};
dlpack_dtype to_dlpack(core::dtype);

/// The text of section .tenon.info: one line of JSON.
std::string to_json(runtime::module_description const&);

/// Reads it back. Throws `std::runtime_error` that says what is missing or of the wrong kind.
runtime::module_description from_json(std::string_view);

} // namespace tenon::loop_to_llvm
