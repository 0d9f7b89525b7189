// The standard pipeline, instantiated once for all.
#define TENON_STANDARD_RULES
#include <tenon/graph/standard.hpp>
#include <tenon/standard/compile.hpp>
#include <tenon/standard/pipeline.hpp>
#include <tenon/standard/tables.hpp>

#include <utility>

namespace tenon::standard {
namespace {

using pass::detail::pipeline_of;

constexpr auto plain = pipeline_of(graph_to_graph::infer_types());
constexpr auto plain_to_loops = plain | lower;
constexpr auto optimize_to_loops = optimize | lower;

template <class Steps>
core::program run(Steps const& steps, core::program p, pass::observer_list& observers) {
    pass::context found;
    auto made = pass::run(steps, std::move(p), found, observers);
    if (!found.found.empty()) throw core::refused(found.found);
    return made;
}

} // namespace

core::program to_kernels(core::program graph, compile_options const& options,
                         pass::observer_list& observers) {
    if (options.optimize) return run(optimize, std::move(graph), observers);
    return run(plain, std::move(graph), observers);
}

core::program to_loops(core::program graph, compile_options const& options,
                       pass::observer_list& observers) {
    if (options.optimize) return run(optimize_to_loops, std::move(graph), observers);
    return run(plain_to_loops, std::move(graph), observers);
}

core::op_table graph_ops() { return graph::standard_dialect::table; }
core::op_table loop_ops() { return loop::standard_dialect::table; }
pass::pass_table standard_passes() { return passes_in(optimize_to_loops); }

} // namespace tenon::standard
