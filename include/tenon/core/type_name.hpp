// What compilers call a type.
#pragma once

#include <cstddef>
#include <string_view>

namespace tenon::core {

namespace detail {
template <class T> constexpr std::string_view words_about() { return __PRETTY_FUNCTION__; }
inline constexpr std::size_t type_begins = words_about<int>().find("T = int") + 4;
inline constexpr std::size_t behind_type = words_about<int>().size() - type_begins - 3;
} // namespace detail

/// The name of a type, with its namespaces.
template <class T> constexpr std::string_view type_name() {
    auto const words = detail::words_about<T>();
    return words.substr(detail::type_begins,
                        words.size() - detail::type_begins - detail::behind_type);
}
/// Without its namespaces, for types that are no template.
template <class T> constexpr std::string_view short_type_name() {
    auto const name = type_name<T>();
    auto const colon = name.rfind(':');
    return colon == name.npos ? name : name.substr(colon + 1);
}

} // namespace tenon::core
