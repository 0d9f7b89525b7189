// Passes in sequence, with named stages; what cannot compose does not compile.
#pragma once

#include <tenon/pass/check.hpp>
#include <tenon/pass/rule_pass.hpp>

#include <boost/hana/unpack.hpp>

namespace tenon::pass {

template <class... Steps> class pipeline;
template <class Tag, class... Steps> struct stage_of;

namespace detail {

/// What is no part of a pipeline, as a part without passes.
template <class T> struct part {
    using is_none = void;
    using passes = pass_list<>;
};
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
concept Part = !requires { typename part<T>::is_none; };

/// Whether this can be put into a pipeline, or the compile error that says why it cannot.
template <class T> consteval bool explain_part() {
    if constexpr (!Part<T>) {
        using because = why::facts<why::is_no_pass<T>>;
        static_assert(pipeline_is_made_of_passes<because>,
                      "[tenon/P4] a pipeline is made of passes, rule sets and pipelines");
    } else if constexpr (Pass<T>) {
        using because = why::facts<why::this_pass<T>>;
        if constexpr (!has_name<T>)
            static_assert(
                pass_has_name<because>,
                "[tenon/P4] a pass has no name: `static constexpr std::string_view name`");
        else if constexpr (!can_be_called<T>)
            static_assert(pass_can_be_called<because>,
                          "[tenon/P4] a pass cannot be called: it needs `void "
                          "operator()(core::program&, context&) const` or `To operator()(From, "
                          "context&) const`");
    }
    return true;
}

/// What is wrong with passes in this order, whatever comes before them.
template <class List> inline constexpr pass_fault fault_in = inspect<List>(false);
/// Whether any of these was refused when it was put together, so that it is not reported again.
template <class... Parts> constexpr bool was_refused() {
    return ((!Pass<Parts> && fault_in<passes_of<Parts>>.what != pass_fault::kind::none) || ...);
}
/// What is wrong with parts that are put together into `List`.
template <class List, class... Parts> constexpr pass_fault fault_of() {
    if (was_refused<Parts...>()) return {};
    return fault_in<List>;
}
/// What is wrong with passes that are to run on such a program, before which nothing comes.
template <class Steps> constexpr pass_fault fault_of_run(program_facts const& start = {}) {
    if (was_refused<Steps>()) return {};
    return inspect<passes_of<Steps>>(true, start);
}

template <class... Steps> constexpr pipeline<Steps...> pipeline_of(Steps const&... steps) {
    return pipeline<Steps...>(steps...);
}
template <class, class... None> constexpr pipeline<None...> empty_pipeline() {
    return pipeline<None...>();
}
template <class T> constexpr auto as_pipeline(T const& t) {
    if constexpr (requires { typename T::is_pipeline; })
        return t;
    else if constexpr (requires { typename part<T>::step; })
        return pipeline_of(typename part<T>::step(t));
    else if constexpr (!Part<T>)
        return empty_pipeline<T>();
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

/// Whether a part stands in a pipeline as it is.
template <class T>
inline constexpr bool is_step =
    Part<T> && !requires { typename T::is_pipeline; } && !requires { typename part<T>::step; };
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

template <class Tag> consteval bool explain_stage_name() {
    using because = why::facts<why::stage<Tag>>;
    if constexpr (!requires { std::string_view(Tag::name); })
        static_assert(stage_has_name<because>,
                      "[tenon/P4] the tag of a stage has no name: `static constexpr "
                      "std::string_view name`");
    return true;
}

} // namespace detail

/// Put together in order, with what comes before on the left.
///
/// Refused uses: P1, P2, P4, L1, L2, N4.
template <class Left, class Right>
    requires(detail::Part<Left> || detail::Part<Right>)
constexpr auto operator|(Left const& left, Right const& right) {
    using detail::passes_of;
    static_assert(detail::explain_part<Left>());
    static_assert(detail::explain_part<Right>());
    using both = typename detail::join_lists<passes_of<Left>, passes_of<Right>>::type;
    constexpr auto fault = detail::fault_of<both, Left, Right>();
    static_assert(detail::explain<detail::blamed_for<both, fault>, fault>());
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
    /// Refused uses, of this and of the next: P3, if there is no such stage; P1, P2, P4, L1, L2,
    /// N4.
    template <class Tag, class... Added> constexpr auto with(Added const&... added) const {
        constexpr auto how = detail::edit::append;
        static_assert(detail::explain_stage<Tag, has_stage<Tag>>());
        static_assert((true && ... && detail::explain_part<Added>()));
        constexpr auto wrong = fault<how, Tag, Added...>;
        using blamed = detail::blamed_for<after<how, Tag, Added...>, wrong>;
        static_assert(detail::explain<blamed, wrong>());
        return edit<how, Tag>(detail::all_of(added...));
    }
    /// With passes or rule sets at the start of stage `Tag`.
    template <class Tag, class... Added> constexpr auto with_first(Added const&... added) const {
        constexpr auto how = detail::edit::prepend;
        static_assert(detail::explain_stage<Tag, has_stage<Tag>>());
        static_assert((true && ... && detail::explain_part<Added>()));
        constexpr auto wrong = fault<how, Tag, Added...>;
        using blamed = detail::blamed_for<after<how, Tag, Added...>, wrong>;
        static_assert(detail::explain<blamed, wrong>());
        return edit<how, Tag>(detail::all_of(added...));
    }
    /// With these passes or rule sets instead of those of stage `Tag`.
    template <class Tag, class... Instead> constexpr auto replace(Instead const&... steps) const {
        constexpr auto how = detail::edit::replace;
        static_assert(detail::explain_stage<Tag, has_stage<Tag>>());
        static_assert((true && ... && detail::explain_part<Instead>()));
        constexpr auto wrong = fault<how, Tag, Instead...>;
        using blamed = detail::blamed_for<after<how, Tag, Instead...>, wrong>;
        static_assert(detail::explain<blamed, wrong>());
        return edit<how, Tag>(detail::all_of(steps...));
    }
    /// Without the passes of stage `Tag`; the stage stays, empty.
    template <class Tag> constexpr auto without() const {
        static_assert(detail::explain_stage<Tag, has_stage<Tag>>());
        return replace<Tag>();
    }

private:
    template <class Tag>
    static constexpr bool has_stage = (false || ... || detail::is_stage_called<Tag, Steps>);

    template <detail::edit How, class Tag, class... Added>
    using after = typename detail::join_lists<typename detail::list_after<
        How, Tag, typename detail::join_lists<detail::passes_of<Added>...>::type,
        Steps>::passes...>::type;
    template <detail::edit How, class Tag, class... Added>
    static constexpr detail::pass_fault fault =
        detail::fault_of<after<How, Tag, Added...>, pipeline, Added...>();

    template <detail::edit How, class Tag, class Added>
    constexpr auto edit(Added const& added) const {
        return boost::hana::unpack(steps_, [&](auto const&... s) {
            return detail::pipeline_of(detail::edited<How, Tag>(s, added)...);
        });
    }

    boost::hana::basic_tuple<Steps...> steps_;
};

/// As the functions of the same names do, without a check: for what was checked elsewhere.
namespace unchecked {
template <class... Parts> constexpr auto sequence(Parts const&... parts) {
    return detail::all_of(parts...);
}
template <class Tag, class... Parts> constexpr auto stage(Parts const&... parts) {
    return detail::stage_from<Tag>(detail::all_of(parts...));
}
} // namespace unchecked

/// As `a | b | c` does, checked once instead of at each `|`.
///
/// Refused uses: P1, P2, P4, L1, L2, N4.
template <class... Parts> constexpr auto sequence(Parts const&... parts) {
    using passes = typename detail::join_lists<detail::passes_of<Parts>...>::type;
    static_assert((true && ... && detail::explain_part<Parts>()));
    constexpr auto fault = detail::fault_of<passes, Parts...>();
    static_assert(detail::explain<detail::blamed_for<passes, fault>, fault>());
    return unchecked::sequence(parts...);
}

/// A part of a pipeline that can be extended, replaced and removed by its tag, a type with a
/// `name`; `stage<Tag>(passes...)` makes it.
template <class Tag, class... Steps> struct stage_of {
    using tag = Tag;
    using inner_passes = typename pipeline<Steps...>::inner_passes;
    pipeline<Steps...> body;
};
template <class Tag, class... Parts> constexpr auto stage(Parts const&... parts) {
    using passes = typename detail::join_lists<detail::passes_of<Parts>...>::type;
    static_assert(detail::explain_stage_name<Tag>());
    static_assert((true && ... && detail::explain_part<Parts>()));
    constexpr auto fault = detail::fault_of<passes, Parts...>();
    static_assert(detail::explain<detail::blamed_for<passes, fault>, fault>());
    return unchecked::stage<Tag>(parts...);
}
/// What is no tag.
///
/// Refused uses: P4.
template <auto Tag, class... Parts> constexpr pipeline<> stage(Parts const&...) {
    using because = why::facts<why::stage<std::remove_const_t<decltype(Tag)>>>;
    static_assert(detail::tag_is_type<because>,
                  "[tenon/P4] the tag of a stage is a type, not an object");
    return pipeline<>();
}

namespace detail {
/// Puts steps together without a check, for those that were checked as a whole.
constexpr pipeline<> all_of() { return pipeline<>(); }
template <class... Parts> constexpr auto all_of(Parts const&... parts) {
    if constexpr ((true && ... && is_step<Parts>))
        return pipeline_of(parts...);
    else
        return join_all(as_pipeline(parts)...);
}
} // namespace detail

/// The passes of a pipeline as facts, in order, and the stage of each (empty outside of stages).
struct pass_table {
    pass_facts const* passes = nullptr;
    int count = 0;
    std::string_view const* stages = nullptr;
};

namespace detail {
template <class Step> constexpr std::string_view stage_name() {
    if constexpr (is_stage<Step>) return Step::tag::name;
    return {};
}
template <class Part> struct stage_names : stage_names<pipeline<Part>> {};
template <class... Steps> struct stage_names<pipeline<Steps...>> {
    std::string_view of_pass[(1 + ... + passes_of<Steps>::size)]{};

    constexpr stage_names() {
        [[maybe_unused]] int at = 0;
        (fill<Steps>(at), ...);
    }

private:
    template <class Step> constexpr void fill(int& at) {
        for (int i = 0; i != passes_of<Step>::size; ++i) of_pass[at++] = stage_name<Step>();
    }
};
template <class Steps> inline constexpr stage_names<Steps> stages_in{};
} // namespace detail

template <detail::Part Steps> constexpr pass_table passes_in(Steps const&) {
    using list = detail::passes_of<Steps>;
    return {list::facts, list::size, detail::stages_in<Steps>.of_pass};
}

} // namespace tenon::pass

namespace tenon {
using pass::passes_in;
using pass::sequence;
using pass::stage;
} // namespace tenon
