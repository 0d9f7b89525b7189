#include "onnx_to_graph/windows.hpp"

#include <tenon/graph/dim_bounds.hpp>

namespace tenon::onnx_to_graph {

padding split_padding(dim const& total, bool upper) {
    dim const less = floordiv(graph::larger(total, 0), 2), more = total - less;
    if (upper) return {less, more};
    return {more, less};
}

automatic_padding read_auto_pad(importing& c) {
    auto const mode = c.words("auto_pad", "NOTSET");
    if (mode == "NOTSET" || mode.empty()) return {};
    if (mode == "VALID") return {.valid = true};
    if (mode == "SAME_UPPER") return {.same = true, .upper = true};
    if (mode == "SAME_LOWER") return {.same = true};
    c.fail(text("auto_pad is \"") + mode + "\", expected NOTSET, VALID, SAME_UPPER or SAME_LOWER");
}

list<std::int64_t> per_dimension(importing& c, std::string_view name, std::size_t spatial,
                                 std::int64_t otherwise, std::int64_t least) {
    auto given = c.integers(name);
    if (given.empty()) return list<std::int64_t>(spatial, otherwise);
    if (given.size() != spatial)
        c.fail(text(name) + " has " + core::to_string(static_cast<std::int64_t>(given.size())) +
               " entries, expected " + core::to_string(static_cast<std::int64_t>(spatial)));
    for (auto entry : given)
        if (entry < least || entry > 0x7fffffff)
            c.fail(text(name) + " has the entry " + core::to_string(entry) +
                   ", expected at least " + core::to_string(least));
    return given;
}

window read_window(importing& c, list<dim> const& kernel) {
    auto const spatial = kernel.size();
    window w{per_dimension(c, "strides", spatial, 1, 1),
             per_dimension(c, "dilations", spatial, 1, 1),
             {},
             false};
    auto const automatic = read_auto_pad(c);
    w.is_automatic = automatic.same || automatic.valid;
    if (!automatic.same) {
        list<std::int64_t> pads;
        if (!automatic.valid) pads = c.integers("pads");
        if (!pads.empty() && pads.size() != 2 * spatial)
            c.fail(text("pads has ") + core::to_string(static_cast<std::int64_t>(pads.size())) +
                   " entries, expected " + core::to_string(static_cast<std::int64_t>(2 * spatial)));
        bool padded = false;
        for (auto p : pads) padded = padded || p != 0;
        if (padded) w.pads = list<dim>(pads.begin(), pads.end());
        return w;
    }
    list<dim> ends;
    auto const& shape = c.shape(0);
    for (std::size_t d = 0; d != spatial; ++d) {
        dim const n = shape[d + 2], stride = w.strides[d];
        dim const reach = dim(w.dilations[d]) * (kernel[d] - dim(1)) + dim(1);
        dim const total = graph::larger((ceildiv(n, stride) - dim(1)) * stride + reach - n, 0);
        auto const [before, after] = split_padding(total, automatic.upper);
        w.pads.push_back(before);
        ends.push_back(after);
    }
    w.pads.append(ends);
    return w;
}

} // namespace tenon::onnx_to_graph
