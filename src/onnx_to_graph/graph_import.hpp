// A model as plain data becomes a program.
#pragma once

#include <tenon/core/diagnostic.hpp>
#include <tenon/core/program.hpp>
#include <tenon/graph/shape_number.hpp>
#include <tenon/onnx_to_graph/importing.hpp>
#include <tenon/onnx_to_graph/load.hpp>

#include "onnx_to_graph/families.hpp"
#include "onnx_to_graph/symbols.hpp"

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace tenon::onnx_to_graph {

using shape_elements = list<graph::shape_number>;

/// Builds the program of one model. Problems are collected; what depends on something that was
/// refused is left out quietly.
class graph_import {
public:
    graph_import(source_model const& model, load_options const& options, core::program& p,
                 core::diagnostics& found)
        : model_(model), program_(p), found_(found), own_importers_(options.importers),
          symbols_(p, options) {}

    void run();

    core::program& program() { return program_; }
    core::diagnostics& found() { return found_; }
    core::block_id block() const { return block_; }
    core::location const& location() const { return location_; }

    /// What an ONNX name stands for: a value, nothing (an optional that is left out), or something
    /// that was refused.
    struct meaning {
        value_id value = value_id::none;
        bool refused = false;
    };
    meaning look_up(std::string_view name) const;
    void define(std::string_view name, value_id v);
    void refuse(std::string_view name);

    /// The elements of a small tensor as far as they are known, or null.
    shape_elements const* elements(value_id v);
    void infer_elements(core::node_id n);

    void add_problem(char const* code, text where, text what, text advice = {}) {
        found_.add(code, static_cast<text&&>(where), static_cast<text&&>(what),
                   static_cast<text&&>(advice));
    }
    value_id add_constant(core::tensor t, std::string_view name = {});
    /// What the outputs of a nested graph stand for, after its nodes were added to `into`.
    list<meaning> import_nested(source_graph const& g, list<value_id> const& arguments,
                                core::block_id into, std::string_view name);

private:
    struct opset_list {
        std::int64_t standard = 0; ///< of the default domain; 0 if it is not imported
        std::map<std::string, std::int64_t, std::less<>> others;
    };
    struct scope {
        std::unordered_map<std::string, meaning> names;
        std::unordered_set<std::string_view> read; ///< by nodes or as outputs
        scope* around = nullptr;
    };

    opset_list read_opsets(list<source_opset> const& all, text const& where);
    void import_inputs();
    void import_constants();
    void import_outputs();
    void import_nodes(list<source_node> const& nodes, list<text> const& wanted);
    void import_node(source_node const& n);
    void import_standard(source_node const& n, text const& where);
    void call_function(source_function const& f, source_node const& call, text const& where);
    void report_cycles(list<source_node> const& nodes,
                       std::vector<std::vector<std::size_t>> const& cycles);
    bool can_import(source_node const& n, text const& where);
    void finish_outputs(source_node const& n);
    void check_written_type(source_value const& written, value_id v, text const& role);
    core::type to_type(source_type const& t);
    source_function const* find_function(source_node const& n) const;
    importer const* find_own_importer(source_node const& n, int version) const;
    int version_of(source_node const& n) const;
    void import_by(importer const& found, source_node const& n, text const& where, int version);
    text where(source_node const& n) const;
    bool is_read(std::string_view name) const { return scope_->read.contains(name); }

    source_model const& model_;
    core::program& program_;
    core::diagnostics& found_;
    list<importer_table> own_importers_;
    symbol_names symbols_;
    opset_list opsets_;
    scope* scope_ = nullptr;
    core::block_id block_ = core::block_id::none;
    core::location location_;
    std::string prefix_; ///< the calls around a function's body, as `call/call/`
    std::vector<source_function const*> calls_;
    std::unordered_map<std::uint32_t, shape_elements> elements_;
    std::unordered_map<std::string_view, source_value const*> written_types_;
    std::size_t node_budget_ = 0;
};

} // namespace tenon::onnx_to_graph
