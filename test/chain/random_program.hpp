// Random graph programs as text: what the code generators have to cope with, in any combination.
#pragma once

#include <tenon/core/printer.hpp>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace chain {

using tenon::core::dim;
using tenon::core::dtype;

namespace detail {
inline std::string string_of(tenon::core::text const& t) { return std::string(t.view()); }
inline std::string string_of(dim const& d) { return detail::string_of(tenon::core::to_string(d)); }
template <class List> std::string joined(List const& items) {
    std::string all;
    for (auto const& i : items) {
        if (!all.empty()) all += ", ";
        if constexpr (std::is_integral_v<std::remove_cvref_t<decltype(i)>>)
            all += std::to_string(i);
        else
            all += detail::string_of(i);
    }
    return all;
}
} // namespace detail

/// Draws nodes one after the other; each reads values that are there already.
class random_program {
public:
    explicit random_program(unsigned seed) : random_(seed) {
        auto const inputs = 1 + below(3);
        for (int i = 0; i != inputs; ++i) {
            if (i == 0 || maybe(3)) type_ = some_type();
            add_input(some_shape());
        }
        for (int wanted = 3 + below(14), tries = 0; wanted > 0 && tries != 200; ++tries)
            if (draw()) --wanted;
    }

    /// The program of the first `nodes` nodes that returns `outputs`.
    std::string text(std::size_t nodes, std::vector<std::string> const& outputs) const {
        std::string all = "func main(";
        for (std::size_t i = 0; i != inputs_.size(); ++i) all += (i ? ", " : "") + inputs_[i];
        all += ") {\n";
        for (std::size_t i = 0; i != nodes; ++i) all += "  " + nodes_[i] + "\n";
        all += "  return ";
        for (std::size_t i = 0; i != outputs.size(); ++i) all += (i ? ", " : "") + outputs[i];
        return all + "\n}\n";
    }
    std::string text() {
        std::vector<std::string> outputs{"%" + values_.back().name};
        for (int i = below(3); i != 0; --i) outputs.push_back("%" + any().name);
        return text(nodes_.size(), outputs);
    }
    std::size_t size() const { return nodes_.size(); }
    std::string const& result_of(std::size_t node) const { return results_[node]; }

private:
    struct value {
        std::string name;
        std::vector<dim> shape;
        dtype type;
    };

    int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
    bool maybe(int one_in) { return below(one_in) == 0; }
    value any() {
        return values_[static_cast<std::size_t>(below(static_cast<int>(values_.size())))];
    }
    template <class T> T one_of(std::initializer_list<T> all) {
        return all.begin()[below(static_cast<int>(all.size()))];
    }
    dim some_dim() {
        if (maybe(4)) return dim::symbol("n");
        if (maybe(6)) return dim::symbol("m");
        return one_of<int>({1, 2, 3, 4, 5, 8, 17});
    }
    /// Whether an input has the symbol, so that its size is known when a program is called.
    bool is_known(dim const& d) const {
        bool known = d.is_constant();
        for (auto const& i : inputs_)
            known |= i.find("[" + detail::string_of(d)) != std::string::npos ||
                     i.find(" " + detail::string_of(d)) != std::string::npos;
        return known;
    }
    std::vector<dim> some_shape() {
        std::vector<dim> shape(static_cast<std::size_t>(below(maybe(2) ? 5 : 3)));
        if (shape.size() == 4 && maybe(2))
            return {maybe(2) ? dim::symbol("n") : dim(2), one_of<int>({2, 4, 8}), some_dim(),
                    some_dim()};
        for (auto& d : shape) d = some_dim();
        return shape;
    }
    static double elements(std::vector<dim> const& shape) {
        double count = 1;
        for (auto const& d : shape)
            count *=
                static_cast<double>(d.evaluate([](std::string_view) { return std::int64_t{19}; }));
        return count;
    }
    std::string add_input(std::vector<dim> const& shape) {
        auto const name = "x" + std::to_string(inputs_.size());
        inputs_.push_back("%" + name + ": " + type_text(shape));
        values_.push_back({name, shape, type_});
        return "%" + name;
    }
    std::string add_index(std::int64_t count) {
        auto const name = "index" + std::to_string(inputs_.size());
        inputs_.push_back("%" + name + ": i64[" + std::to_string(count) + "]");
        return "%" + name;
    }
    std::string add_constant(std::vector<dim> const& shape) {
        std::vector<double> values;
        for (double i = elements(shape); i > 0; --i) values.push_back((below(129) - 64) / 128.0);
        std::string all;
        for (double v : values) all += (all.empty() ? "" : ", ") + std::to_string(v);
        auto const name = "w" + std::to_string(nodes_.size());
        auto const type = type_text(shape);
        nodes_.push_back("%" + name + " = constant {value = " + type + "(" +
                         (values.empty() ? "" : all) + ")} : " + type);
        results_.push_back("%" + name);
        return "%" + name;
    }
    /// What a program has weights for, or inputs.
    std::string weights(std::vector<dim> const& shape) {
        bool known = is_float() && elements(shape) > 0 && elements(shape) < 400;
        for (auto const& d : shape) known &= d.is_constant();
        return known && maybe(2) ? add_constant(shape) : add_input(shape);
    }
    bool add(std::string const& op, std::vector<dim> shape) {
        if (elements(shape) > 30000) return false;
        auto const name = "v" + std::to_string(nodes_.size());
        nodes_.push_back("%" + name + " = " + op);
        results_.push_back("%" + name);
        values_.push_back({name, std::move(shape), type_});
        return true;
    }
    bool is_float() const { return tenon::core::is_float(type_); }
    std::string type_text(std::vector<dim> const& shape) const {
        return std::string(tenon::core::name(type_)) + "[" + detail::joined(shape) + "]";
    }
    dtype some_type() {
        if (maybe(2)) return dtype::f32;
        return one_of<dtype>({dtype::f32, dtype::f64, dtype::f16, dtype::bf16, dtype::i32,
                              dtype::i64, dtype::i8, dtype::u8});
    }
    /// Keeps what was just added small, so that rounding stays so.
    bool calm() {
        auto const shape = values_.back().shape;
        return !is_float() || add("tanh " + last(), shape);
    }
    std::string last() const { return "%" + values_.back().name; }

    bool draw() {
        auto const v = any();
        type_ = v.type;
        switch (below(17)) {
        case 0:
        case 1: return unary(v);
        case 2:
        case 3:
        case 4: return binary(v);
        case 5:
        case 6: return reduce(v);
        case 7: return softmax(v);
        case 8: return concat(v);
        case 9: return slice(v);
        case 10: return pad(v);
        case 11: return transpose(v);
        case 12: return reshape(v);
        case 13: return mat_mul(v);
        case 14: return window(v);
        case 15: return choose(v);
        default: return other(v);
        }
    }
    bool unary(value const& v) {
        if (!is_float()) return convert(v);
        auto const* op = one_of<char const*>(
            {"tanh", "sigmoid", "relu", "neg", "abs", "erf", "softplus", "identity", "gelu"});
        return add(op + std::string(" %") + v.name, v.shape);
    }
    /// Integers to floats, which is exact for those of a few bits, and to other integers.
    bool convert(value const& v) {
        auto const* op = one_of<char const*>({"abs", "relu", "sign", "bitwise_not"});
        if (maybe(2)) return add(op + std::string(" %") + v.name, v.shape);
        type_ = one_of<dtype>({dtype::i32, dtype::u8, dtype::i64, dtype::i16});
        return add("cast %" + v.name + " {to = " + std::string(tenon::core::name(type_)) + "}",
                   v.shape);
    }
    /// Where one value is below another; of integers only, since rounding may turn a comparison.
    bool choose(value const& v) {
        if (is_float()) return false;
        auto const other = add_input(v.shape);
        auto const condition = "c" + std::to_string(nodes_.size());
        nodes_.push_back("%" + condition + " = less %" + v.name + ", " + other);
        results_.push_back("%" + condition);
        return add("where %" + condition + ", " + other + ", %" + v.name, v.shape);
    }
    bool binary(value const& v) {
        std::vector<value> fit;
        for (auto const& w : values_) {
            if (w.shape.size() > v.shape.size() || w.type != v.type) continue;
            bool fits = true;
            for (std::size_t d = 0; d != w.shape.size(); ++d) {
                auto const& mine = v.shape[d + v.shape.size() - w.shape.size()];
                fits &= w.shape[d] == dim(1) || w.shape[d] == mine;
            }
            if (fits) fit.push_back(w);
        }
        auto other = "%" + fit[static_cast<std::size_t>(below(static_cast<int>(fit.size())))].name;
        if (maybe(4)) {
            auto shape = v.shape;
            if (!shape.empty() && maybe(2)) shape.erase(shape.begin());
            for (auto& d : shape)
                if (maybe(3)) d = 1;
            other = weights(shape);
        }
        auto const* op = one_of<char const*>({"add", "sub", "mul", "max", "min", "add", "sub"});
        bool const turned = maybe(2);
        return add(op + std::string(" ") + (turned ? other : "%" + v.name) + ", " +
                       (turned ? "%" + v.name : other),
                   v.shape) &&
               calm();
    }
    bool reduce(value const& v) {
        if (v.shape.empty()) return false;
        std::vector<std::int64_t> axes;
        std::vector<dim> shape;
        bool const keep = maybe(2);
        for (std::size_t d = 0; d != v.shape.size(); ++d) {
            bool const reduced = maybe(2);
            if (reduced) axes.push_back(static_cast<std::int64_t>(d));
            if (!reduced || keep) shape.push_back(reduced ? dim(1) : v.shape[d]);
        }
        if (axes.empty()) return false;
        auto const* op = one_of<char const*>(
            {"reduce_sum", "reduce_mean", "reduce_max", "reduce_sum", "reduce_l1"});
        if (!is_float()) op = one_of<char const*>({"reduce_sum", "reduce_max", "reduce_min"});
        return add(op + std::string(" %") + v.name + " {axes = [" + detail::joined(axes) +
                       "], keepdims = " + (keep ? "1" : "0") + "}",
                   shape) &&
               calm();
    }
    bool softmax(value const& v) {
        if (v.shape.empty() || !is_float()) return false;
        return add("softmax %" + v.name +
                       " {axis = " + std::to_string(below(static_cast<int>(v.shape.size()))) + "}",
                   v.shape);
    }
    bool concat(value const& v) {
        if (v.shape.empty()) return false;
        auto const axis = static_cast<std::size_t>(below(static_cast<int>(v.shape.size())));
        std::string operands = "%" + v.name;
        auto shape = v.shape;
        for (int i = 1 + below(2); i != 0; --i) {
            std::vector<value> fit;
            for (auto const& w : values_) {
                bool fits = w.shape.size() == v.shape.size() && w.type == v.type;
                for (std::size_t d = 0; fits && d != v.shape.size(); ++d)
                    fits = d == axis || w.shape[d] == v.shape[d];
                if (fits) fit.push_back(w);
            }
            auto const& w = fit[static_cast<std::size_t>(below(static_cast<int>(fit.size())))];
            operands += ", %" + w.name;
            shape[axis] = shape[axis] + w.shape[axis];
        }
        return add("concat " + operands + " {axis = " + std::to_string(axis) + "}", shape);
    }
    bool slice(value const& v) {
        if (v.shape.empty()) return false;
        std::vector<dim> starts, counts;
        std::vector<std::int64_t> steps;
        for (auto const& d : v.shape) {
            starts.push_back(0);
            counts.push_back(d);
            steps.push_back(1);
            if (!d.is_constant() && maybe(3)) {
                starts.back() = d - dim(1);
                steps.back() = -1;
            }
            if (!d.is_constant() || maybe(3)) continue;
            auto const n = static_cast<int>(d.constant());
            if (n == 0) continue;
            int const start = below(n), step = 1 + below(2);
            bool const down = maybe(3);
            starts.back() = start;
            steps.back() = down ? -step : step;
            counts.back() = 1 + below((down ? start : n - 1 - start) / step + 1);
        }
        return add("slice %" + v.name + " {starts = [" + detail::joined(starts) + "], sizes = [" +
                       detail::joined(counts) + "], steps = [" + detail::joined(steps) + "]}",
                   counts);
    }
    bool pad(value const& v) {
        if (v.shape.empty()) return false;
        std::vector<dim> begins, ends;
        auto shape = v.shape;
        for (auto& d : shape) {
            begins.push_back(maybe(2) ? 0 : below(3));
            ends.push_back(maybe(2) ? 0 : below(3));
            d = d + begins.back() + ends.back();
        }
        return add("pad %" + v.name + " {begins = [" + detail::joined(begins) + "], ends = [" +
                       detail::joined(ends) + "]}",
                   shape);
    }
    bool transpose(value const& v) {
        std::vector<std::int64_t> perm;
        for (std::size_t d = 0; d != v.shape.size(); ++d)
            perm.push_back(static_cast<std::int64_t>(d));
        std::shuffle(perm.begin(), perm.end(), random_);
        std::vector<dim> shape;
        for (auto p : perm) shape.push_back(v.shape[static_cast<std::size_t>(p)]);
        return add("transpose %" + v.name + " {perm = [" + detail::joined(perm) + "]}", shape);
    }
    bool reshape(value const& v) {
        auto shape = v.shape;
        auto const where = [&](std::size_t count) {
            return static_cast<std::ptrdiff_t>(below(static_cast<int>(count)));
        };
        if (maybe(3) || shape.empty()) {
            if (shape.size() < 5) shape.insert(shape.begin() + where(shape.size() + 1), dim(1));
        } else if (shape.size() > 1 && maybe(2)) {
            auto const d = where(shape.size() - 1);
            shape[static_cast<std::size_t>(d)] =
                shape[static_cast<std::size_t>(d)] * shape[static_cast<std::size_t>(d) + 1];
            shape.erase(shape.begin() + d + 1);
        } else {
            auto const d = where(shape.size());
            auto const& whole = shape[static_cast<std::size_t>(d)];
            if (!whole.is_constant() || whole.constant() == 0 || whole.constant() % 2 != 0 ||
                shape.size() > 4)
                return false;
            shape[static_cast<std::size_t>(d)] = whole.constant() / 2;
            shape.insert(shape.begin() + d + (maybe(2) ? 1 : 0), dim(2));
        }
        return add("reshape %" + v.name + " {shape = [" + detail::joined(shape) + "]}", shape);
    }
    bool mat_mul(value const& v) {
        if (v.shape.empty()) return false;
        if (v.shape.size() >= 2 && maybe(3)) { // with itself, turned
            auto turned = v.shape;
            std::swap(turned[turned.size() - 1], turned[turned.size() - 2]);
            std::vector<std::int64_t> perm;
            for (std::size_t d = 0; d != v.shape.size(); ++d)
                perm.push_back(static_cast<std::int64_t>(d));
            std::swap(perm[perm.size() - 1], perm[perm.size() - 2]);
            if (!add("transpose %" + v.name + " {perm = [" + detail::joined(perm) + "]}", turned))
                return false;
            auto shape = v.shape;
            shape.back() = shape[shape.size() - 2];
            return add("mat_mul %" + v.name + ", " + last(), shape) && calm();
        }
        std::vector<dim> w{v.shape.back(), some_dim()}, shape = v.shape;
        shape.back() = w[1];
        if (shape.size() > 2 && maybe(3)) w.insert(w.begin(), shape[shape.size() - 3]);
        if (v.shape.size() == 1 && maybe(2)) {
            w = {v.shape.back()};
            shape.pop_back();
        }
        return add("mat_mul %" + v.name + ", " + weights(w), shape) && calm();
    }
    bool window(value const& v) {
        if (v.shape.size() < 3 || v.shape.size() > 4 || !v.shape[1].is_constant() || !is_float())
            return false;
        auto const spatial = v.shape.size() - 2;
        auto const channels = v.shape[1].constant();
        if (channels == 0 || channels > 24) return false;
        std::vector<std::int64_t> kernel, strides, pads;
        auto shape = v.shape;
        for (std::size_t d = 0; d != spatial; ++d) {
            kernel.push_back(1 + 2 * below(2));
            strides.push_back(1 + below(2));
            shape[d + 2] =
                tenon::core::floordiv(shape[d + 2] - dim(1), dim(strides.back())) + dim(1);
        }
        for (int end = 0; end != 2; ++end)
            for (auto k : kernel) pads.push_back(k / 2);
        auto const attributes =
            "strides = [" + detail::joined(strides) + "], pads = [" + detail::joined(pads) + "]";
        if (maybe(4))
            return add("max_pool %" + v.name + " {kernel_shape = [" + detail::joined(kernel) +
                           "], " + attributes + "}",
                       shape);
        auto const group = maybe(3) ? channels : 1;
        auto const filters = group == 1 ? one_of<int>({1, 3, 4, 8, 20}) : channels;
        std::vector<dim> w{filters, channels / group};
        for (auto k : kernel) w.push_back(k);
        shape[1] = filters;
        std::string operands = "%" + v.name + ", " + weights(w);
        if (maybe(2)) operands += ", " + weights({dim(filters)});
        return add("conv " + operands + " {" + attributes + ", group = " + std::to_string(group) +
                       "}",
                   shape) &&
               calm();
    }
    bool other(value const& v) {
        if (v.shape.empty()) return false;
        auto shape = v.shape;
        auto const axis = static_cast<std::size_t>(below(static_cast<int>(shape.size())));
        if (maybe(3) && shape[axis].is_constant() && shape[axis].constant() >= 2) {
            shape[axis] = 3;
            return add("gather %" + v.name + ", " + add_index(3) +
                           " {axis = " + std::to_string(axis) + "}",
                       shape);
        }
        if (maybe(2)) {
            auto const many = some_dim();
            shape.insert(shape.begin(), is_known(many) ? many : dim(3));
            return shape.size() < 6 &&
                   add("expand %" + v.name + " {shape = [" + detail::joined(shape) + "]}", shape);
        }
        shape[axis] = shape[axis] * dim(2);
        std::vector<std::int64_t> repeats(shape.size(), 1);
        repeats[axis] = 2;
        return add("tile %" + v.name + " {repeats = [" + detail::joined(repeats) + "]}", shape);
    }

    std::mt19937 random_;
    dtype type_ = dtype::f32; ///< of the node that is being drawn
    std::vector<std::string> inputs_, nodes_, results_;
    std::vector<value> values_;
};

} // namespace chain
