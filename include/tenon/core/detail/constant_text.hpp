// Attributes and tensors as text.
#pragma once

#include <tenon/core/attribute.hpp>
#include <tenon/core/number_text.hpp>

#include <cstdint>

namespace tenon::core::detail {

inline constexpr std::int64_t most_equal_elements = std::int64_t{1} << 28;

constexpr text integer_element_text(tensor const& t, std::int64_t i) {
    std::uint64_t const word = t.word(i);
    if (t.element() == dtype::boolean && word < 2) return word == 1 ? "true" : "false";
    if (is_signed(t.element())) return to_string(t.integer(i));
    text out;
    if (word >> 63 != 0) { // beyond int64_t
        out = to_string(static_cast<std::int64_t>(word / 10));
        out.push_back(static_cast<char>('0' + word % 10));
        return out;
    }
    return to_string(static_cast<std::int64_t>(word));
}
constexpr text element_text(tensor const& t, std::int64_t i) {
    if (t.element() == dtype::string) return quote(t.strings()[static_cast<std::size_t>(i)]);
    if (is_float(t.element())) return real_text(t.element(), t.word(i));
    return integer_element_text(t, i);
}

/// Whether words say all: the dtype has numbers, the bytes are as many as the shape asks for, and
/// the bits behind the last packed element are zero.
constexpr bool has_plain_elements(tensor const& t) {
    bool const has_numbers =
        is_float(t.element()) || is_integer(t.element()) || t.element() == dtype::boolean;
    auto const wanted = bytes_of(t.element(), t.size());
    if (!has_numbers || static_cast<std::int64_t>(t.bytes().size()) != wanted) return false;
    auto const loose = static_cast<int>(wanted * 8 - t.size() * bits(t.element()));
    return loose == 0 || t.bytes().data()[wanted - 1] >> (8 - loose) == 0;
}
constexpr bool all_equal(tensor const& t) {
    auto const width = static_cast<std::size_t>(bits(t.element()) / 8);
    if (width == 0) {
        for (std::int64_t i = 1; i < t.size(); ++i)
            if (t.word(i) != t.word(0)) return false;
        return true;
    }
    auto const* const bytes = t.bytes().data();
    for (std::size_t i = width; i < t.bytes().size(); ++i)
        if (bytes[i] != bytes[i - width]) return false;
    return true;
}
constexpr void append_hex(text& out, shared_bytes const& bytes) {
    out += "hex \"";
    for (std::size_t i = 0; i != bytes.size(); ++i) {
        out.push_back(hex_digits[bytes.data()[i] / 16]);
        out.push_back(hex_digits[bytes.data()[i] % 16]);
    }
    out += "\"";
}

/// Elements up to `readable` as values, more as bytes; nothing but `...` for more if `elide`.
constexpr void append_tensor(text& out, tensor const& t, std::int64_t readable, bool elide) {
    out += name(t.element());
    out += "[";
    for (int i = 0; i != t.rank(); ++i) {
        if (i != 0) out += ", ";
        out += to_string(t.shape()[static_cast<std::size_t>(i)]);
    }
    out += "](";
    bool const is_string = t.element() == dtype::string;
    bool const plain = is_string || has_plain_elements(t);
    std::int64_t const count = is_string ? static_cast<std::int64_t>(t.strings().size()) : t.size();
    if (plain && !is_string && count > 1 && count <= most_equal_elements && all_equal(t)) {
        out += element_text(t, 0) + " ...)";
        return;
    }
    if (count > readable && elide) {
        out += "...)";
        return;
    }
    if (!plain || (count > readable && !is_string)) {
        append_hex(out, t.bytes());
    } else {
        for (std::int64_t i = 0; i != count; ++i) {
            if (i != 0) out += ", ";
            out += element_text(t, i);
        }
    }
    out += ")";
}

template <class List, class Write>
constexpr void append_list(text& out, List const& items, Write&& write) {
    out += "[";
    for (std::size_t i = 0; i != items.size(); ++i) {
        if (i != 0) out += ", ";
        out += write(items[i]);
    }
    out += "]";
}
constexpr void append_attribute(text& out, attribute const& a, std::int64_t readable, bool elide) {
    switch (a.kind) {
    case attribute_kind::none: out += "unset"; break;
    case attribute_kind::integer: out += to_string(a.integer); break;
    case attribute_kind::real: out += real_text(a.real); break;
    case attribute_kind::text: out += quote(a.text); break;
    case attribute_kind::integers:
        append_list(out, a.integers, [](std::int64_t i) { return to_string(i); });
        break;
    case attribute_kind::reals:
        append_list(out, a.reals, [](double r) { return real_text(r); });
        break;
    case attribute_kind::texts:
        append_list(out, a.texts, [](text const& t) { return quote(t); });
        break;
    case attribute_kind::dtype: out += name(a.dtype); break;
    case attribute_kind::dims:
        append_list(out, a.dims, [](dim const& d) { return to_string(d); });
        break;
    case attribute_kind::tensor: append_tensor(out, a.tensor, readable, elide); break;
    }
}

} // namespace tenon::core::detail
