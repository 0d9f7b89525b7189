#include <tenon/onnx_to_graph/domain.hpp>
#include <tenon/onnx_to_graph/load.hpp>

#include "onnx_to_graph/external_data.hpp"
#include "onnx_to_graph/graph_import.hpp"
#include "onnx_to_graph/read_model.hpp"

#include <algorithm>

namespace tenon::onnx_to_graph {

core::program parse(std::string_view bytes, load_options const& options, core::diagnostics& found) {
    auto const folder = std::string(options.folder.view());
    auto const model = read_model(
        bytes, folder.empty() ? std::filesystem::path(".") : std::filesystem::path(folder), found);
    core::program p;
    bool const readable = std::none_of(found.problems().begin(), found.problems().end(),
                                       [](auto const& problem) { return problem.code == "O2"; });
    if (readable) graph_import(model, options, p, found).run();
    return p;
}

core::program load(std::string_view path, load_options const& options) {
    core::diagnostics found;
    std::filesystem::path const file{std::string(path)};
    std::string why;
    auto const mapped = mapped_file::open(file, why);
    if (mapped == nullptr) {
        found.add("O2", text(path), text("the model cannot be read: ") + why);
        throw core::refused(std::move(found), core::refused::reason::io);
    }
    load_options with_folder = options;
    if (with_folder.folder.empty()) with_folder.folder = text(file.parent_path().string());
    auto p =
        parse({reinterpret_cast<char const*>(mapped->data()), mapped->size()}, with_folder, found);
    if (found.empty()) return p;
    bool only_options = true;
    for (auto const& problem : found.problems()) only_options &= problem.code == "O7";
    throw core::refused(std::move(found), only_options ? core::refused::reason::mismatch
                                                       : core::refused::reason::model);
}

core::program detail::load_into(core::op_table const& dialect, std::string_view path,
                                load_options const& options) {
    auto p = load(path, options);
    core::diagnostics found;
    for (std::size_t b = 0; b != p.block_count(); ++b)
        for (auto const n : p[static_cast<core::block_id>(b)].nodes)
            if (dialect.position(p[n].op) < 0)
                found.add("N3", core::describe(p, n), "is an op that the dialect lacks",
                          "add it to the dialect of the importers");
    if (!found.empty()) throw core::refused(std::move(found));
    return p;
}

} // namespace tenon::onnx_to_graph
