// Type inference as a pass.
#pragma once

#include <tenon/core/infer.hpp>
#include <tenon/graph_to_graph/properties.hpp>
#include <tenon/pass/pass.hpp>

namespace tenon::graph_to_graph {

/// Leaves a type behind on every value, and in the program's constraints what must hold between
/// its symbols. All nodes that are ill-typed are reported.
struct infer_types : pass::step<pass::at_level<core::graph_level>> {
    static constexpr std::string_view name = "infer-types";
    using gives = properties<types_known>;

    constexpr void operator()(core::program& p, context& c) const { core::infer(p, c.found); }
};

} // namespace tenon::graph_to_graph
