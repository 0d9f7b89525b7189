// The importers of ONNX's own domain, and the check that no version of an operator is forgotten.
#pragma once

#include <tenon/onnx_to_graph/importer_table.hpp>
#include <tenon/onnx_to_graph/schemas.hpp>

namespace tenon::onnx_to_graph {

namespace detail {

constexpr bool has_importer(importer const* table, int count, schema const& s) {
    for (int i = 0; i != count; ++i)
        if (table[i].op == s.op && table[i].domain.empty() && table[i].first <= s.since &&
            s.since <= table[i].last)
            return true;
    return false;
}

/// The first version of an operator of the table, by ONNX's own list, that the table lacks.
constexpr missing_version find_missing_version(importer const* table, int count) {
    for (int i = 0; i != count; ++i)
        for (auto const& s : schemas)
            if (s.op == table[i].op && !s.deprecated && table[i].domain.empty() &&
                !has_importer(table, count, s))
                return {i, s.since};
    return {};
}

} // namespace detail

/// Refuses a table that leaves out a version of one of its operators within opsets 7 to 28.
///
/// Refused uses: O1.
template <auto const& Table> consteval importer_table checked_importers() {
    constexpr int count = sizeof(Table) / sizeof(Table[0]);
    constexpr auto missing = detail::find_missing_version(Table, count);
    if constexpr (missing.place >= 0) {
        using because = why::importer_lacks_version<missing.place, missing.version>;
        static_assert(detail::every_version_has_an_importer<because>,
                      "[tenon/O1] importers: a version of an operator within the declared opsets "
                      "has no importer");
    }
    return {Table, count};
}

} // namespace tenon::onnx_to_graph
