// Views of tensors that the caller owns, in the form in which they are passed to an artifact.
#pragma once

#include <tenon/runtime/abi.h>

#include <array>
#include <complex>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <type_traits>

namespace tenon::runtime {

/// The element type of a C++ type. Specialise it for your own 16-bit or 8-bit floating-point type.
template <class T> struct element;

template <class T>
    requires std::integral<T> && (!std::same_as<T, bool>)
struct element<T> {
    static constexpr DLDataType dtype{std::is_signed_v<T> ? kDLInt : kDLUInt, 8 * sizeof(T), 1};
};
template <std::floating_point T>
    requires(sizeof(T) <= 8)
struct element<T> {
    static constexpr DLDataType dtype{kDLFloat, 8 * sizeof(T), 1};
};
template <> struct element<bool> {
    static constexpr DLDataType dtype{kDLBool, 8, 1};
};

/// Elements that C++ has no type for, as their bits. Those of less than a byte are packed, the
/// first one in the lowest bits: a pointer to them points to bytes.
template <int Code, int Bits> struct raw {
    std::conditional_t<(Bits > 8), std::uint16_t, std::uint8_t> bits;
};
template <int Code, int Bits> struct element<raw<Code, Bits>> {
    static constexpr DLDataType dtype{Code, Bits, 1};
};
using f16 = raw<kDLFloat, 16>;
using bf16 = raw<kDLBfloat, 16>;
using f8e4m3fn = raw<10, 8>;
using f8e4m3fnuz = raw<11, 8>;
using f8e5m2 = raw<12, 8>;
using f8e5m2fnuz = raw<13, 8>;
using f8e8m0 = raw<14, 8>;
using f4e2m1 = raw<17, 4>;
using i4 = raw<kDLInt, 4>;
using u4 = raw<kDLUInt, 4>;
using i2 = raw<kDLInt, 2>;
using u2 = raw<kDLUInt, 2>;

template <class Real> struct complex_element {
    static constexpr DLDataType dtype{kDLComplex, 16 * sizeof(Real), 1};
};
template <> struct element<std::complex<float>> : complex_element<float> {};
template <> struct element<std::complex<double>> : complex_element<double> {};

inline constexpr int most_dims = 16;

/// A vector, an array or a span of integers.
template <class T>
concept Sizes = requires(T const& sizes) {
    { sizes.data()[0] } -> std::convertible_to<std::int64_t>;
    { sizes.size() } -> std::convertible_to<std::size_t>;
};

/// Elements in memory, row by row without gaps.
template <class T> struct tensor_view {
    tensor_view(T* elements, std::initializer_list<std::int64_t> shape)
        : tensor_view(elements, shape.begin(), shape.size()) {}

    template <Sizes Shape>
    tensor_view(T* elements, Shape const& shape)
        : tensor_view(elements, shape.data(), shape.size()) {}

    T* data;
    int rank;
    std::array<std::int64_t, most_dims> dims{};

private:
    template <class Size>
    tensor_view(T* elements, Size const* shape, std::size_t count)
        : data(elements), rank(static_cast<int>(count)) {
        if (count > most_dims) throw std::length_error("a tensor_view has at most 16 dimensions");
        for (std::size_t d = 0; d < count; ++d) dims[d] = static_cast<std::int64_t>(shape[d]);
    }
};

/// An input that has a default: null elements ask for it.
template <class T> struct optional_view {
    explicit optional_view(tensor_view<T> const& of) : view(of) {}
    tensor_view<T> view;
};

/// What std::mdspan and its predecessors have in common.
template <class T>
concept Mdspan = requires(T const& span) {
    span.data_handle();
    span.extent(0);
    span.stride(0);
    { T::rank() } -> std::convertible_to<std::size_t>;
};

/// Whatever may be passed to a function, as a DLTensor. Nothing is copied but its shape.
class argument {
public:
    argument(std::nullptr_t) noexcept {}
    argument(DLTensor const* tensor) noexcept : tensor_(tensor) {}
    argument(DLTensor const& tensor) noexcept : tensor_(&tensor) {}
    argument(DLManagedTensor const& tensor) noexcept : tensor_(&tensor.dl_tensor) {}

    template <class T> argument(tensor_view<T> const& view) : is_own_(true), shape_(view.dims) {
        describe(view.data, view.rank);
    }

    template <class T>
    argument(optional_view<T> const& maybe) : is_own_(maybe.view.data), shape_(maybe.view.dims) {
        describe(maybe.view.data, maybe.view.rank);
    }

    template <Mdspan Span> argument(Span const& span) : is_own_(true) {
        static_assert(Span::rank() <= most_dims, "an argument has at most 16 dimensions");
        describe(span.data_handle(), static_cast<int>(Span::rank()));
        own_.strides = strides_.data();
        for (std::size_t d = 0; d < Span::rank(); ++d) {
            shape_[d] = static_cast<std::int64_t>(span.extent(d));
            strides_[d] = static_cast<std::int64_t>(span.stride(d));
        }
    }

    argument(argument const&) = delete; // points into itself

    DLTensor const* get() const noexcept { return is_own_ ? &own_ : tensor_; }

private:
    template <class T> void describe(T* data, int rank) noexcept {
        own_.data = const_cast<std::remove_const_t<T>*>(data);
        own_.device = {kDLCPU, 0};
        own_.ndim = rank;
        own_.dtype = element<std::remove_const_t<T>>::dtype;
        own_.shape = shape_.data();
    }

    DLTensor const* tensor_ = nullptr;
    bool is_own_ = false;
    DLTensor own_{};
    std::array<std::int64_t, most_dims> shape_{};
    std::array<std::int64_t, most_dims> strides_{};
};

} // namespace tenon::runtime
