// Chooses how values lie in memory.
#pragma once

#include <tenon/core/program.hpp>

namespace tenon::graph_to_graph {

/// Gives values around windowed ops (convolutions, pooling) channels-last order, and a zero halo
/// where a convolution pads them, so that it reads its padding instead of testing for it. Inputs,
/// outputs and constants stay row-major: copies are put at the borders. Types get `order` and
/// `halo`; what is computed does not change.
void choose_layout(core::program& p);

} // namespace tenon::graph_to_graph
