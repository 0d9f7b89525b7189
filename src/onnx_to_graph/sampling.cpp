// Reading images at places between their elements.
#include <tenon/graph/sampling.hpp>

#include "onnx_to_graph/families.hpp"

namespace tenon::onnx_to_graph {

namespace {

void import_grid_sample(importing& c) {
    auto mode = c.words("mode", "linear");
    if (mode == "bilinear") mode = "linear"; // as versions before 20 call it
    if (mode == "bicubic") mode = "cubic";
    c.output(0, c.add<graph::grid_sample>(c[0], c[1], attr<"mode"> = mode,
                                          attr<"padding_mode"> = c.words("padding_mode", "zeros"),
                                          attr<"align_corners"> = c.integer("align_corners", 0)));
}
void import_affine_grid(importing& c) {
    c.output(0, c.add<graph::affine_grid>(c[0], attr<"size"> = c.dims(1),
                                          attr<"align_corners"> = c.integer("align_corners", 0)));
}

constexpr importer table[] = {
    {"GridSample", 16, 28, import_grid_sample},
    {"AffineGrid", 20, 28, import_affine_grid},
};

} // namespace

constinit importer_table const sampling_importers = checked_importers<table>();

} // namespace tenon::onnx_to_graph
