// tenonc ops, passes and rules: what the tables hold.
#include <tenon/standard/tables.hpp>

#include "commands.hpp"
#include "files.hpp"

#include <set>

namespace tenon::tenonc {
namespace {

using core::op_form;
using core::operand_facts;
using core::presence;

std::string form_of(core::op_facts const& op) {
    switch (op.form) {
    case op_form::elementwise: return "elementwise";
    case op_form::indexed: return "indexed";
    case op_form::stepwise: return "stepwise";
    case op_form::constant: return "constant";
    default: return "structure";
    }
}

/// "(x, w, bias?)"
std::string operands_of(core::op_facts const& op) {
    std::string text = "(";
    for (int i = 0; i != op.operand_count; ++i) {
        auto const& operand = op.operands[i];
        text += (i != 0 ? ", " : "") + std::string(operand.name);
        if (operand.how == presence::optional) text += "?";
        if (operand.how == presence::variadic) text += "...";
    }
    return text + ")";
}

/// " {alpha = 0.2, axis}"
std::string attributes_of(core::op_facts const& op) {
    std::string text;
    for (int i = 0; i != op.attribute_count; ++i) {
        text += (i == 0 ? " {" : ", ") + std::string(op.attributes[i].name);
        if (!op.attributes[i].required) text += "?";
    }
    return text + (text.empty() ? "" : "}");
}

} // namespace

exit_code list_ops() {
    std::string text;
    auto const table = standard::graph_ops();
    for (int i = 0; i != table.count; ++i) {
        auto const& op = *table.ops[i];
        std::string line = std::string(op.name) + operands_of(op) + attributes_of(op);
        line.resize(std::max<std::size_t>(line.size() + 1, 72), ' ');
        text += line + form_of(op) + "\n";
    }
    write_text("", text);
    return exit_code::done;
}

exit_code list_passes() {
    std::string text;
    auto const table = standard::standard_passes();
    for (int i = 0; i != table.count; ++i) text += std::string(table.passes[i].name) + "\n";
    write_text("", text);
    return exit_code::done;
}

exit_code list_rules() {
    std::set<std::string> seen;
    std::string text;
    auto const table = standard::standard_passes();
    for (int i = 0; i != table.count; ++i)
        for (int r = 0; r != table.passes[i].rule_count; ++r) {
            auto const line = std::string(table.passes[i].name) + ": " +
                              std::string(table.passes[i].rules[r]) + "\n";
            if (seen.insert(line).second) text += line;
        }
    write_text("", text);
    return exit_code::done;
}

} // namespace tenon::tenonc
