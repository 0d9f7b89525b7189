// tenonc ops, passes and rules: what the tables hold.
#include <tenon/core/number_text.hpp>
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

/// Words for a set of dtypes.
std::string words_for(core::dtype_set const& admits) {
    struct named_set {
        char const* name;
        core::dtype_set set;
    };
    static named_set const known[] = {{"any", core::any_dtype},
                                      {"numbers and bool", core::any_fixed_size},
                                      {"numbers", core::any_number},
                                      {"floats", core::any_float},
                                      {"integers", core::any_integer}};
    for (auto const& each : known)
        if (each.set == admits) return each.name;
    std::string names;
    for (int d = 1; d != core::dtype_count; ++d)
        if (auto const element = static_cast<core::dtype>(d); admits.has(element))
            names += (names.empty() ? "" : " ") + std::string(core::name(element));
    return names;
}

/// "`x`: floats, `bias`?: floats"
std::string cells_of(operand_facts const* facts, int count) {
    std::string text;
    for (int i = 0; i != count; ++i) {
        text += (i != 0 ? ", `" : "`") + std::string(facts[i].name) + "`";
        if (facts[i].how == presence::optional) text += "?";
        if (facts[i].how == presence::variadic) text += "...";
        text += ": " + words_for(facts[i].admits);
    }
    return text;
}
std::string default_of(core::attribute_facts const& a) {
    if (a.required) return "";
    if (!a.has_default) return "?";
    switch (a.kind) {
    case core::attribute_kind::integer: return " = " + std::to_string(a.integer);
    case core::attribute_kind::real: return " = " + std::string(core::real_text(a.real).view());
    case core::attribute_kind::text: return " = \"" + std::string(a.text) + "\"";
    case core::attribute_kind::dtype: return " = " + std::string(core::name(a.dtype));
    default: return " = []";
    }
}
/// "`alpha` = 0.2 (a real number)"
std::string attribute_cells(core::op_facts const& op) {
    std::string text;
    for (int i = 0; i != op.attribute_count; ++i) {
        auto const& a = op.attributes[i];
        text += (i == 0 ? "`" : ", `") + std::string(a.name) + "`" + default_of(a) + " (" +
                std::string(core::attribute_kind_names[static_cast<int>(a.kind)]) + ")";
    }
    return text;
}

std::string joined(std::string_view const* names, int count) {
    std::string text;
    for (int i = 0; i != count; ++i) text += (i == 0 ? "" : ", ") + std::string(names[i]);
    return text;
}
std::string joined(core::op_table const& ops) {
    std::string text;
    for (int i = 0; i != ops.count; ++i)
        text += (i == 0 ? "" : ", ") + std::string(ops.ops[i]->name);
    return text;
}

using pass::pass_facts;
std::string levels_of(pass_facts const& p) {
    auto const name = [](pass::detail::identity level) -> std::string {
        return level == pass::detail::identity_of<core::loop_level> ? "loop" : "graph";
    };
    if (p.from_level == nullptr) return "any";
    if (p.to_level == nullptr || p.to_level == p.from_level) return name(p.from_level);
    return name(p.from_level) + " to " + name(p.to_level);
}

/// What a pass does to properties and ops, as the words of one line.
std::string line_about(pass_facts const& p, std::string_view stage) {
    std::string text = std::string(p.name);
    auto const add = [&](std::string const& what, std::string const& names) {
        if (!names.empty()) text += "  " + what + " " + names;
    };
    add("in", std::string(stage));
    add("needs", joined(p.needs.names, p.needs.count));
    add("gives", joined(p.gives.names, p.gives.count));
    add("breaks", joined(p.breaks.names, p.breaks.count));
    add("takes out", joined(p.drops));
    add("refuses", joined(p.refuses));
    if (p.rule_count != 0) add("rules:", std::to_string(p.rule_count));
    return text + "\n";
}
std::string row_about(pass_facts const& p, std::string_view stage) {
    return "| `" + std::string(p.name) + "` | " + std::string(stage) + " | " + levels_of(p) +
           " | " + joined(p.needs.names, p.needs.count) + " | " +
           joined(p.gives.names, p.gives.count) + " | " + joined(p.breaks.names, p.breaks.count) +
           " | " + joined(p.drops) + " | " + joined(p.refuses) + " | " +
           (p.rule_count == 0 ? "" : std::to_string(p.rule_count)) + " |\n";
}

/// The ops that a rule makes, each once.
std::string made_by(pass_facts const& p, std::string_view rule) {
    std::set<std::string_view> seen;
    std::string text;
    for (auto const* m = p.makes; m != nullptr && m->op != nullptr; ++m)
        if (m->rule == rule && seen.insert(m->op->name).second)
            text += (text.empty() ? "" : ", ") + std::string(m->op->name);
    return text;
}
/// How far the sides of a rule agree, which was found while it was compiled.
std::string agreement_of(pass::rule_info const& rule) {
    if (!rule.unchecked.empty()) return "unchecked: " + std::string(rule.unchecked);
    if (rule.tolerance == 0) return "equal";
    return "within " + std::string(core::real_text(rule.tolerance).view());
}
std::string row_about(pass_facts const& p, pass::rule_info const& rule) {
    return "| `" + std::string(rule.name) + "` | " + std::string(p.name) + " | " +
           std::string(rule.root->name) + " | " + made_by(p, rule.name) + " | " +
           (rule.conditional ? "yes" : "") + " | " + agreement_of(rule) + " |\n";
}

/// The rules of passes, each once.
class rule_list {
public:
    explicit rule_list(bool markdown) : markdown_(markdown) {
        if (markdown)
            text_ = "| rule | pass | matches | makes | has a condition | its sides are |\n"
                    "| --- | --- | --- | --- | --- | --- |\n";
    }
    void add(pass::pass_table const& table) {
        for (int i = 0; i != table.count; ++i)
            for (int r = 0; r != table.passes[i].rule_count; ++r)
                add(table.passes[i], table.passes[i].rules[r]);
    }
    std::string text() const {
        if (markdown_) return text_;
        return text_ + std::to_string(seen_.size()) + " rules, " + std::to_string(unchecked_) +
               " of them unchecked\n";
    }

private:
    void add(pass_facts const& p, pass::rule_info const& rule) {
        auto const name = std::string(p.name) + ": " + std::string(rule.name);
        if (!seen_.insert(name).second) return;
        unchecked_ += !rule.unchecked.empty();
        if (markdown_) {
            text_ += row_about(p, rule);
            return;
        }
        auto line = name + " ";
        line.resize(std::max<std::size_t>(line.size(), 56), ' ');
        text_ += line + agreement_of(rule) + "\n";
    }

    bool markdown_;
    std::set<std::string> seen_;
    std::string text_;
    int unchecked_ = 0;
};

} // namespace

exit_code list_ops(options const& chosen) {
    std::string text;
    if (chosen.markdown)
        text = "| op | operands | attributes | results | form |\n| --- | --- | --- | --- | --- |\n";
    auto const table = standard::graph_ops();
    for (int i = 0; i != table.count; ++i) {
        auto const& op = *table.ops[i];
        std::string line = std::string(op.name) + operands_of(op) + attributes_of(op);
        line.resize(std::max<std::size_t>(line.size() + 1, 72), ' ');
        line += form_of(op) + "\n";
        if (chosen.markdown)
            line = "| `" + std::string(op.name) + "` | " + cells_of(op.operands, op.operand_count) +
                   " | " + attribute_cells(op) + " | " +
                   (op.results == nullptr ? "" : cells_of(op.results, op.result_count)) + " | " +
                   form_of(op) + " |\n";
        text += line;
    }
    write_text("", text);
    return exit_code::done;
}

exit_code list_passes(options const& chosen) {
    std::string text;
    if (chosen.markdown)
        text = "| pass | stage | level | needs | gives | breaks | takes out | refuses | rules |\n"
               "| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n";
    auto const table = standard::standard_passes();
    for (int i = 0; i != table.count; ++i)
        text += chosen.markdown ? row_about(table.passes[i], table.stages[i])
                                : line_about(table.passes[i], table.stages[i]);
    write_text("", text);
    return exit_code::done;
}

exit_code list_rules(options const& chosen) {
    rule_list list(chosen.markdown);
    list.add(standard::standard_passes());
    list.add(standard::optional_passes());
    write_text("", list.text());
    return exit_code::done;
}

} // namespace tenon::tenonc
