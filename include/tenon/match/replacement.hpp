// Builds what a rule puts in the place of what it matched.
#pragma once

#include <tenon/match/matcher.hpp>

namespace tenon::match {

/// Adds the nodes of a replacement to a program, at the end of its storage and outside the order of
/// their block.
class replacement_builder {
public:
    constexpr replacement_builder(core::program& p, bindings const& bound, rule_table const& table,
                                  std::string_view* unbound = nullptr)
        : program_(p), bound_(bound), table_(table), unbound_(unbound) {}

    /// The value that takes the place of the one matched at `root`, or none if a node of the
    /// replacement would be ill-typed.
    constexpr core::value_id build(rule_facts const& rule, core::node_id root) {
        added_.clear();
        failed_ = false;
        item const* at = rule.replacement;
        auto const made = build(rule, at, root, core::dtype::none);
        return failed_ ? core::value_id::none : made;
    }
    /// The nodes that the last replacement consists of.
    constexpr core::list<core::node_id> const& added() const { return added_; }

private:
    /// Builds the items from `at` on, one subtree; `at` ends behind it.
    constexpr core::value_id build(rule_facts const& rule, item const*& at, core::node_id root,
                                   core::dtype usual) {
        auto const& wanted = *at;
        if (wanted.kind == item_kind::node) return build_node(rule, at, root);
        ++at;
        switch (wanted.kind) {
        case item_kind::literal: {
            auto const element = usual != core::dtype::none
                                     ? usual
                                     : program_[program_[root].results[0]].type.element;
            return build_constant(
                *wanted.constant_op,
                core::tensor::from(element, {},
                                   core::list<double>{table_.numbers[rule.numbers + wanted.value]}),
                root);
        }
        case item_kind::made:
            return build_constant(*wanted.constant_op,
                                  wanted.make({program_, bound_, root, unbound_}), root);
        case item_kind::absent: return core::value_id::none;
        default: return bound_.slots[wanted.slot].value;
        }
    }
    constexpr core::value_id build_node(rule_facts const& rule, item const*& at,
                                        core::node_id root) {
        auto const& wanted = *at++;
        core::list<core::value_id> operands;
        item const* const first = at;
        for (int i = 0; i != wanted.operands; ++i) {
            auto const& part = *at;
            if (part.kind == item_kind::rest) {
                ++at;
                auto const& held = bound_.slots[part.slot];
                for (int k = 0; k != held.count; ++k)
                    operands.push_back(
                        program_[held.node].operands[static_cast<std::size_t>(held.index + k)]);
                continue;
            }
            auto const usual =
                part.kind == item_kind::literal ? dtype_beside(wanted, first) : core::dtype::none;
            operands.push_back(build(rule, at, root, usual));
            if (failed_) return core::value_id::none;
        }
        while (!operands.empty() && operands.back() == core::value_id::none) operands.pop_back();
        auto const n = place(*wanted.op, static_cast<core::list<core::value_id>&&>(operands),
                             wanted.result + 1, root);
        set_attributes(rule, wanted, n, root);
        infer(n);
        return program_[n].results[wanted.result];
    }
    /// The dtype of the first captured operand among a node's own, for numbers beside it.
    constexpr core::dtype dtype_beside(item const& wanted, item const* part) const {
        for (int i = 0; i != wanted.operands; ++i, part += part->size)
            if (part->slot >= 0 && part->kind != item_kind::rest && part->kind != item_kind::node) {
                auto const v = bound_.slots[part->slot].value;
                if (v != core::value_id::none) return program_[v].type.element;
            }
        return core::dtype::none;
    }
    constexpr void set_attributes(rule_facts const& rule, item const& wanted, core::node_id n,
                                  core::node_id root) {
        if (wanted.attributes_of >= 0)
            program_[n].attributes = program_[bound_.nodes[wanted.attributes_of]].attributes;
        for (int i = 0; i != wanted.settings; ++i) {
            auto const& s = rule.replacement_settings[wanted.setting + i];
            auto const slot = static_cast<std::size_t>(s.position);
            program_[n].attributes[slot] = core::detail::to_attribute(
                attribute_value(rule, s, root), wanted.op->attributes[s.position].kind);
        }
    }
    constexpr core::attribute attribute_value(rule_facts const& rule, setting const& s,
                                              core::node_id root) const {
        if (s.kind == setting_kind::computed) return s.compute({program_, bound_, root, unbound_});
        if (s.kind == setting_kind::fixed) return table_.fixed[rule.fixed + s.value].value();
        auto const& held = bound_.slots[s.slot];
        return program_[held.node].attributes[static_cast<std::size_t>(held.index)];
    }
    constexpr core::value_id build_constant(core::op_facts const& op, core::tensor value,
                                            core::node_id root) {
        auto const n = place(op, {}, 1, root);
        program_.set(n, "value", static_cast<core::tensor&&>(value));
        infer(n);
        return program_[n].results[0];
    }
    constexpr core::node_id place(core::op_facts const& op, core::list<core::value_id> operands,
                                  int results, core::node_id root) {
        auto const b = program_[root].parent;
        int const usual = core::detail::usual_results(op);
        auto const n =
            program_.add_unlisted(b, op, static_cast<core::list<core::value_id>&&>(operands),
                                  usual < results ? results : usual);
        for (int i = 0; i != bound_.node_count; ++i)
            program_[n].where.merge(program_[bound_.nodes[i]].where);
        added_.push_back(n);
        return n;
    }
    constexpr void infer(core::node_id n) {
        if (failed_) return;
        core::diagnostics found;
        failed_ = !core::infer(program_, n, found);
    }

    core::program& program_;
    bindings const& bound_;
    rule_table const& table_;
    std::string_view* unbound_;
    core::list<core::node_id> added_;
    bool failed_ = false;
};

} // namespace tenon::match
