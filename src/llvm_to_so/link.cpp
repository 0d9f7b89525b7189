// Links with lld, called as a library.
#include <tenon/llvm_to_so/link.hpp>

#include "elf.hpp"
#include "system_symbols.hpp"

#include <lld/Common/Driver.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <set>

LLD_HAS_DRIVER(elf)

namespace tenon::llvm_to_so {
namespace {

namespace fs = std::filesystem;

// A directory beside the library, so that the last step is a rename within one file system.
class scratch {
public:
    explicit scratch(std::string const& beside) : path_(beside + ".XXXXXX") {
        if (!::mkdtemp(path_.data())) fail();
    }
    ~scratch() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    scratch(scratch const&) = delete;
    scratch& operator=(scratch const&) = delete;
    std::string file(std::string const& name) const { return path_ + "/" + name; }

private:
    std::string path_;
};

void write_file(std::string const& path, std::string_view bytes) {
    std::ofstream out(path, std::ios::binary);
    errno = 0;
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    out.close();
    if (!out) fail();
}

std::string_view view(object const& bytes) { return {bytes.data(), bytes.size()}; }

struct symbol_names {
    std::set<std::string> defined, wanted;
};

void add_names(object const& bytes, symbol_names& names) {
    auto file = llvm::object::ObjectFile::createObjectFile(
        llvm::MemoryBufferRef(llvm::StringRef(bytes.data(), bytes.size()), "code"));
    if (!file) throw error("[tenon/L3] not an object file: " + toString(file.takeError()));
    for (auto const& symbol : (*file)->symbols()) {
        auto const flags = llvm::cantFail(symbol.getFlags());
        auto const name = llvm::cantFail(symbol.getName()).str();
        if (name.empty() || name == "_GLOBAL_OFFSET_TABLE_") continue;
        if (!(flags & llvm::object::SymbolRef::SF_Undefined))
            names.defined.insert(name);
        else if (!(flags & llvm::object::SymbolRef::SF_Weak))
            names.wanted.insert(name);
    }
}

symbol_names names_of(link_job const& job) {
    symbol_names names;
    for (auto const& bytes : job.objects) add_names(bytes, names);
    for (auto const& s : job.sections) {
        names.defined.insert(s.symbol);
        for (auto const& p : s.pieces) names.defined.insert(p.symbol);
    }
    return names;
}

std::string list(std::vector<std::string> const& names) {
    std::string all;
    for (auto const& name : names) all += (all.empty() ? "" : ", ") + name;
    return all;
}

std::map<std::string, std::vector<system_symbol>> libraries_for(link_job const& job) {
    auto const names = names_of(job);
    std::vector<std::string> missing;
    std::set_difference(names.wanted.begin(), names.wanted.end(), names.defined.begin(),
                        names.defined.end(), std::back_inserter(missing));
    auto found = find_system_symbols(missing, job.objects.front());
    if (!missing.empty())
        throw error("[tenon/L4] nothing defines " + list(missing) +
                    "; expected the model's own code, or a function of libc or libm that "
                    "src/llvm_to_so/system_symbols.cpp lists");
    for (auto const& name : job.exports)
        if (!names.defined.contains(name)) missing.push_back(name);
    if (!missing.empty()) throw error("[tenon/L4] nothing defines the exported " + list(missing));
    return found;
}

std::string version_script(std::vector<std::string> const& exports) {
    std::string text = "{\n";
    for (auto const& name : exports)
        text += (&name == exports.data() ? " global:\n  " : "  ") + name + ";\n";
    return text + " local: *;\n};\n";
}

std::vector<std::string> write_inputs(scratch const& in, link_job const& job) {
    std::vector<std::string> files;
    for (auto const& bytes : job.objects) {
        files.push_back(in.file("code" + std::to_string(files.size()) + ".o"));
        write_file(files.back(), view(bytes));
    }
    if (!job.sections.empty()) {
        files.push_back(in.file("data.o"));
        write_file(files.back(), view(announce_sections(job.sections, job.objects.front())));
    }
    for (auto const& [soname, symbols] : libraries_for(job)) {
        files.push_back(in.file(soname));
        write_file(files.back(), view(stand_in(soname, symbols, job.objects.front())));
    }
    return files;
}

// lld keeps its state in globals, and after some failures cannot be called again.
void run_lld(std::vector<std::string> const& arguments, std::string const& path) {
    static std::mutex one_at_a_time;
    static bool usable = true;
    std::vector<char const*> raw;
    for (auto const& argument : arguments) raw.push_back(argument.c_str());
    std::string said;
    llvm::raw_string_ostream out(said);
    std::lock_guard const lock(one_at_a_time);
    if (!usable) throw error("[tenon/L2] cannot write \"" + path + "\": the linker failed earlier");
    auto const result = lld::lldMain(raw, out, out, {{lld::Gnu, &lld::elf::link}});
    usable = result.canRunAgain;
    if (result.retCode != 0)
        throw error("[tenon/L2] cannot write \"" + path +
                    "\": " + llvm::StringRef(said).trim().str());
}

std::uint64_t size_of(std::vector<std::string> const& files, std::vector<section> const& sections) {
    std::uint64_t all = 0;
    for (auto const& file : files) all += fs::file_size(file);
    for (auto const& each : sections) all += each.size;
    return all;
}

// lld writes through a mapping of a sparse file, where a full disk is a signal and not an error;
// its other way of writing ends the process. So the space is tried first.
void try_space(std::string const& whole, std::uint64_t size) {
    constexpr std::uint64_t headers = 1 << 20;
    claim_space(whole, size + headers);
    fs::remove(whole);
}

void refuse_if_not_a_file(std::string const& path) {
    std::error_code ignored;
    auto const status = fs::status(path, ignored);
    if (fs::exists(status) && !fs::is_regular_file(status))
        throw error("[tenon/L2] cannot write \"" + path +
                    "\": it exists and is not a regular file");
}

// lld 19 remembers the address of _GLOBAL_OFFSET_TABLE_ from one link to the next and writes to it,
// unless every link has that symbol.
constexpr char const* options[] = {"-shared",
                                   "-Bsymbolic",
                                   "-z",
                                   "defs",
                                   "-z",
                                   "now",
                                   "-z",
                                   "relro",
                                   "-z",
                                   "noexecstack",
                                   "--as-needed",
                                   "--gc-sections",
                                   "--build-id=fast",
                                   "--hash-style=gnu",
                                   "--undefined=_GLOBAL_OFFSET_TABLE_"};

void write(std::string const& path, link_job const& job) {
    refuse_if_not_a_file(path);
    scratch const in(path);
    auto const whole = in.file("library.so");
    auto const script = in.file("exports");
    write_file(script, version_script(job.exports));
    std::vector<std::string> arguments{"ld.lld", "-o", whole, "--version-script=" + script};
    arguments.insert(arguments.end(), std::begin(options), std::end(options));
    auto const files = write_inputs(in, job);
    arguments.insert(arguments.end(), files.begin(), files.end());
    try_space(whole, size_of(files, job.sections));
    run_lld(arguments, path);
    append_sections(whole, job.sections);
    fs::rename(whole, path);
}

} // namespace

void link(std::string const& path, link_job const& job) {
    if (job.objects.empty()) throw error("[tenon/L3] a library needs at least one object");
    try {
        write(path, job);
    } catch (std::system_error const& e) {
        throw error("[tenon/L2] cannot write \"" + path + "\": " + e.code().message());
    }
}

} // namespace tenon::llvm_to_so
