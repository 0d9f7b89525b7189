#include <tenon/core/target.hpp>
#include <tenon/llvm_to_so/link.hpp>

#include "llvm_to_so/to_object.hpp"

#include <doctest/doctest.h>
#include <llvm/AsmParser/Parser.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/SourceMgr.h>

#include <algorithm>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace tenon;
namespace fs = std::filesystem;

namespace {

struct folder {
    fs::path path;
    folder() {
        auto name = (fs::temp_directory_path() / "tenon-link-XXXXXX").string();
        path = ::mkdtemp(name.data());
    }
    ~folder() { fs::remove_all(path); }
    std::string file(char const* name) const { return (path / name).string(); }
    std::size_t entries() const {
        return static_cast<std::size_t>(std::distance(fs::directory_iterator(path), {}));
    }
};

llvm_to_so::object compile(char const* text, target const& t = target::host()) {
    llvm::LLVMContext context;
    llvm::SMDiagnostic why;
    auto module = llvm::parseAssemblyString(text, why, context);
    REQUIRE_MESSAGE(module, why.getMessage().str());
    return llvm_to_so::to_object(*module, t);
}

std::string read(std::string const& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::string> needed(std::string const& path) {
    auto const bytes = read(path);
    auto file = llvm::cantFail(llvm::object::ObjectFile::createObjectFile(
        llvm::MemoryBufferRef(llvm::StringRef(bytes), path)));
    auto const& elf = llvm::cast<llvm::object::ELF64LEObjectFile>(*file).getELFFile();
    std::vector<std::uint64_t> names;
    std::uint64_t strings = 0;
    for (auto const& entry : llvm::cantFail(elf.dynamicEntries())) {
        if (entry.getTag() == llvm::ELF::DT_NEEDED) names.push_back(entry.getVal());
        if (entry.getTag() == llvm::ELF::DT_STRTAB) strings = entry.getPtr();
    }
    std::vector<std::string> all;
    auto const* table = reinterpret_cast<char const*>(llvm::cantFail(elf.toMappedAddr(strings)));
    for (auto name : names) all.emplace_back(table + name);
    return all;
}

std::string message_of(std::string const& path, llvm_to_so::link_job const& job) {
    try {
        llvm_to_so::link(path, job);
    } catch (llvm_to_so::error const& e) {
        return e.what();
    }
    return {};
}

constexpr char seven[] = "define i32 @seven() nounwind { ret i32 7 }\n"
                         "define i32 @eight() nounwind { ret i32 8 }\n";

constexpr char weighted[] = R"(
@weights = external hidden constant [0 x i8], code_model "large"
@biases = external hidden constant [0 x i8], code_model "large"
declare float @expf(float)
declare double @pow(double, double)
declare ptr @malloc(i64)
declare void @free(ptr)
define float @exp_of(i64 %at) nounwind {
  %p = getelementptr inbounds i8, ptr @weights, i64 %at
  %x = load float, ptr %p
  %y = call float @expf(float %x)
  ret float %y
}
define ptr @place() nounwind { ret ptr @weights }
define double @power(double %x) nounwind {
  %m = call ptr @malloc(i64 8)
  %y = call double @pow(double %x, double %x)
  call void @free(ptr %m)
  %p = load double, ptr @biases
  %z = fadd double %y, %p
  ret double %z
})";

} // namespace

TEST_CASE("a library exports what it should and needs nothing it does not use") {
    folder const in;
    auto const path = in.file("seven.so");
    llvm_to_so::link(path, {{compile(seven)}, {}, {"seven"}});
    CHECK(in.entries() == 1);
    CHECK(needed(path).empty());
    void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    REQUIRE_MESSAGE(library, ::dlerror());
    auto const f = reinterpret_cast<int (*)()>(::dlsym(library, "seven"));
    REQUIRE(static_cast<bool>(f));
    CHECK(f() == 7);
    CHECK(::dlsym(library, "eight") == nullptr);
    ::dlclose(library);
}

TEST_CASE("raw bytes arrive aligned and in place, and libm is asked for by name") {
    folder const in;
    auto const path = in.file("weighted.so");
    std::vector<float> const first{0, 1, 2}, third{3};
    double const bias = 0.5;
    llvm_to_so::section weights{".weights", "weights", {}, 0};
    CHECK(weights.add({std::as_bytes(std::span(first)), 0, {}, 64, {}}) == 0);
    auto const made = [](std::byte* to) { reinterpret_cast<float*>(to)[1] = -1; };
    CHECK(weights.add({{}, 8, made, 64, {}}) == 64);
    CHECK(weights.add({std::as_bytes(std::span(third)), 0, {}, 4096, {}}) == 4096);
    CHECK(weights.add({std::as_bytes(std::span(&bias, 1)), 0, {}, 64, "biases"}) == 4160);
    llvm_to_so::link_job job{{compile(weighted)}, {weights}, {"exp_of", "place", "power"}};
    llvm_to_so::link(path, job);
    CHECK(needed(path) == std::vector<std::string>{"libc.so.6", "libm.so.6"});
    void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    REQUIRE_MESSAGE(library, ::dlerror());
    auto const exp_of = reinterpret_cast<float (*)(std::int64_t)>(::dlsym(library, "exp_of"));
    CHECK(exp_of(4) == doctest::Approx(2.7182818));
    CHECK(exp_of(8) == doctest::Approx(7.3890561));
    CHECK(exp_of(68) == doctest::Approx(0.3678794));
    CHECK(exp_of(4096) == doctest::Approx(20.0855369));
    CHECK(reinterpret_cast<double (*)(double)>(::dlsym(library, "power"))(2) == 4.5);
    auto const place = reinterpret_cast<char const* (*)()>(::dlsym(library, "place"))();
    CHECK(reinterpret_cast<std::uintptr_t>(place) % 4096 == 0);
    ::dlclose(library);

    auto const again = in.file("again.so");
    llvm_to_so::link(again, job);
    CHECK(read(path) == read(again));
}

TEST_CASE("raw bytes are a segment of their own, whatever the machine") {
    folder const in;
    constexpr char sum[] = R"(
@weights = external hidden constant [0 x i8], code_model "large"
@more = external hidden constant [0 x i8], code_model "large"
define i32 @sum() nounwind {
  %x = load i32, ptr @weights
  %y = load i32, ptr @more
  %z = add i32 %x, %y
  ret i32 %z
})";
    std::int32_t const forty = 40;
    for (auto const& t : {target::host(), target::parse("aarch64-unknown-linux-gnu")}) {
        llvm_to_so::section weights{".weights", "weights", {}, 0}, more{".more", "more", {}, 0};
        weights.add({std::as_bytes(std::span(&forty, 1)), 0, {}, 64, {}});
        auto const two = [](std::byte* to) { to[0] = std::byte(2); };
        more.add({{}, 100, two, 64, {}});
        auto const path = in.file("sum.so");
        llvm_to_so::link(path, {{compile(sum, t)}, {weights, more}, {"sum"}});
        auto const bytes = read(path);
        auto file = llvm::cantFail(llvm::object::ObjectFile::createObjectFile(
            llvm::MemoryBufferRef(llvm::StringRef(bytes), path)));
        auto const& elf = llvm::cast<llvm::object::ELF64LEObjectFile>(*file).getELFFile();
        int found = 0;
        for (auto const& each : file->sections()) {
            auto const name = llvm::cantFail(each.getName());
            if (name != ".weights" && name != ".more") continue;
            ++found;
            auto const content = llvm::cantFail(each.getContents());
            CHECK(content.size() == (name == ".weights" ? 4 : 100));
            CHECK(content[0] == (name == ".weights" ? 40 : 2));
            CHECK(content[3] == 0);
            auto const* const mapped = llvm::cantFail(elf.toMappedAddr(each.getAddress()));
            CHECK(reinterpret_cast<char const*>(mapped) == content.data());
        }
        CHECK(found == 2);
        if (t != target::host()) continue;
        void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
        REQUIRE_MESSAGE(library, ::dlerror());
        CHECK(reinterpret_cast<int (*)()>(::dlsym(library, "sum"))() == 42);
        ::dlclose(library);
    }
}

TEST_CASE("a piece too large to be made in memory first, and one without bytes") {
    folder const in;
    constexpr std::size_t size = 65 << 20;
    llvm_to_so::section weights{".weights", "weights", {}, 0};
    weights.add({{}, 4, [](std::byte*) {}, 64, {}});
    weights.add(
        {{},
         size,
         [](std::byte* to) { to[size - 2] = std::byte(0x80), to[size - 1] = std::byte(0x3f); },
         64,
         {}});
    weights.add({{}, 0, [](std::byte*) {}, 64, "biases"});
    auto const path = in.file("large.so");
    llvm_to_so::link(path, {{compile(weighted)}, {weights}, {"exp_of"}});
    void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    REQUIRE_MESSAGE(library, ::dlerror());
    auto const exp_of = reinterpret_cast<float (*)(std::int64_t)>(::dlsym(library, "exp_of"));
    // Where large pages can be mapped.
    auto const bytes = read(path);
    auto file = llvm::cantFail(llvm::object::ObjectFile::createObjectFile(
        llvm::MemoryBufferRef(llvm::StringRef(bytes), path)));
    auto const& elf = llvm::cast<llvm::object::ELF64LEObjectFile>(*file).getELFFile();
    auto const large = [](auto const& segment) { return segment.p_filesz >= size; };
    auto const segments = llvm::cantFail(elf.program_headers());
    auto const found = std::find_if(segments.begin(), segments.end(), large);
    REQUIRE(found != segments.end());
    constexpr std::uint64_t large_page = 2 << 20;
    CHECK(found->p_align == large_page);
    CHECK(found->p_vaddr % large_page == 0);
    CHECK(found->p_offset % large_page == 0);
    CHECK(exp_of(0) == 1);
    CHECK(exp_of(60 + std::int64_t(size)) == doctest::Approx(2.7182818)); // 1.0 is 0x3f800000
    ::dlclose(library);

    llvm_to_so::section nothing{".weights", "weights", {}, 0};
    nothing.add({{}, 0, [](std::byte*) {}, 64, "biases"});
    llvm_to_so::link(path, {{compile(weighted)}, {nothing}, {"place"}});
    void* const empty = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    REQUIRE_MESSAGE(empty, ::dlerror());
    ::dlclose(empty);
}

TEST_CASE("few raw bytes before many") {
    folder const in;
    llvm_to_so::section few{".weights", "weights", {}, 0}, many{".more", "biases", {}, 0};
    few.add(
        {{}, 100, [](std::byte* to) { to[2] = std::byte(0x80), to[3] = std::byte(0x3f); }, 64, {}});
    many.add({{}, 20 << 20, [](std::byte*) {}, 64, {}});
    auto const path = in.file("both.so");
    llvm_to_so::link(path, {{compile(weighted)}, {few, many}, {"exp_of", "place", "power"}});
    void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    REQUIRE_MESSAGE(library, ::dlerror());
    auto const exp_of = reinterpret_cast<float (*)(std::int64_t)>(::dlsym(library, "exp_of"));
    CHECK(exp_of(0) == doctest::Approx(2.7182818));
    ::dlclose(library);
}

TEST_CASE("several threads may link at once") {
    folder const in;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([&in, i] {
            llvm_to_so::link(in.file(("t" + std::to_string(i)).c_str()),
                             {{compile(seven)}, {}, {"seven"}});
        });
    for (auto& t : threads) t.join();
    CHECK(in.entries() == 4);
    CHECK(read(in.file("t0")) == read(in.file("t3")));
}

TEST_CASE("other machines' libraries are made without their tools") {
    folder const in;
    auto const arm = target::parse("aarch64-unknown-linux-gnu");
    auto const code =
        compile("declare float @expf(float)\n"
                "define float @f(float %x) { %y = call float @expf(float %x)\n ret float %y }",
                arm);
    llvm_to_so::link(in.file("arm.so"), {{code}, {}, {"f"}});
    CHECK(needed(in.file("arm.so")) == std::vector<std::string>{"libm.so.6"});
}

TEST_CASE("what cannot be made is said, and leaves nothing behind") {
    folder const in;
    auto const code = compile(seven);
    llvm_to_so::link_job const good{{code}, {}, {"seven"}};
    CHECK(message_of(in.file("none/x.so"), good).find("No such file or directory") !=
          std::string::npos);
    CHECK(message_of("/dev/null", good).find("not a regular file") != std::string::npos);
    CHECK(message_of(in.file("x.so"), {{code}, {}, {"nine"}}) ==
          "[tenon/L4] nothing defines the exported nine");
    auto const loose = compile("declare void @ghost()\n"
                               "define void @f() { call void @ghost()\n ret void }");
    CHECK(message_of(in.file("x.so"), {{loose}, {}, {"f"}}).find("nothing defines ghost") !=
          std::string::npos);
    auto const twice = message_of(in.file("x.so"), {{code, code}, {}, {"seven"}});
    CHECK(twice.find("duplicate symbol: seven") != std::string::npos);
    CHECK(in.entries() == 0);
    CHECK(message_of(in.file("x.so"), good).empty());
    CHECK(in.entries() == 1);
    if (::geteuid() == 0) return; // who may write everywhere
    ::chmod(in.path.c_str(), 0500);
    CHECK(message_of(in.file("y.so"), good).find("Permission denied") != std::string::npos);
    ::chmod(in.path.c_str(), 0700);
}

TEST_CASE("a disk without room is an error") {
    folder const in;
    llvm_to_so::section huge{".weights", "weights", {}, 0};
    huge.add({{}, std::size_t(1) << 50, [](std::byte*) {}, 64, {}});
    auto const said = message_of(in.file("x.so"), {{compile(seven)}, {huge}, {"seven"}});
    CHECK(said.starts_with("[tenon/L2] cannot write \"" + in.file("x.so") + "\": "));
    CHECK(in.entries() == 0);
}

TEST_CASE("targets are what they say") {
    auto const host = target::host();
    CHECK(target::parse("") == host);
    CHECK(target::parse(host.triple, "native") == host);
    CHECK(target::parse(host.triple, "native", "-avx512f").features.view().ends_with(",-avx512f"));
    auto const refused = [](auto... what) {
        try {
            target::parse(what...);
        } catch (std::invalid_argument const& e) {
            return std::string(e.what());
        }
        return std::string();
    };
    CHECK(refused("pdp11").find("target \"pdp11") != std::string::npos);
    CHECK(refused("x86_64-linux-gnu", "z80").find("CPU \"z80\"") != std::string::npos);
    CHECK(refused("x86_64-linux-gnu", "", "+magic").find("\"+magic\"") != std::string::npos);
    CHECK(refused("riscv64-linux-gnu", "native").find("\"native\"") != std::string::npos);
}
