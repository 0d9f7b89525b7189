// IR text whose function does not say what it returns: `func main(%x: f32[n]) { ... }`.
#pragma once

#include <tenon/core/parser.hpp>
#include <tenon/graph/standard.hpp>

#include <string>

namespace chain {

/// Reads a program of the standard dialect. A head without results is completed from what the body
/// returns.
inline tenon::core::program parse_short(std::string_view text, std::string& problems) {
    using namespace tenon;
    auto const read = [&](std::string_view source) {
        core::program p;
        core::diagnostics found;
        core::parse(source, graph::standard_dialect::table, p, found);
        problems = std::string(found.to_text().view());
        return p;
    };
    auto p = read(text);
    bool const is_short = text.substr(0, text.find('{')).find("->") == std::string_view::npos;
    if (problems.empty() || !is_short || p.functions.empty()) return p;
    std::string head;
    for (auto y : p[p.functions[0].body].yields) {
        if (y == core::value_id::none) return p;
        head += (head.empty() ? "-> (r" : ", r") + std::to_string(head.size()) + ": " +
                std::string(core::to_string(p[y].type).view());
    }
    std::string whole(text);
    return read(whole.insert(whole.find('{'), head + ") "));
}

} // namespace chain
