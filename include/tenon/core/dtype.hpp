// The element types of tensors, and what is fixed about each.
#pragma once

#include <cstdint>
#include <string_view>

namespace tenon::core {

/// The element types of ONNX 1.23 that Tenon's IR can name. `none` is the absence of a type.
enum class dtype : std::uint8_t {
    none,
    f64,
    f32,
    f16,
    bf16,
    f8e4m3fn,
    f8e4m3fnuz,
    f8e5m2,
    f8e5m2fnuz,
    f8e8m0,
    f4e2m1,
    i64,
    i32,
    i16,
    i8,
    i4,
    i2,
    u64,
    u32,
    u16,
    u8,
    u4,
    u2,
    boolean,
    string,
    c64,
    c128,
};

enum class dtype_kind : std::uint8_t {
    none,
    floating,
    signed_integer,
    unsigned_integer,
    boolean,
    string,
    complex
};

/// What is fixed about a dtype: its name in the IR, its width in bits and its kind.
struct dtype_facts {
    std::string_view name;
    int bits;
    dtype_kind kind;
};

inline constexpr dtype_facts dtype_table[] = {
    {"none", 0, dtype_kind::none},
    {"f64", 64, dtype_kind::floating},
    {"f32", 32, dtype_kind::floating},
    {"f16", 16, dtype_kind::floating},
    {"bf16", 16, dtype_kind::floating},
    {"f8e4m3fn", 8, dtype_kind::floating},
    {"f8e4m3fnuz", 8, dtype_kind::floating},
    {"f8e5m2", 8, dtype_kind::floating},
    {"f8e5m2fnuz", 8, dtype_kind::floating},
    {"f8e8m0", 8, dtype_kind::floating},
    {"f4e2m1", 4, dtype_kind::floating},
    {"i64", 64, dtype_kind::signed_integer},
    {"i32", 32, dtype_kind::signed_integer},
    {"i16", 16, dtype_kind::signed_integer},
    {"i8", 8, dtype_kind::signed_integer},
    {"i4", 4, dtype_kind::signed_integer},
    {"i2", 2, dtype_kind::signed_integer},
    {"u64", 64, dtype_kind::unsigned_integer},
    {"u32", 32, dtype_kind::unsigned_integer},
    {"u16", 16, dtype_kind::unsigned_integer},
    {"u8", 8, dtype_kind::unsigned_integer},
    {"u4", 4, dtype_kind::unsigned_integer},
    {"u2", 2, dtype_kind::unsigned_integer},
    {"bool", 8, dtype_kind::boolean},
    {"string", 0, dtype_kind::string},
    {"c64", 64, dtype_kind::complex},
    {"c128", 128, dtype_kind::complex},
};
inline constexpr int dtype_count = sizeof(dtype_table) / sizeof(dtype_table[0]);

constexpr dtype_facts const& facts(dtype d) { return dtype_table[static_cast<int>(d)]; }
constexpr std::string_view name(dtype d) { return facts(d).name; }
constexpr int bits(dtype d) { return facts(d).bits; }

constexpr bool is_float(dtype d) { return facts(d).kind == dtype_kind::floating; }
constexpr bool is_signed(dtype d) { return facts(d).kind == dtype_kind::signed_integer; }
constexpr bool is_unsigned(dtype d) { return facts(d).kind == dtype_kind::unsigned_integer; }
constexpr bool is_integer(dtype d) { return is_signed(d) || is_unsigned(d); }
constexpr bool is_numeric(dtype d) { return is_float(d) || is_integer(d); }

/// The dtype with this IR name, or `none`.
constexpr dtype dtype_from_name(std::string_view text) {
    for (int i = 0; i != dtype_count; ++i)
        if (dtype_table[i].name == text) return static_cast<dtype>(i);
    return dtype::none;
}

/// Bytes that `count` elements occupy when stored densely; types below 8 bits are packed, low bits
/// first.
constexpr std::int64_t bytes_of(dtype d, std::int64_t count) {
    return (count * facts(d).bits + 7) / 8;
}

/// A set of dtypes, for what an op admits.
class dtype_set {
public:
    constexpr dtype_set() = default;
    template <class... D> constexpr explicit dtype_set(D... members) {
        ((bits_ |= bit(members)), ...);
    }
    constexpr bool has(dtype d) const { return (bits_ & bit(d)) != 0; }
    friend constexpr dtype_set operator|(dtype_set a, dtype_set b) {
        a.bits_ |= b.bits_;
        return a;
    }
    friend constexpr bool operator==(dtype_set, dtype_set) = default;

private:
    static constexpr std::uint32_t bit(dtype d) { return 1u << static_cast<int>(d); }
    std::uint32_t bits_ = 0;
};

namespace detail {
constexpr dtype_set dtypes_where(bool (*admits)(dtype)) {
    dtype_set all;
    for (int i = 1; i != dtype_count; ++i)
        if (admits(static_cast<dtype>(i))) all = all | dtype_set(static_cast<dtype>(i));
    return all;
}
} // namespace detail

inline constexpr dtype_set any_float = detail::dtypes_where(is_float);
inline constexpr dtype_set any_integer = detail::dtypes_where(is_integer);
inline constexpr dtype_set any_number = any_float | any_integer;
inline constexpr dtype_set only_boolean = dtype_set(dtype::boolean);
inline constexpr dtype_set any_fixed_size = any_number | only_boolean;
inline constexpr dtype_set any_dtype = detail::dtypes_where([](dtype) { return true; });

} // namespace tenon::core
