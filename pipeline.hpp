// Passes in sequence, with named stages; what cannot compose does not compile.
#pragma once

#include <tenon/pass/check.hpp>
#include <tenon/pass/rule_pass.hpp>

namespace tenon::pass {

template <class... Steps> class pipeline;

/// A part of a pipeline that can be extended, replaced and removed by its tag, a type with a
/// `name`.
template <class Tag, class... Steps> struct stage_of {
    using is_step = void;
    using tag = Tag;
    using passes = detail::joined_passes<detail::passes_of<Steps>...>;
    pipeline<Steps...> body;
};

/// Passes in sequence; `a | b` makes it.
///
/// Refused uses: P1, P2, P3 (a stage that is not there), N4.
template <class... Steps> class pipeline {
public:
    using is_pipeline = void;
    using passes = detail::joined_passes<detail::passes_of<Steps>...>;

    constexpr explicit pipeline(Steps const&... steps) : steps_{steps...} {}
    constexpr explicit pipeline(boost::hana::basic_tuple<Steps...> steps) : steps_(steps) {}

    constexpr boost::hana::basic_tuple<Steps...> const& steps() const { return steps_; }

    /// With passes or rule sets at the end of stage `Tag`.
    template <class Tag, class... Added> constexpr auto with(Added const&... added) const {
        return edit<Tag>(
            [&](auto const& s) { return detail::stage_from<Tag>((s.body | ... | added)); });
    }
    /// With passes or rule sets before those of stage `Tag`.
    template <class Tag, class... Added> constexpr auto with_before(Added const&... added) const {
        return edit<Tag>([&](auto const& s) {
            return detail::stage_from<Tag>((pipeline<>{} | ... | added) | s.body);
        });
    }
    /// With these passes or rule sets instead of those of stage `Tag`.
    template <class Tag, class... Added> constexpr auto replace(Added const&... added) const {
        return edit<Tag>(
            [&](auto const&) { return detail::stage_from<Tag>((pipeline<>{} | ... | added)); });
    }
    /// Without the passes of stage `Tag`. The stage stays, empty.
    template <class Tag> constexpr auto without() const { return replace<Tag>(); }

private:
    template <class Tag, class Edit> constexpr auto edit(Edit const& change) const {
        static_assert(detail::check_stage<pipeline, Tag, Steps...>());
        return boost::hana::unpack(steps_, [&](auto const&... s) {
            return detail::pipeline_of(detail::edited<Tag>(s, change)...);
        });
    }
    [[no_unique_address]] boost::hana::basic_tuple<Steps...> steps_;
};

} // namespace tenon::pass
