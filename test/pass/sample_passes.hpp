// A few passes without bodies, for what must not compose.
#pragma once

#include <tenon/pass/check.hpp>
#include <tenon/pass/run.hpp>

#include <match/sample_ops.hpp>

namespace sample {

using tenon::core::graph_level, tenon::core::loop_level;
using tenon::pass::at_level, tenon::pass::context, tenon::pass::properties;

struct shapes_known;
struct layouts_chosen;

struct infer_shapes : tenon::pass::step<at_level<graph_level>> {
    static constexpr std::string_view name = "infer-shapes";
    using gives = properties<shapes_known>;
    constexpr void operator()(tn::program&, context&) const {}
};
struct choose_layouts : tenon::pass::step<at_level<graph_level>> {
    static constexpr std::string_view name = "choose-layouts";
    using needs = properties<shapes_known>;
    using gives = properties<layouts_chosen>;
    constexpr void operator()(tn::program&, context&) const {}
};
struct outline : tenon::pass::step<at_level<graph_level>> {
    static constexpr std::string_view name = "outline";
    using breaks = properties<shapes_known>;
    constexpr void operator()(tn::program&, context&) const {}
};
struct lower_to_loops : tenon::pass::step<at_level<graph_level>, at_level<loop_level>> {
    static constexpr std::string_view name = "lower-to-loops";
    using needs = properties<shapes_known>;
    constexpr void operator()(tn::program&, context&) const {}
};
struct tile : tenon::pass::step<at_level<loop_level>> {
    static constexpr std::string_view name = "tile";
    constexpr void operator()(tn::program&, context&) const {}
};
struct import_model
    : tenon::pass::step<at_level<graph_level>,
                        tn::typed_program<graph_level, tn::dialect<mul, add, neg>>> {
    static constexpr std::string_view name = "import-model";
    constexpr void operator()(tn::program&, context&) const {}
};
struct decompose
    : tenon::pass::step<at_level<graph_level>,
                        tn::typed_program<graph_level, tenon::pass::without_ops<neg>>> {
    static constexpr std::string_view name = "decompose";
    constexpr void operator()(tn::program&, context&) const {}
};
struct lower_sums : tenon::pass::step<tn::typed_program<graph_level, tn::dialect<mul, add>>,
                                      at_level<loop_level>> {
    static constexpr std::string_view name = "lower-sums";
    constexpr void operator()(tn::program&, context&) const {}
};

struct front {
    static constexpr std::string_view name = "front";
};
struct back {
    static constexpr std::string_view name = "back";
};

} // namespace sample
