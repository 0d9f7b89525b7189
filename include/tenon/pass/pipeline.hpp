// Passes in sequence, with named stages; what cannot compose does not compile.
#pragma once

#include <tenon/pass/check.hpp>
#include <tenon/pass/rule_pass.hpp>

#include <boost/hana/unpack.hpp>

namespace tenon::pass {

template <class... Steps> class pipeline;
template <class Tag, class... Steps> struct stage_of;

namespace detail {

template <class T> struct part {};
template <class T>
    requires Pass<T>
struct part<T> {
    using passes = pass_list<T>;
};
/// Steps that hold others (`until_stable`, stages, pipelines) list the passes inside them.
template <class T>
    requires requires { typename T::inner_passes; }
struct part<T> {
    using passes = typename T::inner_passes;
};
/// A rule set without a name is a pass that is called after its first rule.
template <class First, class... Rules> struct part<match::rule_set<First, Rules...>> {
    using step = rule_pass<First::fixed_name, any_level, match::rule_set<First, Rules...>>;
    using passes = pass_list<step>;
};
template <class T> using passes_of = typename part<T>::passes;

template <class T>
concept Part = requires { typename part<T>::passes; };

template <class... Steps> constexpr pipeline<Steps...> pipeline_of(Steps const&... steps) {
    return pipeline<Steps...>(steps...);
}
template <class T> constexpr auto as_pipeline(T const& t) {
    if constexpr (requires { typename T::is_pipeline; })
        return t;
    else if constexpr (requires { typename part<T>::step; })
        return pipeline_of(typename part<T>::step(t));
    else
        return pipeline_of(t);
}
template <class... Ls, class... Rs>
constexpr pipeline<Ls..., Rs...> concatenate(pipeline<Ls...> const& l, pipeline<Rs...> const& r) {
    return boost::hana::unpack(l.steps(), [&](auto const&... ls) {
        return boost::hana::unpack(
            r.steps(), [&](auto const&... rs) { return pipeline<Ls..., Rs...>(ls..., rs...); });
    });
}

template <class Only> constexpr Only join_all(Only const& only) { return only; }
template <class First, class Second, class... Rest>
constexpr auto join_all(First const& first, Second const& second, Rest const&... rest) {
    return join_all(concatenate(first, second), rest...);
}
constexpr pipeline<> all_of();
template <class... Parts> constexpr auto all_of(Parts const&... parts);

template <class Step> inline constexpr bool is_stage = false;
template <class Tag, class... Steps> inline constexpr bool is_stage<stage_of<Tag, Steps...>> = true;
template <class Tag, class Step> inline constexpr bool is_stage_called = false;
template <class Tag, class... Steps>
inline constexpr bool is_stage_called<Tag, stage_of<Tag, Steps...>> = true;

template <class Tag, class... Steps>
constexpr stage_of<Tag, Steps...> stage_from(pipeline<Steps...> const& body) {
    return stage_of<Tag, Steps...>{body};
}

/// Where added passes go in a stage.
enum class edit { append, prepend, replace };

template <edit How, class Old, class Added> struct edited_list : join_lists<Old, Added> {};
template <class Old, class Added>
struct edited_list<edit::prepend, Old, Added> : join_lists<Added, Old> {};
template <class Old, class Added> struct edited_list<edit::replace, Old, Added> {
    using type = Added;
};
template <edit How, class Tag, class Added, class Step> struct list_after : part<Step> {};
template <edit How, class Tag, class Added, class Step>
    requires is_stage_called<Tag, Step>
struct list_after<How, Tag, Added, Step> {
    using passes = typename edited_list<How, passes_of<Step>, Added>::type;
};

template <edit How, class Tag, class Step, class Added>
constexpr auto edited(Step const& s, Added const& added) {
    if constexpr (!is_stage_called<Tag, Step>)
        return s;
    else if constexpr (How == edit::append)
        return stage_from<Tag>(concatenate(s.body, added));
    else if constexpr (How == edit::prepend)
        return stage_from<Tag>(concatenate(added, s.body));
    else
        return stage_from<Tag>(added);
}
template <class Tag, bool Has> consteval bool explain_stage() {
    using because = why::facts<why::stage<Tag>>;
    if constexpr (!Has)
        static_assert(pipeline_has_stage<because>,
                      "[tenon/P3] a pipeline has no stage of this name");
    return true;
}

} // namespace detail

/// Put together in order, with what comes before on the left.
///
/// Refused uses: P1, P2, N4.
template <detail::Part Left, detail::Part Right>
constexpr auto operator|(Left const& left, Right const& right) {
    using detail::passes_of;
    using both = typename detail::join_lists<passes_of<Left>, passes_of<Right>>::type;
    constexpr auto fault = detail::fault_of_join<passes_of<Left>, passes_of<Right>>();
    static_assert(detail::explain<both, fault>());
    return detail::concatenate(detail::as_pipeline(left), detail::as_pipeline(right));
}

/// Passes in sequence; `a | b` makes it.
template <class... Steps> class pipeline {
public:
    using is_pipeline = void;
    using inner_passes = typename detail::join_lists<detail::passes_of<Steps>...>::type;

    constexpr explicit pipeline(Steps const&... steps) : steps_{steps...} {}

    constexpr auto const& steps() const { return steps_; }

    /// With passes or rule sets at the end of stage `Tag`.
    ///
    /// Refused uses, of this and of the next: P3, if there is no such stage; P1, P2, N4.
    template <class Tag, class... Added> constexpr auto with(Added const&... added) const {
        constexpr auto how = detail::edit::append;
        static_assert(detail::explain_stage<Tag, has_stage<Tag>>());
        static_assert(detail::explain<after<how, Tag, Added...>, fault<how, Tag, Added...>>());
        return edit<how, Tag>(detail::all_of(added...));
    }
    /// With passes or rule sets at the start of stage `Tag`.
    template <class Tag, class... Added> constexpr auto with_first(Added const&... added) const {
        constexpr auto how = detail::edit::prepend;
        static_assert(detail::explain_stage<Tag, has_stage<Tag>>());
        static_assert(detail::explain<after<how, Tag, Added...>, fault<how, Tag, Added...>>());
        return edit<how, Tag>(detail::all_of(added...));
    }
    /// With these passes or rule sets instead of those of stage `Tag`.
    template <class Tag, class... Instead> constexpr auto replace(Instead const&... steps) const {
        constexpr auto how = detail::edit::replace;
        static_assert(detail::explain_stage<Tag, has_stage<Tag>>());
        static_assert(detail::explain<after<how, Tag, Instead...>, fault<how, Tag, Instead...>>());
        return edit<how, Tag>(detail::all_of(steps...));
    }
    /// Without the passes of stage `Tag`; the stage stays, empty.
    template <class Tag> constexpr auto without() const { return replace<Tag>(); }

private:
    template <class Tag>
    static constexpr bool has_stage = (false || ... || detail::is_stage_called<Tag, Steps>);

    template <detail::edit How, class Tag, class... Added>
    using after = typename detail::join_lists<typename detail::list_after<
        How, Tag, typename detail::join_lists<detail::passes_of<Added>...>::type,
        Steps>::passes...>::type;
    template <detail::edit How, class Tag, class... Added>
    static constexpr detail::pass_fault fault =
        detail::inspect<inner_passes>(false).what != detail::pass_fault::kind::none
            ? detail::pass_fault{}
            : detail::inspect<after<How, Tag, Added...>>(false);

    template <detail::edit How, class Tag, class Added>
    constexpr auto edit(Added const& added) const {
        return boost::hana::unpack(steps_, [&](auto const&... s) {
            return detail::pipeline_of(detail::edited<How, Tag>(s, added)...);
        });
    }

    boost::hana::basic_tuple<Steps...> steps_;
};

/// A part of a pipeline that can be extended, replaced and removed by its tag, a type with a
/// `name`; `stage<Tag>(passes...)` makes it.
template <class Tag, class... Steps> struct stage_of {
    using tag = Tag;
    using inner_passes = typename pipeline<Steps...>::inner_passes;
    pipeline<Steps...> body;
};
template <class Tag, class... Parts> constexpr auto stage(Parts const&... parts) {
    using passes = typename detail::join_lists<detail::passes_of<Parts>...>::type;
    static_assert(detail::explain<passes, detail::inspect<passes>(false)>());
    return detail::stage_from<Tag>(detail::all_of(parts...));
}

namespace detail {
/// Puts steps together without a check, for those that were checked as a whole.
constexpr pipeline<> all_of() { return pipeline<>(); }
template <class... Parts> constexpr auto all_of(Parts const&... parts) {
    return join_all(as_pipeline(parts)...);
}
} // namespace detail

/// The passes of a pipeline as facts, in order.
struct pass_table {
    pass_facts const* passes = nullptr;
    int count = 0;
};
template <detail::Part Steps> constexpr pass_table passes_in(Steps const&) {
    using list = detail::passes_of<Steps>;
    return {list::facts, list::size};
}

} // namespace tenon::pass

namespace tenon {
using pass::passes_in;
using pass::stage;
} // namespace tenon
