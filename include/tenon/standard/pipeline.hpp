// The standard pipeline from an imported graph to loops. Its last stages are in the compiled half.
#pragma once

#include <tenon/graph_to_graph/choose_layout.hpp>
#include <tenon/graph_to_graph/fuse.hpp>
#include <tenon/graph_to_loop/lower.hpp>
#include <tenon/loop/ops.hpp>
#include <tenon/loop_to_loop/plan_memory.hpp>
#include <tenon/pass/check.hpp>
#include <tenon/standard/canonical.hpp>

namespace tenon::standard {

/// Every value lies in memory as it will stay.
struct layouts_chosen;
/// Buffers have offsets in the arena.
struct memory_planned;

/// graph -> graph, by `graph_to_graph::choose_layout`.
struct choose_layouts : pass::step<pass::at_level<core::graph_level>> {
    static constexpr std::string_view name = "choose-layouts";
    using needs = properties<graph_to_graph::types_known>;
    using gives = properties<layouts_chosen>;

    void operator()(core::program& p, context&) const { graph_to_graph::choose_layout(p); }
};
/// graph -> graph, by `graph_to_graph::fuse`.
struct group_kernels : pass::step<pass::at_level<core::graph_level>> {
    static constexpr std::string_view name = "group-kernels";
    using needs = properties<graph_to_graph::types_known>;

    void operator()(core::program& p, context&) const { graph_to_graph::fuse(p); }
};
/// graph -> loop, by `graph_to_loop::lower`.
struct lower_to_loops : pass::step<pass::at_level<core::graph_level>,
                                   core::typed_program<core::loop_level, loop::standard_dialect>> {
    static constexpr std::string_view name = "lower-to-loops";
    using needs = properties<graph_to_graph::types_known>;
    static constexpr auto elements = graph_to_loop::covered_elements;
    static constexpr auto refused_elements = graph_to_loop::refused_elements;
    static constexpr bool covers(core::op_facts const& op) { return graph_to_loop::covers(op); }

    void operator()(core::program& p, context& c) const { p = graph_to_loop::lower(p, c.found); }
};
/// loop -> loop, by `loop_to_loop::plan_memory`.
struct plan_memory : pass::step<pass::at_level<core::loop_level>> {
    static constexpr std::string_view name = "plan-memory";
    using gives = properties<memory_planned>;

    void operator()(core::program& p, context&) const { loop_to_loop::plan_memory(p); }
};

/// Where values lie, and which nodes are computed together.
struct schedule {
    static constexpr std::string_view name = "schedule";
};
/// Loops, and the memory that they work in.
struct loops {
    static constexpr std::string_view name = "loops";
};

inline namespace TENON_STANDARD_FORM {

/// From an imported graph to kernels: `canonical` and then `schedule`.
inline constexpr auto optimize =
    composed::sequence(canonical, composed::stage<schedule>(choose_layouts(), group_kernels()));
/// From kernels to loops with a memory plan.
inline constexpr auto lower = composed::stage<loops>(lower_to_loops(), plan_memory());

} // namespace TENON_STANDARD_FORM
} // namespace tenon::standard
