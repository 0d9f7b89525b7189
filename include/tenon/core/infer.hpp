// Type inference of nodes, blocks and programs.
#pragma once

#include <tenon/core/config.hpp>
#include <tenon/core/detail/node_checks.hpp>
#include <tenon/core/inference.hpp>

#include <cstdint>

namespace tenon::core {

namespace detail {
constexpr bool infer_node(program& p, node_id n, diagnostics& found) {
    node_checks checks(p, n, found);
    if (!checks.structure() || !checks.operand_types()) return false;
    auto const& op = *p[n].op;
    if (op.infer == nullptr && op.verify == nullptr) return true;
    for (auto used : p[n].operands)
        if (used != value_id::none && p[used].type.what == type::kind::none) return true;
    inference i(p, n, found);
    if (op.infer != nullptr) op.infer(i);
    if (i.failed()) return false;
    if (!node_checks(p, n, found).result_types()) return false;
    if (op.verify != nullptr) op.verify(i);
    return !i.failed();
}
bool infer_in_library(program& p, node_id n, diagnostics& found);
} // namespace detail

/// Computes the result types of one node, after checking it against the facts of its op. Result
/// types of ops without inference stay as they are, and so do those of nodes with an operand whose
/// type is unknown. False if a problem was found.
constexpr bool infer(program& p, node_id n, diagnostics& found) {
    TENON_PRECOMPILED_CALL(detail::infer_in_library(p, n, found), detail::infer_node(p, n, found))
}

/// Infers all nodes of a block in order; regions before the node that they belong to. Goes on after
/// problems, so that all of them are found.
constexpr bool infer(program& p, block_id b, diagnostics& found) {
    bool good = true;
    for (std::size_t i = 0; i < p[b].nodes.size(); ++i) {
        node_id const n = p[b].nodes[i];
        for (std::size_t r = 0; r < p[n].regions.size(); ++r)
            good = infer(p, p[n].regions[r], found) && good;
        good = infer(p, n, found) && good;
    }
    return good;
}

namespace detail {
constexpr bool infer_program(program& p, diagnostics& found) {
    bool good = true;
    for (std::size_t i = 0; i < p.functions.size(); ++i)
        good = infer(p, p.functions[i].body, found) && good;
    return good;
}
bool infer_in_library(program& p, diagnostics& found);
} // namespace detail

/// Infers a whole program.
constexpr bool infer(program& p, diagnostics& found) {
    TENON_PRECOMPILED_CALL(detail::infer_in_library(p, found), detail::infer_program(p, found))
}

namespace detail {

/// Compares the types that inference gives with those that are written down. A symbol that this
/// inference invented stands for whatever is written in its place.
class type_agreement {
public:
    constexpr type_agreement(std::int64_t first_fresh) : first_fresh_(first_fresh) {}

    constexpr bool agree(type const& inferred, type const& written) {
        if (inferred.what == type::kind::unranked && written.is_tensor())
            return inferred.element == written.element;
        if (inferred.what != written.what || inferred.element != written.element ||
            inferred.shape.size() != written.shape.size() ||
            inferred.of.size() != written.of.size())
            return false;
        for (std::size_t i = 0; i != inferred.shape.size(); ++i)
            if (!agree(inferred.shape[i], written.shape[i])) return false;
        for (std::size_t i = 0; i != inferred.of.size(); ++i)
            if (!agree(inferred.of[i], written.of[i])) return false;
        return true;
    }
    /// A dimension in terms of what is written.
    constexpr dim translate(dim const& inferred) const {
        if (names_.empty()) return inferred;
        return inferred.substitute([&](std::string_view symbol) {
            for (std::size_t i = 0; i != names_.size(); ++i)
                if (names_[i] == symbol) return meanings_[i];
            return dim::symbol(symbol);
        });
    }

private:
    constexpr bool agree(dim const& inferred, dim const& written) {
        if (inferred == written) return true;
        if (auto const symbol = inferred.as_symbol(); is_fresh(symbol)) {
            names_.push_back(symbol);
            meanings_.push_back(written);
            return true;
        }
        bool has_fresh = false;
        inferred.each_symbol([&](std::string_view s) { has_fresh = has_fresh || is_fresh(s); });
        return has_fresh;
    }
    constexpr bool is_fresh(std::string_view symbol) const {
        if (symbol.size() < 2 || symbol.size() > 18 || symbol[0] != 'd') return false;
        std::int64_t number = 0;
        for (char c : symbol.substr(1)) {
            if (c < '0' || c > '9') return false;
            number = number * 10 + (c - '0');
        }
        return number >= first_fresh_;
    }

    std::int64_t first_fresh_;
    list<text> names_;
    list<dim> meanings_;
};

/// Infers a node whose result types are written down. They stay; a difference from what inference
/// gives is a problem. `order` and `halo` are the writer's choice.
constexpr bool infer_written(program& p, node_id n, diagnostics& found) {
    auto const results = p[n].results;
    list<type> written;
    for (auto r : results) written.push_back(p[r].type);
    auto const fresh = p.fresh_counter();
    auto const old_constraints = p.constraints.size();
    bool good = infer(p, n, found);
    type_agreement agreement(fresh);
    for (std::size_t i = 0; i != results.size(); ++i) {
        type& inferred = p[results[i]].type;
        if (good && !agreement.agree(inferred, written[i])) {
            good = false;
            found.add("V2", describe(p, n),
                      text("result ") + to_string(static_cast<std::int64_t>(i)) +
                          " is written as " + to_string(written[i]) + ", but inference gives " +
                          to_string(inferred));
        }
        inferred = static_cast<type&&>(written[i]);
    }
    for (std::size_t i = old_constraints; i < p.constraints.size(); ++i) {
        p.constraints[i].a = agreement.translate(p.constraints[i].a);
        p.constraints[i].b = agreement.translate(p.constraints[i].b);
    }
    p.fresh_counter() = fresh;
    return good;
}

} // namespace detail

} // namespace tenon::core
