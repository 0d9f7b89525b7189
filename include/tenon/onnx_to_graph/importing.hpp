// What an importer sees of one ONNX node, and how it says what the node means.
#pragma once

#include <tenon/core/builder.hpp>
#include <tenon/onnx_to_graph/importer_table.hpp>
#include <tenon/onnx_to_graph/source.hpp>

#include <optional>

namespace tenon::onnx_to_graph {

using core::attr;
using core::value_id;

class graph_import;

/// One ONNX node being imported. Its attributes and the number of its inputs and outputs have been
/// checked against ONNX's schema. An importer reads it, adds nodes and gives every output a value;
/// `fail` ends it, and what depends on the node is then left out quietly.
class importing {
public:
    importing(graph_import& in, source_node const& node, text where, int version)
        : in_(in), node_(node), where_(static_cast<text&&>(where)), version_(version) {}

    // The node.
    source_node const& node() const { return node_; }
    /// The version of the operator: the opset that introduced it.
    int version() const { return version_; }
    int inputs() const { return static_cast<int>(node_.inputs.size()); }
    int outputs() const { return static_cast<int>(node_.outputs.size()); }
    bool has(int i) const;
    bool wants(int output) const;

    source_attribute const* attribute(std::string_view name) const;
    std::int64_t integer(std::string_view name, std::int64_t otherwise) const;
    std::int64_t integer(std::string_view name) const;
    double real(std::string_view name, double otherwise) const;
    std::string_view words(std::string_view name, std::string_view otherwise) const;
    /// Empty where the attribute is not set.
    list<std::int64_t> integers(std::string_view name) const;

    // The operands.
    value_id operator[](int i) const; ///< none where it is left out
    list<value_id> all_inputs() const;
    core::type const& type(value_id v) const;
    core::type const& type(int i) const { return type((*this)[i]); }
    dtype element(int i) const { return type(i).element; }
    /// The shape; fails where the rank is unknown.
    list<dim> const& shape(value_id v) const;
    list<dim> const& shape(int i) const { return shape((*this)[i]); }
    int rank(int i) const { return static_cast<int>(shape(i).size()); }
    /// An axis made non-negative; fails outside [-rank, rank).
    int axis(std::int64_t a, int rank) const;

    // What is known of an operand's elements.
    /// The elements of an integer tensor as dims; fails where only the data decides them.
    list<dim> dims(int i) const;
    /// The one element of an integer tensor; none where it has more or only the data decides it.
    std::optional<dim> size(value_id v) const;
    /// Elements that must be constants.
    list<std::int64_t> integers_of(int i) const;
    list<double> reals_of(int i) const;
    /// Whether every element is known, symbolic ones included.
    bool knows(int i) const;
    /// The elements if they are known constants, as a tensor; its dtype is none otherwise.
    core::tensor constant(value_id v) const;
    core::tensor constant(int i) const { return constant((*this)[i]); }

    // The meaning.
    /// Adds a node: operands are value ids (none where left out) or lists of them; attributes and
    /// `core::results(n)` stand among them. Gives its first result.
    template <class Op, class... Parts> value_id add(Parts const&... parts) {
        static_assert(core::check_call<Op, Parts...>());
        return finish(add_node<Op>(parts...))[0];
    }
    /// Like `add`, for all results.
    template <class Op, class... Parts> list<value_id> add_all(Parts const&... parts) {
        static_assert(core::check_call<Op, Parts...>());
        return finish(add_node<Op>(parts...));
    }
    value_id constant(core::tensor t);
    value_id scalar(dtype d, double value);
    value_id scalar_like(int i, double value) { return scalar(element(i), value); }
    list<value_id> add_to(core::op_facts const& op, list<value_id> operands,
                          list<core::attribute> attributes, int results);
    void output(int i, value_id v);
    /// Adds a node of an op whose result types are said by `set_type`, with empty regions.
    core::node_id add_open(core::op_facts const& op, list<value_id> operands, int results);
    void set_type(value_id v, core::type t);
    /// Imports a nested graph in a block, or where the node itself stands; gives what its outputs
    /// stand for.
    list<value_id> import_graph(source_graph const& g, list<value_id> const& arguments,
                                core::block_id into = core::block_id::none);
    /// The program itself, for operators that make more than nodes.
    core::program& program() const;
    dim fresh_symbol();
    /// Records what must hold whenever the program runs; fails where it cannot.
    void require_equal(dim const& a, dim const& b, std::string_view what);
    void require_at_least(dim const& a, dim const& b, std::string_view what);

    [[noreturn]] void fail(text what, text advice = {}) const;

private:
    template <class Op, class... Parts> core::node_id add_node(Parts const&... parts) {
        list<value_id> operands;
        int count = core::detail::usual_results(core::facts_of<Op>);
        (take(operands, count, parts), ...);
        auto const n = place(core::facts_of<Op>, static_cast<list<value_id>&&>(operands), count);
        (take_attribute(n, parts), ...);
        return n;
    }
    template <class Part> static void take(list<value_id>& operands, int& count, Part const& part) {
        if constexpr (std::is_same_v<Part, core::results>)
            count = part.count;
        else if constexpr (std::is_same_v<Part, value_id>)
            operands.push_back(part);
        else if constexpr (std::is_same_v<Part, list<value_id>>)
            operands.append(part);
    }
    template <class Part> void take_attribute(core::node_id, Part const&) {}
    template <core::fixed_string Name, class Value>
    void take_attribute(core::node_id n, core::named_value<Name, Value> const& given) {
        auto& p = program();
        int const slot = p[n].op->find_attribute(Name.view());
        p[n].attributes[static_cast<std::size_t>(slot)] =
            core::detail::to_attribute(given.value, p[n].op->attributes[slot].kind);
    }
    core::node_id place(core::op_facts const& op, list<value_id> operands, int results);
    list<value_id> finish(core::node_id n);

    graph_import& in_;
    source_node const& node_;
    text where_;
    int version_;
};

} // namespace tenon::onnx_to_graph
