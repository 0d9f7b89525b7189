// What passes promise of a program beside its level and dialect.
#pragma once

#include <tenon/core/call_check.hpp>
#include <tenon/core/type_name.hpp>

#include <boost/hana/basic_tuple.hpp>
#include <boost/hana/type.hpp>

namespace tenon::pass {

/// A set of property tags, for the `needs`, `gives` and `breaks` of a pass: `using gives =
/// properties<types_known>`. A property is any type, called by a participle.
template <class... Tags>
using properties = boost::hana::basic_tuple<boost::hana::basic_type<Tags>...>;

namespace detail {

/// The identity of a type as a value that constant expressions can compare.
using identity = void const*;
template <class T> inline constexpr char address_of_type = 0;
template <class T> inline constexpr identity identity_of = &address_of_type<T>;

struct identities {
    identity const* first = nullptr;
    int count = 0;
    std::string_view const* names = nullptr;

    constexpr bool has(identity wanted) const {
        for (int i = 0; i != count; ++i)
            if (first[i] == wanted) return true;
        return false;
    }
};
template <class Properties> struct identity_list;
template <class... Tags> struct identity_list<properties<Tags...>> {
    static constexpr identity first[sizeof...(Tags) + 1]{identity_of<Tags>..., nullptr};
    static constexpr std::string_view names[sizeof...(Tags) + 1]{core::short_type_name<Tags>()...,
                                                                 std::string_view{}};
    static constexpr identities all{first, sizeof...(Tags), names};
    template <int I> using nth = typename core::detail::nth<I, Tags...>::type;
};

} // namespace detail

} // namespace tenon::pass

namespace tenon {
using pass::properties;
} // namespace tenon
