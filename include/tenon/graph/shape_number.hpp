// Scalars of shape arithmetic: integers and simple fractions over symbolic dimensions, or unknown.
#pragma once

#include <tenon/graph/dim_bounds.hpp>
#include <tenon/graph/number.hpp>

namespace tenon::graph {

/// An element of an integer or floating tensor that shape arithmetic computes. Integers are dims.
/// A floating number is either a constant or a dim divided by a positive integer, which is what
/// scaling a dimension by a short binary fraction gives. Everything else is unknown.
class shape_number : public core::scalar_base {
public:
    constexpr shape_number() = default;
    constexpr shape_number(std::int64_t v) : value_(v) {}
    constexpr shape_number(int v) : value_(v) {}
    constexpr shape_number(dim v) : value_(static_cast<dim&&>(v)) {}
    static constexpr shape_number real(double v) {
        shape_number result;
        result.floating_ = true;
        result.real_ = v;
        return result;
    }
    static constexpr shape_number fraction(dim v, std::int64_t denominator) {
        if (v.is_constant())
            return real(static_cast<double>(v.constant()) / static_cast<double>(denominator));
        shape_number result(static_cast<dim&&>(v));
        result.floating_ = true;
        result.denominator_ = denominator;
        return result;
    }
    static constexpr shape_number unknown(bool floating = false) {
        shape_number result;
        result.known_ = false;
        result.floating_ = floating;
        return result;
    }

    constexpr bool known() const { return known_; }
    constexpr bool is_floating() const { return floating_; }
    constexpr bool is_constant() const { return known_ && value_.is_constant(); }
    constexpr dim const& value() const { return value_; }
    constexpr double real() const {
        return floating_ ? real_ : static_cast<double>(value_.constant());
    }
    constexpr shape_number like(auto literal) const {
        if (floating_) return real(static_cast<double>(literal));
        return shape_number(dim(static_cast<std::int64_t>(literal)));
    }
    /// Whether this boolean, a known constant, holds.
    constexpr bool truth() const { return known_ && real() != 0; }

    constexpr shape_number cast(core::dtype to) const {
        bool const to_float = core::is_float(to);
        if (!known_) return unknown(to_float);
        if (to_float) return cast_to_float(to);
        if (to == core::dtype::boolean) return apply<scalar_op::ne>(*this, like(0));
        if (floating_) {
            if (is_constant()) return shape_number(core::integer_from_float(to, real_));
            return shape_number(truncated_quotient(value_, denominator_));
        }
        if (is_constant()) return shape_number(core::wrap_integer(to, value_.constant()));
        if (core::bits(to) >= 32) return *this; // dimensions are taken to fit 32 bits
        return unknown();
    }

    template <scalar_op Op> static constexpr shape_number apply(shape_number const& a) {
        bool const floating = a.floating_ && !core::gives_boolean(Op);
        if (!a.known_) return unknown(floating);
        if (a.is_constant()) {
            if (!a.floating_)
                return shape_number(arithmetic<std::int64_t>::unary(Op, a.value_.constant()));
            double const result = arithmetic<double>::unary(Op, a.real_);
            if (floating) return real(result);
            return shape_number(static_cast<std::int64_t>(result));
        }
        switch (Op) {
        case scalar_op::neg: return fraction_like(a, dim(0) - a.value_);
        case scalar_op::abs: return only_if(is_not_negative(a.value_), a);
        case scalar_op::is_nan:
        case scalar_op::is_inf: return 0;
        case scalar_op::floor: return fraction_like(a, floordiv(a.value_, a.denominator_), 1);
        case scalar_op::ceil: return fraction_like(a, ceildiv(a.value_, a.denominator_), 1);
        case scalar_op::trunc:
            return fraction_like(a, truncated_quotient(a.value_, a.denominator_), 1);
        case scalar_op::round_even: return only_if(a.denominator_ == 1, a);
        case scalar_op::sign: return only_if(is_not_negative(a.value_ - dim(1)), a.like(1));
        default: return unknown(floating);
        }
    }
    template <scalar_op Op>
    static constexpr shape_number apply(shape_number const& a, shape_number const& b) {
        bool const floating = (a.floating_ || b.floating_) && !core::is_comparison(Op);
        if (!a.known_ || !b.known_) return unknown(floating);
        if (a.is_constant() && b.is_constant()) return constants<Op>(a, b);
        if constexpr (core::is_comparison(Op)) return compare<Op>(a, b);
        if (floating) return fractions<Op>(a, b);
        return integers<Op>(a.value_, b.value_);
    }
    static constexpr shape_number choose(shape_number const& condition, shape_number const& yes,
                                         shape_number const& no) {
        if (condition.is_constant()) {
            if (condition.truth()) return yes;
            return no;
        }
        bool const same = yes.known_ && no.known_ && yes.floating_ == no.floating_ &&
                          yes.value_ == no.value_ && yes.real_ == no.real_ &&
                          yes.denominator_ == no.denominator_;
        return only_if(same, yes);
    }

private:
    static constexpr shape_number only_if(bool condition, shape_number const& a) {
        if (condition) return a;
        return unknown(a.floating_);
    }
    constexpr shape_number cast_to_float(core::dtype to) const {
        if (is_constant()) return real(core::round_to(to, real()));
        return fraction(value_, denominator_);
    }
    static constexpr shape_number fraction_like(shape_number const& a, dim v,
                                                std::int64_t denominator = 0) {
        if (!a.floating_) return shape_number(static_cast<dim&&>(v));
        return fraction(static_cast<dim&&>(v), denominator == 0 ? a.denominator_ : denominator);
    }
    template <scalar_op Op>
    static constexpr shape_number constants(shape_number const& a, shape_number const& b) {
        if (!a.floating_ && !b.floating_)
            return shape_number(
                arithmetic<std::int64_t>::binary(Op, a.value_.constant(), b.value_.constant()));
        double const result = arithmetic<double>::binary(Op, a.real(), b.real());
        if (core::is_comparison(Op)) return shape_number(static_cast<std::int64_t>(result));
        return real(result);
    }
    /// As a fraction of dims, if this is one with small numbers.
    constexpr bool as_fraction(dim& over, std::int64_t& under) const {
        over = value_;
        under = denominator_;
        if (!floating_ || !value_.is_constant()) return true;
        double scaled = real_;
        for (under = 1; under <= (1 << 20); under *= 2, scaled *= 2)
            if (core::math::floor(scaled) == scaled && core::math::abs(scaled) <= 1e9) {
                over = dim(static_cast<std::int64_t>(scaled));
                return true;
            }
        return false;
    }
    template <scalar_op Op>
    static constexpr shape_number compare(shape_number const& a, shape_number const& b) {
        dim x, y;
        std::int64_t p = 1, q = 1;
        if (!a.as_fraction(x, p) || !b.as_fraction(y, q)) return unknown();
        dim const gap = x * dim(q) - y * dim(p);
        if (gap.is_constant())
            return shape_number(arithmetic<std::int64_t>::binary(Op, gap.constant(), 0));
        bool const at_least = is_not_negative(gap), above = is_not_negative(gap - dim(1));
        bool const at_most = is_not_negative(dim(0) - gap), below = is_not_negative(dim(-1) - gap);
        if (Op == scalar_op::lt && (below || at_least)) return int{below};
        if (Op == scalar_op::ge && (below || at_least)) return int{at_least};
        if (Op == scalar_op::gt && (above || at_most)) return int{above};
        if (Op == scalar_op::le && (above || at_most)) return int{at_most};
        if (Op == scalar_op::eq && (above || below)) return 0;
        if (Op == scalar_op::ne && (above || below)) return 1;
        return unknown();
    }
    template <scalar_op Op> static constexpr shape_number integers(dim const& x, dim const& y) {
        switch (Op) {
        case scalar_op::add: return x + y;
        case scalar_op::sub: return x - y;
        case scalar_op::mul: return x * y;
        case scalar_op::div: return truncated_quotient(x, y);
        case scalar_op::mod: return core::mod(x, y);
        case scalar_op::rem: {
            if (is_not_negative(x) && is_not_negative(y)) return core::mod(x, y);
            return x - y * truncated_quotient(x, y);
        }
        case scalar_op::min: return smaller(x, y);
        case scalar_op::max: return larger(x, y);
        case scalar_op::pow: {
            if (!y.is_constant() || y.constant() < 0 || y.constant() > 4) return unknown();
            dim power = 1;
            for (std::int64_t i = 0; i != y.constant(); ++i) power = power * x;
            return power;
        }
        default: return unknown();
        }
    }
    template <scalar_op Op>
    static constexpr shape_number fractions(shape_number const& a, shape_number const& b) {
        dim x, y;
        std::int64_t p = 1, q = 1;
        if (!a.as_fraction(x, p) || !b.as_fraction(y, q) || p > (1 << 20) || q > (1 << 20))
            return unknown(true);
        switch (Op) {
        case scalar_op::add: return reduced(x * dim(q) + y * dim(p), p * q);
        case scalar_op::sub: return reduced(x * dim(q) - y * dim(p), p * q);
        case scalar_op::mul: return reduced(x * y, p * q);
        case scalar_op::div: return divided(x * dim(q), y * dim(p));
        case scalar_op::min: return reduced(smaller(x * dim(q), y * dim(p)), p * q);
        case scalar_op::max: return reduced(larger(x * dim(q), y * dim(p)), p * q);
        default: return unknown(true);
        }
    }
    static constexpr shape_number divided(dim const& x, dim const& y) {
        if (y.is_constant()) {
            if (y.constant() == 0) return unknown(true);
            if (y.constant() < 0) return reduced(dim(0) - x, -y.constant());
            return reduced(x, y.constant());
        }
        dim const quotient = floordiv(x, y);
        return only_if(quotient * y == x, fraction(quotient, 1));
    }
    static constexpr shape_number reduced(dim v, std::int64_t denominator) {
        std::int64_t shared = denominator;
        auto const share = [&](std::int64_t with) {
            while (with != 0) {
                std::int64_t const rest = shared % with;
                shared = with;
                with = rest;
            }
            if (shared < 0) shared = -shared;
        };
        share(v.constant());
        for (auto const& t : v.terms()) share(t.coefficient);
        if (shared > 1) v = floordiv(v, dim(shared));
        return fraction(static_cast<dim&&>(v), denominator / shared);
    }

    bool known_ = true;
    bool floating_ = false;
    dim value_{};
    std::int64_t denominator_ = 1;
    double real_ = 0;
};

} // namespace tenon::graph
