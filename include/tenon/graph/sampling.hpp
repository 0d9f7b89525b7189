// Reading images at places between their elements.
#pragma once

#include <tenon/graph/resize.hpp>

namespace tenon::graph {

namespace detail {

/// One element of an image read at the places that a grid gives. Places are numbers from -1 to 1,
/// the last axis first.
template <class Reading, class Attributes, class Operand> class grid_sampler {
    using index = index_in<Reading>;
    using indices = indices_in<Reading>;
    using scalar = typename Reading::scalar;

public:
    constexpr grid_sampler(Reading& m, Attributes const& a, Operand const& x, Operand const& grid,
                           indices const& i)
        : m_(m), a_(a), x_(x), grid_(grid), i_(i), work_(grid.dtype()) {
        if (work_ != core::dtype::f64) work_ = core::dtype::f32;
    }

    constexpr scalar element() const {
        auto const total = a_[attr<"mode">] == "nearest" ? nearest() : along(0, i_.slice(0, 2));
        return m_.cast(total, x_.dtype());
    }

private:
    constexpr int spatial() const { return x_.rank() - 2; }
    constexpr index extent(int d) const { return x_.dim(d + 2); }
    constexpr bool pads_with(std::string_view how) const { return a_[attr<"padding_mode">] == how; }
    /// Where spatial dimension `d` is read. What is far outside is as good as a little outside.
    constexpr scalar place(int d) const {
        bool const corners = a_[attr<"align_corners">] != 0;
        indices at{i_[0]};
        for (int k = 0; k != spatial(); ++k) at.push(i_[k + 2]);
        at.push(index_of(m_, spatial() - 1 - d));
        auto const n = m_.value(extent(d), work_);
        auto const given = m_.cast(grid_(at), work_);
        auto from = corners ? (given + 1) / 2 * (n - 1) : ((given + 1) * n - 1) / 2;
        if (a_[attr<"mode">] == "nearest") from = core::round_even(from);
        auto const least = m_.literal(corners ? 0 : -0.5, work_);
        auto const most = corners ? n - 1 : n - 0.5;
        auto const outside = (from < least) | (from > most);
        if (pads_with("border"))
            from = core::select(outside, core::clamp(from, 0, n - 1), from);
        else if (pads_with("reflection"))
            from = core::select(outside, reflected(from, least, most), from);
        return core::clamp(from, -3, n + 2);
    }
    constexpr scalar reflected(scalar const& x, scalar const& least, scalar const& most) const {
        auto const range = core::max(most - least, 0.5);
        auto const beyond = core::max(least - x, x - most);
        auto const times = core::floor(beyond / range);
        auto const rest = beyond - times * range;
        auto const is_even = core::floor(times / 2) * 2 == times;
        auto const is_below = x < least;
        auto const from_least = (is_below & is_even) | !(is_below | is_even);
        return core::select(from_least, least + rest, most - rest);
    }
    /// The element at a place, which may lie outside.
    constexpr scalar pixel(indices const& at) const {
        if (pads_with("zeros")) return m_.cast(m_.padded(x_, at, m_.literal(0, x_.dtype())), work_);
        auto inside = at;
        for (int d = 0; d != spatial(); ++d) {
            auto k = at[d + 2];
            if (pads_with("reflection")) k = mirrored(k, extent(d));
            inside[d + 2] = core::clamp(k, 0, extent(d) - 1);
        }
        return m_.cast(x_(inside), work_);
    }
    constexpr index mirrored(index const& k, index const& n) const {
        bool const corners = a_[attr<"align_corners">] != 0;
        auto const period = corners ? core::max((n - 1) * 2, 1) : n * 2;
        auto const phase = core::mod(k, period);
        return core::min(phase, corners ? period - phase : period - 1 - phase);
    }
    constexpr index whole(scalar const& x) const {
        return m_.position(m_.cast(x, core::dtype::i64));
    }

    constexpr scalar nearest() const {
        auto at = i_.slice(0, 2);
        for (int d = 0; d != spatial(); ++d) at.push(whole(place(d)));
        return pixel(at);
    }
    constexpr scalar along(int d, indices const& at) const {
        if (d == spatial()) return pixel(at);
        bool const cubic = a_[attr<"mode">] == "cubic";
        auto const from = place(d), below = core::floor(from), ratio = from - below;
        auto const first = whole(below);
        auto total = m_.literal(0, work_);
        for (int t = cubic ? -1 : 0; t != (cubic ? 3 : 2); ++t) {
            auto next = at;
            next.push(first + t);
            total = total + interpolation_weight(t, ratio, cubic, -0.75) * along(d + 1, next);
        }
        return total;
    }

    Reading& m_;
    Attributes const& a_;
    Operand const &x_, &grid_;
    indices const& i_;
    core::dtype work_;
};

} // namespace detail

/// ONNX GridSample (16, 20, 22): the operand at the places that `grid` gives, which run from -1 to
/// 1 over the centres of the outermost elements (`align_corners`) or their outer edges.
struct grid_sample : indexed<"grid_sample"> {
    static constexpr operand_facts operands[]{{"x", presence::required, core::any_fixed_size},
                                              {"grid", presence::required, core::any_float}};
    static constexpr attribute_facts attributes[]{
        attr<"mode"> = "linear", attr<"padding_mode"> = "zeros", attr<"align_corners"> = 0};
    static constexpr void infer(inference& c) {
        int const rank = c.rank(0);
        if (rank < 3)
            return c.fail("operand 0 has rank below 3, expected batch, channels and dimensions");
        if (!detail::require_rank(c, 1, rank)) return;
        detail::require_known(c, "mode", {"nearest", "linear", "cubic"});
        detail::require_known(c, "padding_mode", {"zeros", "border", "reflection"});
        c.require_equal(c.dim_of(0, 0), c.dim_of(1, 0), "batches of the operand and the grid");
        c.require_equal(c.dim_of(1, -1), rank - 2, "numbers of a place and spatial dimensions");
        list<dim> shape{c.dim_of(0, 0), c.dim_of(0, 1)};
        for (int d = 2; d != rank; ++d) {
            c.require_at_least(c.dim_of(0, d), 1, "dimension to sample");
            shape.push_back(c.dim_of(1, d - 1));
        }
        if (!c.failed()) c.result(0, c.element(0), static_cast<list<dim>&&>(shape));
    }
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        auto const x = in[0], grid = in[1];
        using reading = std::remove_cvref_t<decltype(m)>;
        return detail::grid_sampler<reading, std::remove_cvref_t<decltype(a)>,
                                    std::remove_cvref_t<decltype(x)>>(m, a, x, grid, i)
            .element();
    };
};
/// ONNX AffineGrid (20): the places, as GridSample takes them, that `theta` moves the elements of
/// an image of `size` to.
struct affine_grid : indexed<"affine_grid"> {
    static constexpr operand_facts operands[]{{"theta", presence::required, core::any_float}};
    static constexpr attribute_facts attributes[]{attr<"size">.required(attribute_kind::dims),
                                                  attr<"align_corners"> = 0};
    static constexpr void infer(inference& c) {
        auto const& size = c[attr<"size">].dims;
        if (size.size() != 4 && size.size() != 5)
            return c.fail("attribute \"size\" does not have 4 or 5 entries, expected batch, "
                          "channels and 2 or 3 dimensions");
        auto const spatial = static_cast<std::int64_t>(size.size()) - 2;
        if (!detail::require_rank(c, 0, 3)) return;
        c.require_equal(c.dim_of(0, 0), size[0], "batches of theta and of the image");
        c.require_equal(c.dim_of(0, 1), spatial, "rows of theta and spatial dimensions");
        c.require_equal(c.dim_of(0, 2), spatial + 1, "columns of theta and what they multiply");
        list<dim> shape{size[0]};
        shape.append(size.begin() + 2, size.end());
        shape.push_back(spatial);
        if (!c.failed()) c.result(0, c.element(0), static_cast<list<dim>&&>(shape));
    }
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        bool const corners = a[attr<"align_corners">] != 0;
        auto const theta = in[0];
        auto const type = theta.dtype();
        int const spatial = i.size() - 2;
        auto const entry = [&](int k) { return theta({i[0], i[-1], detail::index_of(m, k)}); };
        auto total = entry(spatial);
        for (int k = 0; k != spatial; ++k) {
            int const axis = spatial - k;
            auto const n = m.result_dim(axis), at = i[axis];
            auto const place =
                corners ? m.value(at * 2 - (n - 1), type) / m.value(core::max(n - 1, 1), type)
                        : m.value(at * 2 + 1 - n, type) / m.value(n, type);
            total = total + entry(k) * place;
        }
        return total;
    };
};

using sampling_ops = core::dialect<grid_sample, affine_grid>;

} // namespace tenon::graph

namespace tenon {
inline constexpr match::call<graph::grid_sample> grid_sample;
inline constexpr match::call<graph::affine_grid> affine_grid;
} // namespace tenon
