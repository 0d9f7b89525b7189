// expect: [tenon/N3] an importer makes an op that its dialect lacks
// expect: op<sample::neg>
#include <tenon/onnx_to_graph/domain.hpp>

#include <match/sample_ops.hpp>

#ifdef REJECT
using dialect = tenon::core::dialect<sample::constant, sample::mul, sample::add>;
#else
using dialect = tenon::core::dialect<sample::constant, sample::mul, sample::add, sample::neg>;
#endif
void import_negation(tenon::onnx::importing<dialect>& node) {
    node.output(0, node.add<sample::neg>(node[0]));
}
