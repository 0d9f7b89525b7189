// expect: [tenon/O1] importers: a version of an operator within the declared opsets has no importer
// expect: "Power"
// expect: version<1>
// A row without its function.
#include <tenon/onnx_to_graph/domain.hpp>

#include <match/sample_ops.hpp>

using dialect = tenon::core::dialect<sample::neg, sample::mul>;
using node = tenon::onnx::importing<dialect>;
void import_fft(node& n) { n.output(0, n.add<sample::neg>(n[0])); }
void import_power(node& n) { n.output(0, n.add<sample::mul>(n[0], n[0])); }
constexpr tenon::onnx::importer<dialect> rows[] = {{"Fft", 1, 3, import_fft},
#ifdef REJECT
                                                   {"Power", 1, 3}};
#else
                                                   {"Power", 1, 3, import_power}};
#endif
inline constexpr auto acme = tenon::onnx::domain<"acme", 1, 3, rows>;
