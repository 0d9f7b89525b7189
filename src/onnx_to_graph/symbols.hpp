// From the names of ONNX dimensions to symbols.
#pragma once

#include <tenon/core/program.hpp>
#include <tenon/onnx_to_graph/load.hpp>
#include <tenon/onnx_to_graph/source.hpp>

#include <map>
#include <set>
#include <string>

namespace tenon::onnx_to_graph {

/// Gives each named dimension a symbol that is an identifier, and fixed ones their number.
class symbol_names {
public:
    symbol_names(core::program& p, load_options const& options) : program_(p), options_(options) {}

    /// The dimension; a fresh symbol if it has neither value nor name.
    dim operator()(source_dim const& d);
    /// The dimension if it is a number or a name that was met before, else a default-constructed
    /// one with `known` false.
    dim known(source_dim const& d, bool& is_known) const;
    /// The names that options fix but the model does not have.
    list<text> never_met() const;

private:
    std::string identifier(std::string_view name) const;
    fixed_dim const* fixed(std::string_view name) const;

    core::program& program_;
    load_options const& options_;
    std::map<std::string, dim, std::less<>> named_;
    std::set<std::string, std::less<>> taken_;
};

} // namespace tenon::onnx_to_graph
