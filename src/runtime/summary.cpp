// An artifact's description, for a person.
#include <tenon/runtime/description.hpp>

namespace tenon::runtime {
namespace {

std::string argument_text(argument_description const& argument) {
    std::string text = argument.name + ": " + argument.dtype + "[";
    for (auto const& dim : argument.dims)
        text += (&dim == argument.dims.data() ? "" : ", ") + dim.text;
    return text + (argument.optional ? "] = default" : "]");
}

std::string arguments_text(std::vector<argument_description> const& arguments) {
    std::string text = "(";
    for (auto const& argument : arguments)
        text += (&argument == arguments.data() ? "" : ", ") + argument_text(argument);
    return text + ")";
}

std::string symbol_text(function_description const& function, symbol_description const& symbol) {
    if (symbol.input < 0) return symbol.name + ": decided by the inputs' values";
    return symbol.name + ": dimension " + std::to_string(symbol.dim) + " of " +
           function.inputs.at(static_cast<std::size_t>(symbol.input)).name;
}

std::string constraint_text(constraint_description const& constraint) {
    if (!constraint.text.empty()) return constraint.text;
    return constraint.left.text + (constraint.equal ? " = " : " >= ") + constraint.right.text;
}

std::string function_text(function_description const& function) {
    std::string text = "  " + signature(function) + "\n";
    for (auto const& symbol : function.symbols)
        text += "      " + symbol_text(function, symbol) + "\n";
    for (auto const& constraint : function.constraints)
        text += "      requires " + constraint_text(constraint) + "\n";
    return text;
}

std::string threads_text(int threads) {
    return threads == 0 ? "as many as the process may use" : std::to_string(threads);
}

} // namespace

std::string signature(function_description const& function) {
    return function.name + arguments_text(function.inputs) + " -> " +
           arguments_text(function.outputs);
}

std::string summary(module_description const& module) {
    std::string text = module.name + ", compiled by " + module.compiler + "\n";
    text += "  target    " + module.target + ", cpu " + module.cpu + "\n";
    if (!module.features.empty()) text += "  features  " + module.features + "\n";
    text += "  model     " + module.model_hash + "\n";
    text +=
        "  abi       " + std::to_string(module.abi_version) + ", symbols " + module.prefix + "_*\n";
    text += "  threads   " + threads_text(module.threads) + "\n";
    text += "  weights   " + std::to_string(module.weight_bytes) + " bytes\n\n";
    for (auto const& function : module.functions) text += function_text(function);
    return text;
}

} // namespace tenon::runtime
