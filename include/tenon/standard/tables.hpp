// What the standard pipeline knows and does, as tables: without the cost of its headers.
#pragma once

#include <tenon/core/dialect.hpp>
#include <tenon/pass/pipeline.hpp>

namespace tenon::standard {

/// Those of `graph::standard_dialect`.
core::op_table graph_ops();
/// Those of `loop::standard_dialect`.
core::op_table loop_ops();
/// Those of `optimize | lower`, in order.
pass::pass_table standard_passes();
/// Those of tenon/standard/optional_passes.hpp.
pass::pass_table optional_passes();

} // namespace tenon::standard
