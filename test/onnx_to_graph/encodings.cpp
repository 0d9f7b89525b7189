// Tensors in every encoding that ONNX files have (BR-71).
#include "onnx_to_graph/support.hpp"

using namespace importing;

namespace {

/// A model whose only output is the tensor `w`.
wire::model holding(wire::message const& w) {
    return {{{}, {}, {wire::value("w", wire::f32, "*")}, {w}}};
}
/// The elements of the tensor `w`, which has a dtype that the declaration above does not say.
numbers decoded(wire::message const& w) {
    core::diagnostics found;
    wire::model m{{{wire::node("Identity", "w", "y")}, {}, {wire::message().text(1, "y")}, {w}}};
    auto const p = onnx_to_graph::parse(m.bytes(), {}, found);
    auto const told = found.to_text();
    CHECK_MESSAGE(found.empty(), std::string(told.view()));
    if (!found.empty()) return {};
    auto const results = run(p, {});
    return results.empty() ? numbers{} : elements(results[0]);
}
wire::message in_int32(int type, std::initializer_list<std::int64_t> dims,
                       std::initializer_list<std::int64_t> values) {
    auto t = wire::empty_tensor("w", type, dims);
    for (auto v : values) t.integer(5, v);
    return t;
}

TEST_CASE("narrow types lie in int32_data") {
    CHECK(decoded(in_int32(wire::f16, {3}, {15360, 49152, 14336})) == numbers{1, -2, 0.5});
    CHECK(decoded(in_int32(16, {2}, {16256, 49152})) == numbers{1, -2}); // bfloat16
    CHECK(decoded(in_int32(wire::boolean, {2}, {1, 0})) == numbers{1, 0});
    CHECK(decoded(in_int32(wire::i8, {2}, {-1, 5})) == numbers{-1, 5});
    CHECK(decoded(in_int32(wire::u16, {1}, {65535})) == numbers{65535});
    CHECK(decoded(in_int32(wire::i32, {2}, {-7, 7})) == numbers{-7, 7});
    CHECK(decoded(in_int32(17, {2}, {0x38, 0xb8})) == numbers{1, -1}); // float8e4m3fn
}
TEST_CASE("four-bit types are packed, low bits first") {
    CHECK(decoded(in_int32(wire::i4, {3}, {0x71, 0x0f})) == numbers{1, 7, -1});
    CHECK(decoded(in_int32(wire::u4, {2}, {0xf1})) == numbers{1, 15});
    auto const raw = wire::empty_tensor("w", wire::i4, {3}).text(9, std::string("\x71\x0f", 2));
    CHECK(decoded(raw) == numbers{1, 7, -1});
}
TEST_CASE("wide types have fields of their own") {
    CHECK(decoded(wire::empty_tensor("w", wire::u32, {1}).integer(11, 4294967295)) ==
          numbers{4294967295.0});
    CHECK(decoded(wire::empty_tensor("w", wire::u64, {1}).integer(11, 7)) == numbers{7});
    CHECK(decoded(wire::empty_tensor("w", wire::i64, {2}).integer(7, -3).integer(7, 3)) ==
          numbers{-3, 3});
    CHECK(decoded(wire::empty_tensor("w", wire::f32, {2}).real(4, 1.5f).real(4, -2)) ==
          numbers{1.5, -2});
}
TEST_CASE("raw data, and tensors without elements") {
    CHECK(decoded(wire::f32s("w", {1, 2})) == numbers{1, 2});
    CHECK(decoded(wire::empty_tensor("w", wire::f32, {0, 3})).empty());
    CHECK(decoded(wire::tensor("w", wire::f16, {1}, std::vector<std::uint16_t>{0x3c00})) ==
          numbers{1});
}

TEST_CASE("what does not fit together is refused by name") {
    auto const refused = [](wire::message const& w) {
        auto const told = problems(holding(w));
        return names(told, {"[tenon/O5] initialiser \"w\":"});
    };
    auto const f32 = wire::empty_tensor("w", wire::f32, {2});
    CHECK(refused(f32)); // no data
    CHECK(refused(wire::f32s("w", {1, 2}).real(4, 1).real(4, 2)));
    CHECK(refused(wire::message(f32).real(4, 1)));
    CHECK(refused(wire::message(f32).text(9, "1234567")));
    CHECK(refused(wire::message(f32).text(9, "123456789")));
    CHECK(refused(wire::message(f32).integer(7, 1).integer(7, 2)));
    CHECK(refused(wire::empty_tensor("w", wire::f32, {-3}).text(9, "")));
    CHECK(refused(
        wire::empty_tensor("w", wire::f32, {std::int64_t{1} << 40, 1 << 30}).text(9, "1234")));
    CHECK(
        names(problems(holding(wire::empty_tensor("w", wire::c64, {1}))), {"\"w\"", "complex64"}));
    CHECK(names(problems(holding(wire::empty_tensor("w", 99, {1}))), {"\"w\"", "number 99"}));
}

} // namespace
