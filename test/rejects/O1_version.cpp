// expect: [tenon/O1] importers: a version of an operator within the declared opsets has no importer
// expect: importer_lacks_version<1, 13>
#include <tenon/onnx_to_graph/importer.hpp>

using namespace tenon::onnx_to_graph;

void import_relu(importing&) {}
void import_softmax(importing&) {}

#ifdef REJECT
constexpr int last_softmax = 12; // 13 means something else, so it is not covered
#else
constexpr int last_softmax = 28;
#endif
constexpr importer mine[] = {
    {"Relu", 6, 28, import_relu},
    {"Softmax", 1, last_softmax, import_softmax},
};

constexpr importer_table table = checked_importers<mine>();

int main() { return table.count; }
