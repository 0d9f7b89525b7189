// Constant tensors: a dtype, a shape and bytes that are shared, not copied.
#pragma once

#include <tenon/core/dtype.hpp>
#include <tenon/core/list.hpp>
#include <tenon/core/number_format.hpp>
#include <tenon/core/text.hpp>

#include <cstdint>

namespace tenon::core {

/// Bytes with shared ownership: either held here or borrowed from a mapped file. Works in constant
/// expressions.
class shared_bytes {
public:
    constexpr shared_bytes() = default;
    constexpr explicit shared_bytes(list<unsigned char> bytes)
        : block_(new block{1, static_cast<list<unsigned char>&&>(bytes), nullptr, 0, nullptr,
                           nullptr}) {
        block_->data = block_->owned.data();
        block_->size = block_->owned.size();
    }
    /// Borrows `size` bytes at `data`; `release(context)` runs when the last copy is gone.
    constexpr shared_bytes(unsigned char const* data, std::size_t size, void (*release)(void*),
                           void* context)
        : block_(new block{1, {}, data, size, release, context}) {}
    constexpr shared_bytes(shared_bytes const& other) : block_(other.block_) { count(+1); }
    constexpr shared_bytes(shared_bytes&& other) noexcept : block_(other.block_) {
        other.block_ = nullptr;
    }
    constexpr shared_bytes& operator=(shared_bytes other) noexcept {
        auto* const mine = block_;
        block_ = other.block_;
        other.block_ = mine;
        return *this;
    }
    constexpr ~shared_bytes() {
        if (block_ != nullptr && count(-1) == 0) {
            if (block_->release != nullptr) block_->release(block_->context);
            delete block_;
        }
    }

    constexpr unsigned char const* data() const {
        return block_ == nullptr ? nullptr : block_->data;
    }
    constexpr std::size_t size() const { return block_ == nullptr ? 0 : block_->size; }

private:
    struct block {
        long users;
        list<unsigned char> owned;
        unsigned char const* data;
        std::size_t size;
        void (*release)(void*);
        void* context;
    };
    constexpr long count(long change) {
        if (block_ == nullptr) return 1;
        if (__builtin_is_constant_evaluated()) return block_->users += change;
        return __atomic_add_fetch(&block_->users, change, __ATOMIC_ACQ_REL);
    }
    block* block_ = nullptr;
};

/// A constant. Elements are dense, row-major and little-endian, as in ONNX's `raw_data`; types
/// below 8 bits are packed, low bits first. Strings are kept apart, since their size varies.
class tensor {
public:
    constexpr tensor() = default;
    constexpr tensor(dtype element, list<std::int64_t> shape, shared_bytes bytes)
        : element_(element), shape_(static_cast<list<std::int64_t>&&>(shape)),
          bytes_(static_cast<shared_bytes&&>(bytes)) {}
    constexpr tensor(list<std::int64_t> shape, list<text> strings)
        : element_(dtype::string), shape_(static_cast<list<std::int64_t>&&>(shape)),
          strings_(static_cast<list<text>&&>(strings)) {}

    /// A tensor of `element` whose elements are `values`, each rounded or wrapped into the dtype.
    template <class Number>
    static constexpr tensor from(dtype element, list<std::int64_t> shape,
                                 list<Number> const& values);

    constexpr dtype element() const { return element_; }
    constexpr list<std::int64_t> const& shape() const { return shape_; }
    constexpr int rank() const { return static_cast<int>(shape_.size()); }
    constexpr std::int64_t size() const {
        std::int64_t product = 1;
        for (auto d : shape_) product *= d;
        return product;
    }
    constexpr shared_bytes const& bytes() const { return bytes_; }
    constexpr list<text> const& strings() const { return strings_; }

    /// The bits of element `i`, in the low bits of the result.
    constexpr std::uint64_t word(std::int64_t i) const {
        return read_word(bytes_.data(), element_, i);
    }
    /// Element `i` as a double; integers beyond 2^53 lose low bits.
    constexpr double real(std::int64_t i) const {
        if (is_float(element_)) return decode_float(element_, word(i));
        auto const integer_value = decode_integer(element_, word(i));
        return element_ == dtype::u64
                   ? static_cast<double>(static_cast<std::uint64_t>(integer_value))
                   : static_cast<double>(integer_value);
    }
    /// Element `i` as an integer; floating elements are truncated.
    constexpr std::int64_t integer(std::int64_t i) const {
        return is_float(element_) ? integer_from_float(dtype::i64, real(i))
                                  : decode_integer(element_, word(i));
    }
    /// The same bytes under another shape with as many elements.
    constexpr tensor reshaped(list<std::int64_t> shape) const {
        tensor result = *this;
        result.shape_ = static_cast<list<std::int64_t>&&>(shape);
        return result;
    }

    static constexpr std::uint64_t read_word(unsigned char const* data, dtype element,
                                             std::int64_t i) {
        int const width = core::bits(element);
        if (width < 8) {
            auto const bit = i * width;
            return (static_cast<std::uint64_t>(data[bit / 8]) >> (bit % 8)) & ((1u << width) - 1);
        }
        data += i * (width / 8);
        switch (width) {
        case 8: return data[0];
        case 16: return low_half(data);
        case 32: return low_word(data);
        default: return low_word(data) | static_cast<std::uint64_t>(low_word(data + 4)) << 32;
        }
    }
    static constexpr void write_word(unsigned char* data, dtype element, std::int64_t i,
                                     std::uint64_t bits_) {
        int const width = core::bits(element);
        if (width < 8) {
            auto const bit = i * width;
            unsigned const mask = ((1u << width) - 1u) << (bit % 8);
            data[bit / 8] =
                static_cast<unsigned char>((data[bit / 8] & ~mask) | ((bits_ << (bit % 8)) & mask));
            return;
        }
        data += i * (width / 8);
        switch (width) {
        case 8: data[0] = static_cast<unsigned char>(bits_); return;
        case 16: put_half(data, bits_); return;
        case 32: put_word(data, bits_); return;
        default: put_word(data, bits_); put_word(data + 4, bits_ >> 32);
        }
    }

    /// Same dtype, shape and bits: -0 differs from +0, and a NaN equals itself.
    friend constexpr bool operator==(tensor const& a, tensor const& b) {
        if (a.element_ != b.element_ || a.shape_ != b.shape_ || a.strings_ != b.strings_)
            return false;
        if (a.bytes_.data() == b.bytes_.data()) return true;
        if (a.bytes_.size() != b.bytes_.size()) return false;
        for (std::size_t i = 0; i != a.bytes_.size(); ++i)
            if (a.bytes_.data()[i] != b.bytes_.data()[i]) return false;
        return true;
    }

private:
    // Written out, so that compilers see one load or store.
    static constexpr std::uint32_t low_half(unsigned char const* p) {
        return static_cast<std::uint32_t>(p[0]) | static_cast<std::uint32_t>(p[1]) << 8;
    }
    static constexpr std::uint32_t low_word(unsigned char const* p) {
        return static_cast<std::uint32_t>(p[0]) | static_cast<std::uint32_t>(p[1]) << 8 |
               static_cast<std::uint32_t>(p[2]) << 16 | static_cast<std::uint32_t>(p[3]) << 24;
    }
    static constexpr void put_half(unsigned char* p, std::uint64_t bits_) {
        p[0] = static_cast<unsigned char>(bits_);
        p[1] = static_cast<unsigned char>(bits_ >> 8);
    }
    static constexpr void put_word(unsigned char* p, std::uint64_t bits_) {
        p[0] = static_cast<unsigned char>(bits_);
        p[1] = static_cast<unsigned char>(bits_ >> 8);
        p[2] = static_cast<unsigned char>(bits_ >> 16);
        p[3] = static_cast<unsigned char>(bits_ >> 24);
    }

    dtype element_ = dtype::none;
    list<std::int64_t> shape_;
    shared_bytes bytes_;
    list<text> strings_;
};

/// The bits that `value` has as an element of `element`.
constexpr std::uint64_t to_word(dtype element, double value) {
    return is_float(element) ? encode_float(element, value)
                             : static_cast<std::uint64_t>(integer_from_float(element, value));
}
constexpr std::uint64_t to_word(dtype element, std::int64_t value) {
    return is_float(element) ? encode_float(element, static_cast<double>(value))
                             : static_cast<std::uint64_t>(wrap_integer(element, value));
}
constexpr std::uint64_t to_word(dtype element, std::uint64_t value) {
    return is_float(element) ? encode_float(element, static_cast<double>(value))
                             : static_cast<std::uint64_t>(
                                   wrap_integer(element, static_cast<std::int64_t>(value)));
}

template <class Number>
constexpr tensor tensor::from(dtype element, list<std::int64_t> shape, list<Number> const& values) {
    list<unsigned char> bytes(
        static_cast<std::size_t>(bytes_of(element, static_cast<std::int64_t>(values.size()))));
    for (std::size_t i = 0; i != values.size(); ++i)
        write_word(bytes.data(), element, static_cast<std::int64_t>(i),
                   to_word(element, values[i]));
    return tensor(element, static_cast<list<std::int64_t>&&>(shape),
                  shared_bytes(static_cast<list<unsigned char>&&>(bytes)));
}

} // namespace tenon::core
