// expect: [tenon/O1] importers: a version of an operator within the declared opsets has no importer
// expect: domain<
// expect: "acme"
// expect: "Fft"
// expect: version<3>
// A domain of one's own with a version that was forgotten.
#include <tenon/onnx_to_graph/domain.hpp>

#include <match/sample_ops.hpp>

using dialect = tenon::core::dialect<sample::neg, sample::mul>;
using node = tenon::onnx::importing<dialect>;
void import_fft(node& n) { n.output(0, n.add<sample::neg>(n[0])); }
void import_fft_4(node& n) { n.output(0, n.add<sample::neg>(n[1])); }
void import_power(node& n) { n.output(0, n.add<sample::mul>(n[0], n[0])); }
constexpr tenon::onnx::importer<dialect> rows[] = {
#ifdef REJECT
    {"Fft", 1, 2, import_fft},
#else
    {"Fft", 1, 3, import_fft},
#endif
    {"Power", 2, 4, import_power}, // which came with version 2
    {"Fft", 4, 4, import_fft_4},
};
inline constexpr auto acme = tenon::onnx::domain<"acme", 1, 4, rows>;
