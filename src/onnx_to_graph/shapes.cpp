// Shape, Size, and operators that give the same elements another shape.
#include <tenon/graph/constant.hpp>
#include <tenon/graph/dim_bounds.hpp>
#include <tenon/graph/movement.hpp>

#include "onnx_to_graph/families.hpp"

#include <algorithm>
#include <numeric>
#include <set>

namespace tenon::onnx_to_graph {

namespace {

using graph::reshape;

void import_shape(importing& c) {
    auto const& shape = c.shape(0);
    auto const rank = static_cast<std::int64_t>(shape.size());
    auto const bound = [&](std::int64_t at) {
        return std::clamp<std::int64_t>(at < 0 ? at + rank : at, 0, rank);
    };
    auto const first = bound(c.integer("start", 0)), last = bound(c.integer("end", rank));
    list<dim> part;
    for (auto d = first; d < last; ++d) part.push_back(shape[static_cast<std::size_t>(d)]);
    c.output(0, c.add<graph::size_values>(attr<"values"> = part));
}
void import_size(importing& c) {
    c.shape(0);
    c.output(0, c.add<graph::size_values>(attr<"values"> = list<dim>{c.type(0).elements()},
                                          attr<"scalar"> = 1));
}

dim product(list<dim> const& dims) {
    dim all = 1;
    for (auto const& d : dims) all = all * d;
    return all;
}
/// total / rest, after common integer factors are taken out.
dim quotient(dim const& total, dim const& rest) {
    std::int64_t shared = 0;
    auto const share = [&](dim const& d) {
        shared = std::gcd(shared, d.constant());
        for (auto const& t : d.terms()) shared = std::gcd(shared, t.coefficient);
    };
    share(total);
    share(rest);
    if (shared <= 1) return floordiv(total, rest);
    return floordiv(floordiv(total, shared), floordiv(rest, shared));
}

/// The dimension that -1 stands for: what is left when equal dimensions cancel.
dim remaining(importing& c, list<dim> before, list<dim> const& after) {
    list<dim> rest;
    for (auto const& d : after) {
        std::size_t i = 0;
        while (i != before.size() && !(before[i] == d)) ++i;
        if (i != before.size() && !(d == dim(0)))
            before.erase(i);
        else
            rest.push_back(d);
    }
    dim const total = product(before), known = product(rest);
    if (known == dim(0)) c.fail("its shape has a -1 beside a 0, which leaves it undecided");
    if (known == dim(1)) return total;
    dim const result = quotient(total, known);
    if (total.is_constant() && known.is_constant() && !(result * known == total))
        c.fail(text("it has ") + core::to_string(total) + " elements for the -1 in its shape, " +
               "which " + core::to_string(known) + " does not divide");
    return result;
}

void import_reshape(importing& c) {
    auto const& before = c.shape(0);
    auto shape = c.dims(1);
    bool const keeps_zero = c.integer("allowzero", 0) != 0;
    std::size_t open = shape.size();
    for (std::size_t i = 0; i != shape.size(); ++i) {
        if (shape[i] == dim(0) && !keeps_zero) {
            if (i >= before.size())
                c.fail("its shape has a 0 where the operand has no dimension to keep");
            shape[i] = before[i];
        } else if (shape[i] == dim(-1)) {
            if (open != shape.size()) c.fail("its shape has two -1, expected at most one");
            open = i;
        } else if (shape[i].is_constant() && shape[i].constant() < -1) {
            c.fail(text("its shape has the negative dimension ") + core::to_string(shape[i]));
        }
    }
    if (open != shape.size()) {
        list<dim> rest;
        for (std::size_t i = 0; i != shape.size(); ++i)
            if (i != open) rest.push_back(shape[i]);
        shape[open] = remaining(c, before, rest);
    }
    c.output(0, c.add<reshape>(c[0], attr<"shape"> = shape));
}

void import_flatten(importing& c) {
    auto const& shape = c.shape(0);
    auto const rank = static_cast<std::int64_t>(shape.size());
    auto at = c.integer("axis", 1);
    if (at < -rank || at > rank)
        c.fail(text("axis is ") + core::to_string(at) + ", expected a value in [" +
               core::to_string(-rank) + ", " + core::to_string(rank) + "]");
    if (at < 0) at += rank;
    dim rows = 1, columns = 1;
    for (std::int64_t d = 0; d != rank; ++d)
        if (d < at)
            rows = rows * shape[static_cast<std::size_t>(d)];
        else
            columns = columns * shape[static_cast<std::size_t>(d)];
    c.output(0, c.add<reshape>(c[0], attr<"shape"> = list<dim>{rows, columns}));
}

/// Axes from the attribute of old versions or the input of new ones, made non-negative.
std::set<int> axes_of(importing& c, int rank) {
    list<std::int64_t> given;
    if (c.version() < 13)
        given = c.integers("axes");
    else if (c.has(1))
        given = c.integers_of(1);
    std::set<int> axes;
    for (auto a : given)
        if (!axes.insert(c.axis(a, rank)).second)
            c.fail(text("axis ") + core::to_string(a) + " is given twice");
    return axes;
}
void import_squeeze(importing& c) {
    auto const& before = c.shape(0);
    int const rank = c.rank(0);
    auto const axes = axes_of(c, rank);
    bool const all = c.version() < 13 ? c.attribute("axes") == nullptr : !c.has(1);
    list<dim> shape;
    for (int d = 0; d != rank; ++d) {
        auto const& size = before[static_cast<std::size_t>(d)];
        if (all) {
            if (!size.is_constant())
                c.fail(text("whether dimension ") + core::to_string(size) +
                           " is 1 is only known when it runs",
                       "give axes, or fix the dimension with --dim");
            if (!(size == dim(1))) shape.push_back(size);
        } else if (axes.contains(d)) {
            c.require_equal(size, 1, "a squeezed dimension and 1");
        } else {
            shape.push_back(size);
        }
    }
    c.output(0, c.add<reshape>(c[0], attr<"shape"> = shape));
}
void import_unsqueeze(importing& c) {
    auto const before = c.shape(0);
    auto const added = c.version() < 13 ? c.integers("axes").size() : c.integers_of(1).size();
    int const rank = c.rank(0) + static_cast<int>(added);
    if (rank > 10) c.fail("its result has more than 10 dimensions, which is the limit");
    auto const axes = axes_of(c, rank);
    list<dim> shape;
    std::size_t next = 0;
    for (int d = 0; d != rank; ++d)
        if (axes.contains(d))
            shape.push_back(1);
        else
            shape.push_back(before[next++]);
    c.output(0, c.add<reshape>(c[0], attr<"shape"> = shape));
}

void import_expand(importing& c) {
    auto const shape = c.dims(1);
    c.output(0, c.add<graph::expand>(c[0], attr<"shape"> = shape));
}

constexpr importer table[] = {
    {"Shape", 1, 28, import_shape},     {"Size", 1, 28, import_size},
    {"Reshape", 5, 28, import_reshape}, {"Flatten", 1, 28, import_flatten},
    {"Squeeze", 1, 28, import_squeeze}, {"Unsqueeze", 1, 28, import_unsqueeze},
    {"Expand", 8, 28, import_expand},
};

} // namespace

constinit importer_table const shape_importers = checked_importers<table>();

} // namespace tenon::onnx_to_graph
