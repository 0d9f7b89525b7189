// What an artifact says about itself: its functions, their arguments and how it was made.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tenon::runtime {

/// A dimension as a postfix program over symbols (the words of artifact.h: 0 constant, 1 symbol,
/// 2 add, 3 sub, 4 mul, 5 floordiv, 6 ceildiv, 7 mod, 8 min, 9 max).
using dim_program = std::vector<std::int64_t>;

/// An input or output. `dtype` is the name the IR prints: f32, i64, bool, ...
struct argument_description {
    std::string name;
    std::string dtype;
    std::vector<dim_program> dims;
    bool optional = false;       ///< an input that has a default and may be null
    bool data_dependent = false; ///< an output whose shape only the run decides
};

/// A symbol is dimension `dim` of input `input`, or found out by the run if `input` is -1.
struct symbol_description {
    std::string name;
    std::int32_t input = -1;
    std::int32_t dim = 0;
};

struct constraint_description {
    dim_program left;
    dim_program right;
    bool equal = true; ///< else: left >= right
    std::string text;  ///< empty where the dims' own text suffices
};

struct function_description {
    std::string name;
    std::vector<argument_description> inputs;
    std::vector<argument_description> outputs;
    std::vector<symbol_description> symbols;
    std::vector<constraint_description> constraints;
};

/// The metadata of one artifact. No time, no path and no host in it: equal inputs, equal bytes.
struct module_description {
    std::string name;     ///< of the model
    std::string prefix;   ///< of the exported symbols
    std::string compiler; ///< "tenon 0.1.0"
    std::string target;   ///< LLVM triple
    std::string cpu;
    std::string features;
    std::string model_hash; ///< of the input file's bytes, "sha256:..."
    std::int32_t abi_version = 1;
    std::int32_t threads = 0; ///< default number of threads; 0: as many as the process may use
    std::vector<function_description> functions;
};

/// How a person writes a dimension: "2*seq + 1".
std::string dim_text(dim_program const& dim, std::vector<symbol_description> const& symbols);

/// The text of section .tenon.info.
std::string to_json(module_description const& module);

/// Reads it back. Throws std::runtime_error that says what is missing or of the wrong kind.
module_description from_json(std::string_view json);

/// A C++ header with one class for the model; its functions take symbols, then typed pointers.
std::string typed_header(module_description const& module);

/// The metadata of the artifact in file `path`, found in its ELF section without loading it. Throws
/// std::runtime_error that names the file and what is wrong with it.
std::string read_metadata(std::string const& path);

} // namespace tenon::runtime
