// expect: [tenon/O1] importers: a version of an operator within the declared opsets has no importer
// expect: importer_lacks_version<8, 13>
#include <tenon/onnx_to_graph/importer.hpp>

using namespace tenon::onnx_to_graph;

void import_it(importing&) {}

constexpr importer mine[] = {
    {"Relu", 6, 28, import_it},
    {"Softmax", 1, 28, import_it},
    {"Conv", 1, 28, import_it},
    {"MatMul", 1, 28, import_it},
    {"Add", 7, 28, import_it},
    {"Gemm", 7, 28, import_it},
    {"Flatten", 1, 28, import_it},
    {"GlobalAveragePool", 1, 28, import_it},
#ifdef REJECT
    {"ReduceSum", 1, 12, import_it}, // 13 made the axes an input
#else
    {"ReduceSum", 1, 28, import_it},
#endif
    {"BatchNormalization", 7, 28, import_it},
    {"Concat", 4, 28, import_it},
    {"MaxPool", 1, 28, import_it},
};
constexpr importer_table table = checked_importers<mine>();

int main() { return table.count; }
