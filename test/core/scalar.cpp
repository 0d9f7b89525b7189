#include <tenon/core/scalar.hpp>

#include <doctest/doctest.h>

#include <string>
#include <utility>

using namespace tenon::core;

namespace {

/// A reading that writes down what was asked of it.
struct written : scalar_base {
    std::string text;

    explicit written(std::string t) : text(std::move(t)) {}

    written like(double literal) const {
        return written(std::to_string(static_cast<int>(literal)));
    }
    static written choose(written const& condition, written const& yes, written const& no) {
        return apply<scalar_op::select>(condition, yes, no);
    }
    template <scalar_op Op, class... S> static written apply(S const&... operands) {
        written result(scalar_op_names[static_cast<int>(Op)]);
        ((result.text += " " + operands.text), ...);
        return written("(" + result.text + ")");
    }
};

} // namespace

TEST_CASE("operators are primitives, and literals take the dtype of the scalar beside them") {
    written const x{"x"}, y{"y"};
    CHECK((x + 1).text == "(add x 1)");
    CHECK((2 / y).text == "(div 2 y)");
    CHECK((-x * y).text == "(mul (neg x) y)");
    CHECK((x <= y).text == "(le x y)");
    CHECK((!(x << 3)).text == "(not (shift_left x 3))");
    CHECK(select(x > 0, x, 0).text == "(select (gt x 0) x 0)");
    CHECK(clamp(x, -1, 1).text == "(min (max x -1) 1)");
    CHECK(mod(x, y).text == "(mod x y)");
}

TEST_CASE("facts of primitives") {
    static_assert(scalar_op_count == static_cast<int>(scalar_op::select) + 1);
    static_assert(operand_count(scalar_op::add) == 2 && operand_count(scalar_op::exp) == 1);
    static_assert(operand_count(scalar_op::select) == 3);
    static_assert(gives_boolean(scalar_op::is_nan) && !gives_boolean(scalar_op::bit_not));
    CHECK(std::string(scalar_op_names[static_cast<int>(scalar_op::round_even)]) == "round_even");
}
