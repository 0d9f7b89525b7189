// A growable array that works in constant expressions on every supported compiler.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <type_traits>

namespace tenon::core {

/// The part of std::vector that the IR needs. It exists because libstdc++ 12's own is not usable in
/// constant expressions under clang, and because it costs a hundredth of <vector> to include. `T`
/// is default constructible, and places behind the end hold `T{}` unless it is trivial. Positions
/// are not checked.
template <class T> class list {
public:
    using value_type = T;
    using iterator = T*;
    using const_iterator = T const*;

    constexpr list() = default;
    constexpr list(std::initializer_list<T> items) { append(items.begin(), items.end()); }
    constexpr explicit list(std::size_t count) { resize(count); }
    constexpr list(std::size_t count, T const& item) {
        resize(count);
        for (auto& place : *this) place = item;
    }
    template <class Iterator>
        requires(!std::is_integral_v<Iterator>)
    constexpr list(Iterator first, Iterator last) {
        append(first, last);
    }
    [[gnu::noinline]] constexpr list(list const& other) {
        if (other.size_ != 0) append(other.begin(), other.end());
    }
    constexpr list(list&& other) noexcept
        : items_(other.items_), size_(other.size_), capacity_(other.capacity_) {
        if (items_ != nullptr) other.forget();
    }
    constexpr list& operator=(list const& other) {
        if (this == &other) return *this;
        clear();
        if (other.size_ != 0) append(other.begin(), other.end());
        return *this;
    }
    constexpr list& operator=(list&& other) noexcept {
        if (this == &other) return *this;
        delete[] items_;
        items_ = other.items_;
        size_ = other.size_;
        capacity_ = other.capacity_;
        other.forget();
        return *this;
    }
    [[gnu::noinline]] constexpr ~list() { delete[] items_; }

    constexpr std::size_t size() const { return size_; }
    constexpr bool empty() const { return size_ == 0; }
    constexpr T* data() { return items_; }
    constexpr T const* data() const { return items_; }
    constexpr T* begin() { return items_; }
    constexpr T* end() { return items_ + size_; }
    constexpr T const* begin() const { return items_; }
    constexpr T const* end() const { return items_ + size_; }
    constexpr T& operator[](std::size_t i) { return items_[i]; }
    constexpr T const& operator[](std::size_t i) const { return items_[i]; }
    constexpr T& front() { return items_[0]; }
    constexpr T const& front() const { return items_[0]; }
    constexpr T& back() { return items_[size_ - 1]; }
    constexpr T const& back() const { return items_[size_ - 1]; }

    [[gnu::noinline]] constexpr void reserve(std::size_t wanted) {
        if (wanted <= capacity_) return;
        T* const larger = allocate(wanted);
        for (std::size_t i = 0; i != size_; ++i) larger[i] = static_cast<T&&>(items_[i]);
        delete[] items_;
        items_ = larger;
        capacity_ = wanted;
    }
    [[gnu::noinline]] constexpr void resize(std::size_t count) {
        reserve(count);
        if constexpr (__is_trivially_constructible(T))
            for (std::size_t i = size_; i < count; ++i) items_[i] = T{};
        // what lies behind the end of other types is T{} already
        for (; size_ > count; --size_) items_[size_ - 1] = T{};
        size_ = count;
    }
    constexpr T& push_back(T item) {
        if (size_ == capacity_) reserve(capacity_ < 4 ? 4 : capacity_ * 2);
        items_[size_] = static_cast<T&&>(item);
        return items_[size_++];
    }
    constexpr void pop_back() { items_[--size_] = T{}; }
    [[gnu::noinline]] constexpr void clear() {
        while (size_ != 0) pop_back();
    }
    [[gnu::noinline]] constexpr void append(T const* first, T const* last) {
        make_room(static_cast<std::size_t>(last - first));
        for (; first != last; ++first) items_[size_++] = *first;
    }
    template <class Iterator> constexpr void append(Iterator first, Iterator last) {
        make_room(static_cast<std::size_t>(last - first));
        for (; first != last; ++first) items_[size_++] = *first;
    }
    constexpr void append(list const& other) { append(other.begin(), other.end()); }
    /// Puts `item` before position `at`.
    [[gnu::noinline]] constexpr void insert(std::size_t at, T item) {
        push_back(T{});
        for (std::size_t i = size_ - 1; i != at; --i) items_[i] = static_cast<T&&>(items_[i - 1]);
        items_[at] = static_cast<T&&>(item);
    }
    [[gnu::noinline]] constexpr void erase(std::size_t at) {
        for (std::size_t i = at + 1; i != size_; ++i) items_[i - 1] = static_cast<T&&>(items_[i]);
        pop_back();
    }
    constexpr bool contains(T const& wanted) const
        requires requires(T const& item) { item == item; }
    {
        for (auto const& item : *this)
            if (item == wanted) return true;
        return false;
    }
    constexpr void swap(list& other) noexcept {
        exchange(items_, other.items_);
        exchange(size_, other.size_);
        exchange(capacity_, other.capacity_);
    }

    friend constexpr bool operator==(list const& a, list const& b) {
        if (a.size_ != b.size_) return false;
        for (std::size_t i = 0; i != a.size_; ++i)
            if (!(a.items_[i] == b.items_[i])) return false;
        return true;
    }

private:
    /// For `more` items behind the end: at least doubles, so that appending often costs little.
    constexpr void make_room(std::size_t more) {
        std::size_t const wanted = size_ + more;
        if (wanted > capacity_) reserve(wanted < 2 * capacity_ ? 2 * capacity_ : wanted);
    }
    static constexpr T* allocate(std::size_t count) {
        constexpr bool trivial = __is_trivially_constructible(T);
        if (!trivial || __builtin_is_constant_evaluated()) return new T[count]{};
        return new T[count];
    }
    template <class U> static constexpr void exchange(U& a, U& b) {
        U const held = a;
        a = b;
        b = held;
    }
    constexpr void forget() {
        items_ = nullptr;
        size_ = capacity_ = 0;
    }

    T* items_ = nullptr;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

} // namespace tenon::core
