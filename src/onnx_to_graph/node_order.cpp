#include "onnx_to_graph/node_order.hpp"

#include <algorithm>
#include <queue>
#include <unordered_map>
#include <unordered_set>

namespace tenon::onnx_to_graph {

namespace {

using name_set = std::unordered_set<std::string_view>;

void collect_free(source_graph const& g, name_set const& around,
                  std::vector<std::string_view>& out);

void collect(source_node const& n, name_set const& inside, std::vector<std::string_view>& out) {
    for (auto const& name : n.inputs)
        if (!name.empty() && !inside.contains(name.view())) out.push_back(name.view());
    for (auto const& a : n.attributes)
        for (auto const& g : a.graphs) collect_free(g, inside, out);
}

void collect_free(source_graph const& g, name_set const& around,
                  std::vector<std::string_view>& out) {
    name_set inside = around;
    for (auto const& v : g.inputs) inside.insert(v.name.view());
    for (auto const& c : g.constants) inside.insert(c.name.view());
    for (auto const& n : g.nodes)
        for (auto const& name : n.outputs) inside.insert(name.view());
    for (auto const& n : g.nodes) collect(n, inside, out);
    for (auto const& v : g.outputs)
        if (!inside.contains(v.name.view())) out.push_back(v.name.view());
}

constexpr std::size_t most_cycles = 10; // a user learns nothing from more

using edges = std::vector<std::vector<std::size_t>>;

/// Follows nodes that wait for each other until one comes round again.
std::vector<std::size_t> find_cycle(edges const& needs, std::vector<char> const& done,
                                    std::size_t start) {
    std::vector<std::size_t> path;
    std::unordered_map<std::size_t, std::size_t> place;
    for (std::size_t at = start;;) {
        if (auto const again = place.find(at); again != place.end())
            return {path.begin() + static_cast<std::ptrdiff_t>(again->second), path.end()};
        place.emplace(at, path.size());
        path.push_back(at);
        auto const next = std::find_if(needs[at].begin(), needs[at].end(),
                                       [&](std::size_t n) { return done[n] == 0; });
        at = *next; // an unfinished node waits for an unfinished one
    }
}

} // namespace

std::vector<std::string_view> names_read(source_node const& n) {
    std::vector<std::string_view> names;
    collect(n, {}, names);
    return names;
}

node_order sort_nodes(list<source_node> const& nodes) {
    std::unordered_map<std::string_view, std::size_t> writers;
    for (std::size_t i = 0; i != nodes.size(); ++i)
        for (auto const& name : nodes[i].outputs)
            if (!name.empty()) writers.emplace(name.view(), i);
    edges needs(nodes.size()), feeds(nodes.size());
    std::vector<std::size_t> missing(nodes.size());
    for (std::size_t i = 0; i != nodes.size(); ++i)
        for (auto const name : names_read(nodes[i]))
            if (auto const w = writers.find(name); w != writers.end()) {
                needs[i].push_back(w->second);
                feeds[w->second].push_back(i);
                ++missing[i];
            }
    std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> ready;
    for (std::size_t i = 0; i != nodes.size(); ++i)
        if (missing[i] == 0) ready.push(i);
    node_order order;
    std::vector<char> done(nodes.size());
    while (!ready.empty()) {
        auto const i = ready.top();
        ready.pop();
        done[i] = 1;
        order.sorted.push_back(i);
        for (auto const fed : feeds[i])
            if (--missing[fed] == 0) ready.push(fed);
    }
    for (std::size_t i = 0; i != nodes.size() && order.cycles.size() < most_cycles; ++i) {
        if (done[i] != 0) continue;
        auto cycle = find_cycle(needs, done, i);
        for (auto const n : cycle) done[n] = 1;
        std::sort(cycle.begin(), cycle.end());
        order.cycles.push_back(std::move(cycle));
        // What only waits for this cycle is not a cycle of its own.
        for (bool more = true; more;) {
            more = false;
            for (std::size_t k = 0; k != nodes.size(); ++k)
                if (done[k] == 0 && std::all_of(needs[k].begin(), needs[k].end(),
                                                [&](std::size_t n) { return done[n] != 0; })) {
                    done[k] = 1;
                    more = true;
                }
        }
    }
    return order;
}

} // namespace tenon::onnx_to_graph
