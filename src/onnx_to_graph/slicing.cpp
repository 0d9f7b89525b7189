// Slice and Split: parts of a tensor, normalised whatever is symbolic in them.
#include <tenon/graph/dim_bounds.hpp>
#include <tenon/graph/movement.hpp>

#include "onnx_to_graph/families.hpp"

#include <algorithm>

namespace tenon::onnx_to_graph {

namespace {

using graph::is_not_negative;
using graph::larger;
using graph::smaller;

// Exporters write the largest integer of some width where they mean "to the end".
constexpr std::int64_t endless = 0x7fffffff;

/// A bound that counts from the end where it is negative.
dim from_the_start(dim const& bound, dim const& n) {
    if (is_not_negative(bound)) return bound;
    if (is_not_negative(dim(-1) - bound)) return bound + n;
    return bound + n * smaller(larger(dim(0) - bound, 0), 1); // only the run knows its sign
}
dim limited(dim const& bound, dim const& least, dim const& most) {
    return smaller(larger(bound, least), most);
}
/// b - a, where max(x, y) in `a` makes it a minimum.
dim distance(dim const& a, dim const& b) {
    if (a.constant() == 0 && a.terms().size() == 1 && a.terms()[0].coefficient == 1 &&
        a.terms()[0].atoms.size() == 1 && a.terms()[0].atoms[0].kind == dim::function::max) {
        auto const& parts = a.terms()[0].atoms[0].arguments;
        return smaller(b - parts[0], b - parts[1]);
    }
    return b - a;
}

struct range {
    dim start, size;
    std::int64_t step = 1;
};

bool is_beyond(dim const& bound, dim const& n, bool above) {
    if (!bound.is_constant() || n.is_constant()) return false;
    return above ? bound.constant() >= endless : bound.constant() <= -endless;
}
range normalise(dim const& start, dim const& end, dim const& n, std::int64_t step);

/// By a symbol in place of `n`: a size is never negative, which is certain of every symbol, but not
/// of a difference.
range normalise_by_symbol(dim const& start, dim const& end, dim const& n, std::int64_t step) {
    auto part = normalise(start, end, dim::symbol("n"), step);
    auto const by_size = [&](std::string_view) { return n; };
    part.start = part.start.substitute(by_size);
    part.size = part.size.substitute(by_size);
    return part;
}
range normalise(dim const& start, dim const& end, dim const& n, std::int64_t step) {
    if (start.is_constant() && end.is_constant() && !n.is_constant() && n.as_symbol().empty())
        return normalise_by_symbol(start, end, n, step);
    bool const up = step > 0;
    dim const last = n - dim(1);
    dim const most = either(up, n, last), least = up ? 0 : -1;
    dim first = 0, behind = least;
    if (is_beyond(start, n, true))
        first = most;
    else if (!is_beyond(start, n, false))
        first = limited(from_the_start(start, n), 0, most);
    if (is_beyond(end, n, true))
        behind = most;
    else if (!is_beyond(end, n, false))
        behind = limited(from_the_start(end, n), least, most);
    dim const way = either(up, distance(first, behind), distance(behind, first));
    return {first, larger(ceildiv(way, up ? step : -step), 0), step};
}

void import_slice(importing& c) {
    auto const& shape = c.shape(0);
    bool const by_attributes = c.version() < 10;
    auto const as_dims = [](list<std::int64_t> const& given) {
        return list<dim>(given.begin(), given.end());
    };
    list<dim> starts, ends;
    list<std::int64_t> axes, steps;
    if (by_attributes) {
        starts = as_dims(c.integers("starts"));
        ends = as_dims(c.integers("ends"));
        axes = c.integers("axes");
    } else {
        starts = c.dims(1);
        ends = c.dims(2);
        if (c.has(3)) axes = c.integers_of(3);
        if (c.has(4)) steps = c.integers_of(4);
    }
    if (axes.empty())
        for (std::size_t d = 0; d != starts.size(); ++d)
            axes.push_back(static_cast<std::int64_t>(d));
    if (starts.size() != ends.size() || starts.size() != axes.size() ||
        (!steps.empty() && steps.size() != starts.size()))
        c.fail("its starts, ends, axes and steps are not of one length");
    list<dim> first(shape.size(), dim(0)), sizes = shape;
    list<std::int64_t> strides(shape.size(), 1);
    for (std::size_t k = 0; k != axes.size(); ++k) {
        auto const d = static_cast<std::size_t>(c.axis(axes[k], c.rank(0)));
        auto const step = steps.empty() ? 1 : steps[k];
        if (step == 0) c.fail("its steps have a 0");
        auto const part = normalise(starts[k], ends[k], shape[d],
                                    std::clamp<std::int64_t>(step, -endless, endless));
        first[d] = part.start;
        sizes[d] = part.size;
        strides[d] = part.step;
    }
    c.output(0, c.add<graph::slice>(c[0], attr<"starts"> = first, attr<"sizes"> = sizes,
                                    attr<"steps"> = strides));
}

/// The sizes that a Split asks for, from wherever its version has them.
list<dim> sizes_of_split(importing& c, dim const& n, int parts) {
    list<dim> sizes;
    if (c.version() < 13 && c.attribute("split") != nullptr) {
        for (auto s : c.integers("split")) sizes.push_back(s);
        return sizes;
    }
    if (c.version() >= 13 && c.has(1)) return c.dims(1);
    if (c.version() >= 18 && c.integer("num_outputs", parts) != parts)
        c.fail(text("num_outputs is ") + core::to_string(c.integer("num_outputs")) +
               ", but it has " + core::to_string(std::int64_t{parts}) + " outputs");
    bool const may_be_uneven = c.version() >= 18;
    dim const chunk = either(may_be_uneven, ceildiv(n, parts), floordiv(n, parts));
    if (!may_be_uneven) c.require_equal(chunk * dim(parts), n, "the split dimension and its parts");
    for (int i = 0; i != parts; ++i)
        sizes.push_back(either(may_be_uneven, limited(n - chunk * dim(i), 0, chunk), chunk));
    return sizes;
}
void import_split(importing& c) {
    auto const shape = c.shape(0);
    auto const axis = static_cast<std::size_t>(c.axis(c.integer("axis", 0), c.rank(0)));
    auto const parts = sizes_of_split(c, shape[axis], c.outputs());
    if (static_cast<int>(parts.size()) != c.outputs())
        c.fail(text("it has ") + core::to_string(std::int64_t{c.outputs()}) + " outputs but " +
               core::to_string(static_cast<std::int64_t>(parts.size())) + " sizes");
    dim total = 0;
    for (auto const& part : parts) {
        if (part.is_constant() && part.constant() < 0)
            c.fail(text("one of its sizes is ") + core::to_string(part));
        total = total + part;
    }
    if (!(c.version() >= 18 && !c.has(1)))
        c.require_equal(total, shape[axis], "its sizes together and the split dimension");
    list<dim> starts(shape.size(), dim(0)), sizes = shape;
    for (int i = 0; i != c.outputs(); ++i) {
        sizes[axis] = parts[static_cast<std::size_t>(i)];
        if (c.wants(i))
            c.output(i, c.add<graph::slice>(c[0], attr<"starts"> = starts, attr<"sizes"> = sizes));
        starts[axis] = starts[axis] + sizes[axis];
    }
}

constexpr importer table[] = {
    {"Slice", 1, 28, import_slice},
    {"Split", 2, 28, import_split},
};

} // namespace

constinit importer_table const slicing_importers = checked_importers<table>();

} // namespace tenon::onnx_to_graph
