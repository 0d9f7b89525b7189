// Resizing images, and whatever else has axes.
#pragma once

#include <tenon/graph/meaning.hpp>

namespace tenon::graph {

namespace detail {

struct fraction {
    std::int64_t over = 1;
    std::int64_t under = 1;
};
/// A fraction of small numbers that is `value` once it is rounded to `precision`; the nearest one
/// within `largest`, if there is none.
constexpr fraction simple_fraction(double value, core::dtype precision = core::dtype::f64,
                                   std::int64_t largest = std::int64_t{1} << 30) {
    fraction before{1, 0}, best{static_cast<std::int64_t>(core::math::floor(value)), 1};
    double rest = value - core::math::floor(value);
    auto const is_close = [&](fraction const& f) {
        auto const quotient = static_cast<double>(f.over) / static_cast<double>(f.under);
        return core::round_to(precision, quotient) == core::round_to(precision, value);
    };
    while (rest > 1e-12 && !is_close(best)) {
        double const whole = core::math::floor(1 / rest);
        rest = 1 / rest - whole;
        if (whole * static_cast<double>(best.under) > static_cast<double>(largest)) break;
        auto const n = static_cast<std::int64_t>(whole);
        fraction const next{n * best.over + before.over, n * best.under + before.under};
        if (next.under > largest) break;
        before = best;
        best = next;
    }
    return best;
}

/// What an element counts at a distance `t` of at most 1, or between 1 and 2, in the cubic
/// interpolation with coefficient `c`.
constexpr auto near_weight(auto const& t, double c) { return (t * (c + 2) - (c + 3)) * t * t + 1; }
constexpr auto far_weight(auto const& t, double c) {
    return ((t * c - 5 * c) * t + 8 * c) * t - 4 * c;
}
/// What the element `t` behind the one below a place counts, `ratio` being how far the place is
/// above that one.
constexpr auto interpolation_weight(int t, auto const& ratio, bool cubic, double c) {
    if (!cubic) return t == 0 ? 1 - ratio : ratio;
    if (t == 0) return near_weight(ratio, c);
    if (t == 1) return near_weight(1 - ratio, c);
    return far_weight(t < 0 ? ratio + 1 : 2 - ratio, c);
}

/// One element of a resized operand. Places are kept as fractions of indices, so that they are
/// exact in every reading, and whole divisions where the scale is whole.
template <class Reading, class Attributes, class Operand> class resampler {
    using index = index_in<Reading>;
    using indices = indices_in<Reading>;
    using scalar = typename Reading::scalar;

public:
    constexpr resampler(Reading& m, Attributes const& a, Operand const& x, indices const& i)
        : m_(m), a_(a), x_(x), i_(i), mode_(a[attr<"coordinate_transformation_mode">]) {
        work_ = core::dtype::f32;
        if (x.dtype() == core::dtype::f64) work_ = core::dtype::f64;
        if (!core::is_float(x.dtype())) work_ = core::dtype::i64;
    }

    constexpr scalar element() const {
        auto const value = a_[attr<"mode">] == "nearest" ? nearest() : interpolated();
        if (!crops()) return value;
        auto inside = index_of(m_, 0) == 0;
        for (int d = 0; d != i_.size(); ++d) {
            auto const at = place_along(d);
            inside = inside & (at.over >= 0) & (at.over <= (x_.dim(d) - 1) * at.under);
        }
        return core::select(inside, value, m_.literal(a_[attr<"extrapolation_value">], x_.dtype()));
    }

private:
    /// A place along an axis of the operand: over / under, with `under` above 0.
    struct place {
        index over, under;
    };

    constexpr bool crops() const { return mode_ == "tf_crop_and_resize"; }
    constexpr double scale_of(int d) const {
        auto const& scales = a_[attr<"scales">];
        return scales.empty() ? 0 : scales[static_cast<std::size_t>(d)];
    }
    constexpr place scale_along(int d) const {
        if (scale_of(d) == 0) return {m_.result_dim(d), x_.dim(d)};
        auto const scale = simple_fraction(scale_of(d));
        return {index_of(m_, scale.over), index_of(m_, scale.under)};
    }
    /// The length of the result as the scale has it, which need not be whole.
    constexpr place length_along(int d) const {
        if (scale_of(d) == 0) return {m_.result_dim(d), index_of(m_, 1)};
        auto const scale = simple_fraction(scale_of(d));
        return {x_.dim(d) * scale.over, index_of(m_, scale.under)};
    }
    /// The part of an axis that a crop shows, over a common denominator.
    struct part {
        std::int64_t begin, end, under;
    };
    constexpr part part_along(int d) const {
        auto const& roi = a_[attr<"roi">];
        auto const at = static_cast<std::size_t>(d);
        if (roi.empty()) return {0, 1, 1};
        auto const begin = simple_fraction(roi[at], core::dtype::f32, 1 << 12);
        auto const end = simple_fraction(roi[at + roi.size() / 2], core::dtype::f32, 1 << 12);
        return {begin.over * end.under, end.over * begin.under, begin.under * end.under};
    }
    constexpr bool is_untouched(int d) const {
        if (crops()) {
            auto const shown = part_along(d);
            if (shown.begin != 0 || shown.end != shown.under) return false;
        }
        double const scale = scale_of(d);
        return (scale == 0 || scale == 1) && m_.certainly(m_.result_dim(d) == x_.dim(d));
    }

    constexpr place place_along(int d) const {
        auto const n = x_.dim(d), i = i_[d];
        auto const [p, q] = scale_along(d);
        if (mode_ == "asymmetric") return {i * q, p};
        if (mode_ == "align_corners" || crops()) return place_between_ends(d);
        auto over = (i * 2 + 1) * q - p;
        if (mode_ == "half_pixel_symmetric") over = over + n * p - m_.result_dim(d) * q;
        if (mode_ == "pytorch_half_pixel") {
            auto const length = length_along(d);
            over = core::select(length.over == length.under, 0, over);
        }
        return {over, p * 2};
    }
    /// Where the first and the last element of the result are fixed. A result of one element lies
    /// at the beginning, or in the middle of a crop.
    constexpr place place_between_ends(int d) const {
        auto const last = x_.dim(d) - 1;
        auto const length = length_along(d);
        auto const way = length.over - length.under;
        auto const shown = part_along(d);
        auto const along = i_[d] * (shown.end - shown.begin) * length.under;
        if (!crops()) return {core::select(way == 0, 0, along * last), core::max(way, 1)};
        return {core::select(way == 0, last * (shown.begin + shown.end),
                             last * (along + way * shown.begin)),
                core::select(way == 0, 2 * shown.under, way * shown.under)};
    }
    /// floor(over / under); no place lies a whole element or more before the operand, but for
    /// crops, which do not show what is there.
    constexpr index floor_of(index const& over, index const& under) const {
        if (mode_ == "asymmetric" || mode_ == "align_corners") return over / under;
        if (crops()) return core::max(over, 0) / under;
        return (over + under) / under - 1;
    }
    constexpr index limited(int d, index const& at) const {
        return core::clamp(at, 0, x_.dim(d) - 1);
    }

    constexpr scalar nearest() const {
        auto at = i_;
        for (int d = 0; d != i_.size(); ++d)
            if (!is_untouched(d)) at[d] = limited(d, nearest_along(d));
        return x_(at);
    }
    constexpr index nearest_along(int d) const {
        auto const [over, under] = place_along(d);
        auto const how = a_[attr<"nearest_mode">];
        if (how == "floor") return floor_of(over, under);
        if (how == "ceil") return floor_of(over + under - 1, under);
        if (how == "round_prefer_floor") return floor_of(over * 2 + under - 1, under * 2);
        return floor_of(over * 2 + under, under * 2);
    }

    constexpr scalar interpolated() const {
        auto const total = along(0, i_);
        if (core::is_float(work_)) return m_.cast(total, x_.dtype());
        auto parts = index_of(m_, 1);
        for (int d = 0; d != i_.size(); ++d)
            if (!is_untouched(d)) parts = parts * place_along(d).under;
        return m_.cast(total / m_.value(parts, work_), x_.dtype());
    }
    /// The operand at `at`, interpolated along axis d and those behind it. Integers are multiplied
    /// by what their weights are fractions of.
    constexpr scalar along(int d, indices const& at) const {
        while (d != i_.size() && is_untouched(d)) ++d;
        if (d == i_.size()) return m_.cast(x_(at), work_);
        auto const where = place_along(d);
        auto const first = floor_of(where.over, where.under);
        auto const rest = m_.value(where.over - first * where.under, work_);
        auto const whole = m_.value(where.under, work_);
        if (!core::is_float(work_))
            return (whole - rest) * along(d + 1, at.with(d, limited(d, first))) +
                   rest * along(d + 1, at.with(d, limited(d, first + 1)));
        if (a_[attr<"antialias">] != 0) return smoothed(d, at, first, rest / whole);
        return weighted(d, at, first, rest / whole);
    }
    /// The two or four elements around a place.
    constexpr scalar weighted(int d, indices const& at, index const& first,
                              scalar const& ratio) const {
        bool const cubic = a_[attr<"mode">] == "cubic";
        auto total = m_.literal(0, work_), weights = total;
        for (int t = cubic ? -1 : 0; t != (cubic ? 3 : 2); ++t) {
            auto const from = first + t;
            auto weight = interpolation_weight(t, ratio, cubic, a_[attr<"cubic_coeff_a">]);
            if (a_[attr<"exclude_outside">] != 0) weight = only_inside(d, from, weight);
            weights = weights + weight;
            total = total + weight * along(d + 1, at.with(d, limited(d, from)));
        }
        return a_[attr<"exclude_outside">] != 0 ? total / weights : total;
    }
    constexpr scalar only_inside(int d, index const& at, scalar const& weight) const {
        return core::select((at >= 0) & (at < x_.dim(d)), weight, 0);
    }
    /// All elements that a result element covers where the operand shrinks: the weights' support is
    /// stretched by what the scale is below 1.
    constexpr scalar smoothed(int d, indices const& at, index const& first,
                              scalar const& ratio) const {
        bool const cubic = a_[attr<"mode">] == "cubic";
        double const c = a_[attr<"cubic_coeff_a">];
        auto const [p, q] = scale_along(d);
        auto const reach = core::max((q * (cubic ? 2 : 1) + p - 1) / p, cubic ? 2 : 1);
        auto const scale = m_.value(core::min(p, q), work_) / m_.value(q, work_);
        auto const from = [&](auto const& k) { return first + 1 - reach + k; };
        auto const weight = [&](auto const& k) {
            auto const t = core::abs((m_.value(k + 1 - reach, work_) - ratio) * scale);
            auto const w = cubic ? core::select(t <= 1, near_weight(t, c),
                                                core::select(t < 2, far_weight(t, c), 0))
                                 : core::max(1 - t, 0);
            return a_[attr<"exclude_outside">] != 0 ? only_inside(d, from(k), w) : w;
        };
        auto const total = m_.sum({reach * 2}, [&](auto const& k) {
            return weight(k[0]) * along(d + 1, at.with(d, limited(d, from(k[0]))));
        });
        return total / m_.sum({reach * 2}, [&](auto const& k) { return weight(k[0]); });
    }

    Reading& m_;
    Attributes const& a_;
    Operand const& x_;
    indices const& i_;
    std::string_view mode_;
    core::dtype work_;
};

constexpr bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
    for (auto w : words)
        if (w == word) return true;
    return false;
}

/// Fails unless the text of an attribute is one of these.
constexpr void require_known(inference& c, std::string_view attribute,
                             std::initializer_list<std::string_view> words) {
    auto const& word = c.at(attribute).text;
    if (is_one_of(word, words)) return;
    text expected;
    for (auto w : words) expected += text(expected.empty() ? "" : ", ") + w;
    c.fail(text("attribute \"") + attribute + "\" is \"" + word + "\", expected one of " +
           expected);
}

} // namespace detail

/// ONNX Resize (10, 11, 13, 18, 19), Upsample (7, 9): the operand stretched to `sizes`. A scale of
/// 0, or none, is what the sizes make of it. `roi` has the begins of all axes, then their ends.
struct resize : indexed<"resize"> {
    static constexpr operand_facts operands[]{{"x", presence::required, core::any_fixed_size}};
    static constexpr attribute_facts attributes[]{
        attr<"sizes">.required(attribute_kind::dims),
        attr<"scales">.empty(attribute_kind::reals),
        attr<"roi">.empty(attribute_kind::reals),
        attr<"mode"> = "nearest",
        attr<"coordinate_transformation_mode"> = "half_pixel",
        attr<"nearest_mode"> = "round_prefer_floor",
        attr<"cubic_coeff_a"> = -0.75,
        attr<"exclude_outside"> = 0,
        attr<"extrapolation_value"> = 0.0,
        attr<"antialias"> = 0,
    };
    static constexpr void infer(inference& c) {
        auto const rank = static_cast<std::size_t>(c.rank(0));
        auto const &scales = c[attr<"scales">].reals, &roi = c[attr<"roi">].reals;
        if (!detail::require_length(c, "sizes", c[attr<"sizes">].dims.size(), rank) ||
            (!scales.empty() && !detail::require_length(c, "scales", scales.size(), rank)) ||
            (!roi.empty() && !detail::require_length(c, "roi", roi.size(), 2 * rank)))
            return;
        detail::require_known(c, "mode", {"nearest", "linear", "cubic"});
        detail::require_known(c, "coordinate_transformation_mode",
                              {"half_pixel", "half_pixel_symmetric", "pytorch_half_pixel",
                               "align_corners", "asymmetric", "tf_crop_and_resize"});
        detail::require_known(c, "nearest_mode",
                              {"round_prefer_floor", "round_prefer_ceil", "floor", "ceil"});
        for (double s : scales)
            if (!(s >= 0)) return c.fail("attribute \"scales\" has a negative entry");
        auto const mode = c[attr<"mode">].text.view();
        bool const smooth = mode == "cubic" || c[attr<"antialias">].integer != 0;
        if (smooth && !core::is_float(c.element(0)))
            return c.fail(text("operand 0 is ") + core::name(c.element(0)) +
                          ", expected a floating dtype for cubic or antialiased resizing");
        if (mode != "nearest" && c.element(0) == core::dtype::boolean)
            return c.fail("operand 0 is bool, expected numbers to interpolate");
        for (std::size_t d = 0; d != rank; ++d)
            if (!(c[attr<"sizes">].dims[d] == dim(0)))
                c.require_at_least(c.dim_of(0, static_cast<int>(d)), 1, "dimension to resize");
        if (!c.failed()) c.result(0, c.element(0), c[attr<"sizes">].dims);
    }
    static constexpr auto meaning = [](auto& m, auto const& i, auto const& in, auto const& a) {
        auto const x = in[0];
        using reading = std::remove_cvref_t<decltype(m)>;
        return detail::resampler<reading, std::remove_cvref_t<decltype(a)>,
                                 std::remove_cvref_t<decltype(x)>>(m, a, x, i)
            .element();
    };
};

using resize_ops = core::dialect<resize>;

} // namespace tenon::graph

namespace tenon {
inline constexpr match::call<graph::resize> resize;
} // namespace tenon
