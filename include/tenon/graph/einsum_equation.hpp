// The equation of an einsum, taken apart.
#pragma once

#include <tenon/core/few.hpp>
#include <tenon/core/list.hpp>
#include <tenon/core/text.hpp>

#include <string_view>

namespace tenon::graph::detail {

/// Labels of the operands' dimensions and of the result's: letters, and 256 + k for the dimension
/// under an ellipsis that has k more of its kind behind it.
struct einsum_equation {
    core::few<core::few<int>> operands;
    core::few<int> result;
    core::text problem; ///< empty if the equation fits the operands
};

constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// How many dimensions the ellipsis of a term stands for.
constexpr int dots_in(std::string_view term, int rank) {
    int letters = 0;
    for (char c : term) letters += is_letter(c);
    return rank - letters;
}
/// The labels of one term, in which an ellipsis stands for `dots` dimensions.
constexpr bool read_einsum_term(std::string_view term, int dots, core::few<int>& labels) {
    for (std::size_t i = 0; i != term.size(); ++i) {
        if (term[i] == ' ') continue;
        if (is_letter(term[i])) {
            labels.push(term[i]);
        } else if (term.substr(i, 3) == "...") {
            for (int k = dots - 1; k >= 0; --k) labels.push(256 + k);
            i += 2;
        } else {
            return false;
        }
    }
    return true;
}
/// The result of an equation without an arrow: what an ellipsis covers, then the labels that occur
/// once, in alphabetical order.
constexpr core::few<int> implied_result(einsum_equation const& e, int dots) {
    core::few<int> result;
    for (int k = dots - 1; k >= 0; --k) result.push(256 + k);
    for (int letter = 'A'; letter <= 'z'; ++letter) {
        int count = 0;
        for (auto const& term : e.operands)
            for (int label : term) count += label == letter;
        if (count == 1) result.push(letter);
    }
    return result;
}

/// Reads `equation` for operands of these ranks.
constexpr einsum_equation parse_einsum(std::string_view equation, core::few<int> const& ranks) {
    einsum_equation parsed;
    auto const arrow = equation.find("->");
    auto rest = equation.substr(0, arrow);
    int most_dots = 0;
    auto const refuse = [&](core::text why) {
        parsed.problem = core::text("equation \"") + equation + "\" " + why;
        return parsed;
    };
    for (int k = 0; k != ranks.size(); ++k) {
        auto const comma = rest.find(',');
        if ((comma == rest.npos) != (k == ranks.size() - 1))
            return refuse("has another number of terms than there are operands");
        auto const term = rest.substr(0, comma);
        int const dots = dots_in(term, ranks[k]);
        core::few<int> labels;
        if (dots < 0 || !read_einsum_term(term, dots, labels) || labels.size() != ranks[k])
            return refuse(core::text("does not fit the rank of operand ") +
                          core::to_string(std::int64_t{k}));
        if (dots > most_dots) most_dots = dots;
        parsed.operands.push(labels);
        if (comma != rest.npos) rest.remove_prefix(comma + 1);
    }
    if (arrow == equation.npos)
        parsed.result = implied_result(parsed, most_dots);
    else if (!read_einsum_term(equation.substr(arrow + 2), most_dots, parsed.result))
        return refuse("has a result that is not made of letters and an ellipsis");
    for (int label : parsed.result) {
        bool found = false;
        for (auto const& term : parsed.operands)
            for (int other : term) found |= other == label;
        if (!found) return refuse("has a result with a label that no operand has");
    }
    return parsed;
}

} // namespace tenon::graph::detail
