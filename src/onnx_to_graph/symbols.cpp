#include "onnx_to_graph/symbols.hpp"

#include <algorithm>

namespace tenon::onnx_to_graph {

namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Names that mean something in the text of a dimension, or that fresh symbols have.
bool is_reserved(std::string_view name) {
    constexpr std::string_view functions[] = {"floordiv", "mod", "min", "max", "broadcast"};
    if (std::find(std::begin(functions), std::end(functions), name) != std::end(functions))
        return true;
    return name.size() > 1 && name[0] == 'd' && std::all_of(name.begin() + 1, name.end(), is_digit);
}

} // namespace

std::string symbol_names::identifier(std::string_view name) const {
    std::string made(name);
    for (char& c : made)
        if (!is_letter(c) && !is_digit(c)) c = '_';
    if (is_digit(made[0]) || is_reserved(made)) made.insert(0, "_");
    auto const unique = [&](std::string const& candidate) { return !taken_.contains(candidate); };
    std::string candidate = made;
    for (int again = 2; !unique(candidate); ++again) candidate = made + "_" + std::to_string(again);
    return candidate;
}

fixed_dim const* symbol_names::fixed(std::string_view name) const {
    for (auto const& f : options_.dims)
        if (f.symbol == name) return &f;
    return nullptr;
}

dim symbol_names::operator()(source_dim const& d) {
    if (d.has_value) return d.value;
    if (d.symbol.empty()) return program_.fresh_symbol();
    if (auto const known = named_.find(d.symbol.view()); known != named_.end())
        return known->second;
    auto const symbol = identifier(d.symbol);
    auto const* fix = fixed(d.symbol);
    if (fix == nullptr) fix = fixed(symbol);
    taken_.insert(symbol);
    dim meaning = dim::symbol(symbol);
    if (fix != nullptr) meaning = dim(fix->value);
    named_.emplace(d.symbol.view(), meaning);
    return meaning;
}

dim symbol_names::known(source_dim const& d, bool& is_known) const {
    is_known = d.has_value;
    if (d.has_value) return d.value;
    auto const found = named_.find(d.symbol.view());
    is_known = found != named_.end();
    if (!is_known) return {};
    return found->second;
}

list<text> symbol_names::never_met() const {
    list<text> lost;
    for (auto const& f : options_.dims)
        if (!named_.contains(f.symbol.view()) && !taken_.contains(f.symbol.view()))
            lost.push_back(f.symbol);
    return lost;
}

} // namespace tenon::onnx_to_graph
