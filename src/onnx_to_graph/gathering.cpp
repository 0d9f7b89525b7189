// Reading and writing at indices that the data gives.
#include <tenon/graph/gathering.hpp>
#include <tenon/graph/scattering.hpp>

#include "onnx_to_graph/families.hpp"

namespace tenon::onnx_to_graph {

namespace {

template <class Op> void import_with_axis(importing& c) {
    c.output(0, c.add<Op>(c[0], c[1], attr<"axis"> = c.axis(c.integer("axis", 0), c.rank(0))));
}
void import_gather_nd(importing& c) {
    c.output(0,
             c.add<graph::gather_nd>(c[0], c[1], attr<"batch_dims"> = c.integer("batch_dims", 0)));
}
void import_one_hot(importing& c) {
    auto const depth = c.dims(1);
    if (depth.size() != 1) c.fail("its depth is not a single number");
    c.output(0, c.add<graph::one_hot>(c[0], c[2], attr<"depth"> = depth,
                                      attr<"axis"> = c.integer("axis", -1)));
}
void import_scatter_elements(importing& c) {
    c.output(0, c.add<graph::scatter_elements>(
                    c[0], c[1], c[2], attr<"axis"> = c.axis(c.integer("axis", 0), c.rank(0)),
                    attr<"reduction"> = c.words("reduction", "none")));
}
void import_scatter_nd(importing& c) {
    c.output(0, c.add<graph::scatter_nd>(c[0], c[1], c[2],
                                         attr<"reduction"> = c.words("reduction", "none")));
}

constexpr importer table[] = {
    {"Gather", 1, 28, import_with_axis<graph::gather>},
    {"GatherElements", 11, 28, import_with_axis<graph::gather_elements>},
    {"GatherND", 11, 28, import_gather_nd},
    {"OneHot", 9, 28, import_one_hot},
    {"Scatter", 9, 10, import_scatter_elements},
    {"ScatterElements", 11, 28, import_scatter_elements},
    {"ScatterND", 11, 28, import_scatter_nd},
};

} // namespace

constinit importer_table const gathering_importers = checked_importers<table>();

} // namespace tenon::onnx_to_graph
