// Patterns and replacements as flat data, which one matcher and one builder walk for all rules.
#pragma once

#include <tenon/core/builder.hpp>

namespace tenon::match {

enum class item_kind : std::uint8_t {
    any,      ///< any value
    constant, ///< a value that a constant node defines
    literal,  ///< a constant all of whose elements are one number
    optional, ///< a value or an absent operand
    absent,   ///< an absent operand
    rest,     ///< all remaining operands
    made,     ///< a constant that a function of the match computes; in replacements only
    node,
};

/// What a pattern says of other users of a node inside it.
enum class sharing : std::uint8_t { unsaid, used_once, shared };

struct match_context;

/// One place of a pattern or replacement. A tree is stored with every node before its operands.
struct item {
    item_kind kind = item_kind::any;
    sharing uses = sharing::unsaid;
    std::int8_t slot = -1;    ///< of the capture it binds or stands for
    std::uint8_t size = 1;    ///< of its subtree, in items
    std::uint8_t ordinal = 0; ///< among the nodes of its tree
    std::uint8_t result = 0;  ///< which result of the node
    std::uint8_t operands = 0;
    std::int8_t attributes_of =
        -1;                   ///< in replacements: ordinal of the node whose attributes it has
    std::int16_t setting = 0; ///< its first attribute, among the tree's
    std::int16_t settings = 0;
    std::int16_t value = 0; ///< of a literal: its number, among those of the rule
    core::op_facts const* op = nullptr;
    core::op_facts const* constant_op = nullptr; ///< for literals and constants to be made
    core::tensor (*make)(match_context const&) = nullptr;
};

/// An attribute's value that can be stored in a constant object.
struct fixed_attribute {
    core::attribute_kind kind = core::attribute_kind::none;
    std::int64_t integer = 0;
    double real = 0;
    core::dtype dtype = core::dtype::none;
    std::string_view text{};
    core::few<std::int64_t> integers{};

    constexpr core::attribute value() const {
        switch (kind) {
        case core::attribute_kind::integer: return integer;
        case core::attribute_kind::real: return real;
        case core::attribute_kind::text: return text;
        case core::attribute_kind::dtype: return dtype;
        case core::attribute_kind::integers:
            return core::list<std::int64_t>(integers.begin(), integers.end());
        default: return {};
        }
    }
    constexpr bool matches(core::attribute const& given) const;
};

enum class setting_kind : std::uint8_t { fixed, capture, computed };

/// What a pattern demands of an attribute, or what a replacement gives it.
struct setting {
    setting_kind kind = setting_kind::fixed;
    std::int8_t slot = -1;
    std::int16_t position = 0; ///< among the op's attributes
    std::int16_t value = 0;    ///< where it is fixed: its value, among those of the rule
    core::attribute (*compute)(match_context const&) = nullptr;
};

enum class capture_kind : std::uint8_t { value, values, attribute, node };

struct capture_facts {
    std::string_view name{};
    capture_kind kind = capture_kind::value;
    std::uint8_t ordinal = 0; ///< of the node that a node capture names
};

inline constexpr int most_captures = 32;
inline constexpr int most_nodes = 32;

/// Collects the items of a tree. Patterns fill `captures`, replacements look them up in `known`.
struct writer {
    item* items = nullptr;
    setting* settings = nullptr;
    capture_facts* captures = nullptr;
    capture_facts const* known = nullptr;
    int capture_count = 0;
    int item_count = 0;
    int setting_count = 0;
    int node_count = 0;
    std::int16_t number_count = 0; ///< of literals; their numbers are kept in the rule's object
    std::int16_t fixed_count = 0;  ///< of fixed attributes
    core::op_facts const* constant_op = nullptr; ///< of the node being written
    std::string_view unbound{};                  ///< a capture that the pattern does not bind
    std::string_view clashing{};                 ///< a capture that is used as two different kinds

    constexpr bool is_pattern() const { return known == nullptr; }
    constexpr void add(item added) { items[item_count++] = added; }
    constexpr std::int8_t slot(std::string_view name, capture_kind kind) {
        if (name.empty()) return -1;
        capture_facts const* const all = is_pattern() ? captures : known;
        for (int i = 0; i != capture_count; ++i)
            if (all[i].name == name) {
                if (all[i].kind != kind) clashing = name;
                return static_cast<std::int8_t>(i);
            }
        if (!is_pattern()) {
            unbound = name;
            return -1;
        }
        captures[capture_count] = {name, kind, static_cast<std::uint8_t>(node_count)};
        return static_cast<std::int8_t>(capture_count++);
    }
};

/// Collects what the items of a rule leave out: the values that are not part of its type.
struct value_writer {
    double* numbers = nullptr;
    fixed_attribute* fixed = nullptr;
};

constexpr bool fixed_attribute::matches(core::attribute const& given) const {
    using core::attribute_kind;
    if (kind == attribute_kind::integer && given.kind == attribute_kind::real)
        return given.real == static_cast<double>(integer);
    if (kind == attribute_kind::integers) {
        bool const dims = given.kind == attribute_kind::dims;
        if (!dims && given.kind != kind) return false;
        auto const count = static_cast<std::size_t>(integers.size());
        if ((dims ? given.dims.size() : given.integers.size()) != count) return false;
        for (std::size_t i = 0; i != count; ++i) {
            auto const wanted = integers[static_cast<int>(i)];
            if (dims ? !(given.dims[i] == core::dim(wanted)) : given.integers[i] != wanted)
                return false;
        }
        return true;
    }
    return given.kind == kind && given.integer == integer && given.real == real &&
           given.text == text && given.dtype == dtype;
}

} // namespace tenon::match
