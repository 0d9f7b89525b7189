// Normalisations.
#include <tenon/graph/arithmetic.hpp>
#include <tenon/graph/normalization.hpp>

#include "onnx_to_graph/families.hpp"

namespace tenon::onnx_to_graph {

namespace {

/// Statistics for each element instead of each channel, which only version 7 has.
void import_batch_normalization_of_elements(importing& c) {
    auto const gap = c.add<graph::sub>(c[0], c[3]);
    auto const variance = c.add<graph::add>(c[4], c.scalar_like(4, c.real("epsilon", 1e-5)));
    auto const normal = c.add<graph::div>(gap, c.add<graph::sqrt>(variance));
    c.output(0, c.add<graph::add>(c.add<graph::mul>(normal, c[1]), c[2]));
}
void import_batch_normalization(importing& c) {
    if (c.integer("training_mode", 0) != 0)
        c.fail("it is in training mode, expected inference", "export the model for inference");
    if (c.integer("spatial", 1) == 0) return import_batch_normalization_of_elements(c);
    c.output(0, c.add<graph::batch_normalization>(c[0], c[1], c[2], c[3], c[4],
                                                  attr<"epsilon"> = c.real("epsilon", 1e-5)));
}
void import_instance_normalization(importing& c) {
    c.output(0, c.add<graph::instance_normalization>(c[0], c[1], c[2],
                                                     attr<"epsilon"> = c.real("epsilon", 1e-5)));
}
void import_group_normalization(importing& c) {
    c.output(0, c.add<graph::group_normalization>(c[0], c[1], c[2],
                                                  attr<"num_groups"> = c.integer("num_groups"),
                                                  attr<"epsilon"> = c.real("epsilon", 1e-5)));
}
void import_layer_normalization(importing& c) {
    auto const results = c.add_all<graph::layer_normalization>(
        c[0], c[1], c[2],
        core::results(c.wants(2)   ? 3
                      : c.wants(1) ? 2
                                   : 1),
        attr<"axis"> = c.axis(c.integer("axis", -1), c.rank(0)),
        attr<"epsilon"> = c.real("epsilon", 1e-5));
    for (std::size_t i = 0; i != results.size(); ++i) c.output(static_cast<int>(i), results[i]);
}
void import_rms_normalization(importing& c) {
    c.output(0, c.add<graph::rms_normalization>(
                    c[0], c[1], attr<"axis"> = c.axis(c.integer("axis", -1), c.rank(0)),
                    attr<"epsilon"> = c.real("epsilon", 1e-5)));
}
void import_lp_normalization(importing& c) {
    c.output(0, c.add<graph::lp_normalization>(
                    c[0], attr<"axis"> = c.axis(c.integer("axis", -1), c.rank(0)),
                    attr<"p"> = c.integer("p", 2)));
}
void import_mean_variance_normalization(importing& c) {
    auto axes = c.integers("axes");
    if (c.attribute("axes") == nullptr) axes = {0, 2, 3};
    for (auto& a : axes) a = c.axis(a, c.rank(0));
    c.output(0, c.add<graph::mean_variance_normalization>(c[0], attr<"axes"> = axes));
}
void import_lrn(importing& c) {
    c.output(0, c.add<graph::lrn>(
                    c[0], attr<"size"> = c.integer("size"), attr<"alpha"> = c.real("alpha", 0.0001),
                    attr<"beta"> = c.real("beta", 0.75), attr<"bias"> = c.real("bias", 1)));
}

constexpr importer table[] = {
    {"BatchNormalization", 7, 28, import_batch_normalization},
    {"InstanceNormalization", 6, 28, import_instance_normalization},
    {"GroupNormalization", 18, 28, import_group_normalization},
    {"LayerNormalization", 17, 28, import_layer_normalization},
    {"RMSNormalization", 23, 28, import_rms_normalization},
    {"LpNormalization", 1, 28, import_lp_normalization},
    {"MeanVarianceNormalization", 9, 28, import_mean_variance_normalization},
    {"LRN", 1, 28, import_lrn},
};

} // namespace

constinit importer_table const normalization_importers = checked_importers<table>();

} // namespace tenon::onnx_to_graph
