// What the command line asks for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tenon::tenonc {

enum class command { compile, batch, run, check, explain, inspect, passes, ops, rules };

/// What `--emit` stops at; the order is that of the pipeline.
enum class level { graph, loop, llvm, assembly, object, header, library };

struct dim_choice {
    std::string symbol;
    std::int64_t size = 0;
};

struct input_file {
    std::string name;
    std::string path;
};

struct options {
    command what = command::compile;
    std::string model;  ///< or the list of a batch
    std::string output; ///< empty: standard output, for text
    level emit = level::library;

    std::vector<dim_choice> dims;
    std::string triple, cpu, features;
    std::string prefix = "tenon";
    std::string name; ///< of the model, in metadata and header
    int threads = 0;
    bool optimize = true;

    std::vector<std::string> print_after;
    std::string dump;
    bool time = false;
    bool markdown = false; ///< lists: as a table

    std::vector<input_file> inputs;
    std::string output_folder = ".";
    std::uint64_t seed = 0;
    bool reference = false;
    bool measure = false;
    bool json = false; ///< metadata as they are
};

/// What the arguments say; nothing if all they asked for was help or the version, which has been
/// printed.
///
/// Errors: `failure` with code usage.
std::optional<options> parse_command_line(int argc, char const* const* argv);

} // namespace tenon::tenonc
