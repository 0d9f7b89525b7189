#include <tenon/core/few.hpp>

#include <doctest/doctest.h>

using tenon::core::few;

TEST_CASE("a few elements, counted from both ends") {
    constexpr few<int> all{1, 2, 3};
    static_assert(all.size() == 3 && all[0] == 1 && all[-1] == 3);
    static_assert(all.with(-1, 9) == few<int>{1, 2, 9});
    static_assert(all.slice(1, 3) == few<int>{2, 3});
    static_assert(few<int>(2, 7) == few<int>{7, 7});
    static_assert(!(all == few<int>{1, 2}));
    CHECK(few<int>().empty());
}
