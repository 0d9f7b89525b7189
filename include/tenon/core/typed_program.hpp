// Programs with their level and dialect in the type.
#pragma once

#include <tenon/core/program.hpp>

namespace tenon::core {

/// A program that is at `Level` (a tag such as `graph_level`) and holds only ops of `Dialect`.
/// Passes take and give these, so that pipelines type-check; the loops inside passes work on the
/// plain `program`.
template <class Level, class Dialect> struct typed_program {
    using level = Level;
    using dialect = Dialect;
    program data;
    /// Set where a literal was refused: it then equals every program, so that one mistake is one
    /// error.
    bool refused = false;
};

/// The tags of the IR levels.
struct graph_level;
struct loop_level;

} // namespace tenon::core
