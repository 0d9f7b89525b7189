// Evaluation without compiling, apart from the rest because the ops' meanings are slow to compile.
#include <tenon/graph/evaluate.hpp>

#include "call.hpp"
#include "failure.hpp"

namespace tenon::tenonc {

std::vector<core::tensor> call_reference(core::program const& p, core::function const& f,
                                         std::vector<core::tensor> const& inputs) {
    core::diagnostics found;
    auto const outputs =
        graph::evaluate(p, f, core::list<core::tensor>(inputs.begin(), inputs.end()), found);
    if (!found.empty()) throw refusal(std::string(f.name.view()), found);
    return {outputs.begin(), outputs.end()};
}

} // namespace tenon::tenonc
