// tenonc run, check and inspect.
#include "call.hpp"
#include "commands.hpp"
#include "compare.hpp"
#include "compile.hpp"
#include "files.hpp"
#include "loop_to_llvm/describe_function.hpp"
#include "model.hpp"
#include "values.hpp"
#include "watch.hpp"

#include <cstdio>

namespace tenon::tenonc {
namespace {

using core::tensor;

bool is_library(std::string const& path) { return path.ends_with(".so"); }

/// The first function is the one that runs: `main` of an ONNX model.
core::function const& first_function(core::program const& p, options const& chosen) {
    for (auto const& f : p.functions)
        if (f.kind == "func") return f;
    throw fail(exit_code::refused, chosen.model + ": it has no function");
}

exit_code run_library(std::string const& library, options const& chosen) {
    auto const about = description_of(library);
    auto const& f = entry_of(about, chosen.model);
    auto const inputs = make_inputs(f, chosen);
    write_outputs(f, call_library(library, about, f, inputs, chosen.threads), chosen.output_folder);
    return exit_code::done;
}

exit_code run_reference(options const& chosen) {
    auto const p = read_model(chosen);
    auto const& f = first_function(p, chosen);
    core::diagnostics found;
    auto const about =
        loop_to_llvm::describe_function(p, f, loop_to_llvm::output_place::yields, found);
    if (!found.empty()) throw refusal(chosen.model, found);
    auto const inputs = make_inputs(about, chosen);
    write_outputs(about, call_reference(p, f, inputs), chosen.output_folder);
    return exit_code::done;
}

exit_code run_compiled(options const& chosen) {
    temporary_folder const folder;
    auto const library = folder.file("model.so");
    watch seen(chosen);
    compile_to_library(read_model(chosen), library, chosen, seen);
    seen.finish();
    return run_library(library, chosen);
}

/// Of each symbol that `--dim` gives, unless it leaves out one.
std::vector<std::int64_t> sizes_of(runtime::function_description const& f, options const& chosen) {
    std::vector<std::int64_t> sizes;
    for (auto const& symbol : f.symbols)
        for (auto const& d : chosen.dims)
            if (d.symbol == symbol.name) {
                sizes.push_back(d.size);
                break;
            }
    return sizes;
}

void check_is_symbol(runtime::module_description const& about, dim_choice const& chosen) {
    std::string known;
    for (auto const& f : about.functions)
        for (auto const& symbol : f.symbols) {
            if (symbol.name == chosen.symbol) return;
            known += (known.empty() ? "" : ", ") + symbol.name;
        }
    throw fail(exit_code::usage, "--dim " + chosen.symbol + ": the library has no such symbol; " +
                                     (known.empty() ? "it has none" : "it has " + known));
}

} // namespace

exit_code run(options const& chosen) {
    if (is_library(chosen.model)) {
        if (chosen.reference)
            throw fail(exit_code::usage,
                       "--reference needs a model, and " + chosen.model + " is a library");
        return run_library(chosen.model, chosen);
    }
    return chosen.reference ? run_reference(chosen) : run_compiled(chosen);
}

exit_code check(options const& chosen) {
    auto const p = read_model(chosen);
    temporary_folder const folder;
    auto const library = folder.file("model.so");
    watch seen(chosen);
    compile_to_library(p, library, chosen, seen);
    seen.finish();
    auto const about = description_of(library);
    auto const& f = entry_of(about, chosen.model);
    auto const inputs = make_inputs(f, chosen);
    auto const actual = call_library(library, about, f, inputs, chosen.threads);
    auto const& reference = first_function(p, chosen);
    auto const expected = call_reference(p, reference, inputs);
    bool same = true;
    for (std::size_t i = 0; i != expected.size(); ++i) {
        auto const verdict = compare(actual[i], expected[i]);
        std::printf("%s: %s: %s\n", f.outputs[i].name.c_str(), type_of(expected[i]).c_str(),
                    verdict.words.c_str());
        same = same && verdict.right;
    }
    return same ? exit_code::done : exit_code::different;
}

exit_code inspect(options const& chosen) {
    auto const about = description_of(chosen.model);
    if (chosen.json) {
        write_text("", runtime::read_metadata(chosen.model) + "\n");
        return exit_code::done;
    }
    auto text = runtime::summary(about);
    for (auto const& f : about.functions)
        text += "\n  memory of " + f.name + "\n" + runtime::memory_text(f, sizes_of(f, chosen));
    for (auto const& d : chosen.dims) check_is_symbol(about, d);
    write_text("", text);
    return exit_code::done;
}

} // namespace tenon::tenonc
