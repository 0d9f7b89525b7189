// From a function in LLVM IR to a library that is loaded and called, with nothing but Tenon's
// parts.
#include "loop_to_llvm/entry.hpp"

#include <tenon/core/target.hpp>
#include <tenon/llvm_to_so/link.hpp>
#include <tenon/runtime/module.hpp>

#include "llvm_to_so/to_object.hpp"
#include "loop_to_llvm/artifact.h"
#include "loop_to_llvm/metadata.hpp"
#include "loop_to_llvm/target.hpp"

#include <doctest/doctest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/SourceMgr.h>

#include <filesystem>
#include <stdexcept>
#include <unistd.h>

using namespace tenon;
using loop_to_llvm::describe;
using loop_to_llvm::support_scope;

namespace {

// y = x + x over the elements, in parts; scratch is there to show that the arena is.
constexpr char doubling[] = R"(
%call = type { ptr, ptr, ptr, ptr, i64, i64, ptr, ptr, ptr, ptr, ptr, i32, i32 }

declare void @tenon_parallel(ptr, ptr, ptr, i64, i64)

define internal i64 @arena(ptr %symbols) {
  %n = load i64, ptr %symbols
  %bytes = mul i64 %n, 4
  ret i64 %bytes
}

define internal void @part(ptr %call, i64 %begin, i64 %end, i64 %worker) {
entry:
  %buffers = load ptr, ptr %call
  %output.at = getelementptr ptr, ptr %buffers, i64 1
  %x = load ptr, ptr %buffers
  %y = load ptr, ptr %output.at
  %arena.at = getelementptr %call, ptr %call, i32 0, i32 2
  %arena = load ptr, ptr %arena.at
  br label %loop
loop:
  %i = phi i64 [ %begin, %entry ], [ %next, %loop ]
  %x.at = getelementptr float, ptr %x, i64 %i
  %value = load float, ptr %x.at
  %arena.i = getelementptr float, ptr %arena, i64 %i
  store float %value, ptr %arena.i
  %again = load float, ptr %arena.i
  %sum = fadd float %value, %again
  %y.at = getelementptr float, ptr %y, i64 %i
  store float %sum, ptr %y.at
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %end
  br i1 %more, label %loop, label %done
done:
  ret void
}

define internal i32 @run(ptr %call) {
  %symbols.at = getelementptr %call, ptr %call, i32 0, i32 1
  %symbols = load ptr, ptr %symbols.at
  %n = load i64, ptr %symbols
  call void @tenon_parallel(ptr %call, ptr @part, ptr %call, i64 %n, i64 16)
  ret i32 0
}
)";

runtime::module_description doubling_module(std::string const& prefix) {
    std::vector<runtime::symbol_description> const symbols{{"n", 0, 0}};
    auto const n = describe(core::dim::symbol("n"), symbols);
    return {.name = "doubling",
            .prefix = prefix,
            .compiler = "tenon",
            .threads = 3,
            .functions = {{.name = "main",
                           .inputs = {{.name = "x", .dtype = "f32", .dims = {n}}},
                           .outputs = {{.name = "y", .dtype = "f32", .dims = {n}}},
                           .symbols = symbols}}};
}

std::unique_ptr<llvm::Module> emit(llvm::LLVMContext& context, target const& t,
                                   std::string const& prefix = "tenon",
                                   support_scope scope = support_scope::module) {
    llvm::SMDiagnostic why;
    auto module = llvm::parseAssemblyString(doubling, why, context);
    REQUIRE_MESSAGE(module, why.getMessage().str());
    loop_to_llvm::set_target(*module, t);
    loop_to_llvm::emit_entries(*module, doubling_module(prefix),
                               {{module->getFunction("run"), module->getFunction("arena")}});
    loop_to_llvm::link_support(*module, scope);
    CHECK(!llvm::verifyModule(*module, nullptr));
    return module;
}

struct library {
    library(std::string const& prefix, support_scope scope) {
        llvm::LLVMContext context;
        auto const host = target::host();
        auto const module = emit(context, host, prefix, scope);
        llvm_to_so::link_job job{.objects = {llvm_to_so::to_object(*module, host)}};
        job.exports = loop_to_llvm::exported_symbols(doubling_module(prefix));
        llvm_to_so::link(path, job);
    }
    ~library() { std::filesystem::remove(path); }
    std::string path = (std::filesystem::temp_directory_path() /
                        ("tenon-entry-" + std::to_string(getpid()) + ".so"))
                           .string();
};

std::string refusal(runtime::module_description const& description) {
    try {
        loop_to_llvm::exported_symbols(description);
    } catch (std::invalid_argument const& error) {
        return error.what();
    }
    return {};
}

} // namespace

TEST_CASE("a library is emitted, linked, loaded, described and called") {
    for (auto scope : {support_scope::module, support_scope::library})
        for (std::string const prefix : {"tenon", "other"}) {
            library const made(prefix, scope);
            runtime::module const loaded(made.path, prefix);
            float x[1000], y[1000];
            for (int i = 0; i < 1000; ++i) x[i] = static_cast<float>(i);
            loaded["main"](runtime::tensor_view(x, {1000}), runtime::tensor_view(y, {1000}));
            CHECK(y[999] == 1998);
            CHECK_THROWS_WITH_AS(
                loaded["main"](runtime::tensor_view(x, {5}), runtime::tensor_view(y, {6})),
                "main: output \"y\" (argument 1): shape [6], want [n]: dimension 0 is 6, want n = "
                "5 "
                "as in dimension 0 of input \"x\"",
                runtime::call_error);
            CHECK(loaded["main"].shapes(runtime::tensor_view(x, {7}))[0][0] == 7);
            CHECK(loaded["main"].managed(runtime::tensor_view(x, {7}))[0].data<float>()[6] == 12);
            auto const metadata = runtime::read_metadata(made.path);
            CHECK(metadata == loaded.metadata());
            CHECK(loop_to_llvm::from_json(metadata) == doubling_module(prefix));
        }
}

TEST_CASE("a library that goes takes its threads with it") {
    library const made("tenon", support_scope::module);
    auto const threads = [] {
        std::filesystem::directory_iterator const tasks("/proc/self/task");
        return std::distance(begin(tasks), end(tasks));
    };
    auto const before = threads(); // the linker has some
    for (int i = 0; i < 20; ++i) {
        runtime::module const loaded(made.path);
        float x[100]{}, y[100];
        loaded["main"](runtime::tensor_view(x, {100}), runtime::tensor_view(y, {100}));
    }
    CHECK(threads() == before);
}

TEST_CASE("the fixed part is compiled for other targets") {
    for (auto const* triple : {"x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"}) {
        llvm::LLVMContext context;
        auto const t = target::parse(triple, "generic");
        CHECK(llvm_to_so::to_object(*emit(context, t), t).size() > 10'000);
    }
}

TEST_CASE("the tables have the layouts of artifact.h") {
    llvm::LLVMContext context;
    auto const module = emit(context, target::host());
    auto const& layout = module->getDataLayout();
    std::vector<std::uint64_t> sizes;
    for (auto const& global : module->globals())
        if (auto* const type = llvm::dyn_cast<llvm::StructType>(global.getValueType());
            type && global.isConstant() && type->isLiteral())
            sizes.push_back(layout.getTypeAllocSize(type));
    CHECK(sizes == std::vector<std::uint64_t>{sizeof(tenon_entry), sizeof(tenon_module)});
}

TEST_CASE("names that cannot be symbols, or not twice") {
    CHECK(refusal(doubling_module("fine_2")).empty());
    CHECK(refusal(doubling_module("2x")).starts_with("symbol prefix \"2x\" cannot be part of"));
    CHECK(refusal(doubling_module("")).starts_with("symbol prefix \"\""));
    auto twice = doubling_module("tenon");
    twice.functions.push_back(twice.functions[0]);
    twice.functions[1].name = "main_shapes";
    CHECK(refusal(twice) ==
          "two functions would both export the symbol tenon_main_shapes; rename one of them");
    twice.functions[1].name = "module_info";
    CHECK(
        refusal(twice).starts_with("two functions would both export the symbol tenon_module_info"));
}
