// Running sums, sorting, and what the data picks out.
#include <tenon/graph/sorting.hpp>
#include <tenon/graph/stepwise.hpp>

#include "onnx_to_graph/families.hpp"

namespace tenon::onnx_to_graph {

namespace {

template <class Op> void import_running(importing& c) {
    auto const axis = c.integers_of(1);
    if (axis.size() != 1) c.fail("its axis is not a single number");
    c.output(0, c.add<Op>(c[0], attr<"axis"> = c.axis(axis[0], c.rank(0)),
                          attr<"exclusive"> = c.integer("exclusive", 0),
                          attr<"reverse"> = c.integer("reverse", 0)));
}
void import_top_k(importing& c) {
    list<dim> const k = c.version() < 10 ? list<dim>{dim(c.integer("k"))} : c.dims(1);
    auto const found = c.add_all<graph::top_k>(
        c[0], attr<"k"> = k, attr<"axis"> = c.integer("axis", -1),
        attr<"largest"> = c.integer("largest", 1), attr<"sorted"> = c.integer("sorted", 1));
    for (int r = 0; r != 2; ++r)
        if (c.wants(r)) c.output(r, found[static_cast<std::size_t>(r)]);
}
void import_compress(importing& c) {
    if (c.attribute("axis") == nullptr) return c.output(0, c.add<graph::compress>(c[0], c[1]));
    c.output(0, c.add<graph::compress>(c[0], c[1], attr<"axis"> = c.integer("axis")));
}
void import_unique(importing& c) {
    auto const sorted = attr<"sorted"> = c.integer("sorted", 1);
    list<value_id> found;
    if (c.attribute("axis") == nullptr)
        found = c.add_all<graph::unique>(c[0], sorted);
    else
        found = c.add_all<graph::unique>(c[0], sorted, attr<"axis"> = c.integer("axis"));
    for (int r = 0; r != c.outputs(); ++r)
        if (c.wants(r)) c.output(r, found[static_cast<std::size_t>(r)]);
}
void import_non_max_suppression(importing& c) {
    c.output(0, c.add<graph::non_max_suppression>(c[0], c[1], c[2], c[3], c[4],
                                                  attr<"center_point_box"> =
                                                      c.integer("center_point_box", 0)));
}

constexpr importer table[] = {
    {"CumSum", 11, 28, import_running<graph::cum_sum>},
    {"CumProd", 26, 28, import_running<graph::cum_prod>},
    {"NonZero", 9, 28, import_unary<graph::non_zero>},
    {"Compress", 9, 28, import_compress},
    {"TopK", 1, 28, import_top_k},
    {"Unique", 11, 28, import_unique},
    {"NonMaxSuppression", 10, 28, import_non_max_suppression},
};

} // namespace

constinit importer_table const stepwise_importers = checked_importers<table>();

} // namespace tenon::onnx_to_graph
