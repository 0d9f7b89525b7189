// Losses.
#include <tenon/graph/loss.hpp>
#include <tenon/graph/softmax.hpp>

#include "onnx_to_graph/families.hpp"

namespace tenon::onnx_to_graph {

namespace {

value_id loss_of(importing& c, value_id log_probabilities) {
    auto const reduction = attr<"reduction"> = c.words("reduction", "mean");
    if (c.attribute("ignore_index") == nullptr)
        return c.add<graph::negative_log_likelihood_loss>(log_probabilities, c[1], c[2], reduction);
    return c.add<graph::negative_log_likelihood_loss>(
        log_probabilities, c[1], c[2], reduction, attr<"ignore_index"> = c.integer("ignore_index"));
}
void import_likelihood(importing& c) { c.output(0, loss_of(c, c[0])); }
void import_cross_entropy(importing& c) {
    auto const log_probabilities = c.add<graph::log_softmax>(c[0], attr<"axis"> = 1);
    c.output(0, loss_of(c, log_probabilities));
    if (c.wants(1)) c.output(1, log_probabilities);
}

constexpr importer table[] = {
    {"NegativeLogLikelihoodLoss", 12, 28, import_likelihood},
    {"SoftmaxCrossEntropyLoss", 12, 28, import_cross_entropy},
};

} // namespace

constinit importer_table const loss_importers = checked_importers<table>();

} // namespace tenon::onnx_to_graph
