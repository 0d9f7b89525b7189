// What the tests of importers share: importing bytes, and looking at what came out.
#pragma once

#include <tenon/core/printer.hpp>
#include <tenon/graph/evaluate.hpp>
#include <tenon/onnx_to_graph/load.hpp>

#include "onnx_to_graph/wire.hpp"

#include <doctest/doctest.h>

namespace importing {

using namespace tenon;
using onnx_to_graph::load_options;

inline core::program import(wire::model const& m, load_options const& options = {}) {
    core::diagnostics found;
    auto p = onnx_to_graph::parse(m.bytes(), options, found);
    auto const told = found.to_text();
    CHECK_MESSAGE(found.empty(), std::string(told.view()));
    return p;
}
/// All problems, one per line.
inline std::string problems(wire::model const& m, load_options const& options = {}) {
    core::diagnostics found;
    onnx_to_graph::parse(m.bytes(), options, found);
    return std::string(found.to_text().view());
}
inline bool names(std::string const& told, std::initializer_list<std::string_view> wanted) {
    for (auto w : wanted)
        if (told.find(w) == told.npos) return false;
    return true;
}
/// The type of a result of `main`, as text.
inline std::string type_of(core::program const& p, std::size_t result = 0) {
    if (p.functions.size() != 1) return "no program";
    auto const& yields = p[p.functions[0].body].yields;
    if (result >= yields.size()) return "no such result";
    return std::string(core::to_string(p[yields[result]].type).view());
}
/// How many nodes of an op there are.
inline int count(core::program const& p, std::string_view op) {
    int found = 0;
    core::each_node(p, p.functions[0].body, [&](core::node_id n) { found += p[n].op->name == op; });
    return found;
}

using numbers = std::vector<double>;

inline core::tensor tensor(core::dtype d, core::list<std::int64_t> shape, numbers const& values) {
    return core::tensor::from(d, std::move(shape),
                              core::list<double>(values.begin(), values.end()));
}
inline core::tensor f32(core::list<std::int64_t> shape, numbers const& values) {
    return tensor(core::dtype::f32, std::move(shape), values);
}
inline core::tensor i64(core::list<std::int64_t> shape, numbers const& values) {
    return tensor(core::dtype::i64, std::move(shape), values);
}

/// The results of `main` by reference evaluation.
inline core::list<core::tensor> run(core::program const& p, core::list<core::tensor> arguments) {
    core::diagnostics found;
    auto results = graph::evaluator(p, found).run(p.functions[0], std::move(arguments));
    auto const told = found.to_text();
    CHECK_MESSAGE(found.empty(), std::string(told.view()));
    return results;
}
inline core::list<core::tensor> run(wire::model const& m, core::list<core::tensor> arguments) {
    return run(import(m), std::move(arguments));
}
inline numbers elements(core::tensor const& t) {
    numbers all;
    for (std::int64_t i = 0; i != t.size(); ++i) all.push_back(t.real(i));
    return all;
}
inline std::vector<std::int64_t> shape(core::tensor const& t) {
    return {t.shape().begin(), t.shape().end()};
}

} // namespace importing
