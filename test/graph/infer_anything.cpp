// Inference meets operands and attributes that make no sense: every op either gives types or says
// what is wrong.
#include <tenon/core/infer.hpp>
#include <tenon/graph/standard.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <string>

namespace core = tenon::core;

namespace {

class dice {
public:
    explicit dice(std::uint64_t seed) : state_(seed) {}
    int operator()(int sides) {
        state_ = state_ * 6364136223846793005ull + 1442695040888963407ull;
        return static_cast<int>((state_ >> 33) % static_cast<std::uint64_t>(sides));
    }
    bool one_in(int sides) { return (*this)(sides) == 0; }

private:
    std::uint64_t state_;
};

core::dim any_dim(dice& roll) {
    if (roll.one_in(4)) return core::dim::symbol(roll.one_in(2) ? "n" : "m");
    return core::dim(roll(6));
}
core::dtype any_dtype_but_none(dice& roll) {
    if (!roll.one_in(3)) return roll.one_in(4) ? core::dtype::i64 : core::dtype::f32;
    return static_cast<core::dtype>(1 + roll(core::dtype_count - 1));
}
core::type any_type(dice& roll) {
    if (roll.one_in(30)) return core::type::unranked(any_dtype_but_none(roll));
    if (roll.one_in(40)) return core::type::sequence(core::type::scalar(core::dtype::f32));
    core::list<core::dim> shape;
    for (int rank = roll(6); rank != 0; --rank) shape.push_back(any_dim(roll));
    return core::type::tensor(any_dtype_but_none(roll), shape);
}
core::tensor any_tensor(dice& roll) {
    core::list<std::int64_t> values, shape;
    int const count = roll(5);
    for (int i = 0; i != count; ++i) values.push_back(roll(9) - 4);
    if (count != 1 || roll.one_in(2)) shape.push_back(count);
    auto const element = roll.one_in(2) ? core::dtype::i64 : core::dtype::f32;
    return core::tensor::from(element, shape, values);
}
std::int64_t any_integer(dice& roll) {
    if (roll.one_in(12)) return roll.one_in(2) ? INT64_MAX : INT64_MIN;
    return roll(12) - 4;
}
core::attribute any_attribute(core::attribute_facts const& facts, dice& roll) {
    if (!facts.required && roll.one_in(3)) return facts.initial();
    if (!facts.required && roll.one_in(10)) return {};
    int const count = roll(6);
    switch (facts.kind) {
    case core::attribute_kind::integer: return any_integer(roll);
    case core::attribute_kind::real: return roll(100) / 10.0 - 5;
    case core::attribute_kind::text: {
        constexpr char const* words[] = {"",       "NOTSET",    "SAME_UPPER", "sum",      "nearest",
                                         "linear", "ij,jk->ik", "...i,->",    "constant", "x"};
        return roll.one_in(2) && facts.has_default ? core::attribute(facts.text)
                                                   : core::attribute(words[roll(10)]);
    }
    case core::attribute_kind::integers: {
        core::list<std::int64_t> all;
        for (int i = 0; i != count; ++i) all.push_back(any_integer(roll));
        return all;
    }
    case core::attribute_kind::reals: return core::list<double>(static_cast<std::size_t>(count));
    case core::attribute_kind::texts: {
        core::list<core::text> all(static_cast<std::size_t>(count));
        return all;
    }
    case core::attribute_kind::dtype: return any_dtype_but_none(roll);
    case core::attribute_kind::dims: {
        core::list<core::dim> all;
        for (int i = 0; i != count; ++i)
            all.push_back(roll.one_in(4) ? core::dim(any_integer(roll) / 1024) : any_dim(roll));
        return all;
    }
    case core::attribute_kind::tensor: return any_tensor(roll);
    default: return {};
    }
}

/// An operand: an argument of any type, or a constant.
core::value_id any_operand(core::program& p, core::block_id b, dice& roll) {
    if (!roll.one_in(4)) return p.add_argument(b, any_type(roll));
    auto const n = p.add_node(b, core::facts_of<tenon::graph::constant>, {}, 1);
    p.set(n, "value", any_tensor(roll));
    core::diagnostics found;
    core::infer(p, n, found);
    return p[n].results[0];
}
core::node_id any_node(core::program& p, core::block_id b, core::op_facts const& op, dice& roll) {
    core::list<core::value_id> operands;
    int const most = op.most_operands() < 0 ? op.least_operands() + 2 : op.most_operands();
    int const count = op.least_operands() + roll(most - op.least_operands() + 1);
    for (int i = 0; i != count; ++i) {
        bool const absent = op.operand(i).how == core::presence::optional && roll.one_in(3);
        bool const again = !operands.empty() && roll.one_in(3);
        operands.push_back(absent  ? core::value_id::none
                           : again ? operands[0]
                                   : any_operand(p, b, roll));
    }
    int const results = op.has_variadic_results() ? roll(4) : 1 + roll(op.result_count);
    auto const n = p.add_node(b, op, operands, results);
    for (int i = 0; i != op.attribute_count; ++i)
        p[n].attributes[static_cast<std::size_t>(i)] = any_attribute(op.attributes[i], roll);
    for (int i = 0; i < op.regions; ++i) p.add_region(n);
    return n;
}

} // namespace

TEST_CASE("inference gives types or says what is wrong, whatever it is given") {
    auto const ops = tenon::graph::standard_dialect::table;
    int never = 0;
    for (int i = 0; i != ops.count; ++i) {
        core::op_facts const& op = *ops.ops[i];
        std::string_view const name = op.name;
        CAPTURE(std::string(name));
        int good = 0;
        for (std::uint64_t seed = 0; seed != 300; ++seed) {
            dice roll(seed * 1000 + static_cast<std::uint64_t>(i));
            CAPTURE(seed);
            core::program p;
            core::diagnostics found;
            auto const b = p.add_block();
            auto const n = any_node(p, b, op, roll);
            bool const inferred = core::infer(p, n, found);
            if (inferred != found.empty()) FAIL_CHECK("the answer and the problems differ");
            if (inferred) ++good;
            if (!inferred || op.infer == nullptr) continue;
            for (auto r : p[n].results)
                if (p[r].type.what == core::type::kind::none) FAIL_CHECK("a result has no type");
        }
        if (good == 0) ++never;
    }
    CHECK(never * 8 < ops.count); // operands of some ops fit each other too rarely
}
