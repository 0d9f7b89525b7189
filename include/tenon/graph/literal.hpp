// IR text inside C++: parsed and checked while the program that contains it is compiled.
#pragma once

#include <tenon/core/fixed_string.hpp>
#include <tenon/core/parser.hpp>
#include <tenon/core/typed_program.hpp>

#include <utility>

namespace tenon {

namespace why {
template <int Line> struct at_line;
template <int Column> struct at_column;
template <core::fixed_string... Lines> struct because;
template <class... Facts> struct facts;
} // namespace why

namespace graph::detail {

/// What the parser said of a literal: its first problem, if any, cut into lines that clang 19
/// prints in full.
struct literal_verdict {
    static constexpr std::size_t longest_line = 34, most_lines = 8;

    core::text_position where;
    char what[longest_line * most_lines]{};
    std::size_t line_ends[most_lines + 1]{};
    std::size_t lines = 0;

    constexpr void say(std::string_view all) {
        for (std::size_t i = 0; i != all.size() && i != sizeof what; ++i) what[i] = all[i];
        for (std::size_t begin = 0; begin < all.size() && lines != most_lines; ++lines) {
            auto end = all.size();
            if (end - begin > longest_line) {
                auto const space = all.rfind(' ', begin + longest_line - 1);
                end = space == all.npos || space <= begin ? begin + longest_line : space + 1;
            }
            line_ends[lines + 1] = begin = end;
        }
    }
};

constexpr literal_verdict inspect_literal(std::string_view source, core::op_table ops) {
    core::program p;
    core::diagnostics found;
    literal_verdict verdict;
    if (core::parse(source, ops, p, found, &verdict.where)) return verdict;
    verdict.say(found.problems()[0].what);
    return verdict;
}

template <std::size_t Size> constexpr core::fixed_string<Size + 1> cut(char const* characters) {
    char result[Size + 1]{};
    for (std::size_t i = 0; i != Size; ++i) result[i] = characters[i];
    return result;
}

template <class Because> inline constexpr bool is_a_program = false;

template <core::fixed_string Source, class Dialect> struct literal {
    static constexpr literal_verdict verdict = inspect_literal(Source, Dialect::table);

    template <std::size_t... I>
    static why::because<cut<verdict.line_ends[I + 1] - verdict.line_ends[I]>(
        verdict.what + verdict.line_ends[I])...>
        because(std::index_sequence<I...>);
};

} // namespace graph::detail

/// The program that the text says, in constant expressions and at run time. The text starts behind
/// the opening quote, so that line 1 is the line of the `R"(`. Inference fills in types that are
/// left out, so what parses has passed the verifier's checks.
///
/// Refused uses: I1.
template <core::fixed_string Source, class Dialect, class Level = core::graph_level>
constexpr core::typed_program<Level, Dialect> ir() {
    using literal = graph::detail::literal<Source, Dialect>;
    constexpr auto const& verdict = literal::verdict;
    if constexpr (verdict.where.line != 0) {
        using because =
            why::facts<why::at_line<verdict.where.line>, why::at_column<verdict.where.column>,
                       decltype(literal::because(std::make_index_sequence<verdict.lines>()))>;
        static_assert(graph::detail::is_a_program<because>,
                      "[tenon/I1] an IR literal does not parse or does not verify");
        return {{}, true};
    } else {
        core::typed_program<Level, Dialect> result;
        core::diagnostics found;
        core::parse(Source, Dialect::table, result.data, found);
        return result;
    }
}

} // namespace tenon
