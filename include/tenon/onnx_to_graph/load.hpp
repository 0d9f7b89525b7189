// Reading ONNX models.
#pragma once

#include <tenon/core/diagnostic.hpp>
#include <tenon/core/program.hpp>
#include <tenon/onnx_to_graph/importer_table.hpp>

namespace tenon::onnx_to_graph {

/// A symbolic dimension that is fixed to a number: `--dim batch=1`.
struct fixed_dim {
    core::text symbol;
    std::int64_t value = 0;
};

/// How a model is read.
struct load_options {
    core::list<fixed_dim> dims{};
    /// The folder below which external data must lie; for a model that is a file, its own folder by
    /// default.
    core::text folder{};
    /// Tables of importers of one's own, which `onnx::domain` makes. The first that fits wins.
    core::list<importer_table> importers{};
};

/// The model in the file `path`. Named dimensions become symbols, unnamed ones fresh symbols; the
/// program has one function, `main`. An initialiser that is also an input stays an input with that
/// default from IR version 4 on, and is a constant before.
///
/// Throws `core::refused` with every problem that was found: reason `io` where the file cannot be
/// read, `mismatch` where `options` name a dimension that the model does not have, else `model`.
/// Codes: O2 the file or its encoding, O3 an operator without importer, O4 the graph's names and
/// order, O5 tensor data, O6 shapes that are unknown or contradict each other, O7 options; V2 from
/// inference.
core::program load(std::string_view path, load_options const& options = {});

/// The model in `bytes`. Problems are added to `found`; the program is whole only if there are
/// none.
core::program parse(std::string_view bytes, load_options const& options, core::diagnostics& found);

} // namespace tenon::onnx_to_graph
