// Runs passes and pipelines, watched by observers if there are any.
#pragma once

#include <tenon/pass/pipeline.hpp>

namespace tenon::pass {

/// What an observer is told of the pass that starts or has ended.
struct step_info {
    std::string_view name{};
    std::string_view stage{};
    int index = 0;           ///< how many passes came before
    core::op_table leaves{}; ///< the ops that may occur afterwards; no table where nobody knows
};

namespace detail {

/// What a program's type becomes by passes, one after the other.
template <class Program, class List> struct after_passes {
    using type = Program;
};
template <class Program, class First, class... Rest>
struct after_passes<Program, pass_list<First, Rest...>>
    : after_passes<program_after<typename First::to, Program>, pass_list<Rest...>> {};
template <class Program, class Steps>
using program_after_all = typename after_passes<Program, passes_of<Steps>>::type;

template <class T> inline constexpr bool is_program = std::is_same_v<T, core::program>;
template <class Level, class Dialect>
inline constexpr bool is_program<core::typed_program<Level, Dialect>> = true;
template <class T>
concept Runnable = is_program<std::remove_cvref_t<T>>;
template <class... Given> inline constexpr bool is_run_on_program = false;

template <class Program> constexpr core::op_table table_of() {
    if constexpr (requires { Program::dialect::table; }) return Program::dialect::table;
    return {};
}

template <class Program> inline constexpr program_facts facts_of_program{};
template <class Level, class Dialect>
inline constexpr program_facts facts_of_program<core::typed_program<Level, Dialect>>{
    level_identity<Level>, dialect_facts<Dialect>::table};

/// Leads a program from step to step. An observer has any of
///
///     void before(step_info const&, core::program const&);
///     void after(step_info const&, core::program const&, context&);
template <class... Observers> class runner {
public:
    constexpr explicit runner(context& c, Observers&... observers)
        : context_(c), observers_{&observers...} {}

    constexpr bool failed() const { return !context_.found.empty(); }

    /// `Program` is the type of `p` before the step.
    template <class Program, class Step> constexpr void step(Step const& s, core::program& p) {
        if constexpr (requires { typename Step::is_combinator; })
            s.template run_in<Program>(*this, p);
        else if constexpr (is_stage<Step>)
            stage<Program>(s, p);
        else if constexpr (requires { typename Step::is_pipeline; })
            boost::hana::unpack(s.steps(),
                                [&](auto const&... all) { sequence<Program>(p, all...); });
        else
            pass<Program>(s, p);
    }

private:
    template <class Program> constexpr void sequence(core::program&) {}
    template <class Program, class First, class... Rest>
    constexpr void sequence(core::program& p, First const& first, Rest const&... rest) {
        step<Program>(first, p);
        sequence<program_after_all<Program, First>>(p, rest...);
    }
    template <class Program, class Stage> constexpr void stage(Stage const& s, core::program& p) {
        auto const outer = stage_;
        stage_ = Stage::tag::name;
        step<Program>(s.body, p);
        stage_ = outer;
    }
    template <class Program, class P> constexpr void pass(P const& pass, core::program& p) {
        if (!can_be_called<P> || failed()) return;
        step_info const info{P::name, stage_, index_++,
                             table_of<program_after<typename P::to, Program>>()};
        tell_before(info, p);
        if constexpr (requires { pass(p, context_); })
            pass(p, context_);
        else if constexpr (can_be_called<P>)
            p = pass(typename P::from{static_cast<core::program&&>(p), false}, context_).data;
        tell_after(info, p);
    }
    constexpr void tell_before([[maybe_unused]] step_info const& info,
                               [[maybe_unused]] core::program const& p) {
        if constexpr (sizeof...(Observers) != 0)
            boost::hana::unpack(observers_,
                                [&](auto*... all) { (tell_before(*all, info, p), ...); });
    }
    constexpr void tell_after([[maybe_unused]] step_info const& info,
                              [[maybe_unused]] core::program const& p) {
        if constexpr (sizeof...(Observers) != 0)
            boost::hana::unpack(observers_,
                                [&](auto*... all) { (tell_after(*all, info, p), ...); });
    }
    template <class O>
    constexpr void tell_before(O& o, step_info const& info, core::program const& p) {
        if constexpr (requires { o.before(info, p); }) o.before(info, p);
    }
    template <class O>
    constexpr void tell_after(O& o, step_info const& info, core::program const& p) {
        if constexpr (requires { o.after(info, p, context_); }) o.after(info, p, context_);
    }

    context& context_;
    boost::hana::basic_tuple<Observers*...> observers_;
    std::string_view stage_{};
    int index_ = 0;
};

} // namespace detail

/// Runs a pass or pipeline. Problems end up in `c.found`, and the run then stops; the program that
/// comes back is then of no use.
///
/// Refused uses: P1, N3, L1, L2, if the program's type does not suit the passes; P2, a property
/// that no pass before gives.
template <class Steps, class Level, class Dialect, class... Observers>
    requires detail::Part<Steps>
constexpr auto run(Steps const& steps, core::typed_program<Level, Dialect> p, context& c,
                   Observers&... observers) {
    static_assert(detail::explain_part<Steps>());
    using passes = detail::passes_of<Steps>;
    using given = core::typed_program<Level, Dialect>;
    constexpr auto fault = detail::fault_of_run<Steps>(detail::facts_of_program<given>);
    static_assert(detail::explain<detail::blamed_for<passes, fault>, fault>());
    detail::runner<Observers...>(c, observers...)
        .template step<given>(detail::as_pipeline(steps), p.data);
    return detail::program_after_all<given, Steps>{static_cast<core::program&&>(p.data), p.refused};
}
/// The same for a program of which nobody has said what it is.
template <class Steps, class... Observers>
    requires detail::Part<Steps>
constexpr core::program run(Steps const& steps, core::program p, context& c,
                            Observers&... observers) {
    static_assert(detail::explain_part<Steps>());
    using passes = detail::passes_of<Steps>;
    constexpr auto fault = detail::fault_of_run<Steps>();
    static_assert(detail::explain<detail::blamed_for<passes, fault>, fault>());
    detail::runner<Observers...>(c, observers...)
        .template step<at_level<any_level>>(detail::as_pipeline(steps), p);
    return p;
}
/// The same; problems are thrown as `core::refused`.
template <class Steps, detail::Runnable Program>
    requires(detail::Part<Steps> && !requires { &Steps::apply_to; })
constexpr auto run(Steps const& steps, Program p) {
    static_assert(detail::explain_part<Steps>());
    using passes = detail::passes_of<Steps>;
    constexpr auto fault = detail::fault_of_run<Steps>(detail::facts_of_program<Program>);
    static_assert(detail::explain<detail::blamed_for<passes, fault>, fault>());
    context c;
    auto result = run(steps, static_cast<Program&&>(p), c);
    if (!c.found.empty()) throw core::refused(c.found);
    return result;
}
/// Without a program to run on, or with what is none.
///
/// Refused uses: all, P4.
template <class Steps, class... Given>
    requires(detail::Part<Steps> && !(detail::Runnable<Given> || ...))
constexpr void run(Steps const&, Given const&...) {
    static_assert(detail::is_run_on_program<Given...>,
                  "[tenon/P4] a pipeline runs on a program: run(pipeline, program)");
}
/// What cannot be run.
///
/// Refused uses: P4.
template <class Steps, class Program, class... More>
    requires(!detail::Part<Steps>)
constexpr Program run(Steps const&, Program p, More const&...) {
    static_assert(detail::explain_part<Steps>());
    return p;
}

} // namespace tenon::pass

namespace tenon {
using pass::run;
} // namespace tenon
