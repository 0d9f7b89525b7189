// The SSA container that every IR level shares: values, nodes, blocks and functions in contiguous
// storage.
#pragma once

#include <tenon/core/attribute.hpp>
#include <tenon/core/list.hpp>
#include <tenon/core/op_facts.hpp>
#include <tenon/core/text.hpp>
#include <tenon/core/type.hpp>

#include <cstdint>

namespace tenon::core {

/// Indices into a program. The default is "none".
enum class value_id : std::uint32_t { none = 0xffffffff };
enum class node_id : std::uint32_t { none = 0xffffffff };
enum class block_id : std::uint32_t { none = 0xffffffff };

/// Most nodes have at most two operands, and one result.
template <> inline constexpr std::uint32_t kept_inside<value_id> = 2;

/// The place of an id in a program's storage, for arrays kept beside a program.
template <class Id> constexpr std::size_t position(Id id) { return static_cast<std::size_t>(id); }

/// Where a node came from: the names of ONNX nodes (or of lines of IR text), several after a
/// fusion.
struct location {
    list<text> origins;

    constexpr void merge(location const& other) {
        for (auto const& origin : other.origins)
            if (!origins.contains(origin)) origins.push_back(origin);
    }
};

/// An SSA value: a result of a node, or an argument of a block.
struct value {
    core::type type;
    text name;                       ///< without the `%`; may be empty, the printer then numbers it
    node_id definer = node_id::none; ///< none for block arguments
    block_id owner = block_id::none; ///< the block it is an argument of, else none
    std::uint32_t index = 0;         ///< which result or argument
};

/// The op of a node, to be read like a pointer; `program::set_op` changes it, so that what is kept
/// beside the nodes stays true.
class node_op {
public:
    constexpr node_op() = default;
    constexpr operator op_facts const*() const { return op_; }
    constexpr op_facts const* operator->() const { return op_; }
    constexpr op_facts const& operator*() const { return *op_; }

private:
    friend class program;
    constexpr explicit node_op(op_facts const* op) : op_(op) {}

    op_facts const* op_ = nullptr;
};

/// An operation. Absent optional operands are `value_id::none`. `attributes` has one entry per
/// attribute that the op declares, in that order. Erased nodes stay in storage with `op ==
/// nullptr`.
struct node {
    node_op op;
    list<value_id> operands;
    list<value_id> results;
    list<attribute> attributes;
    list<block_id> regions;
    block_id parent = block_id::none;
    location where;
};

/// A straight sequence of nodes with arguments and yielded values. A block may use values of the
/// blocks around it.
struct block {
    list<value_id> arguments;
    list<node_id> nodes;
    list<value_id> yields;
    node_id owner = node_id::none; ///< the node whose region it is; none for the body of a function
};

struct function {
    text name;
    block_id body = block_id::none;
    list<text> result_names;
    list<tensor> defaults; ///< per argument: what it is when the caller passes nothing (dtype none:
                           ///< must be passed)
    text kind = "func";    ///< the keyword it prints under: `func`, or `kernel` at the loop level
};

/// A fact about symbols that the model implies and the caller's shapes must satisfy; checked on
/// every call.
struct constraint {
    enum class relation : std::uint8_t {
        equal,         ///< a = b
        at_least,      ///< a >= b
        broadcastable, ///< a = b, or a = 1, or b = 1
    };
    relation how = relation::equal;
    dim a, b;
    text why; ///< the node that demands it
    friend constexpr bool operator==(constraint const& x, constraint const& y) {
        return x.how == y.how && x.a == y.a && x.b == y.b;
    }
};

/// A program at any level: functions over shared storage. Plain data; dialect-typed wrappers say
/// which ops occur.
class program {
public:
    list<function> functions;
    list<constraint> constraints;

    constexpr value const& operator[](value_id v) const { return values_[position(v)]; }
    constexpr value& operator[](value_id v) { return values_[position(v)]; }
    constexpr node const& operator[](node_id n) const { return nodes_[position(n)]; }
    constexpr node& operator[](node_id n) { return nodes_[position(n)]; }
    constexpr block const& operator[](block_id b) const { return blocks_[position(b)]; }
    constexpr block& operator[](block_id b) { return blocks_[position(b)]; }

    /// What `(*this)[n].op` and `(*this)[v].definer` are, from arrays of nothing else: for whoever
    /// looks at many.
    constexpr op_facts const* op(node_id n) const { return ops_[position(n)]; }
    constexpr node_id definer(value_id v) const { return definers_[position(v)]; }

    constexpr std::size_t value_count() const { return values_.size(); }
    constexpr std::size_t node_count() const { return nodes_.size(); }
    constexpr std::size_t block_count() const { return blocks_.size(); }

    constexpr block_id add_block(node_id owner = node_id::none) {
        blocks_.push_back({{}, {}, {}, owner});
        return static_cast<block_id>(blocks_.size() - 1);
    }
    constexpr value_id add_argument(block_id b, type t, text name = {}) {
        auto const index = static_cast<std::uint32_t>((*this)[b].arguments.size());
        auto const id =
            add_value({static_cast<type&&>(t), static_cast<text&&>(name), node_id::none, b, index});
        (*this)[b].arguments.push_back(id);
        return id;
    }
    /// Adds a node at the end of `b` (or before its node number `at`), with `results` values of
    /// type none and every attribute at its default.
    constexpr node_id add_node(block_id b, op_facts const& op, list<value_id> operands, int results,
                               std::size_t at = ~std::size_t{0}) {
        auto const id = add_unlisted(b, op, static_cast<list<value_id>&&>(operands), results);
        auto& order = (*this)[b].nodes;
        if (at >= order.size())
            order.push_back(id);
        else
            order.insert(at, id);
        return id;
    }
    /// Adds a node of `b` that the block does not list yet.
    constexpr node_id add_unlisted(block_id b, op_facts const& op, list<value_id> operands,
                                   int results) {
        auto const id = static_cast<node_id>(nodes_.size());
        node added;
        added.op = node_op(&op);
        added.operands = static_cast<list<value_id>&&>(operands);
        added.parent = b;
        added.attributes.resize(static_cast<std::size_t>(op.attribute_count));
        for (int i = 0; i != op.attribute_count; ++i)
            if (op.attributes[i].has_default)
                added.attributes[static_cast<std::size_t>(i)] = op.attributes[i].initial();
        for (int i = 0; i != results; ++i)
            added.results.push_back(
                add_value({{}, {}, id, block_id::none, static_cast<std::uint32_t>(i)}));
        nodes_.push_back(static_cast<node&&>(added));
        ops_.push_back(&op);
        return id;
    }
    /// Undoes `add_unlisted` for the node that was added last and that nobody uses.
    constexpr void remove_last(node_id n) {
        for (auto count = (*this)[n].results.size(); count != 0; --count) {
            values_.pop_back();
            definers_.pop_back();
        }
        nodes_.pop_back();
        ops_.pop_back();
    }
    constexpr block_id add_region(node_id n) {
        auto const b = add_block(n);
        (*this)[n].regions.push_back(b);
        return b;
    }
    /// Takes the node out of its block. Its results must have no users.
    constexpr void erase(node_id n) {
        auto& order = (*this)[(*this)[n].parent].nodes;
        for (std::size_t i = 0; i != order.size(); ++i)
            if (order[i] == n) {
                order.erase(i);
                break;
            }
        set_op(n, nullptr);
    }
    /// Makes the node one of another op, whose operands and attributes the caller sees to. Without
    /// an op, the node is erased; its block still lists it.
    constexpr void set_op(node_id n, op_facts const* op) {
        nodes_[position(n)].op = node_op(op);
        ops_[position(n)] = op;
    }
    /// Replaces every use of `from`, in operands and yields, by `to`.
    constexpr void replace_uses(value_id from, value_id to) {
        for (auto& n : nodes_)
            if (n.op != nullptr)
                for (auto& used : n.operands)
                    if (used == from) used = to;
        for (auto& b : blocks_)
            for (auto& used : b.yields)
                if (used == from) used = to;
    }
    /// How often each value is used as an operand of a live node or yielded, by position.
    constexpr list<std::uint32_t> count_uses() const {
        list<std::uint32_t> uses(values_.size());
        for (auto const& n : nodes_)
            if (n.op != nullptr)
                for (auto used : n.operands)
                    if (used != value_id::none) ++uses[position(used)];
        for (auto const& b : blocks_)
            for (auto used : b.yields)
                if (used != value_id::none) ++uses[position(used)];
        return uses;
    }
    constexpr function const* find_function(std::string_view name) const {
        for (auto const& f : functions)
            if (f.name == name) return &f;
        return nullptr;
    }
    /// The attribute of a node by name; an unset one if the op has none of that name.
    constexpr attribute const& at(node_id n, std::string_view name) const {
        int const slot = (*this)[n].op->find_attribute(name);
        return slot < 0 ? unset_ : (*this)[n].attributes[static_cast<std::size_t>(slot)];
    }
    /// Sets an attribute that the op declares.
    constexpr void set(node_id n, std::string_view name, attribute a) {
        (*this)[n].attributes[static_cast<std::size_t>((*this)[n].op->find_attribute(name))] =
            static_cast<attribute&&>(a);
    }
    /// A symbol that no type, attribute or constraint of this program uses yet.
    constexpr dim fresh_symbol() { return dim::symbol(text("d") + to_string(fresh_++)); }
    constexpr std::int64_t& fresh_counter() { return fresh_; }

private:
    constexpr value_id add_value(value added) {
        definers_.push_back(added.definer);
        values_.push_back(static_cast<value&&>(added));
        return static_cast<value_id>(values_.size() - 1);
    }

    list<value> values_;
    list<node> nodes_;
    list<block> blocks_;
    list<op_facts const*> ops_; // of the nodes
    list<node_id> definers_;    // of the values
    attribute unset_;
    std::int64_t fresh_ = 0;
};

/// Calls `visit(node_id)` for every node below `b` in order, a node before those in its regions.
template <class Visit> constexpr void each_node(program const& p, block_id b, Visit&& visit) {
    for (std::size_t i = 0; i < p[b].nodes.size(); ++i) {
        node_id const n = p[b].nodes[i];
        visit(n);
        if (p[n].op == nullptr) continue;
        for (std::size_t r = 0; r < p[n].regions.size(); ++r) each_node(p, p[n].regions[r], visit);
    }
}

/// How messages name a node: `node "conv1" (conv)`.
constexpr text describe(program const& p, node_id n) {
    text line = "node";
    auto const& origins = p[n].where.origins;
    for (std::size_t i = 0; i != origins.size() && i != 3; ++i)
        line += text(i == 0 ? " \"" : ", \"") + origins[i] + "\"";
    if (origins.size() > 3) line += ", ...";
    if (origins.empty() && !p[n].results.empty())
        if (auto const& name = p[p[n].results[0]].name; !name.empty()) line += text(" %") + name;
    return line + " (" + (p[n].op == nullptr ? std::string_view("erased") : p[n].op->name) + ")";
}

#ifdef TENON_PRECOMPILED
// What a program is made of; its lists are in the library.
extern template class list<attribute>;
extern template class list<block>;
extern template class list<block_id>;
extern template class list<char>;
extern template class list<constraint>;
extern template class list<core::type>;
extern template class list<dim>;
extern template class list<dim::atom>;
extern template class list<dim::term>;
extern template class list<double>;
extern template class list<function>;
extern template class list<node>;
extern template class list<node_id>;
extern template class list<op_facts const*>;
extern template class list<std::int64_t>;
extern template class list<tensor>;
extern template class list<text>;
extern template class list<value>;
extern template class list<value_id>;
#endif

} // namespace tenon::core
