#include <tenon/core/target.hpp>
#include <tenon/llvm_to_so/link.hpp>

#include "llvm_to_so/to_object.hpp"

#include <doctest/doctest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SourceMgr.h>

#include <dlfcn.h>
#include <filesystem>
#include <string>

using namespace tenon;

namespace {

/// `run(x)` calls each of these functions, adds up what they return, and the number of calls that
/// they counted together. Function k has many instructions and returns x + table[k] + their sum.
std::string module_of(int functions, int instructions) {
    std::string text = "@calls = internal global i64 0\n"
                       "@table = private constant [3 x i64] [i64 100, i64 200, i64 300]\n";
    for (int k = 0; k != functions; ++k) {
        auto const name = std::to_string(k);
        text +=
            "define internal i64 @step." + name + "(i64 %x) noinline {\n  %v0 = add i64 %x, 0\n";
        for (int i = 0; i != instructions; ++i)
            text += "  %v" + std::to_string(i + 1) + " = add i64 %v" + std::to_string(i) + ", 1\n";
        text += "  %p = getelementptr i64, ptr @table, i64 " + std::to_string(k % 3) +
                "\n  %t = load i64, ptr %p\n  %c = load i64, ptr @calls\n  %d = add i64 %c, 1\n"
                "  store i64 %d, ptr @calls\n  %r = add i64 %v" +
                std::to_string(instructions) + ", %t\n  ret i64 %r\n}\n";
    }
    text += "define i64 @run(i64 %x) {\n  %s0 = add i64 0, 0\n";
    for (int k = 0; k != functions; ++k) {
        auto const name = std::to_string(k);
        text += "  %r" + name + " = call i64 @step." + name + "(i64 %x)\n  %s" +
                std::to_string(k + 1) + " = add i64 %s" + name + ", %r" + name + "\n";
    }
    return text + "  %c = load i64, ptr @calls\n  %all = add i64 %s" + std::to_string(functions) +
           ", %c\n  ret i64 %all\n}\n";
}

std::vector<llvm_to_so::object> compile(std::string const& text) {
    llvm::LLVMContext context;
    llvm::SMDiagnostic why;
    auto module = llvm::parseAssemblyString(text, why, context);
    REQUIRE_MESSAGE(module, why.getMessage().str());
    return llvm_to_so::to_objects(*module, target::host());
}

long long run(std::vector<llvm_to_so::object> objects, long long x) {
    auto path = (std::filesystem::temp_directory_path() / "tenon-cut-XXXXXX").string();
    REQUIRE(::mkdtemp(path.data()) != nullptr);
    auto const file = path + "/cut.so";
    llvm_to_so::link(file, {std::move(objects), {}, {"run"}});
    auto* const library = ::dlopen(file.c_str(), RTLD_NOW);
    REQUIRE_MESSAGE(library != nullptr, ::dlerror());
    auto const result = reinterpret_cast<long long (*)(long long)>(::dlsym(library, "run"))(x);
    ::dlclose(library);
    std::filesystem::remove_all(path);
    return result;
}

} // namespace

TEST_CASE("parts of a large module share what it has once, and are always the same ones") {
    auto const text = module_of(6, 3000);
    auto const objects = compile(text);
    CHECK(objects.size() > 1);
    CHECK(compile(text) == objects);
    // six times 7 + 3000, twice each of the table, six calls
    CHECK(run(objects, 7) == 6 * 3007 + 2 * 600 + 6);
}

TEST_CASE("a small module is one part") {
    auto const objects = compile(module_of(2, 10));
    CHECK(objects.size() == 1);
    CHECK(run(objects, 1) == 2 * 11 + 300 + 2);
}
