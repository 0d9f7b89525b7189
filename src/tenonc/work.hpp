// What the kernels of a loop-level program compute and move.
#pragma once

#include <tenon/core/program.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tenon::tenonc {

/// One call of a kernel by an entry of the artifact.
struct kernel_call {
    std::string code;      ///< the name of the kernel whose code it runs, which others may share
    std::string nodes;     ///< the ONNX nodes that it stands for
    std::string results;   ///< the types of the buffers that it stores into
    double operations = 0; ///< scalar operations; a multiplication and its addition are two
    double bytes = 0;      ///< of all buffers that it is given, each counted once
};

/// The calls of function `f`, in order, for these sizes of its symbols.
std::vector<kernel_call> calls_of(core::program const& loops, core::function const& f,
                                  std::map<std::string, std::int64_t> const& symbols);

} // namespace tenon::tenonc
