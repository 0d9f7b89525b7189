// Activation functions.
#include <tenon/graph/activation.hpp>

#include "onnx_to_graph/families.hpp"

namespace tenon::onnx_to_graph {

namespace {

/// `alpha` is the only attribute; the op's own default stands where it is not given.
template <class Op> void import_with_alpha(importing& c) {
    if (c.attribute("alpha") == nullptr) return c.output(0, c.add<Op>(c[0]));
    c.output(0, c.add<Op>(c[0], attr<"alpha"> = c.real("alpha", 0)));
}
void import_selu(importing& c) {
    c.output(0, c.add<graph::selu>(c[0], attr<"alpha"> = c.real("alpha", 1.67326319217681884765625),
                                   attr<"gamma"> = c.real("gamma", 1.05070102214813232421875)));
}
void import_hard_sigmoid(importing& c) {
    c.output(0, c.add<graph::hard_sigmoid>(c[0], attr<"alpha"> = c.real("alpha", 0.2),
                                           attr<"beta"> = c.real("beta", 0.5)));
}
void import_shrink(importing& c) {
    c.output(0, c.add<graph::shrink>(c[0], attr<"bias"> = c.real("bias", 0),
                                     attr<"lambd"> = c.real("lambd", 0.5)));
}
void import_gelu(importing& c) {
    auto const approximate = c.words("approximate", "none");
    if (approximate != "none" && approximate != "tanh")
        c.fail(text("approximate is \"") + approximate + "\", expected none or tanh");
    c.output(0, c.add<graph::gelu>(c[0], attr<"approximate"> = approximate));
}

constexpr importer table[] = {
    {"Relu", 6, 28, import_unary<graph::relu>},
    {"LeakyRelu", 6, 28, import_with_alpha<graph::leaky_relu>},
    {"PRelu", 7, 28, import_binary<graph::prelu>},
    {"Elu", 6, 28, import_with_alpha<graph::elu>},
    {"Selu", 6, 28, import_selu},
    {"Celu", 12, 28, import_with_alpha<graph::celu>},
    {"ThresholdedRelu", 10, 28, import_with_alpha<graph::thresholded_relu>},
    {"HardSigmoid", 6, 28, import_hard_sigmoid},
    {"HardSwish", 14, 28, import_unary<graph::hard_swish>},
    {"Sigmoid", 6, 28, import_unary<graph::sigmoid>},
    {"Tanh", 6, 28, import_unary<graph::tanh>},
    {"Softplus", 1, 28, import_unary<graph::softplus>},
    {"Softsign", 1, 28, import_unary<graph::softsign>},
    {"Gelu", 20, 28, import_gelu},
    {"Mish", 18, 28, import_unary<graph::mish>},
    {"Swish", 24, 28, import_with_alpha<graph::swish>},
    {"Shrink", 9, 28, import_shrink},
};

} // namespace

constinit importer_table const activation_importers = checked_importers<table>();

} // namespace tenon::onnx_to_graph
