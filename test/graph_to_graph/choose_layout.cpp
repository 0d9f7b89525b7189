// Which values lie with their channels last.
#include <tenon/graph/literal.hpp>
#include <tenon/graph/standard.hpp>
#include <tenon/graph_to_graph/choose_layout.hpp>

#include <doctest/doctest.h>

namespace {

/// How many values of a program are not row-major any more.
template <tenon::core::fixed_string Text> int turned() {
    auto p = tenon::ir<Text, tenon::graph::standard_dialect>().data;
    tenon::graph_to_graph::choose_layout(p);
    int found = 0;
    for (std::size_t v = 0; v != p.value_count(); ++v)
        found += !p[static_cast<tenon::core::value_id>(v)].type.order.empty();
    return found;
}

TEST_CASE("values around windows are turned") {
    CHECK(turned<R"(func f(%x: f32[1, 3, 8, 8], %w: f32[4, 3, 3, 3]) -> f32[1, 4, 6, 6] {
        %c = conv %x, %w
        %y = relu %c
        return %y
    })">() > 0);
}
TEST_CASE("matrices that are put side by side are not: a reshape is no window") {
    CHECK(turned<R"(func f(%q: f32[1, 6, 5, 4], %k: f32[1, 2, 4, 7]) -> f32[1, 6, 5, 7] {
        %e = exp %q
        %g = reshape %e {shape = [1, 2, 15, 4]}
        %p = mat_mul %g, %k
        %s = reshape %p {shape = [1, 6, 5, 7]}
        %y = neg %s
        return %y
    })">() == 0);
}

} // namespace
