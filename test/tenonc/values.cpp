#include "tenonc/values.hpp"

#include "tenonc/compare.hpp"
#include "tenonc/failure.hpp"
#include "tenonc/files.hpp"
#include "tenonc/npy.hpp"

#include <doctest/doctest.h>

#include <limits>

using namespace tenon;
using namespace tenon::tenonc;
using core::dtype;
using core::list;
using core::tensor;

namespace {

constexpr std::int64_t constant = 0, symbol = 1, subtract = 3, floordiv = 5;

/// f(x: f32[n, 3], k: i64[n]) with n - 6 >= 2
runtime::function_description sample() {
    runtime::function_description f;
    f.name = "f";
    f.symbols = {{"n", 0, 0}};
    f.inputs = {{"x", "f32", {{"n", {symbol, 0}}, {"3", {constant, 3}}}},
                {"k", "i64", {{"n", {symbol, 0}}}}};
    f.constraints = {
        {{"n - 6", {symbol, 0, constant, 6, subtract}}, {"2", {constant, 2}}, false, ""}};
    return f;
}

exit_code code_of(options const& chosen) {
    try {
        make_inputs(sample(), chosen);
    } catch (failure const& why) {
        return why.code;
    }
    return exit_code::done;
}

options with_input(std::string const& name, std::string const& path) {
    options chosen;
    chosen.inputs = {{name, path}};
    return chosen;
}

} // namespace

TEST_CASE("drawn inputs satisfy the constraints, and the seed decides them") {
    auto const drawn = make_inputs(sample(), {});
    CHECK(drawn[0].shape() == list<std::int64_t>{8, 3});
    CHECK(drawn[1].shape() == list<std::int64_t>{8});
    CHECK(drawn[0] == make_inputs(sample(), {})[0]);
    options other;
    other.seed = 1;
    CHECK(!(drawn[0] == make_inputs(sample(), other)[0]));
    for (std::int64_t i = 0; i != drawn[1].size(); ++i) CHECK((drawn[1].word(i) | 1) == 1);
}

TEST_CASE("sizes come from --dim and from the arrays that are given") {
    options chosen;
    chosen.dims = {{"n", 11}};
    CHECK(make_inputs(sample(), chosen)[0].shape() == list<std::int64_t>{11, 3});
    temporary_folder const folder;
    auto const path = folder.file("k.npy");
    write_file(path, write_npy(tensor::from(dtype::i64, {9}, list<std::int64_t>(9))));
    auto const drawn = make_inputs(sample(), with_input("k", path));
    CHECK(drawn[0].shape() == list<std::int64_t>{9, 3});
    CHECK(bind_symbols(sample(), drawn).at("n") == 9);
}

TEST_CASE("arrays that do not fit are refused") {
    temporary_folder const folder;
    auto const path = folder.file("a.npy");
    write_file(path, write_npy(tensor::from(dtype::f32, {8, 4}, list<double>(32))));
    CHECK(code_of(with_input("x", path)) == exit_code::refused);
    CHECK(code_of(with_input("k", path)) == exit_code::refused);
    CHECK(code_of(with_input("nobody", path)) == exit_code::usage);
    CHECK(code_of(with_input("x", folder.file("lost.npy"))) == exit_code::input_output);
    write_file(path, "no array");
    CHECK(code_of(with_input("x", path)) == exit_code::refused);
}

TEST_CASE("the words of a dimension are computed") {
    CHECK(tenon::runtime::evaluate({"", {symbol, 1, constant, 3, floordiv}}, {7, -7}) == -3);
    CHECK(tenon::runtime::evaluate({"", {symbol, 0, constant, 3, subtract}}, {7, -7}) == 4);
}

TEST_CASE("floats are compared by the largest magnitude, all else exactly") {
    auto const f32 = [](list<double> const& v) {
        return tensor::from(dtype::f32, {static_cast<std::int64_t>(v.size())}, v);
    };
    double const nan = std::numeric_limits<double>::quiet_NaN();
    double const inf = std::numeric_limits<double>::infinity();
    CHECK(compare(f32({100, 0.005}), f32({100, 0})).right);
    CHECK(!compare(f32({100, 0.02}), f32({100, 0})).right);
    CHECK(!compare(f32({1e-9}), f32({0})).right);
    CHECK(compare(f32({nan, inf, -inf}), f32({nan, inf, -inf})).right);
    CHECK(!compare(f32({nan}), f32({1})).right);
    CHECK(!compare(f32({inf}), f32({-inf})).right);
    CHECK(!compare(f32({1, 1}), f32({1})).right);
    auto const i64 = [](std::int64_t v) {
        return tensor::from(dtype::i64, {1}, list<std::int64_t>{v});
    };
    CHECK(compare(i64(5), i64(5)).right);
    CHECK(!compare(i64(1000001), i64(1000000)).right);
}
