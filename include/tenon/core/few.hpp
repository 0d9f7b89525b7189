// A small vector of fixed capacity, for indices and shapes inside meanings.
#pragma once

#include <initializer_list>

namespace tenon::core {

/// At most `Capacity` elements, no allocation. Negative positions count from the end, as ONNX axes
/// do. Going past the capacity is a programming error; ONNX tensors beyond rank 10 are refused on
/// import.
template <class T, int Capacity = 10> class few {
public:
    using value_type = T;

    constexpr few() = default;
    constexpr few(std::initializer_list<T> items) {
        for (auto const& item : items) push(item);
    }
    constexpr few(int count, T const& item) {
        for (int i = 0; i != count; ++i) push(item);
    }

    constexpr int size() const { return size_; }
    constexpr bool empty() const { return size_ == 0; }
    constexpr T& operator[](int i) { return items_[i < 0 ? size_ + i : i]; }
    constexpr T const& operator[](int i) const { return items_[i < 0 ? size_ + i : i]; }
    constexpr void push(T item) { items_[size_++] = static_cast<T&&>(item); }
    constexpr T const* begin() const { return items_; }
    constexpr T const* end() const { return items_ + size_; }
    constexpr T* begin() { return items_; }
    constexpr T* end() { return items_ + size_; }

    /// The same elements with the one at `position` replaced.
    constexpr few with(int position, T item) const {
        few result = *this;
        result[position] = static_cast<T&&>(item);
        return result;
    }
    /// Elements `first` up to, not including, `last`.
    constexpr few slice(int first, int last) const {
        few result;
        for (int i = first; i < last; ++i) result.push(items_[i]);
        return result;
    }
    friend constexpr bool operator==(few const& a, few const& b) {
        if (a.size_ != b.size_) return false;
        for (int i = 0; i != a.size_; ++i)
            if (!(a.items_[i] == b.items_[i])) return false;
        return true;
    }

private:
    T items_[Capacity]{};
    int size_ = 0;
};

} // namespace tenon::core
