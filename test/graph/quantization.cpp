#include <tenon/graph/quantization.hpp>

#include "one_node.hpp"

#include <doctest/doctest.h>

using namespace one_node;

namespace {
constexpr tensor u8(list<std::int64_t> shape, list<double> values) {
    return tensor::from(dtype::u8, shape, values);
}
constexpr tensor i8(list<std::int64_t> shape, list<double> values) {
    return tensor::from(dtype::i8, shape, values);
}
constexpr tensor i32(list<std::int64_t> shape, list<double> values) {
    return tensor::from(dtype::i32, shape, values);
}
constexpr tensor one(double value) { return f32({}, {value}); }
constexpr auto to_u8 = attr<"to"> = dtype::u8;
constexpr auto to_i8 = attr<"to"> = dtype::i8;
constexpr auto to_f32 = attr<"to"> = dtype::f32;
} // namespace

static_assert(gives<graph::quantize_linear>(i8({2}, {-128, 2}), on(f32({2}, {-400, 2.5}), one(1)),
                                            attr<"to"> = dtype::i8));

TEST_CASE("quantizing saturates over the whole range and rounds ties to even, BR-05") {
    CHECK(gives<graph::quantize_linear>(
        i8({8}, {-128, -128, -127, -126, 126, 127, 127, 127}),
        {f32({8}, {-129, -128, -127, -126, 126, 127, 128, 129}), one(1), i8({}, {0})}, to_i8));
    CHECK(gives<graph::quantize_linear>(
        u8({3}, {255, 0, 255}), {f32({3}, {inf, -inf, 3e9}), one(1), u8({}, {128})}, to_u8));
    CHECK(gives<graph::quantize_linear>(
        u8({4}, {3, 3, 5, 5}), {f32({4}, {0.5, -0.5, 1.5, 2.5}), one(1), u8({}, {3})}, to_u8));
}

TEST_CASE("scales along an axis and in blocks") {
    auto const x = f32({2, 4}, {1, 2, 3, 4, 5, 6, 7, 8});
    CHECK(gives<graph::quantize_linear>(u8({2, 4}, {1, 2, 3, 4, 11, 13, 15, 17}),
                                        {x, f32({2}, {1, 0.5}), u8({2}, {0, 1})}, to_u8,
                                        attr<"axis"> = 0));
    CHECK(gives<graph::quantize_linear>(u8({2, 4}, {1, 2, 6, 8, 20, 24, 7, 8}),
                                        {x, f32({2, 2}, {1, 0.5, 0.25, 1})}, to_u8,
                                        attr<"axis"> = 1, attr<"block_size"> = 2));
    CHECK_FALSE(run<graph::quantize_linear>({x, f32({3}, {1, 1, 1})}, 1, to_u8).problems.empty());
    CHECK_FALSE(run<graph::quantize_linear>({x, one(1), i8({}, {0})}, 1, to_u8).problems.empty());
}

TEST_CASE("few bits and floats of 8 bits") {
    auto const x = f32({3}, {-100, 2.6, 100});
    auto const quantized = [&](dtype to, auto... attributes) {
        return run<graph::quantize_linear>({x, one(0.5)}, 1, attr<"to"> = to, attributes...)[0];
    };
    CHECK((quantized(dtype::u4) == typed(dtype::u4, {3}, {0, 5, 15})));
    CHECK((quantized(dtype::i2) == typed(dtype::i2, {3}, {-2, 1, 1})));
    CHECK((quantized(dtype::i16) == typed(dtype::i16, {3}, {-200, 5, 200})));
    auto const far = run<graph::quantize_linear>({f32({2}, {1000, -inf}), one(1)}, 1,
                                                 attr<"to"> = dtype::f8e4m3fn);
    CHECK((far[0] == typed(dtype::f8e4m3fn, {2}, {448, -448})));
}

TEST_CASE("dequantizing") {
    CHECK(gives<graph::dequantize_linear>(
        f32({2, 2}, {10, 0, 20, 5}),
        {u8({2, 2}, {10, 10, 20, 20}), f32({2}, {1, 0.5}), u8({2}, {0, 10})}, to_f32,
        attr<"axis"> = -1));
    CHECK(gives<graph::dequantize_linear>(f32({2}, {-510, 0}),
                                          {u8({2}, {0, 255}), one(2), u8({}, {255})}, to_f32));
    CHECK(gives<graph::dequantize_linear>(f32({2}, {3, -2}), {i32({2}, {300, -200}), one(0.01f)},
                                          to_f32));
    CHECK_FALSE(run<graph::dequantize_linear>({u8({1}, {1}), one(1), i8({}, {0})}, 1, to_f32)
                    .problems.empty());
}

TEST_CASE("a range that fits the data and 0, BR-07") {
    auto const is = [](list<double> x, list<double> y, double scale, double zero) {
        auto const n = static_cast<std::int64_t>(x.size());
        auto const out = run<graph::dynamic_quantize_linear>({f32({n}, x)}, 3);
        return out.agrees && out[0] == u8({n}, y) && near(out[1], one(scale)) &&
               out[2] == u8({}, {zero});
    };
    CHECK(is({-127, 128, 0.5}, {0, 255, 127}, 1, 127));
    CHECK(is({-253, 257}, {0, 254}, 2, 126));
    CHECK(is({1, 2, 3}, {85, 170, 255}, 3.0 / 255, 0));
    CHECK(is({0, 0}, {0, 0}, 1.0 / 255, 0));
}

TEST_CASE("integer products are exact, BR-08") {
    CHECK(gives<graph::mat_mul_integer>(i32({1, 1}, {64770}),
                                        {u8({1, 2}, {255, 255}), i8({2, 1}, {127, 127})}));
    auto const a = u8({3, 3}, {238, 115, 94, 245, 111, 102, 158, 225, 48});
    auto const b = i8({3, 3}, {25, 36, 125, 42, -123, 76, -81, -86, 35});
    CHECK(gives<graph::mat_mul_integer>(
        i32({3, 3}, {12100, 1951, 40214, 11745, 2293, 41351, 18030, -10919, 36548}),
        {a, b, u8({}, {42}), i8({}, {-26})}));
    CHECK(gives<graph::mat_mul_integer>(
        i32({2, 2}, {-9, 0, 0, 0}),
        {u8({2, 1}, {1, 7}), i8({1, 2}, {3, 5}), u8({2}, {4, 7}), i8({2}, {0, 5})}));
    CHECK(gives<graph::q_linear_mat_mul>(
        u8({1, 1}, {97}), {u8({1, 3}, {210, 198, 234}), i8({3, 1}, {-81, -80, 127}), one(0.01f),
                           u8({}, {0}), one(0.01f), i8({}, {0}), one(0.01f), u8({}, {128})}));
}

TEST_CASE("integer convolution pads with the zero point") {
    list<dim> pads;
    for (int k = 0; k != 4; ++k) pads.push_back(1);
    auto const x = u8({1, 1, 3, 3}, {2, 3, 4, 5, 6, 7, 8, 9, 10});
    auto const w = u8({1, 1, 2, 2}, {1, 1, 1, 1});
    CHECK(gives<graph::conv_integer>(i32({1, 1, 2, 2}, {12, 16, 24, 28}),
                                     {x, w, absent(), u8({}, {1})}));
    CHECK(gives<graph::conv_integer>(
        i32({1, 1, 4, 4}, {1, 3, 5, 3, 5, 12, 16, 9, 11, 24, 28, 15, 7, 15, 17, 9}),
        {x, w, absent(), u8({}, {1})}, attr<"pads"> = pads));
    CHECK(gives<graph::q_linear_conv>(u8({1, 1, 2, 2}, {8, 10, 14, 16}),
                                      {x, w, i32({1}, {2}), one(0.5), u8({}, {1}), f32({1}, {1}),
                                       u8({1}, {0}), one(1), u8({}, {1})}));
}
