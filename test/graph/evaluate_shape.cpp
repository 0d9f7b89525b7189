// Shape arithmetic over symbolic dimensions, by the ops' own meanings.
#include <tenon/graph/arithmetic.hpp>

#include <doctest/doctest.h>

namespace {

using namespace tenon;
using core::dtype;
using graph::dim;
using graph::shape_number;
using graph::shape_tensor;

constexpr dim n() { return dim::symbol("n"); }

constexpr bool bounds_hold() {
    return graph::is_not_negative(n() - floordiv(n(), 3)) &&
           !graph::is_not_negative(n() - dim(1)) &&
           graph::is_at_most(floordiv(n() + dim(2), 2), n() + dim(1)) &&
           graph::is_not_negative(max(n() - dim(5), dim(0))) && graph::is_at_most(mod(n(), 4), 3) &&
           !graph::is_at_most(n(), floordiv(n(), 2));
}
static_assert(bounds_hold());

// -1 / 2 is 0, not -1.
constexpr bool division_truncates() {
    return graph::truncated_quotient(n() - dim(1), 2) == floordiv(max(n() - dim(1), dim(0)), 2) &&
           graph::truncated_quotient(n(), 3) == floordiv(n(), 3) &&
           graph::truncated_quotient(dim(-7), 2) == dim(-3);
}
static_assert(division_truncates());

constexpr bool scaling_in_floats_stays_exact() {
    auto const half = shape_number(n()).cast(dtype::f32) * 0.5;
    auto const doubled = shape_number(n()).cast(dtype::f32) * 2.0;
    auto const third = shape_number(n()).cast(dtype::f32) / 3.0;
    return floor(half).cast(dtype::i64).value() == floordiv(n(), 2) &&
           ceil(half).cast(dtype::i64).value() == floordiv(n() + dim(1), 2) &&
           doubled.cast(dtype::i64).value() == n() * dim(2) &&
           third.cast(dtype::i64).value() == floordiv(n(), 3) &&
           !(shape_number(n()).cast(dtype::f32) * 0.3).known();
}
static_assert(scaling_in_floats_stays_exact());

template <class Op>
constexpr shape_tensor evaluate(core::list<shape_number> x, core::list<shape_number> y) {
    core::program p;
    auto const b = p.add_block();
    auto const size = static_cast<std::int64_t>(x.size());
    auto const type = core::type::tensor(dtype::i64, {size});
    auto const v = p.add_argument(b, type);
    auto const node = p.add_node(b, core::facts_of<Op>, {v, v}, 1);
    graph::shape_evaluation e{.node = &p[node]};
    e.result_types = {type};
    e.operands = {{true, dtype::i64, {size}, x},
                  {true, dtype::i64, {static_cast<std::int64_t>(y.size())}, y}};
    core::facts_of<Op>.readings->evaluate_shape(e);
    return e.results[0];
}

constexpr bool elements_are_known_one_by_one() {
    auto const r = evaluate<graph::div>({shape_number(n()), 7, shape_number::unknown()}, {2});
    return r.data[0].value() == floordiv(n(), 2) && r.data[1].value() == dim(3) &&
           !r.data[2].known();
}
static_assert(elements_are_known_one_by_one());

TEST_CASE("shape arithmetic runs the meaning of the op") {
    auto const r = evaluate<graph::mul>({shape_number(n()), shape_number(n())},
                                        {shape_number(n()), shape_number(3)});
    CHECK(r.data[0].value() == n() * n());
    CHECK(r.data[1].value() == n() * dim(3));
}

} // namespace
