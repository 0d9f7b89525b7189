// All importers, and ONNX's schemas, by operator and version.
#pragma once

#include <tenon/onnx_to_graph/importer.hpp>

namespace tenon::onnx_to_graph {

/// The schema in force at `opset`, or null if the operator is unknown or newer.
schema const* find_schema(std::string_view op, std::int64_t opset);
/// The schema of an operator of another domain, or null where none is known.
schema const* find_schema_of(std::string_view domain, std::string_view op);
/// The first opset that has the operator; 0 if none has.
int introduced_in(std::string_view op);
/// The importer of an operator of the default domain by the version of its schema, or null.
importer const* find_importer(std::string_view op, int since);
/// The importer of an operator of another domain, or null.
importer const* find_importer(std::string_view domain, std::string_view op, int version);

} // namespace tenon::onnx_to_graph
