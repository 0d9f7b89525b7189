// expect: [tenon/O1] importers: the rows of a domain are a constexpr array of
// onnx::importer<dialect> expect: "acme" One importer, where an array of them is wanted.
#include <tenon/onnx_to_graph/domain.hpp>

#include <match/sample_ops.hpp>

using dialect = tenon::core::dialect<sample::neg>;
void import_fft(tenon::onnx::importing<dialect>& n) { n.output(0, n.add<sample::neg>(n[0])); }
constexpr tenon::onnx::importer<dialect> row = {"Fft", 1, 3, import_fft};
constexpr tenon::onnx::importer<dialect> rows[] = {row};
#ifdef REJECT
inline constexpr auto acme = tenon::onnx::domain<"acme", 1, 3, row>;
#else
inline constexpr auto acme = tenon::onnx::domain<"acme", 1, 3, rows>;
#endif
