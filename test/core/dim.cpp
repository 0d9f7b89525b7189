#include <tenon/core/dim.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <utility>

using namespace tenon::core;

namespace {

constexpr dim n() { return dim::symbol("n"); }
constexpr dim m() { return dim::symbol("m"); }
constexpr std::int64_t at(dim const& d, std::int64_t n_is, std::int64_t m_is) {
    return d.evaluate([&](std::string_view s) { return s == "n" ? n_is : m_is; });
}
/// An expression of bounded depth, drawn by the bits of `seed`.
dim drawn(std::uint64_t& seed, int depth) {
    auto const roll = [&](std::uint64_t sides) {
        seed = seed * 6364136223846793005ull + 1442695040888963407ull;
        return (seed >> 33) % sides;
    };
    if (depth == 0) {
        auto const which = roll(4);
        if (which == 0) return n();
        if (which == 1) return m();
        return dim(static_cast<std::int64_t>(roll(7)) - 2);
    }
    dim const a = drawn(seed, depth - 1), b = drawn(seed, depth - 1);
    switch (roll(8)) {
    case 0: return a + b;
    case 1: return a - b;
    case 2: return a * b;
    case 3: return floordiv(a, dim(1 + static_cast<std::int64_t>(roll(4))));
    case 4: return mod(a, dim(1 + static_cast<std::int64_t>(roll(4))));
    case 5: return min(a, b);
    case 6: return max(a, b);
    default: return ceildiv(a, dim(1 + static_cast<std::int64_t>(roll(4))));
    }
}

} // namespace

TEST_CASE("equal polynomials are equal") {
    static_assert((n() + m()) * (n() - m()) == n() * n() - m() * m());
    static_assert(n() - n() == dim(0) && n() * dim(0) == dim(0));
    static_assert(!(n() == m()));
    CHECK(to_string(dim(2) * n() * m() + n() - dim(3)) == "2*m*n + n - 3");
    CHECK(to_string(-n()) == "-n");
}

TEST_CASE("divisions are reduced") {
    static_assert(floordiv(n() * dim(4) + dim(6), dim(4)) == n() + dim(1));
    static_assert(floordiv(floordiv(n(), dim(2)), dim(3)) == floordiv(n(), dim(6)));
    static_assert(floordiv(n() * m(), m()) == n());
    static_assert(mod(n() * dim(4) + dim(7), dim(4)) == dim(3));
    static_assert(floordiv(dim(-7), dim(2)) == dim(-4) && mod(dim(-7), dim(2)) == dim(1));
    static_assert(min(n(), n() + dim(1)) == n() && max(n(), n() + dim(1)) == n() + dim(1));
    static_assert(min(n(), m()) == min(m(), n()));
    CHECK(to_string(ceildiv(n(), dim(2))) == "floordiv(n + 1, 2)");
}

TEST_CASE("broadcasting follows numpy") {
    static_assert(broadcast(n(), dim(1)) == n() && broadcast(dim(1), n()) == n());
    static_assert(broadcast(dim(3), n()) == dim(3));
    static_assert(at(broadcast(n(), m()), 1, 5) == 5 && at(broadcast(n(), m()), 5, 1) == 5);
    CHECK(to_string(broadcast(n(), m())) == "broadcast(m, n)");
}
// x[:, :n] of 512 positions beside n of them, layer after layer.
TEST_CASE("broadcasting again what was broadcast adds nothing") {
    static_assert(broadcast(n(), broadcast(n(), m())) == broadcast(m(), n()));
    static_assert(broadcast(broadcast(n(), m()), broadcast(m(), n())) == broadcast(m(), n()));
    static_assert(broadcast(n(), min(n(), dim(512))) == n());
    static_assert(broadcast(min(n(), dim(512)), broadcast(m(), n())) == broadcast(m(), n()));
    static_assert(!(broadcast(m(), min(n(), dim(512))) == m()));
}

TEST_CASE("simplified expressions have the values of what was written") {
    for (std::uint64_t seed = 0; seed != 400; ++seed) {
        std::uint64_t state = seed;
        dim const a = drawn(state, 3), b = drawn(state, 2);
        for (auto [x, y] : {std::pair{1, 1}, {2, 7}, {5, 3}, {9, 4}}) {
            auto const u = at(a, x, y), v = at(b, x, y);
            auto const down = detail::floor_quotient(u, 3);
            bool const same =
                at(a + b, x, y) == u + v && at(a * b, x, y) == u * v && at(a - b, x, y) == u - v &&
                at(floordiv(a, dim(3)), x, y) == down && at(mod(a, dim(3)), x, y) == u - 3 * down &&
                at(min(a, b), x, y) == (u < v ? u : v) && at(max(a, b), x, y) == (u < v ? v : u);
            if (same) continue;
            std::string which(to_string(a).view());
            which += " and ";
            which += to_string(b).view();
            FAIL_CHECK(which);
        }
    }
}

TEST_CASE("symbols are replaced and listed") {
    dim const d = floordiv(n() + m(), dim(2));
    CHECK(d.substitute([](std::string_view s) { return s == "n" ? dim(4) : dim::symbol(s); }) ==
          floordiv(m(), dim(2)) + dim(2));
    std::string seen;
    d.each_symbol([&](std::string_view s) { seen += s; });
    CHECK(seen == "mn");
    CHECK(n().as_symbol() == "n");
    CHECK((n() + dim(1)).as_symbol().empty());
    CHECK(to_string(dim::symbol("N x")) == "\"N x\"");
}

TEST_CASE("absurd sizes wrap instead of being undefined") {
    dim const most(INT64_MAX), least(INT64_MIN);
    CHECK((most + dim(1)) == least);
    CHECK(most * most == dim(1));
    CHECK(floordiv(least, dim(-1)) == least);
    CHECK(mod(least, dim(-1)) == dim(0));
}
