// Recurrent networks: RNN, LSTM, GRU.
#pragma once

#include <tenon/graph/resize.hpp>
#include <tenon/graph/stepwise.hpp>

namespace tenon::graph {

namespace detail {

/// An activation function of a recurrent network, by ONNX's name in lower case.
constexpr auto activated(std::string_view name, double alpha, double beta, auto const& x) {
    if (name == "relu") return core::max(x, 0);
    if (name == "tanh") return core::tanh(x);
    if (name == "affine") return x * alpha + beta;
    if (name == "leakyrelu") return core::select(x < 0, x * alpha, x);
    if (name == "thresholdedrelu") return core::select(x >= alpha, x, 0);
    if (name == "scaledtanh") return core::tanh(x * beta) * alpha;
    if (name == "hardsigmoid") return core::clamp(x * alpha + beta, 0, 1);
    if (name == "elu") return core::select(x < 0, (core::exp(x) - 1) * alpha, x);
    if (name == "softsign") return x / (core::abs(x) + 1);
    if (name == "softplus") return core::max(x, 0) + core::log(core::exp(-core::abs(x)) + 1);
    return 1 / (core::exp(-x) + 1);
}
constexpr bool is_activation(std::string_view name) {
    return is_one_of(name, {"relu", "tanh", "sigmoid", "affine", "leakyrelu", "thresholdedrelu",
                            "scaledtanh", "hardsigmoid", "elu", "softsign", "softplus"});
}

inline constexpr core::dtype_set only_i32(core::dtype::i32);
inline constexpr operand_facts recurrent_operands[]{
    {"x", presence::required, core::any_float},
    {"w", presence::required, core::any_float},
    {"r", presence::required, core::any_float},
    {"b", presence::optional, core::any_float},
    {"sequence_lens", presence::optional, only_i32},
    {"initial_h", presence::optional, core::any_float},
    {"initial_c", presence::optional, core::any_float},
    {"p", presence::optional, core::any_float}};
inline constexpr operand_facts recurrent_results[]{{"y"}, {"y_h"}, {"y_c"}};

constexpr int directions_of(std::string_view direction) {
    return direction == "bidirectional" ? 2 : 1;
}
constexpr void require_shape(inference& c, int operand, list<dim> const& shape) {
    if (!c.has(operand) || c.failed()) return;
    if (!require_rank(c, operand, static_cast<int>(shape.size()))) return;
    for (std::size_t d = 0; d != shape.size(); ++d)
        c.require_equal(c.dim_of(operand, static_cast<int>(d)), shape[d],
                        text("dimensions of operand ") + core::to_string(std::int64_t{operand}) +
                            " and what they must be");
}
/// What the recurrent ops share, for so many gates and activation functions per direction.
constexpr void infer_recurrence(inference& c, int gates, int functions) {
    require_known(c, "direction", {"forward", "reverse", "bidirectional"});
    if (c.failed() || !require_rank(c, 0, 3) || !require_rank(c, 2, 3)) return;
    int const directions = directions_of(c[attr<"direction">].text);
    auto const wanted = static_cast<std::size_t>(directions * functions);
    auto const& names = c[attr<"activations">].texts;
    if (!require_length(c, "activations", names.size(), wanted) ||
        !require_length(c, "alphas", c[attr<"alphas">].reals.size(), wanted) ||
        !require_length(c, "betas", c[attr<"betas">].reals.size(), wanted))
        return;
    for (auto const& name : names)
        if (!is_activation(name))
            return c.fail(text("\"") + name + "\" is not an activation function that Tenon has");
    dim const length = c.dim_of(0, 0), batch = c.dim_of(0, 1), hidden = c.dim_of(2, 2);
    dim const rows = dim(gates) * hidden, d = directions;
    for (int k : {1, 2, 3, 5, 6, 7})
        if (k < c.operands()) require_same_dtype(c, 0, k);
    require_shape(c, 1, {d, rows, c.dim_of(0, 2)});
    require_shape(c, 2, {d, rows, hidden});
    require_shape(c, 3, {d, rows * dim(2)});
    require_shape(c, 4, {batch});
    require_shape(c, 5, {d, batch, hidden});
    require_shape(c, 6, {d, batch, hidden});
    require_shape(c, 7, {d, hidden * dim(3)});
    if (c.failed()) return;
    c.result(0, c.element(0), {length, d, batch, hidden});
    for (int r = 1; r < c.results(); ++r) c.result(r, c.element(0), {d, batch, hidden});
}

/// One direction of a recurrent network as it runs: its state, and where it stands.
template <class Reading, class Attributes, class Operands> class recurrence {
public:
    using index = index_in<Reading>;
    using scalar = typename Reading::scalar;
    using buffer = typename Reading::buffer;

    constexpr recurrence(Reading& m, Attributes const& a, Operands const& in, int functions)
        : m_(m), a_(a), in_(in), functions_(functions), batch_(in[0].dim(1)), hidden_(in[2].dim(2)),
          state_(m.make(type(), {batch_, hidden_})), next_(m.make(type(), {batch_, hidden_})),
          memory_(m.make(type(), {batch_, hidden_})) {}

    constexpr core::dtype type() const { return in_[0].dtype(); }
    constexpr index const& hidden() const { return hidden_; }

    /// Runs `step()` for each batch of each element of the sequence, in each direction. It computes
    /// all units, each with `finish`.
    template <class Step> constexpr void run(Step const& step) {
        auto const length = in_[0].dim(0);
        for (int d = 0; d != directions_of(a_[attr<"direction">]); ++d) {
            direction_ = d;
            start();
            m_.loop(length, [&](auto const& k) {
                m_.loop(batch_, [&](auto const& b) {
                    stand_at(k, b, length);
                    step();
                });
                loop_over(m_, {batch_, hidden_},
                          [&](auto const& at) { m_.write(state_, at, m_.read(next_, at)); });
            });
            loop_over(m_, {batch_, hidden_}, [&](auto const& at) {
                m_.write_result(1, inserted(at, 0, here()), m_.read(state_, at));
                if (m_.results() > 2)
                    m_.write_result(2, inserted(at, 0, here()), m_.read(memory_, at));
            });
        }
    }

    /// The unit's state before this step.
    constexpr scalar state(index const& unit) const { return m_.read(state_, {place_[1], unit}); }
    constexpr scalar memory(index const& unit) const { return m_.read(memory_, {place_[1], unit}); }
    constexpr void remember(index const& unit, scalar const& value) const {
        auto const kept = core::select(active_, value, memory(unit));
        m_.write(memory_, {place_[1], unit}, kept);
    }
    /// Behind the end of its sequence, a batch keeps its state and gives 0.
    constexpr void finish(index const& unit, scalar const& value) const {
        m_.write(next_, {place_[1], unit}, core::select(active_, value, state(unit)));
        m_.write_result(0, {place_[0], here(), place_[1], unit}, core::select(active_, value, 0));
    }

    /// The input's part of a gate, with its bias.
    constexpr scalar from_input(int gate, index const& unit) const {
        auto const x = in_[0], w = in_[1];
        auto const row = hidden_ * gate + unit;
        auto const sum = m_.sum({x.dim(2)}, [&](auto const& k) {
            return x({place_[0], place_[1], k[0]}) * w({here(), row, k[0]});
        });
        return sum + bias(gate, unit);
    }
    constexpr scalar bias(int row, index const& unit) const {
        if (!in_[3].present()) return m_.literal(0, type());
        return in_[3]({here(), hidden_ * row + unit});
    }
    constexpr scalar recurrent_weight(int gate, index const& unit, index const& from) const {
        return in_[2]({here(), hidden_ * gate + unit, from});
    }
    constexpr scalar peephole(int gate, index const& unit, scalar const& seen) const {
        if (!in_[7].present()) return m_.literal(0, type());
        return in_[7]({here(), hidden_ * gate + unit}) * seen;
    }
    /// Activation function number `f` of this direction.
    constexpr scalar activate(int f, scalar const& x) const {
        auto const at = static_cast<std::size_t>(direction_ * functions_ + f);
        double const most = a_[attr<"clip">];
        auto const limited = most > 0 ? core::clamp(x, -most, most) : x;
        return activated(a_[attr<"activations">][at], a_[attr<"alphas">][at], a_[attr<"betas">][at],
                         limited);
    }

private:
    constexpr index here() const { return index_of(m_, direction_); }
    constexpr bool reverses() const {
        return direction_ == 1 || a_[attr<"direction">] == "reverse";
    }
    constexpr void start() const {
        loop_over(m_, {batch_, hidden_}, [&](auto const& at) {
            auto const initial = [&](int k) {
                return in_[k].present() ? in_[k](inserted(at, 0, here())) : m_.literal(0, type());
            };
            m_.write(state_, at, initial(5));
            m_.write(memory_, at, initial(6));
        });
    }
    /// A sequence that is read backwards begins at its own end.
    constexpr void stand_at(index const& k, index const& b, index const& length) {
        auto own = length;
        if (in_[4].present()) own = core::clamp(m_.position(in_[4]({b})), 0, length);
        active_ = m_.value(k, core::dtype::i64) < m_.value(own, core::dtype::i64);
        place_ = {k, b};
        if (reverses()) place_[0] = core::select(active_, own - 1 - k, k);
    }

    Reading& m_;
    Attributes const& a_;
    Operands const& in_;
    int functions_, direction_ = 0;
    index batch_, hidden_;
    buffer state_, next_, memory_;
    core::few<index> place_; ///< in the sequence, and in the batch
    scalar active_;
};
template <class Reading, class Attributes, class Operands>
constexpr auto recur(Reading& m, Attributes const& a, Operands const& in, int functions) {
    return recurrence<Reading, Attributes, Operands>(m, a, in, functions);
}

} // namespace detail

/// ONNX RNN (7, 14, 22): h = f(W x + R h + b) along the sequence, which is axis 0 of the operand.
struct rnn : stepwise<"rnn"> {
    static constexpr auto& operands = detail::recurrent_operands;
    static constexpr operand_facts results[]{{"y"}, {"y_h"}};
    static constexpr attribute_facts attributes[]{
        attr<"direction"> = "forward", attr<"activations">.empty(attribute_kind::texts),
        attr<"alphas">.empty(attribute_kind::reals), attr<"betas">.empty(attribute_kind::reals),
        attr<"clip"> = 0.0};
    static constexpr void infer(inference& c) { detail::infer_recurrence(c, 1, 1); }
    static constexpr auto meaning = [](auto& m, auto const& in, auto const& a) {
        auto net = detail::recur(m, a, in, 1);
        detail::cell const sum(m, net.type());
        net.run([&] {
            m.loop(net.hidden(), [&](auto const& unit) {
                sum.set(net.from_input(0, unit) + net.bias(1, unit));
                m.loop(net.hidden(), [&](auto const& k) {
                    sum.set(sum.get() + net.state(k) * net.recurrent_weight(0, unit, k));
                });
                net.finish(unit, net.activate(0, sum.get()));
            });
        });
    };
};
/// ONNX LSTM (7, 14, 22): the gates are input, output, forget and cell. With `input_forget`, what
/// is not taken in is not forgotten.
struct lstm : stepwise<"lstm"> {
    static constexpr auto& operands = detail::recurrent_operands;
    static constexpr auto& results = detail::recurrent_results;
    static constexpr attribute_facts attributes[]{attr<"direction"> = "forward",
                                                  attr<"activations">.empty(attribute_kind::texts),
                                                  attr<"alphas">.empty(attribute_kind::reals),
                                                  attr<"betas">.empty(attribute_kind::reals),
                                                  attr<"clip"> = 0.0,
                                                  attr<"input_forget"> = 0};
    static constexpr void infer(inference& c) { detail::infer_recurrence(c, 4, 3); }
    static constexpr auto meaning = [](auto& m, auto const& in, auto const& a) {
        enum gate { input, output, forget, content, gates };
        auto net = detail::recur(m, a, in, 3);
        using cell = detail::cell<std::remove_cvref_t<decltype(m)>>;
        auto const type = net.type();
        cell const sums[gates]{{m, type}, {m, type}, {m, type}, {m, type}};
        net.run([&] {
            m.loop(net.hidden(), [&](auto const& unit) {
                for (int g = 0; g != gates; ++g)
                    sums[g].set(net.from_input(g, unit) + net.bias(gates + g, unit));
                m.loop(net.hidden(), [&](auto const& k) {
                    auto const h = net.state(k);
                    for (int g = 0; g != gates; ++g)
                        sums[g].set(sums[g].get() + h * net.recurrent_weight(g, unit, k));
                });
                auto const old = net.memory(unit);
                auto const taken = net.activate(0, sums[input].get() + net.peephole(0, unit, old));
                auto const kept =
                    a[attr<"input_forget">] != 0
                        ? 1 - taken
                        : net.activate(0, sums[forget].get() + net.peephole(2, unit, old));
                auto const memory = kept * old + taken * net.activate(1, sums[content].get());
                auto const shown =
                    net.activate(0, sums[output].get() + net.peephole(1, unit, memory));
                net.remember(unit, memory);
                net.finish(unit, shown * net.activate(2, memory));
            });
        });
    };
};
/// ONNX GRU (7, 14, 22): the gates are update, reset and hidden. With `linear_before_reset`, the
/// reset gate is applied after the recurrent weights.
struct gru : stepwise<"gru"> {
    static constexpr auto& operands = detail::recurrent_operands;
    static constexpr operand_facts results[]{{"y"}, {"y_h"}};
    static constexpr attribute_facts attributes[]{attr<"direction"> = "forward",
                                                  attr<"activations">.empty(attribute_kind::texts),
                                                  attr<"alphas">.empty(attribute_kind::reals),
                                                  attr<"betas">.empty(attribute_kind::reals),
                                                  attr<"clip"> = 0.0,
                                                  attr<"linear_before_reset"> = 0};
    static constexpr void infer(inference& c) { detail::infer_recurrence(c, 3, 2); }
    static constexpr auto meaning = [](auto& m, auto const& in, auto const& a) {
        enum gate { update, reset, hidden, gates };
        bool const late = a[attr<"linear_before_reset">] != 0;
        auto net = detail::recur(m, a, in, 2);
        using cell = detail::cell<std::remove_cvref_t<decltype(m)>>;
        auto const type = net.type();
        auto const updates = m.make(type, {net.hidden()}), resets = m.make(type, {net.hidden()});
        cell const sums[2]{{m, type}, {m, type}}, total(m, type);
        net.run([&] {
            m.loop(net.hidden(), [&](auto const& unit) {
                for (int g : {update, reset})
                    sums[g].set(net.from_input(g, unit) + net.bias(gates + g, unit));
                m.loop(net.hidden(), [&](auto const& k) {
                    auto const h = net.state(k);
                    for (int g : {update, reset})
                        sums[g].set(sums[g].get() + h * net.recurrent_weight(g, unit, k));
                });
                m.write(updates, {unit}, net.activate(0, sums[update].get()));
                m.write(resets, {unit}, net.activate(0, sums[reset].get()));
            });
            m.loop(net.hidden(), [&](auto const& unit) {
                total.set(late ? net.bias(gates + hidden, unit) : m.literal(0, type));
                m.loop(net.hidden(), [&](auto const& k) {
                    auto const h = late ? net.state(k) : net.state(k) * m.read(resets, {k});
                    total.set(total.get() + h * net.recurrent_weight(hidden, unit, k));
                });
                auto const recurrent = late ? total.get() * m.read(resets, {unit})
                                            : total.get() + net.bias(gates + hidden, unit);
                auto const candidate = net.activate(1, net.from_input(hidden, unit) + recurrent);
                auto const kept = m.read(updates, {unit});
                net.finish(unit, (1 - kept) * candidate + kept * net.state(unit));
            });
        });
    };
};

using recurrence_ops = core::dialect<rnn, lstm, gru>;

} // namespace tenon::graph

namespace tenon {
inline constexpr match::call<graph::rnn> rnn;
inline constexpr match::call<graph::lstm> lstm;
inline constexpr match::call<graph::gru> gru;
} // namespace tenon
