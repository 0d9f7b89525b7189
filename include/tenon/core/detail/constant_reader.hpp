// Reading the values of attributes: numbers, texts, lists and tensors.
#pragma once

#include <tenon/core/attribute.hpp>
#include <tenon/core/detail/type_reader.hpp>
#include <tenon/core/number_text.hpp>

#include <cstdint>

namespace tenon::core::detail {

class constant_reader : public type_reader {
    // before its uses, since clang 19 finds no later template in constant expressions
    template <class T, class Read> constexpr list<T> values(Read&& read) {
        list<T> all;
        expect('[', "a list in `[` `]`");
        if (accept(']')) return all;
        do all.push_back(read());
        while (accept(','));
        expect(']', "`,` or `]` after an element of a list");
        return all;
    }

public:
    using type_reader::type_reader;

protected:
    /// A value of the kind that the attribute is declared with.
    constexpr attribute attribute_value(attribute_kind kind) {
        switch (kind) {
        case attribute_kind::integer: return integer_or_bool();
        case attribute_kind::real: return real("a real number");
        case attribute_kind::text: return quoted("a text in quotes");
        case attribute_kind::integers:
            return values<std::int64_t>([&] { return integer("an integer"); });
        case attribute_kind::reals: return values<double>([&] { return real("a real number"); });
        case attribute_kind::texts: return values<text>([&] { return quoted("a text in quotes"); });
        case attribute_kind::dtype: return accept_word("none") ? dtype::none : dtype_here();
        case attribute_kind::dims: expect('[', "a list of dimensions"); return dimensions(']');
        case attribute_kind::tensor: return read_tensor();
        default: fail_here("nothing: this attribute has no kind"); return {};
        }
    }

    /// `f32[2, 2](1.0, 2.0, 3.0, 4.0)`, `f32[64](0.0 ...)` if all are equal, `f32[9](hex "00..")`.
    constexpr tensor read_tensor() {
        auto const start = now();
        dtype const element = dtype_here();
        expect('[', "the shape of a tensor");
        list<std::int64_t> shape = tensor_shape();
        std::int64_t const count = element_count(start, shape);
        expect('(', "`(` and the elements of the tensor");
        if (at(ellipsis))
            fail_here("the elements of the tensor: this text was printed without them, for humans");
        if (element == dtype::string)
            return strings(start, static_cast<list<std::int64_t>&&>(shape), count);
        shared_bytes bytes; // no `?:`: GCC 12 frees its operands twice in constant expressions
        if (at_word("hex"))
            bytes = from_hex(element, count);
        else
            bytes = from_elements(start, element, count);
        expect(')', "`)` after the elements of the tensor");
        return tensor(element, static_cast<list<std::int64_t>&&>(shape), bytes);
    }

    constexpr text quoted(char const* wanted) {
        if (!at(token_kind::quoted)) {
            fail_here(wanted);
            return {};
        }
        text const result = unquote(spelling());
        step();
        return result;
    }

private:
    static constexpr std::int64_t most_equal_elements = std::int64_t{1} << 28;

    constexpr std::int64_t integer_or_bool() {
        if (accept_word("true")) return 1;
        if (accept_word("false")) return 0;
        return integer("an integer");
    }
    constexpr double real(char const* wanted) {
        return decode_float(dtype::f64, real_word(dtype::f64, wanted));
    }
    /// The bits of a floating element.
    constexpr std::uint64_t real_word(dtype element, char const* wanted) {
        double const sign = accept('-') ? -1.0 : 1.0;
        if (accept_word("inf")) return encode_float(element, sign * infinity);
        if (accept_word("nan")) {
            if (!accept('(')) return encode_float(element, quiet_nan);
            std::uint64_t const word = at(token_kind::integer) ? magnitude() : 0;
            if (!is_nan_word(element, word)) fail_here("the bits of a NaN");
            step();
            expect(')', "`)` after the bits of a NaN");
            return word;
        }
        if (!at(token_kind::integer) && !at(token_kind::real)) {
            fail_here(wanted);
            return 0;
        }
        double const value = real_value(spelling());
        step();
        return encode_float(element, sign * value);
    }
    static constexpr bool is_nan_word(dtype element, std::uint64_t word) {
        if (bits(element) < 64 && word >> bits(element) != 0) return false;
        double const value = decode_float(element, word);
        return value != value;
    }
    constexpr std::uint64_t integer_word(dtype element) {
        if (element == dtype::boolean && (at_word("true") || at_word("false"))) {
            bool const value = at_word("true");
            step();
            return value ? 1 : 0;
        }
        auto const start = now();
        int const width = bits(element);
        std::uint64_t const all = width == 64 ? ~0ull : (1ull << width) - 1;
        if (is_signed(element)) {
            std::int64_t const value = integer("an integer");
            if (decode_integer(element, static_cast<std::uint64_t>(value)) != value)
                fail(start, text("found ") + to_string(value) + ", which " + core::name(element) +
                                " cannot hold");
            return static_cast<std::uint64_t>(value) & all;
        }
        if (!at(token_kind::integer)) fail_here("an integer of 0 or more");
        std::uint64_t const value = failed() ? 0 : magnitude();
        if (value > all) fail_here(text("a value that ") + core::name(element) + " can hold");
        step();
        return value;
    }

    constexpr list<std::int64_t> tensor_shape() {
        list<std::int64_t> shape;
        if (accept(']')) return shape;
        do shape.push_back(integer("a dimension: a tensor has no symbolic ones"));
        while (accept(','));
        expect(']', "`,` or `]` after a dimension");
        return shape;
    }
    constexpr std::int64_t element_count(token const& start, list<std::int64_t> const& shape) {
        double product = 1;
        for (auto d : shape) {
            if (d < 0) fail(start, "a tensor has no negative dimensions");
            product *= static_cast<double>(d < 1 ? 1 : d);
        }
        if (product > 1e15) fail(start, "a tensor this large does not fit into memory");
        if (failed()) return 0;
        std::int64_t count = 1;
        for (auto d : shape) count *= d;
        return count;
    }

    constexpr shared_bytes from_elements(token const& start, dtype element, std::int64_t count) {
        list<std::uint64_t> words;
        bool const has_values =
            is_float(element) || is_integer(element) || element == dtype::boolean;
        if (!has_values) fail_here("`hex`: the elements of this dtype have no other form");
        if (!at(')') && !failed()) {
            do
                words.push_back(is_float(element) ? real_word(element, "an element of the tensor")
                                                  : integer_word(element));
            while (accept(','));
        }
        bool const all_equal = words.size() == 1 && accept(ellipsis);
        auto const given = all_equal ? count : static_cast<std::int64_t>(words.size());
        if (!at(')')) fail_here("`,` or `)` after an element of the tensor");
        if (given != count) wrong_count(start, given, count);
        if (all_equal && count > most_equal_elements)
            fail(start, "more than 2^28 equal elements, expected them as `hex`");
        if (failed()) return {};
        list<unsigned char> bytes(static_cast<std::size_t>(bytes_of(element, count)));
        for (std::int64_t i = 0; i != count; ++i)
            tensor::write_word(bytes.data(), element, i,
                               words[all_equal ? 0 : static_cast<std::size_t>(i)]);
        return shared_bytes(static_cast<list<unsigned char>&&>(bytes));
    }
    constexpr shared_bytes from_hex(dtype element, std::int64_t count) {
        step();
        auto const wanted = static_cast<std::size_t>(bytes_of(element, count));
        auto const digits = at(token_kind::quoted) ? spelling() : std::string_view();
        if (digits.size() != 2 * wanted + 2) {
            fail_here(to_string(static_cast<std::int64_t>(2 * wanted)) +
                      " hexadecimal digits in quotes: the bytes of the tensor");
            return {};
        }
        list<unsigned char> bytes(wanted);
        for (std::size_t i = 0; i != wanted; ++i) {
            char const high = digits[2 * i + 1], low = digits[2 * i + 2];
            if (!is(high, hex_digit) || !is(low, hex_digit)) {
                fail_here("nothing but hexadecimal digits in these quotes");
                return {};
            }
            bytes[i] = static_cast<unsigned char>(hex_value(high) * 16 + hex_value(low));
        }
        step();
        return shared_bytes(static_cast<list<unsigned char>&&>(bytes));
    }
    constexpr tensor strings(token const& start, list<std::int64_t> shape, std::int64_t count) {
        list<text> all;
        if (!at(')')) {
            do all.push_back(quoted("a text in quotes"));
            while (accept(','));
        }
        if (static_cast<std::int64_t>(all.size()) != count)
            wrong_count(start, static_cast<std::int64_t>(all.size()), count);
        expect(')', "`)` after the elements of the tensor");
        return tensor(static_cast<list<std::int64_t>&&>(shape), static_cast<list<text>&&>(all));
    }
    constexpr void wrong_count(token const& start, std::int64_t given, std::int64_t wanted) {
        fail(start, text("this tensor is given ") + to_string(given) + " elements, expected " +
                        to_string(wanted));
    }
};

} // namespace tenon::core::detail
