// Values that are written down or made from sizes.
#include <tenon/graph/constant.hpp>
#include <tenon/graph/dim_bounds.hpp>
#include <tenon/graph/movement.hpp>

#include "onnx_to_graph/families.hpp"

#include <cmath>

namespace tenon::onnx_to_graph {

namespace {

template <class Number> core::tensor vector_of(dtype d, list<Number> const& values) {
    return core::tensor::from(d, {static_cast<std::int64_t>(values.size())}, values);
}

core::tensor tensor_of(source_attribute const& a) {
    using kind = source_attribute::kind;
    switch (a.what) {
    case kind::tensor: return a.tensors[0];
    case kind::integer: return core::tensor::from(dtype::i64, {}, list<std::int64_t>{a.integer});
    case kind::real: return core::tensor::from(dtype::f32, {}, list<double>{a.real});
    case kind::integers: return vector_of(dtype::i64, a.integers);
    case kind::reals: return vector_of(dtype::f32, a.reals);
    case kind::text: return core::tensor({}, list<text>{a.text});
    case kind::texts: return core::tensor({static_cast<std::int64_t>(a.texts.size())}, a.texts);
    default: return {};
    }
}

void import_constant(importing& c) {
    if (c.node().attributes.size() != 1)
        c.fail("it has several attributes or none, expected one that holds the value");
    auto const value = tensor_of(c.node().attributes[0]);
    if (value.element() == dtype::none) throw node_refused(); // told when the tensor was read
    c.output(0, c.constant(value));
}

void import_constant_of_shape(importing& c) {
    auto const* given = c.attribute("value");
    core::tensor value = core::tensor::from(dtype::f32, {}, list<double>{0});
    if (given != nullptr) {
        value = given->tensors[0];
        if (value.element() == dtype::none) throw node_refused();
        if (value.size() != 1)
            c.fail(text("its value has ") + core::to_string(value.size()) +
                   " elements, expected 1");
    }
    auto const shape = c.dims(0);
    auto const scalar = c.constant(value.reshaped({}));
    c.output(0, c.add<graph::expand>(scalar, attr<"shape"> = shape));
}

/// How many steps of `delta` lead from `start` to `limit`.
dim length_of_range(importing& c, dim const& start, dim const& limit, dim const& delta) {
    if (!delta.is_constant())
        c.fail(text("its delta is ") + core::to_string(delta) + ", expected a constant");
    if (delta == dim(0)) c.fail("its delta is 0");
    bool const up = delta.constant() > 0;
    dim const way = either(up, limit - start, start - limit);
    return graph::larger(ceildiv(way, either(up, delta, dim(0) - delta)), 0);
}
void import_range(importing& c) {
    dim length;
    if (core::is_float(c.element(0))) {
        double const start = c.reals_of(0)[0], limit = c.reals_of(1)[0], delta = c.reals_of(2)[0];
        double const steps = std::ceil((limit - start) / delta);
        if (!(std::abs(steps) < 1e15)) c.fail("its range has no end");
        length = static_cast<std::int64_t>(std::max(steps, 0.0));
    } else {
        auto const start = c.dims(0), limit = c.dims(1), delta = c.dims(2);
        if (start.size() != 1 || limit.size() != 1 || delta.size() != 1)
            c.fail("its inputs are not scalars");
        length = length_of_range(c, start[0], limit[0], delta[0]);
    }
    c.output(0, c.add<graph::iota>(c[0], c[2], attr<"length"> = list<dim>{length}));
}

void import_eye_like(importing& c) {
    auto const k = c.integer("k", 0);
    if (c.attribute("dtype") == nullptr)
        return c.output(0, c.add<graph::eye_like>(c[0], attr<"k"> = k));
    auto const element = dtype_from_onnx(static_cast<int>(c.integer("dtype")));
    if (element == dtype::none) c.fail("its dtype is not known");
    c.output(0, c.add<graph::eye_like>(c[0], attr<"k"> = k, attr<"dtype"> = element));
}

constexpr importer table[] = {
    {"Constant", 1, 28, import_constant},
    {"ConstantOfShape", 9, 28, import_constant_of_shape},
    {"Range", 11, 28, import_range},
    {"EyeLike", 9, 28, import_eye_like},
};

} // namespace

constinit importer_table const constant_importers = checked_importers<table>();

} // namespace tenon::onnx_to_graph
