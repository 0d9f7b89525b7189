// Importers as data.
#pragma once

#include <string_view>

namespace tenon::why {

/// Evidence in compile errors: this is only ever printed. The version is of the operator at this
/// place in the table of importers.
template <int Place, int Version> struct importer_lacks_version;

} // namespace tenon::why

namespace tenon::onnx_to_graph {

class importing;

/// Imports the versions `first` to `last` of an operator. A version is the opset that introduced
/// it.
struct importer {
    std::string_view op;
    int first = 1;
    int last = 1;
    void (*import)(importing&) = nullptr;
    std::string_view domain{};
};

/// A table of importers as plain data.
struct importer_table {
    importer const* first = nullptr;
    int count = 0;
};

namespace detail {

template <class Because> inline constexpr bool every_version_has_an_importer = false;

struct missing_version {
    int place = -1;
    int version = 0;
};

} // namespace detail

} // namespace tenon::onnx_to_graph
