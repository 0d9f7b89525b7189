// expect: [tenon/N1]
// expect: op<sample::conv>
// expect: takes<2, 3>
// expect: is_given<1>
#include <tenon/onnx_to_graph/importing.hpp>

#include <match/sample_ops.hpp>

void import_conv(tenon::onnx_to_graph::importing& node) {
#ifdef REJECT
    node.output(0, node.add<sample::conv>(node[0]));
#else
    node.output(0, node.add<sample::conv>(node[0], node[1]));
#endif
}
