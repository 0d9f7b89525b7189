// The printer of IR text: programs of every level. Parsing its output gives the same program.
#pragma once

#include <tenon/core/config.hpp>
#include <tenon/core/detail/constant_text.hpp>
#include <tenon/core/detail/name_table.hpp>
#include <tenon/core/program.hpp>

#include <cstdint>

namespace tenon::core {

struct print_options {
    std::int64_t readable_elements = 32; ///< of a constant; larger ones are printed as bytes
    bool elide = false;                  ///< larger ones as `...`, for humans; does not parse
    bool locations = true;
};

namespace detail {

class program_printer {
public:
    constexpr program_printer(program const& p, print_options how)
        : p_(p), how_(how), names_(p.value_count()) {}

    constexpr text print() {
        constraints();
        for (std::size_t i = 0; i != p_.functions.size(); ++i) {
            if (i != 0 || !p_.constraints.empty()) out_ += "\n";
            print_function(p_.functions[i]);
        }
        return static_cast<text&&>(out_);
    }
    /// One node of a function, without the line's end.
    constexpr text print_one(function const& f, node_id n) {
        name_values(f.body);
        print_node(n, 0);
        return static_cast<text&&>(out_);
    }

private:
    constexpr void constraints() {
        for (std::size_t i = 0; i != p_.constraints.size(); ++i) {
            constraint const& c = p_.constraints[i];
            out_ += i == 0 ? "where " : ",\n      ";
            if (c.how == constraint::relation::broadcastable)
                out_ += text("broadcastable(") + to_string(c.a) + ", " + to_string(c.b) + ")";
            else
                out_ += to_string(c.a) + (c.how == constraint::relation::equal ? " == " : " >= ") +
                        to_string(c.b);
            if (how_.locations && !c.why.empty()) (out_ += " @ ") += quote(c.why);
        }
        if (!p_.constraints.empty()) out_ += "\n";
    }

    constexpr void print_function(function const& f) {
        name_values(f.body);
        block const& body = p_[f.body];
        out_ += f.kind + " " + word_or_quote(f.name) + "(";
        for (std::size_t i = 0; i != body.arguments.size(); ++i) {
            if (i != 0) out_ += ", ";
            argument(body.arguments[i]);
            if (i < f.defaults.size() && f.defaults[i].element() != dtype::none) {
                out_ += " = ";
                append_tensor(out_, f.defaults[i], how_.readable_elements, how_.elide);
            }
        }
        out_ += ")";
        results(f);
        out_ += " {\n";
        function_body(f.body);
        out_ += "}\n";
    }
    constexpr void results(function const& f) {
        auto const& yields = p_[f.body].yields;
        if (yields.empty()) return;
        auto const has_name = [&](std::size_t i) {
            return i < f.result_names.size() && !f.result_names[i].empty();
        };
        bool const bare = yields.size() == 1 && !has_name(0);
        out_ += bare ? " -> " : " -> (";
        for (std::size_t i = 0; i != yields.size(); ++i) {
            if (i != 0) out_ += ", ";
            if (has_name(i)) out_ += word_or_quote(f.result_names[i]) + ": ";
            if (is_valid(yields[i]))
                out_ += to_string(p_[yields[i]].type);
            else
                out_ += "none";
        }
        if (!bare) out_ += ")";
    }
    /// Maximal runs of pure nodes are put into `dataflow { }`.
    constexpr void function_body(block_id b) {
        bool inside = false;
        for (node_id n : p_[b].nodes) {
            bool const is_inside = is_pure(n);
            if (inside && !is_inside) out_ += "  }\n";
            if (!inside && is_inside) out_ += "  dataflow {\n";
            inside = is_inside;
            print_line(n, inside ? 2 : 1);
        }
        if (inside) out_ += "  }\n";
        yields(b, "return", 1);
    }
    constexpr void yields(block_id b, std::string_view word, int depth) {
        if (p_[b].yields.empty()) return;
        indent(depth);
        out_ += word;
        values(p_[b].yields);
        out_ += "\n";
    }
    constexpr bool is_pure(node_id n) const {
        if (p_[n].op == nullptr || !p_[n].op->pure) return false;
        for (auto r : p_[n].regions)
            for (auto inner : p_[r].nodes)
                if (!is_pure(inner)) return false;
        return true;
    }

    constexpr void print_line(node_id n, int depth) {
        indent(depth);
        print_node(n, depth);
        out_ += "\n";
    }
    constexpr void print_node(node_id n, int depth) {
        node const& self = p_[n];
        if (self.op == nullptr) {
            out_ += "// erased";
            return;
        }
        if (!self.results.empty()) {
            for (std::size_t i = 0; i != self.results.size(); ++i) {
                if (i != 0) out_ += ", ";
                value_name(self.results[i]);
            }
            out_ += " = ";
        }
        out_ += self.op->name;
        values(self.operands);
        attributes(self);
        for (auto r : self.regions) region(r, depth);
        for (std::size_t i = 0; i != self.results.size(); ++i) {
            out_ += i == 0 ? " : " : ", ";
            out_ += to_string(p_[self.results[i]].type);
        }
        if (!how_.locations) return;
        for (std::size_t i = 0; i != self.where.origins.size(); ++i) {
            out_ += i == 0 ? " @ " : ", ";
            out_ += quote(self.where.origins[i]);
        }
    }
    constexpr void attributes(node const& self) {
        bool first = true;
        for (std::size_t i = 0; i != self.attributes.size(); ++i) {
            attribute_facts const& facts = self.op->attributes[i];
            if (self.attributes[i] == facts.initial()) continue;
            out_ += first ? " {" : ", ";
            first = false;
            out_ += word_or_quote(facts.name) + " = ";
            append_attribute(out_, self.attributes[i], how_.readable_elements, how_.elide);
        }
        if (!first) out_ += "}";
    }
    constexpr void region(block_id b, int depth) {
        out_ += " do ";
        auto const& arguments = p_[b].arguments;
        for (std::size_t i = 0; i != arguments.size(); ++i) {
            out_ += i == 0 ? "(" : ", ";
            argument(arguments[i]);
        }
        out_ += arguments.empty() ? "{\n" : ") {\n";
        for (node_id n : p_[b].nodes) print_line(n, depth + 1);
        yields(b, "yield", depth + 1);
        indent(depth);
        out_ += "}";
    }

    constexpr bool is_valid(value_id v) const { return position(v) < p_.value_count(); }
    constexpr void indent(int depth) {
        for (int i = 0; i != depth; ++i) out_ += "  ";
    }
    constexpr void argument(value_id v) {
        value_name(v);
        out_ += ": ";
        out_ += to_string(p_[v].type);
    }
    constexpr void values(list<value_id> const& all) {
        for (std::size_t i = 0; i != all.size(); ++i) {
            out_ += i == 0 ? " " : ", ";
            if (all[i] == value_id::none)
                out_ += "_";
            else
                value_name(all[i]);
        }
    }
    /// A value that no node of this function defines, which only a broken program has, is `%?`.
    constexpr void value_name(value_id v) {
        out_ += "%";
        if (!is_valid(v) || names_[position(v)].empty())
            out_ += "?";
        else if (is_value_name(names_[position(v)]))
            out_ += names_[position(v)];
        else
            out_ += quote(names_[position(v)]);
    }

    /// Gives each value of a function a name of its own, its own name where that is free.
    constexpr void name_values(block_id b) {
        taken_.clear();
        numbered_ = 0;
        name_block(b);
    }
    constexpr void name_block(block_id b) {
        for (auto v : p_[b].arguments) give_name(v);
        for (auto n : p_[b].nodes) {
            for (auto v : p_[n].results) give_name(v);
            for (auto r : p_[n].regions) name_block(r);
        }
    }
    constexpr void give_name(value_id v) {
        text const& wanted = p_[v].name;
        text chosen = wanted;
        if (wanted.empty()) chosen = to_string(numbered_++);
        for (std::int64_t i = 1; taken_.find(chosen) != name_table::nothing; ++i) {
            chosen = wanted;
            if (!wanted.empty()) chosen += "_";
            chosen += to_string(wanted.empty() ? numbered_++ : i);
        }
        names_[position(v)] = static_cast<text&&>(chosen);
        taken_[names_[position(v)].view()] = static_cast<std::uint32_t>(v);
    }

    program const& p_;
    print_options how_;
    text out_;
    list<text> names_;
    name_table taken_;
    std::int64_t numbered_ = 0;
};

text print_in_library(program const& p, print_options how);

} // namespace detail

/// The program as text: constraints, then functions. Attributes at their default are left out.
constexpr text print(program const& p, print_options how = {}) {
    TENON_PRECOMPILED_CALL(detail::print_in_library(p, how),
                           detail::program_printer(p, how).print())
}

} // namespace tenon::core
