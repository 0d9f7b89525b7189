#include <tenon/graph/sorting.hpp>

#include "one_node.hpp"

#include <doctest/doctest.h>

using namespace one_node;

namespace {

list<dim> first(std::int64_t k) { return {dim(k)}; }

template <class... Attributes>
bool top_is(tensor const& values, tensor const& indices, tensor const& x, std::int64_t k,
            Attributes... attributes) {
    auto const out = run<graph::top_k>({x}, 2, attr<"k"> = first(k), attributes...);
    return out.problems.empty() && out.agrees && out[0] == values && out[1] == indices;
}

} // namespace

TEST_CASE("the greatest and the least, BR-46") {
    CHECK(top_is(i64({1}, {2}), i64({1}, {2}), i64({4}, {0, 1, 2, 2}), 1));
    CHECK(top_is(f32({3}, {3, 3, 3}), i64({3}, {0, 2, 4}), f32({5}, {3, 1, 3, 2, 3}), 3));
    CHECK(top_is(i64({3}, {0, 0, 5}), i64({3}, {0, 2, 1}), i64({4}, {0, 5, 0, 5}), 3,
                 attr<"largest"> = 0));
    CHECK(top_is(typed(dtype::u64, {3}, {0, 0, 5}), i64({3}, {0, 2, 1}),
                 typed(dtype::u64, {4}, {0, 5, 0, 5}), 3, attr<"largest"> = 0));
    CHECK(top_is(f32({2, 2}, {4, 5, 1, 2}), i64({2, 2}, {1, 2, 0, 0}),
                 f32({3, 2}, {1, 2, 4, 0, -3, 5}), 2, attr<"axis"> = 0));
    CHECK(top_is(f32({3}, {nan, 2, 1}), i64({3}, {1, 2, 0}), f32({3}, {1, nan, 2}), 3));
    CHECK(top_is(f32({0}, {}), i64({0}, {}), f32({2}, {1, 2}), 0));
    CHECK_FALSE(run<graph::top_k>({f32({2}, {1, 2})}, 2, attr<"k"> = first(3)).problems.empty());
}

TEST_CASE("a longer sequence is sorted") {
    list<double> values, ascending, places;
    for (int k = 0; k != 37; ++k) {
        values.push_back(k * 23 % 37);
        ascending.push_back(k);
        places.push_back(k * 29 % 37); // 23 * 29 = 18 * 37 + 1
    }
    CHECK(top_is(f32({37}, ascending), typed(dtype::i64, {37}, places), f32({37}, values), 37,
                 attr<"largest"> = 0));
}

TEST_CASE("the different elements") {
    auto const of = [](tensor const& x, auto... attributes) {
        auto const out = run<graph::unique>({x}, 4, attributes...);
        REQUIRE(out.problems.empty());
        CHECK(out.agrees);
        return out;
    };
    auto const x = f32({6}, {2, 1, 1, 3, 4, 3});
    auto const sorted = of(x);
    CHECK((sorted[0] == f32({4}, {1, 2, 3, 4})));
    CHECK((sorted[1] == i64({4}, {1, 0, 3, 4})));
    CHECK((sorted[2] == i64({6}, {1, 0, 0, 2, 3, 2})));
    CHECK((sorted[3] == i64({4}, {2, 1, 2, 1})));
    auto const as_met = of(x, attr<"sorted"> = 0);
    CHECK((as_met[0] == f32({4}, {2, 1, 3, 4})));
    CHECK((as_met[1] == i64({4}, {0, 1, 3, 4})));
    CHECK((as_met[2] == i64({6}, {0, 1, 1, 2, 3, 2})));
    CHECK((as_met[3] == i64({4}, {1, 2, 2, 1})));
    auto const rows = of(i64({3, 2}, {2, 3, 1, 0, 2, 3}), attr<"axis"> = 0);
    CHECK((rows[0] == i64({2, 2}, {1, 0, 2, 3})));
    CHECK((rows[2] == i64({3}, {1, 0, 1})));
    auto const columns = of(i64({2, 3}, {1, 0, 0, 2, 5, 5}), attr<"axis"> = -1);
    CHECK((columns[0] == i64({2, 2}, {0, 1, 5, 2})));
    CHECK((columns[3] == i64({2}, {2, 1})));
    CHECK((of(f32({0}, {}))[0] == f32({0}, {})));
}

TEST_CASE("boxes that overlap better ones are left out") {
    auto const boxes = f32({1, 6, 4}, {0, 0,  1, 1,  0, 0.1,  1, 1.1,  0, -0.1, 1, 0.9,
                                       0, 10, 1, 11, 0, 10.1, 1, 11.1, 0, 100,  1, 101});
    auto const scores = f32({1, 1, 6}, {0.9, 0.75, 0.6, 0.95, 0.5, 0.3});
    auto const most = [](std::int64_t n) { return i64({1}, {n}); };
    auto const share = f32({1}, {0.5});
    CHECK(gives<graph::non_max_suppression>(i64({3, 3}, {0, 0, 3, 0, 0, 0, 0, 0, 5}),
                                            {boxes, scores, most(3), share, f32({1}, {0})}));
    CHECK(gives<graph::non_max_suppression>(i64({2, 3}, {0, 0, 3, 0, 0, 0}),
                                            {boxes, scores, most(3), share, f32({1}, {0.4})}));
    CHECK(
        gives<graph::non_max_suppression>(i64({1, 3}, {0, 0, 3}), {boxes, scores, most(1), share}));
    CHECK(gives<graph::non_max_suppression>(i64({0, 3}, {}), {boxes, scores}));
    auto const centered = f32({1, 2, 4}, {0.5, 0.5, 1, 1, 0.5, 0.6, 1, 1});
    CHECK(gives<graph::non_max_suppression>(i64({1, 3}, {0, 0, 1}),
                                            {centered, f32({1, 1, 2}, {0.1, 0.2}), most(3), share},
                                            attr<"center_point_box"> = 1));
}
