// A small dialect for tests of core: an op of each shape that a program can hold.
#pragma once

#include <tenon/core/define_op.hpp>
#include <tenon/core/dialect.hpp>
#include <tenon/core/inference.hpp>

namespace toy {

namespace core = tenon::core;
using core::attr;
using core::attribute_facts;
using core::attribute_kind;
using core::operand_facts;
using core::presence;
using core::structural;

struct relu : structural<"relu"> {
    static constexpr operand_facts operands[]{{"x", presence::required, core::any_number}};
    static constexpr void infer(core::inference& i) { i.result(0, i.operand(0)); }
};
struct add : structural<"add"> {
    static constexpr operand_facts operands[]{{"a", presence::required, core::any_number},
                                              {"b", presence::required, core::any_number}};
    static constexpr void infer(core::inference& i) {
        if (i.element(0) != i.element(1)) return i.fail("operands differ in dtype");
        i.result(0, i.element(0), i.broadcast_shapes(i.operand(0).shape, i.operand(1).shape));
    }
};
struct constant : structural<"constant", core::op_form::constant> {
    static constexpr attribute_facts attributes[]{attr<"value">.required(attribute_kind::tensor)};
    static constexpr void infer(core::inference& i) {
        auto const& t = i.at("value").tensor;
        core::list<core::dim> shape;
        for (auto d : t.shape()) shape.push_back(d);
        i.result(0, t.element(), shape);
    }
};
struct conv : structural<"conv"> {
    static constexpr operand_facts operands[]{{"x", presence::required, core::any_float},
                                              {"w", presence::required, core::any_float},
                                              {"b", presence::optional, core::any_float}};
    static constexpr attribute_facts attributes[]{attr<"group"> = 1,
                                                  attr<"pads">.optional(attribute_kind::integers),
                                                  attr<"auto_pad"> = "NOTSET"};
    static constexpr void infer(core::inference& i) {
        if (i.rank(0) != 4 || i.rank(1) != 4) return i.fail("operands are not of rank 4");
        i.require_equal(i.dim_of(0, 1), i.dim_of(1, 1), "the channels");
        auto const& pads = i.at("pads").integers;
        core::list<core::dim> shape{i.dim_of(0, 0), i.dim_of(1, 0)};
        for (int d = 0; d != 2; ++d) {
            auto const k = static_cast<std::size_t>(d);
            auto const pad = pads.size() == 4 ? pads[k] + pads[k + 2] : 0;
            shape.push_back(i.dim_of(0, d + 2) + core::dim(pad + 1) - i.dim_of(1, d + 2));
        }
        i.result(0, i.element(0), shape);
    }
};
/// Any number of operands.
struct concat : structural<"concat"> {
    static constexpr operand_facts operands[]{{"x", presence::variadic, core::any_dtype, 1}};
    static constexpr attribute_facts attributes[]{attr<"axis">.required(attribute_kind::integer)};
    static constexpr void infer(core::inference& i) {
        auto shape = i.operand(0).shape;
        auto const axis = static_cast<std::size_t>(i.axis(i.at("axis").integer, i.rank(0)));
        if (i.failed()) return;
        for (int k = 1; k < i.operands(); ++k) {
            if (i.rank(k) != i.rank(0)) return i.fail("operands differ in rank");
            shape[axis] = shape[axis] + i.operand(k).shape[axis];
        }
        i.result(0, i.element(0), shape);
    }
};
/// Any number of results, whose types are written down.
struct split : structural<"split"> {
    static constexpr operand_facts operands[]{{"x"}};
    static constexpr operand_facts results[]{{"y", presence::variadic, core::any_dtype, 1}};
};
/// A size that only the data decides.
struct nonzero : structural<"nonzero"> {
    static constexpr operand_facts operands[]{{"x"}};
    static constexpr void infer(core::inference& i) {
        core::dim const found = i.fresh_symbol();
        i.require_at_least(i.operand(0).elements(), found, "the count");
        i.result(0, core::dtype::i64, {core::dim(i.rank(0)), found});
    }
};
struct choose : structural<"choose"> {
    static constexpr operand_facts operands[]{
        {"condition", presence::required, core::only_boolean}};
    static constexpr operand_facts results[]{{"y", presence::variadic}};
    static constexpr int regions = 2;
};
struct loop_for : structural<"loop.for"> {
    static constexpr operand_facts operands[]{{"x", presence::variadic}};
    static constexpr operand_facts results[]{{"y", presence::variadic}};
    static constexpr attribute_facts attributes[]{attr<"to">.required(attribute_kind::dims)};
    static constexpr int regions = 1;
};
/// No results, and an effect.
struct store : structural<"loop.store"> {
    static constexpr operand_facts operands[]{{"a"}, {"b"}};
    static constexpr operand_facts results[]{{"none", presence::variadic}};
    static constexpr bool pure = false;
};
struct barrier : structural<"loop.barrier"> {
    static constexpr operand_facts results[]{{"none", presence::variadic}};
    static constexpr bool pure = false;
};
/// An attribute of every kind.
struct every : structural<"user.every"> {
    static constexpr operand_facts results[]{{"none", presence::variadic}};
    static constexpr attribute_facts attributes[]{attr<"i"> = -7,
                                                  attr<"r"> = 0.5,
                                                  attr<"t">.optional(attribute_kind::text),
                                                  attr<"is">.empty(attribute_kind::integers),
                                                  attr<"rs">.optional(attribute_kind::reals),
                                                  attr<"ts">.optional(attribute_kind::texts),
                                                  attr<"e">.optional(attribute_kind::dtype),
                                                  attr<"ds">.optional(attribute_kind::dims),
                                                  attr<"c">.optional(attribute_kind::tensor)};
};

using dialect = core::dialect<relu, add, constant, conv, concat, split, nonzero, choose, loop_for,
                              store, barrier, every>;

} // namespace toy
