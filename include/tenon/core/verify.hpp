// The verifier: whether a program keeps the rules that every pass relies on.
#pragma once

#include <tenon/core/infer.hpp>

#include <cstdint>

namespace tenon::core {

namespace detail {

class verifier {
public:
    constexpr verifier(program const& p, diagnostics& found)
        : p_(p), scratch_(p), found_(found), visible_(p.value_count()), seen_(p.node_count()) {}

    constexpr bool verify() {
        auto const before = found_.problems().size();
        for (std::size_t i = 0; i != p_.functions.size(); ++i) {
            for (std::size_t k = 0; k != i; ++k)
                if (p_.functions[k].name == p_.functions[i].name)
                    complain(text("function `") + p_.functions[i].name + "`",
                             "has the name of another function");
            check_function(p_.functions[i]);
        }
        return found_.problems().size() == before;
    }

private:
    constexpr void complain(text where, text what) {
        found_.add("V1", static_cast<text&&>(where), static_cast<text&&>(what));
    }
    constexpr bool is_valid(value_id v) const { return position(v) < p_.value_count(); }
    constexpr bool is_valid(block_id b) const { return position(b) < p_.block_count(); }
    constexpr text name_of(value_id v) const {
        if (!is_valid(v)) return text("value number ") + to_string(std::int64_t(position(v)));
        if (p_[v].name.empty()) return text("value number ") + to_string(std::int64_t(position(v)));
        return text("%") + p_[v].name;
    }

    constexpr void check_function(function const& f) {
        text const where = text("function `") + f.name + "`";
        if (!is_valid(f.body)) return complain(where, "has no body");
        block const& body = p_[f.body];
        if (body.owner != node_id::none) complain(where, "has the region of a node as its body");
        unique_arguments(where, body);
        defaults(where, f);
        if (!f.result_names.empty() && f.result_names.size() != body.yields.size())
            complain(where, text("returns ") + number(body.yields.size()) + " values, expected " +
                                number(f.result_names.size()) + ", one per name of a result");
        for (std::size_t i = 0; i != f.result_names.size(); ++i)
            for (std::size_t k = 0; k != i; ++k)
                if (!f.result_names[i].empty() && f.result_names[i] == f.result_names[k])
                    complain(where, text("has two results called `") + f.result_names[i] + "`");
        check_block(where, f.body);
        clear_visible(f.body);
    }
    constexpr void unique_arguments(text const& where, block const& body) {
        for (std::size_t i = 0; i != body.arguments.size(); ++i)
            for (std::size_t k = 0; k != i; ++k) {
                if (!is_valid(body.arguments[i]) || !is_valid(body.arguments[k])) continue;
                auto const& name = p_[body.arguments[i]].name;
                if (!name.empty() && name == p_[body.arguments[k]].name)
                    complain(where, text("has two arguments called `") + name + "`");
            }
    }
    constexpr void defaults(text const& where, function const& f) {
        auto const& arguments = p_[f.body].arguments;
        if (f.defaults.size() > arguments.size())
            return complain(where, text("has ") + number(f.defaults.size()) +
                                       " defaults, expected at most " + number(arguments.size()));
        for (std::size_t i = 0; i != f.defaults.size(); ++i) {
            if (f.defaults[i].element() == dtype::none || !is_valid(arguments[i])) continue;
            type const given = type_of(f.defaults[i]);
            type const& wanted = p_[arguments[i]].type;
            if (!admits_default(wanted, given))
                found_.add("V2", where,
                           text("the default of argument ") + name_of(arguments[i]) + " is " +
                               to_string(given) + ", expected " + to_string(wanted));
        }
    }

    constexpr void check_block(text const& where, block_id b) {
        for (std::size_t i = 0; i != p_[b].arguments.size(); ++i) {
            value_id const v = p_[b].arguments[i];
            bool const fits = is_valid(v) && p_[v].owner == b && p_[v].definer == node_id::none &&
                              p_[v].index == i;
            if (!fits) complain(where, text("argument ") + name_of(v) + " belongs elsewhere");
            if (fits) visible_[position(v)] = true;
        }
        for (auto n : p_[b].nodes) check_node(where, b, n);
        for (auto v : p_[b].yields)
            if (v != value_id::none && !is_visible(v))
                complain(where, text("yields ") + name_of(v) + ", which is not defined there");
    }
    constexpr bool is_visible(value_id v) const { return is_valid(v) && visible_[position(v)]; }

    constexpr void check_node(text const& block_name, block_id b, node_id n) {
        if (position(n) >= p_.node_count() || p_[n].op == nullptr)
            return complain(block_name, "holds a node that was erased");
        text const where = describe(p_, n);
        if (seen_[position(n)]) return complain(where, "is in two places");
        seen_[position(n)] = true;
        bool good = p_[n].parent == b;
        if (!good) complain(where, "does not know the block that it is in");
        for (auto v : p_[n].operands) {
            if (v == value_id::none || is_visible(v)) continue;
            good = false;
            complain(where, text("uses ") + name_of(v) + ", which is not defined before it");
        }
        for (auto r : p_[n].regions) {
            bool const mine = is_valid(r) && p_[r].owner == n;
            if (!mine) complain(where, "has a region that belongs elsewhere");
            if (mine) check_block(where, r);
            if (mine) clear_visible(r);
            good = good && mine;
        }
        for (std::size_t i = 0; i != p_[n].results.size(); ++i) {
            value_id const v = p_[n].results[i];
            bool const fits = is_valid(v) && p_[v].definer == n && p_[v].index == i &&
                              p_[v].owner == block_id::none;
            if (!fits) complain(where, text("result ") + name_of(v) + " belongs elsewhere");
            if (fits) visible_[position(v)] = true;
            good = good && fits;
        }
        if (good) infer_written(scratch_, n, found_);
    }
    constexpr void clear_visible(block_id b) {
        for (auto v : p_[b].arguments)
            if (is_valid(v)) visible_[position(v)] = false;
        for (auto n : p_[b].nodes)
            if (position(n) < p_.node_count())
                for (auto v : p_[n].results)
                    if (is_valid(v)) visible_[position(v)] = false;
    }
    static constexpr text number(std::size_t n) { return to_string(static_cast<std::int64_t>(n)); }

    program const& p_;
    program scratch_; ///< what inference writes to
    diagnostics& found_;
    list<bool> visible_;
    list<bool> seen_;
};

} // namespace detail

/// Whether every value is defined once and before its uses, every node has what its op asks for,
/// every type is what inference gives, and names that must be are unique. V1 is structure, V2
/// types; all problems are found, and each names its node and what that came from.
constexpr bool verify(program const& p, diagnostics& found) {
    return detail::verifier(p, found).verify();
}

} // namespace tenon::core
