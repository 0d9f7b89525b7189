// The compile-time parameters of a node.
#pragma once

#include <tenon/core/dim.hpp>
#include <tenon/core/dtype.hpp>
#include <tenon/core/fixed_string.hpp>
#include <tenon/core/list.hpp>
#include <tenon/core/tensor.hpp>
#include <tenon/core/text.hpp>

#include <cstdint>
#include <type_traits>

namespace tenon::core {

enum class attribute_kind : std::uint8_t {
    none,
    integer,
    real,
    text,
    integers,
    reals,
    texts,
    dtype,
    dims,
    tensor
};

inline constexpr std::string_view attribute_kind_names[] = {"nothing",
                                                            "an integer",
                                                            "a real number",
                                                            "a text",
                                                            "a list of integers",
                                                            "a list of real numbers",
                                                            "a list of texts",
                                                            "a dtype",
                                                            "a list of dimensions",
                                                            "a tensor"};

/// The value of an attribute; `none` where an optional attribute is not set. `dims` may be
/// symbolic: shapes, slice bounds, pads and repeats are dims, so that a dynamic batch stays
/// dynamic.
struct attribute {
    attribute_kind kind = attribute_kind::none;
    std::int64_t integer = 0;
    double real = 0;
    core::dtype dtype = core::dtype::none;
    core::text text;
    list<std::int64_t> integers;
    list<double> reals;
    list<core::text> texts;
    list<dim> dims;
    core::tensor tensor;

    constexpr attribute() = default;
    constexpr attribute(int value) : kind(attribute_kind::integer), integer(value) {}
    constexpr attribute(std::int64_t value) : kind(attribute_kind::integer), integer(value) {}
    constexpr attribute(bool value) : kind(attribute_kind::integer), integer(value) {}
    constexpr attribute(double value) : kind(attribute_kind::real), real(value) {}
    constexpr attribute(char const* value) : kind(attribute_kind::text), text(value) {}
    constexpr attribute(std::string_view value) : kind(attribute_kind::text), text(value) {}
    constexpr attribute(core::text value)
        : kind(attribute_kind::text), text(static_cast<core::text&&>(value)) {}
    constexpr attribute(list<std::int64_t> value)
        : kind(attribute_kind::integers), integers(static_cast<list<std::int64_t>&&>(value)) {}
    constexpr attribute(list<double> value)
        : kind(attribute_kind::reals), reals(static_cast<list<double>&&>(value)) {}
    constexpr attribute(list<core::text> value)
        : kind(attribute_kind::texts), texts(static_cast<list<core::text>&&>(value)) {}
    constexpr attribute(core::dtype value) : kind(attribute_kind::dtype), dtype(value) {}
    constexpr attribute(list<dim> value)
        : kind(attribute_kind::dims), dims(static_cast<list<dim>&&>(value)) {}
    constexpr attribute(core::tensor value)
        : kind(attribute_kind::tensor), tensor(static_cast<core::tensor&&>(value)) {}

    constexpr bool is_set() const { return kind != attribute_kind::none; }
    /// Real numbers are compared by their bits: -0 differs from +0, and a NaN equals itself.
    friend constexpr bool operator==(attribute const& a, attribute const& b) {
        if (a.kind != b.kind || a.reals.size() != b.reals.size()) return false;
        for (std::size_t i = 0; i != a.reals.size(); ++i)
            if (!same_bits(a.reals[i], b.reals[i])) return false;
        return a.integer == b.integer && same_bits(a.real, b.real) && a.dtype == b.dtype &&
               a.text == b.text && a.integers == b.integers && a.texts == b.texts &&
               a.dims == b.dims && a.tensor == b.tensor;
    }

private:
    static constexpr bool same_bits(double a, double b) {
        return to_word(core::dtype::f64, a) == to_word(core::dtype::f64, b);
    }
};

/// What an op's definition says of one attribute. An attribute without a default is required,
/// unless it is optional.
struct attribute_facts {
    std::string_view name{};
    attribute_kind kind = attribute_kind::none;
    bool required = false;
    std::int64_t integer = 0;
    double real = 0;
    std::string_view text{};
    core::dtype dtype = core::dtype::none;
    bool has_default = false;

    constexpr attribute initial() const {
        if (!has_default) return {};
        switch (kind) {
        case attribute_kind::integer: return integer;
        case attribute_kind::real: return real;
        case attribute_kind::text: return text;
        case attribute_kind::dtype: return dtype;
        case attribute_kind::integers: return list<std::int64_t>();
        case attribute_kind::reals: return list<double>();
        case attribute_kind::texts: return list<core::text>();
        case attribute_kind::dims: return list<dim>();
        default: return {};
        }
    }
};

/// A value tied to an attribute's name: `attr<"alpha"> = 0.2`, for building nodes, in patterns, and
/// in an op's definition, where it declares an attribute with that default.
template <fixed_string Name, class Value> struct named_value {
    static constexpr std::string_view name = Name.view();
    Value value;

    constexpr operator attribute_facts() const {
        attribute_facts declared{.name = name, .has_default = true};
        if constexpr (std::is_integral_v<Value>) {
            declared.kind = attribute_kind::integer;
            declared.integer = value;
        } else if constexpr (std::is_floating_point_v<Value>) {
            declared.kind = attribute_kind::real;
            declared.real = value;
        } else if constexpr (std::is_same_v<Value, core::dtype>) {
            declared.kind = attribute_kind::dtype;
            declared.dtype = value;
        } else {
            declared.kind = attribute_kind::text;
            declared.text = value;
        }
        return declared;
    }
};

/// Names an attribute: `a[attr<"alpha">]` reads it in a meaning, `attr<"alpha"> = 0.2` gives it a
/// value; in an op's definition `attr<"perm">.required(kind)` and `.optional(kind)` declare
/// attributes without default, and
/// `.empty(kind)` a list that is empty by default.
template <fixed_string Name> struct attribute_name {
    static constexpr std::string_view name = Name.view();
    template <class Value> constexpr named_value<Name, Value> operator=(Value value) const {
        return {static_cast<Value&&>(value)};
    }
    static constexpr attribute_facts required(attribute_kind kind) {
        return {.name = name, .kind = kind, .required = true};
    }
    static constexpr attribute_facts optional(attribute_kind kind) {
        return {.name = name, .kind = kind};
    }
    static constexpr attribute_facts empty(attribute_kind kind) {
        return {.name = name, .kind = kind, .has_default = true};
    }
};
template <fixed_string Name> inline constexpr attribute_name<Name> attr{};

} // namespace tenon::core
