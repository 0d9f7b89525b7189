// expect: [tenon/O1] importers: a version of an operator has two importers
// expect: "Fft"
// expect: version<3>
#include <tenon/onnx_to_graph/domain.hpp>

#include <match/sample_ops.hpp>

using dialect = tenon::core::dialect<sample::neg>;
using node = tenon::onnx::importing<dialect>;
void import_fft(node& n) { n.output(0, n.add<sample::neg>(n[0])); }
void import_fft_3(node& n) { n.output(0, n.add<sample::neg>(n[1])); }
#ifdef REJECT
constexpr int last = 3;
#else
constexpr int last = 2;
#endif
constexpr tenon::onnx::importer<dialect> rows[] = {{"Fft", 1, last, import_fft},
                                                   {"Fft", 3, 3, import_fft_3}};
inline constexpr auto acme = tenon::onnx::domain<"acme", 1, 3, rows>;
