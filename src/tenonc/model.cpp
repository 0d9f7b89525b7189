#include "model.hpp"

#include <tenon/core/parser.hpp>
#include <tenon/onnx_to_graph/load.hpp>
#include <tenon/standard/tables.hpp>

#include "failure.hpp"
#include "files.hpp"
#include "fix_dims.hpp"
#include "loop_to_llvm/blake3.hpp"

#include <filesystem>

namespace tenon::tenonc {
namespace {

bool is_text(std::string const& path) { return path.ends_with(".tenon"); }

core::program read_text(options const& chosen) {
    auto const source = read_file(chosen.model);
    core::program p;
    core::diagnostics found;
    if (!core::parse(source, standard::graph_ops(), p, found)) throw refusal(chosen.model, found);
    fix_dims(p, chosen.dims);
    return p;
}

core::program read_onnx(options const& chosen) {
    onnx_to_graph::load_options how;
    for (auto const& each : chosen.dims) how.dims.push_back({core::text(each.symbol), each.size});
    try {
        return onnx_to_graph::load(chosen.model, how);
    } catch (core::refused const& why) {
        throw refusal(chosen.model, why.found(), why.why());
    }
}

} // namespace

core::program read_model(options const& chosen) {
    return is_text(chosen.model) ? read_text(chosen) : read_onnx(chosen);
}

std::string hash_of(std::string const& path) {
    return "blake3:" + loop_to_llvm::blake3(mapped_file(path).bytes());
}

std::string stem_of(std::string const& path) { return std::filesystem::path(path).stem().string(); }

} // namespace tenon::tenonc
