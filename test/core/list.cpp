#include <tenon/core/list.hpp>

#include <doctest/doctest.h>

using tenon::core::list;

namespace {

/// Members without an initialiser, beside one that is not trivial.
struct mixed {
    int number;
    list<int> inner;
};

constexpr list<int> numbers() {
    list<int> all{1, 2, 3};
    all.push_back(4);
    all.insert(0, 0);
    all.erase(2);
    return all;
}

} // namespace

TEST_CASE("a list grows, shrinks and moves its elements in constant expressions") {
    static_assert(numbers() == list<int>{0, 1, 3, 4});
    static_assert(numbers().contains(3) && !numbers().contains(2));
    static_assert(numbers().back() == 4 && numbers().front() == 0);
    static_assert([] {
        list<int> all = numbers();
        all.resize(2);
        all.resize(4);
        return all == list<int>{0, 1, 0, 0};
    }());
}

TEST_CASE("copies are independent and moves leave nothing behind") {
    list<list<int>> a{{1}, {2, 3}};
    auto b = a;
    b[1].push_back(4);
    CHECK(a[1].size() == 2);
    auto c = static_cast<list<list<int>>&&>(b);
    CHECK(b.empty());
    CHECK(c[1] == list<int>{2, 3, 4});
    b = c;
    b = *&b;
    CHECK(b == c);
    b.swap(a);
    CHECK(a == c);
}

TEST_CASE("places that were freed or never used hold fresh elements when they come back") {
    list<mixed> all;
    for (int i = 0; i != 5; ++i) all.push_back({i + 1, {i}});
    all.clear();
    all.resize(8);
    for (auto const& m : all) {
        CHECK(m.number == 0);
        CHECK(m.inner.empty());
    }
}
