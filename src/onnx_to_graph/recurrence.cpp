// RNN, LSTM, GRU.
#include <tenon/graph/movement.hpp>
#include <tenon/graph/recurrence.hpp>

#include "onnx_to_graph/families.hpp"

namespace tenon::onnx_to_graph {

namespace {

/// The activation functions of all directions, with the numbers that they take.
struct activations {
    list<text> names;
    list<double> alphas, betas;
};
struct usual_numbers {
    std::string_view name;
    bool takes_alpha, takes_beta;
    double alpha, beta;
};
constexpr usual_numbers functions[]{
    {"affine", true, true, 1, 0},           {"leakyrelu", true, false, 0.01, 0},
    {"thresholdedrelu", true, false, 1, 0}, {"scaledtanh", true, true, 1, 1},
    {"hardsigmoid", true, true, 0.2, 0.5},  {"elu", true, false, 1, 0},
};

text in_lower_case(text const& name) {
    text lower;
    for (char c : name.view()) {
        char const small = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        lower += std::string_view(&small, 1);
    }
    return lower;
}
/// Given numbers are used up in order by the functions that take one.
activations read_activations(importing& c, std::initializer_list<char const*> usual) {
    activations read;
    if (auto const* given = c.attribute("activations"); given != nullptr) {
        for (auto const& name : given->texts) read.names.push_back(in_lower_case(name));
    } else {
        int const directions = graph::detail::directions_of(c.words("direction", "forward"));
        for (int d = 0; d != directions; ++d)
            for (auto const* name : usual) read.names.push_back(name);
    }
    list<double> alphas, betas;
    if (auto const* given = c.attribute("activation_alpha")) alphas = given->reals;
    if (auto const* given = c.attribute("activation_beta")) betas = given->reals;
    std::size_t next_alpha = 0, next_beta = 0;
    for (auto const& name : read.names) {
        double alpha = 0, beta = 0;
        for (auto const& f : functions) {
            if (f.name != name) continue;
            alpha = f.takes_alpha && next_alpha < alphas.size() ? alphas[next_alpha++] : f.alpha;
            beta = f.takes_beta && next_beta < betas.size() ? betas[next_beta++] : f.beta;
        }
        read.alphas.push_back(alpha);
        read.betas.push_back(beta);
    }
    return read;
}

/// Operand `i` with its first two axes exchanged, if the layout is batch first.
value_id sequence_first(importing& c, int i) {
    if (!c.has(i) || c.integer("layout", 0) == 0) return c[i];
    return c.add<graph::transpose>(c[i], attr<"perm"> = list<std::int64_t>{1, 0, 2});
}
template <class Op, class... More>
void import_recurrent(importing& c, std::initializer_list<char const*> usual, int results,
                      More... more) {
    bool const batch_first = c.integer("layout", 0) != 0;
    auto const f = read_activations(c, usual);
    bool const is_lstm = results == 3;
    auto const found = c.add_all<Op>(
        sequence_first(c, 0), c[1], c[2], c[3], c[4], sequence_first(c, 5),
        is_lstm ? sequence_first(c, 6) : value_id::none, is_lstm ? c[7] : value_id::none,
        attr<"direction"> = c.words("direction", "forward"), attr<"activations"> = f.names,
        attr<"alphas"> = f.alphas, attr<"betas"> = f.betas, attr<"clip"> = c.real("clip", 0),
        more...);
    for (int r = 0; r != results; ++r) {
        if (!c.wants(r)) continue;
        auto value = found[static_cast<std::size_t>(r)];
        list<std::int64_t> const perm =
            r == 0 ? list<std::int64_t>{2, 0, 1, 3} : list<std::int64_t>{1, 0, 2};
        if (batch_first) value = c.add<graph::transpose>(value, attr<"perm"> = perm);
        c.output(r, value);
    }
}

void import_rnn(importing& c) { import_recurrent<graph::rnn>(c, {"tanh"}, 2); }
void import_lstm(importing& c) {
    import_recurrent<graph::lstm>(c, {"sigmoid", "tanh", "tanh"}, 3,
                                  attr<"input_forget"> = c.integer("input_forget", 0));
}
void import_gru(importing& c) {
    import_recurrent<graph::gru>(c, {"sigmoid", "tanh"}, 2,
                                 attr<"linear_before_reset"> = c.integer("linear_before_reset", 0));
}

constexpr importer table[] = {
    {"RNN", 7, 28, import_rnn},
    {"LSTM", 7, 28, import_lstm},
    {"GRU", 7, 28, import_gru},
};

} // namespace

constinit importer_table const recurrence_importers = checked_importers<table>();

} // namespace tenon::onnx_to_graph
