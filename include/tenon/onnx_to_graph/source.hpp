// An ONNX model as importers see it: nodes, attributes and graphs as plain data, without protobuf.
#pragma once

#include <tenon/core/dtype.hpp>
#include <tenon/core/tensor.hpp>
#include <tenon/core/type.hpp>

#include <cstdint>

namespace tenon::onnx_to_graph {

using core::dim;
using core::dtype;
using core::list;
using core::text;

struct source_graph;
struct source_type;

/// An attribute of a node. Inside a function's body, `refers_to` names the function's attribute
/// that it stands for, and the rest is empty.
struct source_attribute {
    enum class kind : std::uint8_t {
        none,
        integer,
        real,
        text,
        tensor,
        graph,
        type,
        integers,
        reals,
        texts,
        tensors,
        graphs,
        other
    };
    core::text name;
    kind what = kind::none;
    std::int64_t integer = 0;
    double real = 0;
    core::text text;
    list<std::int64_t> integers;
    list<double> reals;
    list<core::text> texts;
    list<core::tensor> tensors; ///< the one of `tensor`, or all of `tensors`
    list<source_graph> graphs;  ///< the one of `graph`, or all of `graphs`
    list<source_type> types;
    core::text refers_to;
};

struct source_node {
    text name, op, domain, overload;
    list<text> inputs, outputs; ///< empty names stand for what is left out
    list<source_attribute> attributes;
};

/// A dimension as ONNX writes it: a number, a name, or neither.
struct source_dim {
    bool has_value = false;
    std::int64_t value = 0;
    text symbol;
};

struct source_type {
    core::type::kind what = core::type::kind::none;
    dtype element = dtype::none;
    list<source_dim> shape;
    list<source_type> of;
};

struct source_value {
    text name;
    source_type type;
};

struct source_constant {
    text name;
    core::tensor value;
};

struct source_graph {
    text name;
    list<source_node> nodes;
    list<source_constant> constants;
    list<source_value> inputs, outputs;
    list<source_value> inner; ///< what the model says of other values
};

/// Which version of a domain's operators is meant.
struct source_opset {
    text domain;
    std::int64_t version = 0;
};

struct source_function {
    text domain, name, overload;
    list<text> inputs, outputs;
    list<text> attributes;           ///< those that a call must give
    list<source_attribute> defaults; ///< those that it may give
    list<source_node> nodes;
    list<source_opset> opsets;
};

struct source_model {
    std::int64_t ir_version = 0;
    list<source_opset> opsets;
    list<source_function> functions;
    source_graph graph;
};

} // namespace tenon::onnx_to_graph
