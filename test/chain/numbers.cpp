// Every scalar primitive in every dtype, on values where arithmetic is delicate.
#include "compiled.hpp"

#include <cmath>
#include <limits>

using namespace chain;

namespace {

struct op_call {
    std::string text; ///< of x, y, c, with what follows the op's name
    bool is_boolean = false;
    bool is_exact = true; ///< bits must agree
};

/// A function with one result per call, of operands x, y and the condition c.
std::string program_of(dtype d, std::vector<op_call> const& calls) {
    std::string const type(core::name(d));
    std::string head = "func main(%x: " + type + "[n], %y: " + type + "[n], %c: bool[n]) -> (";
    std::string body, yields;
    for (std::size_t i = 0; i != calls.size(); ++i) {
        auto const name = "r" + std::to_string(i);
        head += (i ? ", " : "") + name + ": " + (calls[i].is_boolean ? "bool" : type) + "[n]";
        body += "  %" + name + " = " + calls[i].text + "\n";
        yields += (i ? ", %" : "%") + name;
    }
    return head + ") {\n" + body + "  return " + yields + "\n}\n";
}

std::vector<op_call> float_calls() {
    std::vector<op_call> calls;
    for (auto const* op : {"add", "sub", "mul", "div", "min", "max"})
        calls.push_back({op + std::string(" %x, %y")});
    calls.push_back({"mod %x, %y {fmod = 1}"});
    calls.push_back({"mod %x, %y", false, false});
    calls.push_back({"pow %x, %y", false, false});
    for (auto const* op :
         {"neg", "abs", "sign", "sqrt", "floor", "ceil", "round", "relu", "reciprocal"})
        calls.push_back({op + std::string(" %x")});
    for (auto const* op : {"exp", "log", "tanh", "erf", "sin", "cos", "tan", "asin", "acos", "atan",
                           "sinh", "cosh", "asinh", "acosh", "atanh"})
        calls.push_back({op + std::string(" %x"), false, false});
    return calls;
}
std::vector<op_call> integer_calls(bool is_signed) {
    std::vector<op_call> calls;
    for (auto const* op : {"add", "sub", "mul", "div", "min", "max", "mod", "pow", "bitwise_and",
                           "bitwise_or", "bitwise_xor"})
        calls.push_back({op + std::string(" %x, %y")});
    calls.push_back({"mod %x, %y {fmod = 1}"});
    calls.push_back({"bit_shift %x, %y {direction = \"LEFT\"}"});
    calls.push_back({"bit_shift %x, %y {direction = \"RIGHT\"}"});
    for (auto const* op : {"neg", "abs", "sign", "bitwise_not", "relu"})
        if (is_signed || op != std::string("neg")) calls.push_back({op + std::string(" %x")});
    return calls;
}
void add_common(std::vector<op_call>& calls, bool is_float) {
    for (auto const* op : {"equal", "less", "less_or_equal", "greater", "greater_or_equal"})
        calls.push_back({op + std::string(" %x, %y"), true});
    calls.push_back({"where %c, %x, %y"});
    if (!is_float) return;
    calls.push_back({"is_nan %x", true});
    calls.push_back({"is_inf %x", true});
}

std::vector<double> special_reals() {
    double const inf = std::numeric_limits<double>::infinity();
    std::vector<double> some{0,     0.5,  1,  1.5,  2,  2.5, 3,   7,     0.1,  1e-3,     1e-7,
                             1e-40, 6e-8, 10, 88.5, 89, 104, 1e4, 65504, 3e38, 16777217, inf};
    auto all = some;
    for (double x : some) all.push_back(-x);
    all.push_back(std::numeric_limits<double>::quiet_NaN());
    return all;
}
std::vector<std::int64_t> special_integers(dtype d) {
    auto const width = core::bits(d);
    std::vector<std::int64_t> all{0,  1,  2,  3,  5,  7,   8,   9,   15,  16,
                                  31, 32, 63, 64, 65, 100, 127, 128, 200, 255};
    auto const top = 1ull << (width - 1);
    for (auto x : {top, top - 1, top + 1}) // wrapped into the dtype
        all.push_back(static_cast<std::int64_t>(x));
    for (auto x : {-1, -2, -3, -7, -128}) all.push_back(x);
    return all;
}

template <class Number> list<tensor> pairs(dtype d, std::vector<Number> const& some) {
    list<Number> x, y;
    list<std::int64_t> c;
    for (auto a : some)
        for (auto b : some) {
            x.push_back(a);
            y.push_back(b);
            c.push_back(static_cast<std::int64_t>(c.size() % 3 == 0));
        }
    auto const n = static_cast<std::int64_t>(x.size());
    return {tensor::from(d, {n}, x), tensor::from(d, {n}, y), tensor::from(dtype::boolean, {n}, c)};
}

/// Steps between neighbours: 0 for equal values; NaNs are equal.
double steps(dtype d, double a, double b) {
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b) ? 0 : 1e9;
    if (a == b) return 0;
    auto const ordered = [&](double x) {
        auto const word = static_cast<std::int64_t>(core::to_word(d, std::fabs(x)));
        return std::signbit(x) ? -word : word;
    };
    return std::fabs(static_cast<double>(ordered(a)) - static_cast<double>(ordered(b)));
}

void check_calls(dtype d, std::vector<op_call> const& calls, list<tensor> const& inputs) {
    CAPTURE(core::name(d));
    compiled const c(program_of(d, calls));
    REQUIRE_MESSAGE(c.problems.empty(), c.problems);
    auto const wanted = c.evaluate(inputs), got = c.call(inputs);
    REQUIRE_MESSAGE(!wanted.refused(), wanted.refusal);
    REQUIRE_MESSAGE(!got.refused(), got.refusal);
    for (std::size_t k = 0; k != calls.size(); ++k) {
        auto const &a = got.outputs[k], &b = wanted.outputs[k];
        int wrong = 0;
        for (std::int64_t i = 0; i != b.size(); ++i) {
            bool const real = core::is_float(b.element());
            double const off =
                real ? steps(b.element(), a.real(i), b.real(i)) : a.word(i) != b.word(i);
            bool const fine = off <= (calls[k].is_exact ? 0 : d == dtype::f64 ? 2 : 3);
            if (!fine && ++wrong <= 3) {
                CAPTURE(calls[k].text);
                CAPTURE(inputs[0].real(i));
                CAPTURE(inputs[1].real(i));
                double const g = a.real(i), w = b.real(i);
                CHECK(g == w);
            }
        }
    }
}

} // namespace

TEST_CASE("floating primitives") {
    for (auto d : {dtype::f32, dtype::f64, dtype::f16, dtype::bf16}) {
        auto calls = float_calls();
        add_common(calls, true);
        check_calls(d, calls, pairs(d, special_reals()));
    }
}

TEST_CASE("integer primitives") {
    for (auto d : {dtype::i8, dtype::i16, dtype::i32, dtype::i64, dtype::u8, dtype::u16, dtype::u32,
                   dtype::u64}) {
        auto calls = integer_calls(core::is_signed(d));
        add_common(calls, false);
        check_calls(d, calls, pairs(d, special_integers(d)));
    }
}

TEST_CASE("boolean primitives") {
    std::vector<op_call> const calls{{"and %x, %y", true},   {"or %x, %y", true},
                                     {"xor %x, %y", true},   {"not %x", true},
                                     {"equal %x, %y", true}, {"where %c, %x, %y", true}};
    check_calls(dtype::boolean, calls, pairs<std::int64_t>(dtype::boolean, {0, 1}));
}

TEST_CASE("conversions between all dtypes") {
    std::vector<dtype> const all{dtype::f32, dtype::f64, dtype::f16,    dtype::bf16, dtype::i8,
                                 dtype::i16, dtype::i32, dtype::i64,    dtype::u8,   dtype::u16,
                                 dtype::u32, dtype::u64, dtype::boolean};
    for (auto from : all) {
        CAPTURE(core::name(from));
        std::string head = "func main(%x: " + std::string(core::name(from)) + "[n]) -> (", body,
                    yields;
        for (std::size_t k = 0; k != all.size(); ++k) {
            auto const name = "r" + std::to_string(k), to = std::string(core::name(all[k]));
            head += (k ? ", " : "") + name + ": " + to + "[n]";
            body += "  %" + name + " = cast %x {to = " + to + "}\n";
            yields += (k ? ", %" : "%") + name;
        }
        compiled const c(head + ") {\n" + body + "  return " + yields + "\n}\n");
        REQUIRE_MESSAGE(c.problems.empty(), c.problems);
        list<tensor> inputs;
        if (core::is_float(from)) {
            list<double> values;
            for (double x : special_reals()) values.push_back(x);
            for (double x : {127.5, 128.0, -128.9, 255.9, 256.0, 300.7, 32768.0, 2147483648.0,
                             -2147483649.0, 4294967296.0, 9.3e18, -9.3e18, 1.9e19, 70000.0, -1e30})
                values.push_back(x);
            inputs.push_back(
                tensor::from(from, {static_cast<std::int64_t>(values.size())}, values));
        } else {
            list<std::int64_t> values;
            for (auto x : special_integers(core::is_integer(from) ? from : dtype::u8))
                values.push_back(x);
            if (from == dtype::boolean)
                for (auto& v : values) v = v != 0;
            inputs.push_back(
                tensor::from(from, {static_cast<std::int64_t>(values.size())}, values));
        }
        auto const wanted = c.evaluate(inputs), got = c.call(inputs);
        REQUIRE(!got.refused());
        for (std::size_t k = 0; k != all.size(); ++k)
            for (std::int64_t i = 0; i != inputs[0].size(); ++i) {
                auto const &a = got.outputs[k], &b = wanted.outputs[k];
                bool const same = core::is_float(all[k]) ? steps(all[k], a.real(i), b.real(i)) == 0
                                                         : a.word(i) == b.word(i);
                if (same) continue;
                CAPTURE(core::name(all[k]));
                CAPTURE(inputs[0].real(i));
                double const g = a.real(i), w = b.real(i);
                CHECK(g == w);
            }
    }
}

// Negative numbers as u64 are what ONNX leaves undefined.
TEST_CASE("conversions of what is limited beforehand") {
    std::vector<dtype> const integers{dtype::i8, dtype::i16, dtype::i32, dtype::i64,
                                      dtype::u8, dtype::u16, dtype::u32, dtype::u64};
    std::pair<char const*, char const*> const limits[]{
        {"0.0", "255.0"},         {"-128.0", "127.0"},      {"-1e4", "-2.5"},
        {"-2147483648.0", "1e9"}, {"-3e9", "4294967296.0"}, {"5.0", "-5.0"}};
    for (std::string const from : {"f32", "f64"})
        for (auto const& [low, high] : limits) {
            std::string head = "func main(%x: " + from + "[n]) -> (", yields;
            std::string body = "  %low = constant {value = " + from + "[](" + low + ")}\n" +
                               "  %high = constant {value = " + from + "[](" + high + ")}\n" +
                               "  %c = clip %x, %low, %high\n";
            for (auto to : integers) {
                if (to == dtype::u64 && low != std::string("0.0")) continue;
                auto const type = std::string(core::name(to));
                head += (yields.empty() ? "" : ", ") + type + "[n]";
                body += "  %to_" + type + " = cast %c {to = " + type + "}\n";
                yields += (yields.empty() ? "%to_" : ", %to_") + type;
            }
            auto const text = head + ") {\n" + body + "  return " + yields + "\n}\n";
            CAPTURE(text);
            compiled const c(text);
            REQUIRE_MESSAGE(c.problems.empty(), c.problems);
            list<double> values;
            for (double x : special_reals()) values.push_back(x);
            for (double x : {127.5, -128.9, 255.9, 2147483648.0, -2147483649.0, 4e9, -3.5e9})
                values.push_back(x);
            list<tensor> inputs;
            inputs.push_back(tensor::from(from == "f32" ? dtype::f32 : dtype::f64,
                                          {static_cast<std::int64_t>(values.size())}, values));
            CHECK(compare(c, inputs) == "");
        }
}
