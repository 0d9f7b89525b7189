// Optional passes as a table, instantiated once for all.
#define TENON_STANDARD_RULES
#include <tenon/pass/pipeline.hpp>
#include <tenon/standard/optional_passes.hpp>
#include <tenon/standard/tables.hpp>

namespace tenon::standard {

pass::pass_table optional_passes() {
    static constexpr auto all =
        sequence(decompose_activations, decompose_normalizations, decompose_norms);
    return passes_in(all);
}

} // namespace tenon::standard
