// The only file that sees CLI11, which is slow to compile.
#include <tenon/core/config.hpp>

#include "failure.hpp"
#include "options.hpp"

#include <CLI/CLI.hpp>

#include <charconv>
#include <iostream>

namespace tenon::tenonc {
namespace {

struct level_name {
    char const* name;
    level value;
};
constexpr level_name level_names[] = {{"graph", level::graph}, {"loop", level::loop},
                                      {"llvm", level::llvm},   {"asm", level::assembly},
                                      {"obj", level::object},  {"header", level::header},
                                      {"so", level::library}};

level level_from(std::string const& name) {
    std::string known;
    for (auto const& each : level_names) {
        if (name == each.name) return each.value;
        known += (known.empty() ? "" : ", ") + std::string(each.name);
    }
    throw fail(exit_code::usage, "--emit " + name + ": no such level; expected one of " + known);
}

/// The two parts of NAME=VALUE.
std::pair<std::string, std::string> halves(std::string const& option, std::string const& given,
                                           char const* wanted) {
    auto const at = given.rfind('=');
    if (at == std::string::npos || at == 0 || at + 1 == given.size())
        throw fail(exit_code::usage, option + " " + given + ": expected " + wanted);
    return {given.substr(0, at), given.substr(at + 1)};
}

dim_choice dim_from(std::string const& given) {
    auto const [symbol, digits] = halves("--dim", given, "NAME=SIZE");
    dim_choice result{symbol, 0};
    auto const end = digits.data() + digits.size();
    auto const [stop, error] = std::from_chars(digits.data(), end, result.size);
    if (error != std::errc() || stop != end || result.size < 0)
        throw fail(exit_code::usage,
                   "--dim " + given + ": expected NAME=SIZE with a size of 0 or more");
    return result;
}

input_file input_from(std::string const& given) {
    auto const at = given.find('=');
    if (at == std::string::npos || at == 0 || at + 1 == given.size())
        throw fail(exit_code::usage, "--input " + given + ": expected NAME=FILE.npy");
    return {given.substr(0, at), given.substr(at + 1)};
}

/// The parser, and the words that it leaves for a second look.
class command_line {
public:
    command_line() {
        app_.set_version_flag("--version", std::string("tenonc ") + core::version);
        app_.footer("Exit codes: 0 done, 1 wrong command line, 2 model refused, 3 input or output "
                    "failed,\n4 `check` found a difference, 70 an error inside Tenon.");
        compile();
        run();
        check();
        explain();
        inspect();
        lists();
        app_.require_subcommand(0, 1);
    }

    std::optional<options> parse(int argc, char const* const* argv) {
        try {
            app_.parse(argc, argv);
        } catch (CLI::Success const& wanted) {
            app_.exit(wanted);
            return {};
        } catch (CLI::ParseError const& wrong) {
            throw fail(exit_code::usage, std::string(wrong.what()) + "; tenonc --help says more");
        }
        understand();
        return result_;
    }

private:
    void compile() {
        app_.add_option("MODEL", result_.model, "an .onnx model, or a .tenon text");
        app_.add_option("-o,--output", result_.output,
                        "what to write; text goes to standard output without it");
        app_.add_option("--emit", emit_, "graph, loop, llvm, asm, obj, header or so")
            ->default_str("so");
        app_.add_option("--batch", batch_, "compile each line MODEL<TAB>OUTPUT of this file");
        app_.add_flag("!--no-optimize", result_.optimize,
                      "leave out the graph passes that are not needed");
        compile_options(app_);
    }
    void compile_options(CLI::App& to) {
        to.add_option("--dim", dims_, "NAME=SIZE: fix a symbolic dimension")
            ->allow_extra_args(false);
        to.add_option("--threads", result_.threads,
                      "default number of threads; 0: as many as the process may use")
            ->check(CLI::Range(0, 4096));
        to.add_option("--target", result_.triple, "an LLVM triple; default: this machine");
        to.add_option("--cpu", result_.cpu, "a CPU as LLVM names it; default: this machine's");
        to.add_option("--features", result_.features, "+feature,-feature of the CPU");
        to.add_option("--prefix", result_.prefix, "of the exported symbols")->default_str("tenon");
        to.add_option("--name", result_.name, "of the model, in its metadata and header");
        to.add_option("--print-after", result_.print_after, "PASS: print the IR after it")
            ->allow_extra_args(false);
        to.add_option("--dump", result_.dump, "a folder that gets one file per pass");
        to.add_flag("--time", result_.time, "print a table of passes");
    }
    CLI::App& model_command(command what, char const* name, char const* does, char const* model) {
        auto& made = *app_.add_subcommand(name, does);
        made.callback([this, what] { result_.what = what; });
        made.add_option("MODEL", result_.model, model)->required();
        return made;
    }
    void run_options(CLI::App& to) {
        to.add_option("--input", inputs_, "NAME=FILE.npy; random where not given")
            ->allow_extra_args(false);
        to.add_option("--seed", result_.seed, "of the random inputs");
        compile_options(to);
    }
    void run() {
        auto& to = model_command(command::run, "run", "run a model, write its outputs as .npy",
                                 "a .so that tenonc made, an .onnx or a .tenon");
        to.add_option("--output-dir", result_.output_folder, "where OUTPUT.npy go");
        to.add_flag("--reference", result_.reference, "evaluate without compiling");
        run_options(to);
    }
    void check() {
        run_options(model_command(command::check, "check",
                                  "compare the compiled model with the reference evaluation",
                                  "an .onnx or a .tenon"));
    }
    void explain() {
        auto& to = model_command(command::explain, "explain",
                                 "say what each kernel of a model computes and moves",
                                 "an .onnx or a .tenon");
        to.add_flag("--measure", result_.measure,
                    "run the model, and say how long each kernel takes");
        run_options(to);
    }
    void inspect() {
        auto& to =
            model_command(command::inspect, "inspect", "print a library's metadata and memory plan",
                          "a .so that tenonc made");
        to.add_option("--dim", dims_, "NAME=SIZE: of a symbol, to see the plan in numbers")
            ->allow_extra_args(false);
        to.add_flag("--json", result_.json, "the metadata as the library has them");
    }
    void lists() {
        list(command::passes, "passes", "list the standard passes in order");
        list(command::ops, "ops", "list the ops of the graph level");
        list(command::rules, "rules", "list the standard rewrite rules");
    }
    void list(command what, char const* name, char const* does) {
        auto& made = *app_.add_subcommand(name, does);
        made.callback([this, what] { result_.what = what; });
        made.add_flag("--markdown", result_.markdown, "as the table of Tenon's documentation");
    }

    void understand() {
        if (!emit_.empty()) result_.emit = level_from(emit_);
        for (auto const& given : dims_) result_.dims.push_back(dim_from(given));
        for (auto const& given : inputs_) result_.inputs.push_back(input_from(given));
        if (result_.what != command::compile) return;
        if (!batch_.empty() && !result_.model.empty())
            throw fail(exit_code::usage, "--batch and MODEL exclude each other");
        if (!batch_.empty()) {
            result_.what = command::batch;
            result_.model = batch_;
            return;
        }
        if (result_.model.empty())
            throw fail(exit_code::usage, "no model is named; expected tenonc MODEL -o MODEL.so, "
                                         "tenonc --help says more");
        bool const binary = result_.emit == level::library || result_.emit == level::object;
        if (binary && result_.output.empty())
            throw fail(exit_code::usage, "no output is named; expected -o FILE");
    }

    options result_;
    std::string emit_, batch_;
    std::vector<std::string> dims_, inputs_;
    CLI::App app_{"Compiles ONNX models to native libraries.", "tenonc"};
};

} // namespace

std::optional<options> parse_command_line(int argc, char const* const* argv) {
    return command_line().parse(argc, argv);
}

} // namespace tenon::tenonc
