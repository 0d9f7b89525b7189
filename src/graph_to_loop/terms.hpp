// Looking at the terms and indices of a formula.
#pragma once

#include "formula.hpp"

#include <optional>
#include <utility>

namespace tenon::graph_to_loop {

using graph::each_term;

using linear_factors = std::vector<std::pair<int, core::dim>>;

/// The factor of each variable in a linear index; nothing if it is not linear.
std::optional<linear_factors> linear(core::dim const& d);

/// `at` with a variable replaced.
core::few<graph::symbolic_index> replace(core::few<graph::symbolic_index> at, int variable,
                                         core::dim const& by);

/// The buffer that a load reads.
core::type const& buffer_type(formula& f, graph::term_id load);

} // namespace tenon::graph_to_loop
