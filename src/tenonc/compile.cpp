// tenonc MODEL -o FILE, and --batch.
#include "compile.hpp"

#include <tenon/core/printer.hpp>
#include <tenon/runtime/description.hpp>
#include <tenon/standard/compile.hpp>

#include "commands.hpp"
#include "files.hpp"
#include "model.hpp"

#include <cstdio>
#include <future>
#include <map>

namespace tenon::tenonc {
namespace {

/// Looked up once per process: finding out what the host can do takes longer than a small model.
tenon::target const& machine_of(options const& chosen) {
    static std::map<std::string, tenon::target> known;
    auto const key = chosen.triple + "\n" + chosen.cpu + "\n" + chosen.features;
    auto found = known.find(key);
    if (found != known.end()) return found->second;
    try {
        bool const is_host = chosen.triple.empty() && chosen.cpu.empty() && chosen.features.empty();
        auto made = is_host ? tenon::target::host()
                            : tenon::target::parse(chosen.triple, chosen.cpu, chosen.features);
        return known.emplace(key, std::move(made)).first->second;
    } catch (std::invalid_argument const& wrong) {
        throw fail(exit_code::usage, wrong.what());
    }
}

standard::compile_options options_of(options const& chosen) {
    standard::compile_options made{machine_of(chosen)};
    made.prefix = chosen.prefix;
    made.threads = chosen.threads;
    made.optimize = chosen.optimize;
    if (!chosen.name.empty()) made.name = chosen.name;
    // a library's bytes do not tell the name of the file that it was made from; a header's may
    if (chosen.name.empty() && chosen.emit == level::header) made.name = stem_of(chosen.model);
    return made;
}

/// A file has everything in it, so that it can be compiled; standard output is for people, who want
/// no megabytes of constants.
void write_program(core::program const& p, options const& chosen) {
    core::print_options how;
    how.elide = chosen.output.empty();
    write_text(chosen.output, core::print(p, how));
}

void write(standard::library made, options const& chosen, watch& seen) {
    switch (chosen.emit) {
    case level::llvm: return write_text(chosen.output, made.llvm());
    case level::header: return write_text(chosen.output, runtime::typed_header(made.description()));
    default: break;
    }
    seen.step("machine code");
    if (chosen.emit == level::assembly) return write_text(chosen.output, made.assembly());
    if (chosen.emit == level::object) return write_file(chosen.output, made.object());
    made.save(chosen.output);
}

void compile_to_level(core::program p, options const& chosen, watch& seen) {
    auto how = options_of(chosen);
    if (chosen.emit == level::graph)
        return write_program(standard::to_kernels(std::move(p), how, seen.observers()), chosen);
    // hashing a large model takes as long as compiling it
    auto hash = std::async(chosen.emit == level::loop ? std::launch::deferred : std::launch::async,
                           [&] { return hash_of(chosen.model); });
    p = standard::to_loops(std::move(p), how, seen.observers());
    if (chosen.emit == level::loop) return write_program(p, chosen);
    seen.step("emit");
    how.model_hash = hash.get();
    write(standard::emit(p, how), chosen, seen);
}

/// A model's own problems know their file already; those that passes find are told whose they are.
[[noreturn]] void blame_model(options const& chosen, core::refused const& why) {
    throw refusal(chosen.model, why.found(), why.why());
}

void compile_one(options const& chosen) {
    watch seen(chosen);
    try {
        seen.step("read");
        auto p = read_model(chosen);
        if (chosen.emit == level::graph && !chosen.optimize)
            write_program(p, chosen);
        else
            compile_to_level(std::move(p), chosen, seen);
    } catch (core::refused const& why) {
        blame_model(chosen, why);
    }
    seen.finish();
    seen.refuse_unknown_passes();
}

struct batch_line {
    int number = 0;
    std::string model, output;
};

std::vector<batch_line> read_list(std::string const& path) {
    auto const text = read_file(path);
    std::vector<batch_line> lines;
    int number = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        auto end = text.find('\n', begin);
        if (end == text.npos) end = text.size();
        auto const line = text.substr(begin, end - begin);
        begin = end + 1;
        ++number;
        if (line.empty()) continue;
        auto const tab = line.find('\t');
        if (tab == line.npos || tab == 0 || tab + 1 == line.size())
            throw fail(exit_code::usage,
                       path + ": line " + std::to_string(number) + ": expected MODEL<TAB>OUTPUT");
        lines.push_back({number, line.substr(0, tab), line.substr(tab + 1)});
    }
    return lines;
}

/// Puts `LIST: line N: ` before each line of a message.
void report(std::string const& list, batch_line const& line, failure const& why) {
    std::string text;
    for (std::size_t begin = 0; begin < why.message.size();) {
        auto const end = std::min(why.message.find('\n', begin), why.message.size());
        text += list + ": line " + std::to_string(line.number) + ": " +
                why.message.substr(begin, end - begin) + "\n";
        begin = end + 1;
    }
    std::fputs(text.c_str(), stderr);
}

} // namespace

core::program compile_to_loops(core::program graph, options const& chosen, watch& seen) {
    try {
        return standard::to_loops(std::move(graph), options_of(chosen), seen.observers());
    } catch (core::refused const& why) {
        blame_model(chosen, why);
    }
}

void compile_to_library(core::program graph, std::string const& output, options const& chosen,
                        watch& seen) {
    auto to_library = chosen;
    to_library.output = output;
    to_library.emit = level::library;
    try {
        compile_to_level(std::move(graph), to_library, seen);
    } catch (core::refused const& why) {
        blame_model(chosen, why);
    }
}

exit_code compile(options const& chosen) {
    compile_one(chosen);
    return exit_code::done;
}

exit_code compile_batch(options const& chosen) {
    auto first = exit_code::done;
    for (auto const& line : read_list(chosen.model)) {
        auto one = chosen;
        one.model = line.model;
        one.output = line.output;
        auto const code = guarded(
            [&] {
                compile_one(one);
                return exit_code::done;
            },
            [&](failure const& why) { report(chosen.model, line, why); });
        if (first == exit_code::done) first = code;
    }
    return first;
}

} // namespace tenon::tenonc
