// A growable array that works in constant expressions on every supported compiler.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <new>
#include <type_traits>

namespace tenon::core {

/// How many items a list of `T` keeps inside itself, without memory of its own: for short lists of
/// small things, of which there are many.
template <class T> inline constexpr std::uint32_t kept_inside = 0;

namespace detail {
template <class T, std::uint32_t Count> struct inside_list {
    T items[Count]{};
};
template <class T> struct inside_list<T, 0> {};

template <class T>
inline constexpr bool is_byte = std::is_same_v<T, char> || std::is_same_v<T, signed char> ||
                                std::is_same_v<T, unsigned char> || std::is_same_v<T, bool>;
} // namespace detail

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
        : items_(other.items_), size_(other.size_), capacity_(other.capacity_),
          inside_(other.inside_) {
        if (size_ != 0 || items_ != nullptr) other.forget();
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
        inside_ = other.inside_;
        other.forget();
        return *this;
    }
    [[gnu::noinline]] constexpr ~list() { delete[] items_; }

    constexpr std::size_t size() const { return size_; }
    constexpr bool empty() const { return size_ == 0; }
    constexpr T* data() { return start(); }
    constexpr T const* data() const { return start(); }
    constexpr T* begin() { return start(); }
    constexpr T* end() { return start() + size_; }
    constexpr T const* begin() const { return start(); }
    constexpr T const* end() const { return start() + size_; }
    constexpr T& operator[](std::size_t i) { return start()[i]; }
    constexpr T const& operator[](std::size_t i) const { return start()[i]; }
    constexpr T& front() { return start()[0]; }
    constexpr T const& front() const { return start()[0]; }
    constexpr T& back() { return start()[size_ - 1]; }
    constexpr T const& back() const { return start()[size_ - 1]; }

    [[gnu::noinline]] constexpr void reserve(std::size_t wanted) {
        if (wanted <= capacity_) return;
        T* const larger = allocate(wanted);
        T* const from = start();
        for (std::size_t i = 0; i != size_; ++i) larger[i] = static_cast<T&&>(from[i]);
        delete[] items_;
        items_ = larger;
        capacity_ = static_cast<count_type>(wanted);
    }
    [[gnu::noinline]] constexpr void resize(std::size_t wanted) {
        if (wanted > size_) make_room(wanted - size_);
        T* const items = start();
        if constexpr (__is_trivially_constructible(T))
            for (std::size_t i = size_; i < wanted; ++i) items[i] = T{};
        // what lies behind the end of other types is T{} already
        for (; size_ > wanted; --size_) items[size_ - 1] = T{};
        size_ = static_cast<count_type>(wanted);
    }
    constexpr T& push_back(T item) {
        if (size_ == capacity_) reserve(capacity_ < 4 ? 4 : std::size_t{2} * capacity_);
        T& place = start()[size_++];
        place = static_cast<T&&>(item);
        return place;
    }
    constexpr void pop_back() { start()[--size_] = T{}; }
    [[gnu::noinline]] constexpr void clear() {
        while (size_ != 0) pop_back();
    }
    [[gnu::noinline]] constexpr void append(T const* first, T const* last) {
        make_room(static_cast<std::size_t>(last - first));
        for (T* place = start() + size_; first != last; ++first, ++size_) *place++ = *first;
    }
    template <class Iterator> constexpr void append(Iterator first, Iterator last) {
        make_room(static_cast<std::size_t>(last - first));
        for (T* place = start() + size_; first != last; ++first, ++size_) *place++ = *first;
    }
    constexpr void append(list const& other) { append(other.begin(), other.end()); }
    /// Puts `item` before position `at`.
    [[gnu::noinline]] constexpr void insert(std::size_t at, T item) {
        push_back(T{});
        T* const items = start();
        for (std::size_t i = size_ - 1; i != at; --i) items[i] = static_cast<T&&>(items[i - 1]);
        items[at] = static_cast<T&&>(item);
    }
    [[gnu::noinline]] constexpr void erase(std::size_t at) {
        T* const items = start();
        for (std::size_t i = at + 1; i != size_; ++i) items[i - 1] = static_cast<T&&>(items[i]);
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
        exchange(inside_, other.inside_);
    }

    friend constexpr bool operator==(list const& a, list const& b) {
        if (a.size_ != b.size_) return false;
        for (std::size_t i = 0; i != a.size_; ++i)
            if (!(a[i] == b[i])) return false;
        return true;
    }

private:
    /// Lists of anything but bytes have less than 2^32 items.
    using count_type = std::conditional_t<detail::is_byte<T>, std::size_t, std::uint32_t>;
    static constexpr std::uint32_t inside = kept_inside<T>;

    constexpr T* start() {
        if constexpr (inside != 0)
            if (items_ == nullptr) return inside_.items;
        return items_;
    }
    constexpr T const* start() const {
        if constexpr (inside != 0)
            if (items_ == nullptr) return inside_.items;
        return items_;
    }
    /// For `more` items behind the end: at least doubles, so that appending often costs little.
    constexpr void make_room(std::size_t more) {
        std::size_t const wanted = size_ + more;
        std::size_t const twice = std::size_t{2} * capacity_;
        if (wanted > capacity_) reserve(size_ != 0 && wanted < twice ? twice : wanted);
    }
    static constexpr T* allocate(std::size_t wanted) {
        if (wanted > static_cast<count_type>(-1)) throw std::bad_array_new_length();
        constexpr bool trivial = __is_trivially_constructible(T);
        if (!trivial || __builtin_is_constant_evaluated()) return new T[wanted]{};
        return new T[wanted];
    }
    template <class U> static constexpr void exchange(U& a, U& b) {
        U const held = a;
        a = b;
        b = held;
    }
    constexpr void forget() {
        items_ = nullptr;
        size_ = 0;
        capacity_ = inside;
    }

    T* items_ = nullptr; ///< null where they are inside, or where there are none
    count_type size_ = 0;
    count_type capacity_ = inside;
    [[no_unique_address]] detail::inside_list<T, inside> inside_{};
};

} // namespace tenon::core
