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

/// Passes the program from step to step. An observer has any of
///
///     void before(step_info const&, core::program const&);
///     void after(step_info const&, core::program const&, context&);
template <class... Observers> class runner {
public:
    constexpr explicit runner(context& c, Observers&... observers)
        : context_(c), observers_{&observers...} {}

    constexpr bool failed() const { return !context_.found.empty(); }
    constexpr context& shared() { return context_; }

    template <class Step, class Program> constexpr auto step(Step const& s, Program p) {
        if constexpr (requires { typename Step::is_combinator; })
            return s.run_in(*this, static_cast<Program&&>(p));
        else if constexpr (is_stage<Step>)
            return stage(s, static_cast<Program&&>(p));
        else if constexpr (requires { typename Step::is_pipeline; })
            return boost::hana::unpack(s.steps(), [&](auto const&... all) {
                return sequence(static_cast<Program&&>(p), all...);
            });
        else
            return pass(s, static_cast<Program&&>(p));
    }

private:
    template <class Program> constexpr Program sequence(Program p) { return p; }
    template <class Program, class First, class... Rest>
    constexpr auto sequence(Program p, First const& first, Rest const&... rest) {
        return sequence(step(first, static_cast<Program&&>(p)), rest...);
    }
    template <class Stage, class Program> constexpr auto stage(Stage const& s, Program p) {
        auto const outer = stage_;
        stage_ = Stage::tag::name;
        auto result = step(s.body, static_cast<Program&&>(p));
        stage_ = outer;
        return result;
    }
    template <class P, class Program> constexpr auto pass(P const& pass, Program p) {
        if constexpr (requires { typename P::rule_set; } &&
                      !std::is_same_v<typename Program::dialect, any_dialect>)
            static_assert(P::rule_set::template stays_in<typename Program::dialect>());
        if constexpr (requires(core::program& data) { pass(data, context_); }) {
            using result = program_after<typename P::to, Program>;
            step_info const info = describe<result>(P::name);
            if (!failed()) {
                tell_before(info, p.data);
                pass(p.data, context_);
                tell_after(info, p.data);
            }
            return result{static_cast<core::program&&>(p.data), p.refused};
        } else {
            using result = decltype(pass(static_cast<Program&&>(p), context_));
            step_info const info = describe<result>(P::name);
            if (failed()) return result{};
            tell_before(info, p.data);
            auto made = pass(static_cast<Program&&>(p), context_);
            if constexpr (requires { made.data; }) tell_after(info, made.data);
            return made;
        }
    }
    template <class Result> constexpr step_info describe(std::string_view name) {
        step_info info{name, stage_, index_++, {}};
        if constexpr (requires { Result::dialect::table; }) info.leaves = Result::dialect::table;
        return info;
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
/// Refused uses: P2, a property that no pass before gives.
template <class Steps, class Level, class Dialect, class... Observers>
    requires detail::Part<Steps>
constexpr auto run(Steps const& steps, core::typed_program<Level, Dialect> p, context& c,
                   Observers&... observers) {
    using passes = detail::passes_of<Steps>;
    static_assert(detail::explain<passes, detail::fault_of_whole<passes>()>());
    return detail::runner<Observers...>(c, observers...)
        .step(detail::as_pipeline(steps), static_cast<decltype(p)&&>(p));
}
/// The same for a program of which nobody has said what it is.
template <class Steps, class... Observers>
    requires detail::Part<Steps>
constexpr core::program run(Steps const& steps, core::program p, context& c,
                            Observers&... observers) {
    using passes = detail::passes_of<Steps>;
    static_assert(detail::explain<passes, detail::fault_of_whole<passes>()>());
    return run(steps, at_level<any_level>{static_cast<core::program&&>(p), false}, c, observers...)
        .data;
}
/// The same; problems are thrown as `core::refused`.
template <class Steps, class Program>
    requires(detail::Part<Steps> && !requires { &Steps::apply_to; })
constexpr auto run(Steps const& steps, Program p) {
    using passes = detail::passes_of<Steps>;
    static_assert(detail::explain<passes, detail::fault_of_whole<passes>()>());
    context c;
    auto result = run(steps, static_cast<Program&&>(p), c);
    if (!c.found.empty()) throw core::refused(c.found);
    return result;
}

} // namespace tenon::pass

namespace tenon {
using pass::run;
} // namespace tenon
