// Common subexpressions: nodes that compute the same become one.
#pragma once

#include <tenon/core/config.hpp>
#include <tenon/core/program.hpp>
#include <tenon/pass/pass.hpp>

namespace tenon::graph_to_graph {

namespace detail {

/// Walks a program and keeps, for each computation that is visible where it stands, the node that
/// does it. Two constants are the same if their tensors are.
class common_nodes {
public:
    constexpr explicit common_nodes(core::program& p)
        : program_(p), buckets_(bucket_count, none), becomes_(p.value_count()) {
        for (std::size_t v = 0; v != becomes_.size(); ++v)
            becomes_[v] = static_cast<core::value_id>(v);
    }
    constexpr void share() {
        for (auto const& f : program_.functions) walk(f.body);
    }

private:
    static constexpr std::size_t bucket_count = 1024;
    static constexpr std::uint32_t none = 0xffffffff;
    struct entry {
        std::uint64_t hash = 0;
        core::node_id node = core::node_id::none;
        std::uint32_t next = none;
    };

    constexpr void walk(core::block_id b) {
        auto const visible = entries_.size();
        core::list<core::node_id> kept;
        for (std::size_t i = 0; i != program_[b].nodes.size(); ++i) {
            auto const n = program_[b].nodes[i];
            for (auto& v : program_[n].operands) follow(v);
            for (std::size_t r = 0; r != program_[n].regions.size(); ++r)
                walk(program_[n].regions[r]);
            if (!is_shared(n)) kept.push_back(n);
        }
        for (auto& v : program_[b].yields) follow(v);
        program_[b].nodes = static_cast<core::list<core::node_id>&&>(kept);
        forget(visible);
    }
    constexpr void follow(core::value_id& v) const {
        if (v != core::value_id::none) v = becomes_[core::position(v)];
    }
    /// What a block computes is not visible behind it.
    constexpr void forget(std::size_t visible) {
        while (entries_.size() > visible) {
            buckets_[entries_.back().hash % bucket_count] = entries_.back().next;
            entries_.pop_back();
        }
    }
    constexpr bool is_shared(core::node_id n) {
        auto const& self = program_[n];
        if (!self.op->pure || !self.regions.empty()) return false;
        auto const hash = hash_of(self);
        auto& bucket = buckets_[hash % bucket_count];
        for (auto e = bucket; e != none; e = entries_[e].next)
            if (entries_[e].hash == hash && is_same(program_[entries_[e].node], self)) {
                replace(n, entries_[e].node);
                return true;
            }
        entries_.push_back({hash, n, bucket});
        bucket = static_cast<std::uint32_t>(entries_.size() - 1);
        return false;
    }
    constexpr void replace(core::node_id n, core::node_id by) {
        for (std::size_t r = 0; r != program_[n].results.size(); ++r)
            becomes_[core::position(program_[n].results[r])] = program_[by].results[r];
        program_[by].where.merge(program_[n].where);
        program_.set_op(n, nullptr);
    }

    constexpr bool is_same(core::node const& a, core::node const& b) const {
        if (a.op != b.op || a.results.size() != b.results.size() || !same_operands(a, b))
            return false;
        for (std::size_t r = 0; r != a.results.size(); ++r)
            if (!(program_[a.results[r]].type == program_[b.results[r]].type)) return false;
        return a.attributes == b.attributes;
    }
    static constexpr bool same_operands(core::node const& a, core::node const& b) {
        if (a.operands == b.operands) return true;
        if (!a.op->commutative || a.operands.size() != 2 || b.operands.size() != 2) return false;
        return a.operands[0] == b.operands[1] && a.operands[1] == b.operands[0];
    }
    static constexpr std::uint64_t mix(std::uint64_t hash, std::uint64_t word) {
        hash = (hash ^ word) * 0x9e3779b97f4a7c15ull;
        return hash ^ (hash >> 32);
    }
    static constexpr std::uint64_t hash_of(core::node const& n) {
        std::uint64_t hash = n.op->name.size();
        for (char c : n.op->name) hash = mix(hash, static_cast<unsigned char>(c));
        std::uint64_t operands = 0;
        for (std::size_t i = 0; i != n.operands.size(); ++i) {
            auto const place = n.op->commutative && i < 2 ? 0 : i;
            operands += mix(place + 1, core::position(n.operands[i]));
        }
        hash = mix(hash, operands);
        for (auto const& a : n.attributes) hash = mix(hash, hash_of(a));
        return hash;
    }
    static constexpr std::uint64_t hash_of(core::attribute const& a) {
        auto hash = mix(static_cast<std::uint64_t>(a.kind), static_cast<std::uint64_t>(a.integer));
        hash = mix(hash, core::to_word(core::dtype::f64, a.real));
        for (auto i : a.integers) hash = mix(hash, static_cast<std::uint64_t>(i));
        for (auto const& d : a.dims)
            hash = mix(hash, d.is_constant() ? static_cast<std::uint64_t>(d.constant()) : 1);
        return a.kind == core::attribute_kind::tensor ? mix(hash, hash_of(a.tensor)) : hash;
    }
    /// The ends of a tensor are enough to tell most apart.
    static constexpr std::uint64_t hash_of(core::tensor const& t) {
        auto const size = t.bytes().size();
        std::uint64_t hash = mix(size, static_cast<std::uint64_t>(t.element()));
        for (auto d : t.shape()) hash = mix(hash, static_cast<std::uint64_t>(d));
        for (std::size_t i = 0; i < size && i < 64; ++i)
            hash = mix(hash, t.bytes().data()[i] + 256u * t.bytes().data()[size - 1 - i]);
        return hash;
    }

    core::program& program_;
    core::list<std::uint32_t> buckets_;
    core::list<entry> entries_;
    core::list<core::value_id> becomes_; ///< what each value is replaced by
};

void share_common_in_library(core::program& p);

} // namespace detail

/// Keeps one of several pure nodes with the same op, operands, attributes and types. Operands of
/// commutative ops may be in either order.
struct share_common : pass::step<pass::at_level<core::graph_level>> {
    static constexpr std::string_view name = "share-common";

    constexpr void operator()(core::program& p, context&) const {
        TENON_PRECOMPILED_CALL(detail::share_common_in_library(p), detail::common_nodes(p).share())
    }
};

} // namespace tenon::graph_to_graph
