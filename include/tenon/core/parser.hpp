// The parser of IR text: programs of every level, at run time and in constant expressions.
#pragma once

#include <tenon/core/config.hpp>
#include <tenon/core/detail/constant_reader.hpp>
#include <tenon/core/detail/name_table.hpp>
#include <tenon/core/dialect.hpp>
#include <tenon/core/infer.hpp>

#include <cstdint>
#include <string_view>

namespace tenon::core {

namespace detail {

class program_reader : public constant_reader {
public:
    constexpr program_reader(std::string_view source, op_table ops, program& out,
                             diagnostics& found)
        : constant_reader(source, found), ops_(ops), out_(out) {
        for (int i = 0; i != ops.count; ++i)
            op_names_[ops.ops[i]->name] = static_cast<std::uint32_t>(i);
        out_.fresh_counter() = first_unused_symbol();
    }

    constexpr bool read() {
        bool const has_constraints = accept_word("where");
        if (has_constraints) {
            do out_.constraints.push_back(read_constraint());
            while (accept(','));
        }
        auto const listed = out_.constraints;
        do read_function();
        while (!at_end());
        // a list is complete: what inference demands beyond it was dropped on purpose
        if (has_constraints) out_.constraints = listed;
        return !anything_reported();
    }

private:
    constexpr constraint read_constraint() {
        constraint c;
        if (at_word("broadcastable") && ahead().mark == '(') {
            step();
            step();
            c.how = constraint::relation::broadcastable;
            c.a = dimension();
            expect(',', "`,` between two dimensions");
            c.b = dimension();
            expect(')', "`)` after two dimensions");
        } else {
            c.a = dimension();
            if (accept(equals))
                c.how = constraint::relation::equal;
            else if (accept(at_least))
                c.how = constraint::relation::at_least;
            else
                fail_here("`==` or `>=` between two dimensions");
            c.b = dimension();
        }
        if (accept('@')) c.why = quoted("where the constraint comes from, in quotes");
        return c;
    }

    constexpr void read_function() {
        function f;
        if (!at(token_kind::word)) return fail_here("a function: `func name(...) { ... }`");
        f.kind = spelling();
        step();
        auto const start = now();
        f.name = name("the name of the function");
        if (out_.find_function(f.name) != nullptr)
            return fail(start, text("a function `") + f.name + "` is defined twice");
        f.body = out_.add_block();
        values_.clear();
        scope_.clear();
        expect('(', "`(` and the arguments of the function");
        if (!accept(')')) {
            do f.defaults.push_back(argument(f.body, true));
            while (accept(','));
            expect(')', "`,` or `)` after an argument");
        }
        list<core::type> results;
        if (accept(arrow)) results_of(f, results);
        expect('{', "`{` and the body of the function");
        statements(f.body, "return");
        check_results(f, results);
        expect('}', "`}` at the end of the function");
        out_.functions.push_back(static_cast<function&&>(f));
    }
    /// Gives the default, of dtype none if there is none.
    constexpr tensor argument(block_id b, bool may_have_default) {
        auto const start = now();
        if (!at(token_kind::value)) fail_here("an argument: `%name: type`");
        step();
        expect(':', "`:` and the type of the argument");
        core::type t = read_type();
        if (failed()) return {};
        define(start, out_.add_argument(b, static_cast<core::type&&>(t)));
        if (!may_have_default || !accept('=')) return {};
        auto const where = now();
        tensor value = read_tensor();
        auto const& wanted = out_[out_[b].arguments.back()].type;
        if (!failed() && !admits_default(wanted, type_of(value)))
            fail(where, text("this default is ") + to_string(type_of(value)) + ", expected " +
                            to_string(wanted));
        return value;
    }
    constexpr void results_of(function& f, list<core::type>& types) {
        bool const several = accept('(');
        if (several && accept(')')) return;
        do {
            bool const named = several && ahead().mark == ':';
            f.result_names.push_back({});
            if (named) name_result(f);
            types.push_back(read_type());
        } while (several && accept(','));
        if (several) expect(')', "`,` or `)` after a result");
    }
    constexpr void name_result(function& f) {
        auto const start = now();
        text const given = name("the name of a result");
        for (auto const& other : f.result_names)
            if (!given.empty() && other == given)
                fail(start, text("a result `") + given + "` is named twice");
        f.result_names.back() = given;
        expect(':', "`:` and the type of the result");
    }
    constexpr void check_results(function const& f, list<core::type> const& types) {
        if (failed()) return;
        auto const& yields = out_[f.body].yields;
        if (yields.size() != types.size())
            return fail(now(), text("function `") + f.name + "` returns " +
                                   to_string(static_cast<std::int64_t>(yields.size())) +
                                   " values, expected " +
                                   to_string(static_cast<std::int64_t>(types.size())));
        for (std::size_t i = 0; i != types.size() && !anything_reported(); ++i) {
            core::type actual;
            if (yields[i] != value_id::none) actual = out_[yields[i]].type;
            if (!(actual == types[i]))
                fail(now(), text("result ") + to_string(static_cast<std::int64_t>(i)) +
                                " of function `" + f.name + "` is " + to_string(actual) +
                                ", expected " + to_string(types[i]) + " as its head says");
        }
    }

    constexpr void statements(block_id b, keyword last) {
        while (!at_end() && !at('}') && !at_word(last)) {
            if (at_word("dataflow") && ahead().mark == '{') {
                step();
                step();
                while (!at_end() && !at('}')) read_node(b);
                expect('}', "`}` after the nodes of this dataflow");
            } else {
                read_node(b);
            }
        }
        if (accept_word(last) && at_operand()) {
            do out_[b].yields.push_back(operand());
            while (accept(','));
        }
    }
    constexpr void read_region(node_id n) {
        if (!enter()) return;
        block_id const b = out_.add_region(n);
        auto const outer = scope_.size();
        if (accept('(') && !accept(')')) {
            do argument(b, false);
            while (accept(','));
            expect(')', "`,` or `)` after an argument");
        }
        expect('{', "`{` and the body of the region");
        statements(b, "yield");
        expect('}', "`}` at the end of the region");
        for (; scope_.size() > outer; scope_.pop_back())
            values_[out_[scope_.back()].name.view()] = name_table::nothing;
        leave();
    }

    constexpr void read_node(block_id b) {
        list<token> names;
        if (at(token_kind::value)) {
            do {
                names.push_back(now());
                if (!at(token_kind::value)) fail_here("the name of a result");
                step();
            } while (accept(','));
            expect('=', "`=` and the op that computes this");
        }
        auto const start = now();
        op_facts const* const op = read_op();
        if (op == nullptr) return;
        list<value_id> operands;
        if (at_operand() && !now().starts_line) {
            do operands.push_back(operand());
            while (accept(','));
        }
        node_id const n = out_.add_node(b, *op, static_cast<list<value_id>&&>(operands),
                                        static_cast<int>(names.size()));
        if (accept('{')) read_attributes(n);
        while (accept_word("do")) read_region(n);
        if (failed()) return;
        for (std::size_t i = 0; i != names.size(); ++i) define(names[i], out_[n].results[i]);
        read_types_and_location(n, start);
    }
    constexpr op_facts const* read_op() {
        if (!at(token_kind::word)) {
            fail_here("an op");
            return nullptr;
        }
        auto const found = op_names_.find(spelling());
        if (found == name_table::nothing) {
            fail(now(),
                 text("no op is called `") + spelling() + "`, expected an op of the dialect");
            return nullptr;
        }
        step();
        return ops_.ops[found];
    }
    constexpr void read_attributes(node_id n) {
        op_facts const& op = *out_[n].op;
        if (accept('}')) return;
        list<bool> seen(static_cast<std::size_t>(op.attribute_count));
        do {
            auto const start = now();
            text const which = name("the name of an attribute");
            int const slot = op.find_attribute(which);
            if (slot < 0) return unknown_attribute(start, op, which);
            auto const i = static_cast<std::size_t>(slot);
            if (seen[i]) return fail(start, text("attribute `") + which + "` is given twice");
            seen[i] = true;
            expect('=', "`=` and the value of the attribute");
            auto& value = out_[n].attributes[i];
            if (accept_word("unset"))
                value = attribute();
            else
                value = attribute_value(op.attributes[slot].kind);
        } while (accept(','));
        expect('}', "`,` or `}` after an attribute");
    }
    constexpr void unknown_attribute(token const& where, op_facts const& op, text const& which) {
        text known;
        for (int i = 0; i != op.attribute_count; ++i)
            known += text(i == 0 ? "" : ", ") + op.attributes[i].name;
        fail(where, text("op `") + op.name + "` has no attribute `" + which + "`",
             text("it has ") + (known.empty() ? std::string_view("none") : known.view()));
    }
    constexpr void read_types_and_location(node_id n, token const& start) {
        bool const written = accept(':');
        bool known = true;
        if (written) {
            std::size_t count = 0;
            auto const last = now();
            do {
                core::type t = read_type();
                known = known && t.what != core::type::kind::none;
                if (count < out_[n].results.size())
                    out_[out_[n].results[count]].type = static_cast<core::type&&>(t);
                ++count;
            } while (accept(','));
            if (count != out_[n].results.size())
                fail(last, text("found ") + to_string(static_cast<std::int64_t>(count)) +
                               " types, expected " +
                               to_string(static_cast<std::int64_t>(out_[n].results.size())) +
                               ": one per result");
        } else if (out_[n].op->infer == nullptr && !out_[n].results.empty()) {
            fail(start, text("the result types of `") + out_[n].op->name +
                            "` are not inferred, expected them after `:`");
        }
        if (accept('@')) {
            do
                out_[n].where.origins.push_back(
                    quoted("the name of a node of the model, in quotes"));
            while (accept(','));
        }
        if (!failed() && known) infer_here(n, start, written);
    }
    constexpr void infer_here(node_id n, token const& start, bool written) {
        diagnostics problems;
        written ? infer_written(out_, n, problems) : infer(out_, n, problems);
        for (auto const& p : problems.problems()) report(start, p.where + ": " + p.what, p.advice);
    }

    constexpr bool at_operand() const { return at(token_kind::value) || at_word("_"); }
    constexpr value_id operand() {
        if (accept_word("_")) return value_id::none;
        if (!at(token_kind::value)) {
            fail_here("an operand: `%name`, or `_` for none");
            return value_id::none;
        }
        auto const written = spelling().substr(1);
        auto found = name_table::nothing;
        if (detail::is(written[0], value_part))
            found = values_.find(written);
        else
            found = values_.find(unquote(written));
        if (found == name_table::nothing)
            fail(now(), text("`") + spelling() + "` is not defined here");
        step();
        return static_cast<value_id>(found);
    }
    constexpr void define(token const& where, value_id v) {
        auto const written = spelling(where).substr(1);
        if (detail::is(written[0], value_part))
            out_[v].name = text(written);
        else
            out_[v].name = unquote(written);
        if (out_[v].name.empty()) return fail(where, "found an empty name, expected characters");
        auto& number = values_[out_[v].name.view()];
        if (number != name_table::nothing)
            return fail(where, text("`") + spelling(where) + "` is defined twice");
        number = static_cast<std::uint32_t>(v);
        scope_.push_back(v);
    }

    constexpr std::int64_t first_unused_symbol() const {
        std::int64_t first = out_.fresh_counter();
        each_word_with_digits('d', [&](std::int64_t number) {
            if (number >= first) first = number + 1;
        });
        return first;
    }

    op_table ops_;
    program& out_;
    name_table op_names_;
    name_table values_; ///< of the function being read; `nothing` where a name is out of scope
    list<value_id> scope_;
};

constexpr bool parse_here(std::string_view source, op_table ops, program& out, diagnostics& found,
                          text_position* first) {
    program_reader reader(source, ops, out, found);
    bool const good = reader.read();
    if (first != nullptr) *first = reader.first_problem();
    return good;
}
bool parse_in_library(std::string_view source, op_table ops, program& out, diagnostics& found,
                      text_position* first);

} // namespace detail

/// Reads IR text into an empty program. Ops are looked up in `ops`. Result types may be left out
/// where the op has inference, and are compared with what it gives where they are written. Stops at
/// the first mistake in the syntax, goes on after mistakes in types. Problems have code I1, a line
/// and a column. False if there was one; `first`, if given, says where.
constexpr bool parse(std::string_view source, op_table ops, program& out, diagnostics& found,
                     text_position* first = nullptr) {
    TENON_PRECOMPILED_CALL(detail::parse_in_library(source, ops, out, found, first),
                           detail::parse_here(source, ops, out, found, first))
}

} // namespace tenon::core
