// expect: [tenon/O1] importers: an importer of a dialect is `void f(onnx::importing<dialect>&)`
// expect: importer<
// expect: value_id
// An importer that returns its value instead of giving it to the output.
#include <tenon/onnx_to_graph/domain.hpp>

#include <match/sample_ops.hpp>

using dialect = tenon::core::dialect<sample::neg>;
using node = tenon::onnx::importing<dialect>;
#ifdef REJECT
tenon::core::value_id import_fft(node& n) { return n.add<sample::neg>(n[0]); }
#else
void import_fft(node& n) { n.output(0, n.add<sample::neg>(n[0])); }
#endif
constexpr tenon::onnx::importer<dialect> rows[] = {{"Fft", 1, 3, import_fft}};
inline constexpr auto acme = tenon::onnx::domain<"acme", 1, 3, rows>;
