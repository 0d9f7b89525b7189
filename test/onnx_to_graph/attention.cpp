// Attention: what stays symbolic, what stands around the op, and what is refused.
#include "onnx_to_graph/support.hpp"

using namespace importing;
using wire::attribute;
using wire::node;
using wire::value;

namespace {

using settings = std::initializer_list<wire::message>;

/// A node with these inputs, of which `types` says what they are.
wire::model attention(std::vector<wire::message> inputs, std::string_view operands,
                      std::string_view results, settings attributes = {}) {
    std::vector<wire::message> outputs;
    for (auto const& name : wire::words(results))
        if (name != "_") outputs.push_back(wire::message().text(1, name));
    return {{{node("Attention", operands, results, attributes)}, std::move(inputs), outputs}, 25};
}
std::vector<wire::message> joined(wire::message more = {}) {
    std::vector<wire::message> all{value("q", wire::f32, "b s 12"), value("k", wire::f32, "b t 6"),
                                   value("v", wire::f32, "b t 10")};
    if (!more.bytes().empty()) all.push_back(std::move(more));
    return all;
}
std::vector<wire::message> apart(std::vector<wire::message> more = {}) {
    std::vector<wire::message> all{value("q", wire::f32, "1 1 2 1"),
                                   value("k", wire::f32, "1 1 n 1"),
                                   value("v", wire::f32, "1 1 n 1")};
    all.insert(all.end(), more.begin(), more.end());
    return all;
}
core::tensor line(core::list<std::int64_t> shape, numbers const& values) {
    return f32(std::move(shape), values);
}

TEST_CASE("heads side by side are taken apart and joined again") {
    settings const heads{attribute("q_num_heads", 4), attribute("kv_num_heads", 2)};
    auto const p = import(attention(joined(), "q k v", "y", heads));
    CHECK(type_of(p) == "f32[b, s, 20]");
    CHECK(count(p, "attention") == 1);
    CHECK(names(problems(attention(joined(), "q k v", "y")), {"q_num_heads"}));
    CHECK(names(problems(attention(joined(), "q k v", "y",
                                   {attribute("q_num_heads", 5), attribute("kv_num_heads", 2)})),
                {"elements beyond whole heads"}));
    CHECK(names(problems(attention(joined(), "q k v", "y",
                                   {attribute("q_num_heads", 0), attribute("kv_num_heads", 2)})),
                {"number of heads is not positive"}));
}
TEST_CASE("keys and values of earlier calls come first, and causality counts them") {
    auto const model =
        attention(apart({value("pk", wire::f32, "1 1 p 1"), value("pv", wire::f32, "1 1 p 1")}),
                  "q k v _ pk pv", "y k1 v1", {attribute("is_causal", 1)});
    auto const p = import(model);
    CHECK(type_of(p, 1) == "f32[1, 1, n + p, 1]");
    auto const zeros = line({1, 1, 2, 1}, {0, 0});
    auto const out = run(p, {zeros, zeros, line({1, 1, 2, 1}, {9, 6}), line({1, 1, 1, 1}, {0}),
                             line({1, 1, 1, 1}, {3})});
    CHECK(elements(out[0]) == numbers{6, 6}); // (3 + 9) / 2, (3 + 9 + 6) / 3
    CHECK(elements(out[2]) == numbers{3, 9, 6});
}
TEST_CASE("a mask shorter than the keys hides the rest") {
    auto const masked = [](int type, core::tensor const& mask) {
        auto const zeros = line({1, 1, 3, 1}, {0, 0, 0});
        return elements(
            run(attention({value("q", wire::f32, "1 1 2 1"), value("k", wire::f32, "1 1 3 1"),
                           value("v", wire::f32, "1 1 3 1"), value("m", type, "2 2")},
                          "q k v m", "y"),
                {line({1, 1, 2, 1}, {0, 0}), zeros, line({1, 1, 3, 1}, {2, 4, 9}), mask})[0]);
    };
    CHECK(masked(wire::boolean, tensor(core::dtype::boolean, {2, 2}, {1, 1, 0, 1})) ==
          numbers{3, 4});
    double const hidden = -core::detail::infinity;
    CHECK(masked(wire::f32, f32({2, 2}, {hidden, hidden, 0, hidden})) == numbers{0, 2});
}
TEST_CASE("windows and lengths") {
    auto const zeros = line({1, 1, 2, 1}, {0, 0});
    auto const four = line({1, 1, 4, 1}, {0, 0, 0, 0}), values = line({1, 1, 4, 1}, {1, 2, 4, 8});
    auto const windowed = [&](settings attributes) {
        return elements(
            run(attention(apart(), "q k v", "y", attributes), {zeros, four, values})[0]);
    };
    CHECK(windowed({attribute("left_window_size", 0), attribute("right_window_size", 1)}) ==
          numbers{1.5, 3});
    CHECK(windowed({attribute("is_causal", 1), attribute("left_window_size", 0)}) == numbers{1, 2});
    CHECK(windowed({attribute("is_causal", 1)}) == numbers{1, 1.5});
    auto const of_three = run(attention(apart({value("l", wire::i64, "1")}), "q k v _ _ _ l", "y",
                                        {attribute("is_causal", 1)}),
                              {zeros, four, values, i64({1}, {3})})[0];
    CHECK(elements(of_three)[0] == 1.5); // its last query is the third key's
    CHECK(elements(of_three)[1] == doctest::Approx(7.0 / 3));
}
TEST_CASE("scores at each stage") {
    auto const scores = [](std::int64_t mode) {
        return elements(run(attention(apart(), "q k v", "y _ _ s",
                                      {attribute("is_causal", 1), attribute("softcap", 2.0f),
                                       attribute("qk_matmul_output_mode", mode)}),
                            {line({1, 1, 2, 1}, {1, 0}), line({1, 1, 2, 1}, {2, 0}),
                             line({1, 1, 2, 1}, {0, 0})})[1]);
    };
    CHECK(scores(0) == numbers{2, 0, 0, 0});
    CHECK(scores(1)[0] == doctest::Approx(2 * 0.7615941559));
    CHECK(scores(2)[1] == -core::detail::infinity);
    CHECK(scores(3) == numbers{1, 0, 0.5, 0.5});
}
TEST_CASE("attributes and inputs that do not fit are refused") {
    auto const told = [](std::string_view operands, settings attributes,
                         std::vector<wire::message> more = {}) {
        return problems(attention(apart(std::move(more)), operands, "y _ _ s", attributes));
    };
    CHECK(names(told("q k v", {attribute("qk_matmul_output_mode", 4)}), {"expected 0 to 3"}));
    CHECK(names(told("q k v", {attribute("softmax_precision", 7)}), {"not a floating dtype"}));
    CHECK(names(told("q k v", {attribute("softcap", -1.0f)}), {"softcap is negative"}));
    CHECK(names(told("q k v", {attribute("left_window_size", -2)}), {"left_window_size is -2"}));
    CHECK(names(told("q k v", {attribute("q_num_heads", 2)}), {"heads"}));
    auto const past = value("p", wire::f32, "1 1 3 1");
    CHECK(names(told("q k v _ p", {}, {past}), {"only one of past_key and past_value"}));
    CHECK(names(told("q k v _ p p l", {}, {past, value("l", wire::i64, "1")}),
                {"past_key and nonpad_kv_seqlen"}));
    CHECK(names(told("q k v m", {}, {value("m", wire::f32, "1 1 1 2 n")}), {"attn_mask"}));
    CHECK(names(
        problems(attention({value("q", wire::f32, "2 1 2 h"), value("k", wire::f32, "2 1 3 h"),
                            value("v", wire::f32, "2 1 3 h")},
                           "q k v", "y")),
        {"size of its heads is h"}));
    CHECK(names(problems(attention({value("q", wire::f32, "1 2"), value("k", wire::f32, "1 2"),
                                    value("v", wire::f32, "1 2")},
                                   "q k v", "y")),
                {"ranks 2, 2 and 2, expected 3 or 4"}));
}

} // namespace
