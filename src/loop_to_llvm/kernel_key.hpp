// Which kernels have the same code.
#pragma once

#include <tenon/core/program.hpp>
#include <tenon/core/scalar.hpp>

#include <string>

namespace tenon::loop_to_llvm {

/// A text of an attribute's value, each dimension as `rename(dim)`; attributes of loop-level nodes
/// hold no tensors.
template <class Rename> std::string text_of(core::attribute const& a, Rename rename) {
    std::string text = std::to_string(static_cast<int>(a.kind)) + '/' + std::to_string(a.integer) +
                       '/' + std::to_string(core::to_word(core::dtype::f64, a.real)) + '/' +
                       std::to_string(static_cast<int>(a.dtype)) + '/';
    text += a.text.view();
    for (auto i : a.integers) text += ';' + std::to_string(i);
    for (auto const& d : a.dims) {
        text += '[';
        text += core::to_string(rename(d)).view();
    }
    return text;
}

/// A text of what a kernel does: equal for kernels that differ in names and origins only.
std::string key_of(core::program const& p, core::function const& kernel);

/// Whether this is a constant in the artifact's read-only data.
bool is_weights(core::program const& p, core::value_id v);

/// The same for a call of a kernel, whose code knows which of its buffers are weights.
std::string key_of_call(core::program const& p, core::node_id call);

} // namespace tenon::loop_to_llvm
