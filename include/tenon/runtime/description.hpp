// What an artifact says about itself: its functions, their arguments and how it was made.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tenon::runtime {

/// A dimension: how a person writes it ("2*seq + 1"), and as a postfix program over symbols. The
/// words are those of an artifact's tables: 0 constant, 1 symbol (each followed by its value),
/// 2 add, 3 sub, 4 mul, 5 floordiv, 6 ceildiv, 7 mod, 8 min, 9 max, 10 broadcast.
struct dim_description {
    std::string text;
    std::vector<std::int64_t> words;

    bool operator==(dim_description const&) const = default;
};

/// An input or output. `dtype` is the name the IR prints: f32, i64, bool, ...
struct argument_description {
    std::string name;
    std::string dtype;
    std::vector<dim_description> dims;
    bool optional = false;       ///< an input that has a default and may be null
    bool data_dependent = false; ///< an output whose shape only the run decides

    bool operator==(argument_description const&) const = default;
};

/// A symbol is dimension `dim` of input `input`, or found out by the run if `input` is -1.
struct symbol_description {
    std::string name;
    std::int32_t input = -1;
    std::int32_t dim = 0;

    bool operator==(symbol_description const&) const = default;
};

struct constraint_description {
    dim_description left;
    dim_description right;
    bool equal = true; ///< else: left >= right
    std::string text;  ///< empty where the dims' own text suffices

    bool operator==(constraint_description const&) const = default;
};

/// Memory for intermediate values, in the one arena of a call.
struct buffer_description {
    dim_description bytes;
    dim_description offset;            ///< from the arena's start, at least
    std::vector<std::int32_t> behind;  ///< other buffers, at or behind the ends of which it lies
    std::int32_t first = 0, last = -1; ///< the kernels between which it holds something, if any

    bool operator==(buffer_description const&) const = default;
};

struct function_description {
    std::string name;
    std::vector<argument_description> inputs;
    std::vector<argument_description> outputs;
    std::vector<symbol_description> symbols;
    std::vector<constraint_description> constraints;
    std::vector<std::string> kernels;        ///< in the order in which they are called
    std::vector<buffer_description> buffers; ///< those in `behind` come before those that have them

    bool operator==(function_description const&) const = default;
};

/// The metadata of one artifact. No time, no path and no host in it: equal inputs, equal bytes.
struct module_description {
    std::string name;     ///< of the model
    std::string prefix;   ///< of the exported symbols
    std::string compiler; ///< "tenon 0.1.0"
    std::string target;   ///< LLVM triple
    std::string cpu;
    std::string features;
    std::string model_hash; ///< of the input file's bytes, "blake3:..."
    std::int32_t abi_version = 1;
    std::int32_t threads = 0;      ///< default number of threads; 0: as many as the process may use
    std::int64_t weight_bytes = 0; ///< in the file, with what packing adds
    std::vector<function_description> functions;

    bool operator==(module_description const&) const = default;
};

/// What the words of a dimension compute. Symbols that are not given are 0.
std::int64_t evaluate(dim_description const& dim, std::vector<std::int64_t> const& symbols);

/// Bytes of an arena.
struct arena_use {
    std::int64_t bytes = 0;
    std::int64_t least = 0; ///< any plan needs: the most that is alive at once

    bool operator==(arena_use const&) const = default;
};

/// What the plan comes to for these sizes of `function.symbols`; those that are not given are 0.
arena_use arena_of(function_description const& function, std::vector<std::int64_t> const& sizes);

/// For a person: where each buffer of a function lies, how large it is and which kernels it serves.
/// With one size for each of `function.symbols` in numbers, else in words.
std::string memory_text(function_description const& function,
                        std::vector<std::int64_t> const& sizes);

/// For a person: what the module is, then each function with its signature and symbols.
std::string summary(module_description const& module);

/// One line: "main(x: f32[n, 3]) -> (y: f32[n, 10])".
std::string signature(function_description const& function);

/// A C++ header with one class for the model; its functions take symbols, then typed pointers.
std::string typed_header(module_description const& module);

/// The metadata of the artifact in file `path`, found in its ELF section without loading it. Throws
/// std::runtime_error that names the file and what is wrong with it.
std::string read_metadata(std::string const& path);

} // namespace tenon::runtime
