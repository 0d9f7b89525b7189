// Reading dimensions and types.
#pragma once

#include <tenon/core/detail/token_reader.hpp>
#include <tenon/core/type.hpp>

#include <cstdint>

namespace tenon::core::detail {

class type_reader : public token_reader {
public:
    using token_reader::token_reader;

protected:
    /// A number with its sign; fails beyond 64 bits. Hexadecimal ones are bits.
    constexpr std::int64_t integer(char const* wanted) {
        token const start = now();
        if (start.kind == token_kind::integer && start.size < 3) { // nearly all; never hexadecimal
            std::int64_t value = 0;
            for (char c : spelling(start)) value = value * 10 + (c - '0');
            step();
            return value;
        }
        bool const negative = accept('-');
        if (!at(token_kind::integer)) {
            fail_here(wanted);
            return 0;
        }
        std::uint64_t const size = magnitude();
        if (size > (negative ? 1ull << 63 : (1ull << 63) - 1))
            fail(start, "found an integer beyond 64 bits, expected one within them");
        step();
        return static_cast<std::int64_t>(negative ? 0 - size : size);
    }
    /// The number at the cursor, without sign; fails beyond 64 bits.
    constexpr std::uint64_t magnitude() {
        auto const digits = spelling();
        std::uint64_t const base = digits.size() > 2 && digits[1] == 'x' ? 16 : 10;
        std::uint64_t value = 0;
        for (char c : digits.substr(base == 16 ? 2 : 0)) {
            auto const next = static_cast<std::uint64_t>(hex_value(c));
            if (value > (~0ull - next) / base) {
                fail_here("an integer within 64 bits");
                return 0;
            }
            value = value * base + next;
        }
        return value;
    }

    constexpr dim dimension() {
        if (ahead().mark == ',' || ahead().mark == ']') { // nearly all dimensions
            if (at(token_kind::integer)) return integer("a dimension");
            if (at(token_kind::word)) return symbol();
        }
        auto const start = now();
        bounded_dim const d = sum();
        if (d.bound > 9007199254740992.0)
            fail(start, "a coefficient of this dimension is beyond 2^53, expected a smaller one");
        if (failed()) return {};
        return d.value;
    }
    /// `[n, 2*n + 1]`
    constexpr list<dim> dimensions(char close) {
        list<dim> all;
        if (accept(close)) return all;
        do all.push_back(dimension());
        while (accept(','));
        expect(close, close == ']' ? "`,` or `]` after a dimension" : "`)` after a dimension");
        return all;
    }

    constexpr core::type read_type() {
        core::type t;
        if (!at(token_kind::word)) {
            fail_here("a type");
            return t;
        }
        bool const is_sequence = at_word("sequence");
        if ((is_sequence || at_word("optional")) && ahead().mark == '<') {
            step();
            step();
            if (!enter()) return t;
            t.what = is_sequence ? core::type::kind::sequence : core::type::kind::optional;
            t.of.push_back(read_type());
            leave();
            expect('>', "`>` after the element type");
            return t;
        }
        if (accept_word("none")) return t;
        t.element = dtype_here();
        t.what = core::type::kind::tensor;
        expect('[', "`[` after a dtype: `f32[]` is a scalar");
        if (at('*') && ahead().mark == ']') {
            step();
            step();
            t.what = core::type::kind::unranked;
            return t;
        }
        t.shape = shape();
        layout(t);
        return t;
    }
    constexpr dtype dtype_here() {
        dtype const d = at(token_kind::word) ? dtype_from_name(spelling()) : dtype::none;
        if (d == dtype::none) fail_here("a dtype such as f32, i64 or bool");
        step();
        return d;
    }

private:
    struct bounded_dim {
        dim value;
        double bound = 0; ///< no coefficient inside is larger
    };

    constexpr list<dim> shape() {
        auto const start = now();
        list<dim> all = dimensions(']');
        for (auto const& d : all)
            if (d.is_constant() && d.constant() < 0)
                fail(start,
                     text("a dimension of this type is ") + to_string(d) + ", expected 0 or more");
        return all;
    }
    constexpr dim symbol() {
        auto const word = spelling();
        step();
        return dim::symbol(word);
    }
    constexpr bounded_dim sum() {
        bounded_dim total = product();
        while (at('+') || at('-')) {
            bool const negative = at('-');
            step();
            bounded_dim const more = product();
            total.bound += more.bound;
            if (total.bound > 1e17) continue;
            if (negative)
                total.value = total.value - more.value;
            else
                total.value = total.value + more.value;
        }
        return total;
    }
    constexpr bounded_dim product() {
        bounded_dim total = factor();
        while (accept('*')) {
            bounded_dim const more = factor();
            total.bound *= more.bound;
            if (total.bound < 1e17) total.value = total.value * more.value;
        }
        return total;
    }
    constexpr bounded_dim factor() {
        if (!enter()) return {};
        bounded_dim const result = factor_within();
        leave();
        return result;
    }
    constexpr bounded_dim factor_within() {
        if (accept('-')) {
            bounded_dim const negated = factor();
            return {-negated.value, negated.bound};
        }
        if (accept('(')) {
            bounded_dim const inner = sum();
            expect(')', "`)`");
            return inner;
        }
        if (at(token_kind::integer)) {
            std::int64_t const value = integer("a dimension");
            double const size = static_cast<double>(value);
            return {dim(size > 1e16 ? 0 : value), size};
        }
        if (at(token_kind::quoted)) return {dim::symbol(name("a symbol")), 1};
        if (at(token_kind::word) && ahead().mark == '(') return function_of_dims();
        if (at(token_kind::word)) return {symbol(), 1};
        fail_here("a dimension");
        return {};
    }
    constexpr bounded_dim function_of_dims() {
        auto const which = now();
        step();
        step();
        bounded_dim const a = sum();
        expect(',', "`,` between the two arguments");
        bounded_dim const b = sum();
        expect(')', "`)` after the two arguments");
        double const bound = (a.bound + 1) * (b.bound + 1);
        auto const word = spelling(which);
        if (failed() || bound > 1e17) return {0, bound};
        if (word == "floordiv") return {floordiv(a.value, b.value), bound};
        if (word == "ceildiv") return {ceildiv(a.value, b.value), bound};
        if (word == "mod") return {mod(a.value, b.value), bound};
        if (word == "min") return {min(a.value, b.value), bound};
        if (word == "max") return {max(a.value, b.value), bound};
        if (word == "broadcast") return {broadcast(a.value, b.value), bound};
        fail(which, text("found a function `") + word +
                        "`, expected floordiv, ceildiv, mod, min, max or broadcast");
        return {};
    }

    constexpr void layout(core::type& t) {
        auto const start = now();
        if (at('{') && ahead().kind == token_kind::integer) {
            step();
            list<bool> seen(t.shape.size());
            do {
                std::int64_t const d = integer("the number of a dimension");
                bool const fits = d >= 0 && d < t.rank() && !seen[static_cast<std::size_t>(d)];
                if (fits)
                    seen[static_cast<std::size_t>(d)] = true;
                else
                    fail(start, "an order names each dimension of its type once");
                t.order.push_back(static_cast<std::int8_t>(d));
            } while (accept(','));
            expect('}', "`}` after the order of the dimensions");
            if (t.order.size() != t.shape.size())
                fail(start, "an order names each dimension of its type once");
        }
        if (at_word("halo") && ahead().mark == '(') {
            step();
            step();
            do {
                std::int64_t const before = integer("the width of a halo");
                expect(':', "`:` between the two widths of a halo");
                std::int64_t const after = integer("the width of a halo");
                t.halo.push_back({before, after});
                if (before < 0 || after < 0) fail(start, "the width of a halo is 0 or more");
            } while (accept(','));
            expect(')', "`)` after the halo");
            if (t.halo.size() != t.shape.size())
                fail(start, "a halo has two widths for each dimension of its type");
        }
    }
};

} // namespace tenon::core::detail
