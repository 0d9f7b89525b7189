// Names with numbers behind them, found by hash.
#pragma once

#include <tenon/core/list.hpp>

#include <cstdint>
#include <string_view>

namespace tenon::core::detail {

/// Maps names to numbers. The characters of the names live elsewhere, at least as long.
class name_table {
public:
    static constexpr std::uint32_t nothing = 0xffffffff;

    constexpr std::uint32_t find(std::string_view name) const {
        return entries_.empty() ? nothing : entries_[place(name)].number;
    }
    /// The number of the name, to read or to write; `nothing` where it had none.
    constexpr std::uint32_t& operator[](std::string_view name) {
        if (2 * (count_ + 1) > entries_.size()) grow();
        entry& e = entries_[place(name)];
        if (!e.is_used) {
            e.is_used = true;
            e.name = name;
            ++count_;
        }
        return e.number;
    }
    constexpr void clear() {
        entries_ = {};
        count_ = 0;
    }

private:
    struct entry {
        std::string_view name;
        std::uint32_t number = nothing;
        bool is_used = false; // not a null name: GCC 12 with sanitizers cannot compare it early
    };
    constexpr std::size_t place(std::string_view name) const {
        std::uint32_t hash = 2166136261u;
        char const* const end = name.data() + name.size();
        for (char const* c = name.data(); c != end; ++c)
            hash = (hash ^ static_cast<unsigned char>(*c)) * 16777619u;
        std::size_t const mask = entries_.size() - 1;
        std::size_t at = (hash ^ hash >> 15) & mask;
        while (entries_[at].is_used && !same(entries_[at].name, name)) at = (at + 1) & mask;
        return at;
    }
    /// Like `==`, which takes several steps per character in constant expressions.
    static constexpr bool same(std::string_view a, std::string_view b) {
        if (a.size() != b.size()) return false;
        char const *x = a.data(), *y = b.data(), *const end = x + a.size();
        for (; x != end; ++x, ++y)
            if (*x != *y) return false;
        return true;
    }
    constexpr void grow() {
        list<entry> old(entries_.empty() ? 16 : entries_.size() * 2);
        old.swap(entries_);
        for (auto const& e : old)
            if (e.is_used) entries_[place(e.name)] = e;
    }

    list<entry> entries_;
    std::size_t count_ = 0;
};

} // namespace tenon::core::detail
