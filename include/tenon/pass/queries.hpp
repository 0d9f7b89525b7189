// What a pipeline or dialect is made of, as Hana tuples of types: for static_assert and for tools.
#pragma once

#include <tenon/pass/pipeline.hpp>

#include <boost/hana/filter.hpp>
#include <boost/hana/tuple.hpp>
#include <boost/hana/type.hpp>

namespace tenon::pass {

namespace detail {

template <class... Ts> using types = boost::hana::tuple<boost::hana::type<Ts>...>;

template <class List> struct types_in;
template <class... Passes> struct types_in<pass_list<Passes...>> {
    using all = types<Passes...>;
};
template <class... Ops> struct types_in<core::dialect<Ops...>> {
    using all = types<Ops...>;
};
template <class... Rules> struct types_in<match::rule_set<Rules...>> {
    using all = types<Rules...>;
};

template <class Part> struct tags_in {
    using all = types<>;
};
template <class Tag, class... Steps> struct tags_in<stage_of<Tag, Steps...>> {
    using all = types<Tag>;
};
template <class... Tuples> struct joined_tuples {
    using type = types<>;
};
template <class... As> struct joined_tuples<boost::hana::tuple<As...>> {
    using type = boost::hana::tuple<As...>;
};
template <class... As, class... Bs, class... Rest>
struct joined_tuples<boost::hana::tuple<As...>, boost::hana::tuple<Bs...>, Rest...>
    : joined_tuples<boost::hana::tuple<As..., Bs...>, Rest...> {};
template <class... Steps> struct tags_in<pipeline<Steps...>> {
    using all = typename joined_tuples<typename tags_in<Steps>::all...>::type;
};

template <class P> struct rules_in {
    using all = types<>;
};
template <class P>
    requires requires { typename P::rule_set; }
struct rules_in<P> : types_in<typename P::rule_set> {};
template <class... Passes> struct rules_in<pass_list<Passes...>> {
    using all = typename joined_tuples<typename rules_in<Passes>::all...>::type;
};

template <class Properties, class Tag> inline constexpr bool has_property = false;
template <class... Tags, class Tag>
inline constexpr bool has_property<properties<Tags...>, Tag> = (std::is_same_v<Tags, Tag> || ...);

} // namespace detail

// What is there: each gives a `hana::tuple` of `hana::type`s, in order.

/// The passes of a pipeline, those inside stages and combinators included.
template <detail::Part Steps> constexpr auto all_passes(Steps const&) {
    return typename detail::types_in<detail::passes_of<Steps>>::all();
}
/// The tags of a pipeline's stages.
template <detail::Part Steps> constexpr auto all_stages(Steps const&) {
    return typename detail::tags_in<Steps>::all();
}
/// The rules of a pipeline's passes.
template <detail::Part Steps> constexpr auto all_rules(Steps const&) {
    return typename detail::rules_in<detail::passes_of<Steps>>::all();
}
/// The ops of a dialect.
template <class Dialect> constexpr auto all_ops() {
    return typename detail::types_in<Dialect>::all();
}

// Which of them: predicates on types, for `hana::filter`, `hana::any_of`, ...

template <class Property>
inline constexpr auto needing = [](auto p) {
    return boost::hana::bool_c<detail::has_property<typename decltype(p)::type::needs, Property>>;
};
template <class Property>
inline constexpr auto giving = [](auto p) {
    return boost::hana::bool_c<detail::has_property<typename decltype(p)::type::gives, Property>>;
};
template <class Property>
inline constexpr auto breaking = [](auto p) {
    return boost::hana::bool_c<detail::has_property<typename decltype(p)::type::breaks, Property>>;
};
/// `passes_where(pipeline, needing<types_known>)`.
template <detail::Part Steps, class Predicate>
constexpr auto passes_where(Steps const& pipeline, Predicate const& predicate) {
    return boost::hana::filter(all_passes(pipeline), predicate);
}

} // namespace tenon::pass

namespace tenon {
using pass::all_ops;
using pass::all_passes;
using pass::all_rules;
using pass::all_stages;
using pass::breaking;
using pass::giving;
using pass::needing;
using pass::passes_where;
} // namespace tenon
