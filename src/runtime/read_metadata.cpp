// Finds section .tenon.info of an ELF file, without loading the file and believing nothing in it.
#include <tenon/runtime/description.hpp>

#include <cstring>
#include <elf.h>
#include <fstream>
#include <stdexcept>

namespace tenon::runtime {
namespace {

class elf_file {
public:
    explicit elf_file(std::string const& path) : path_(path), in_(path, std::ios::binary) {
        if (!in_) fail("cannot be read");
        in_.seekg(0, std::ios::end);
        size_ = static_cast<std::uint64_t>(in_.tellg());
        if (size_ < sizeof header_) fail("too short to be a library");
        read(0, &header_, sizeof header_);
        if (std::memcmp(header_.e_ident, ELFMAG, SELFMAG) != 0) fail("not an ELF file");
        if (header_.e_ident[EI_CLASS] != ELFCLASS64 || header_.e_ident[EI_DATA] != ELFDATA2LSB)
            fail("not a 64-bit little-endian ELF file");
        if (header_.e_shnum && header_.e_shentsize != sizeof(Elf64_Shdr))
            fail("damaged: its sections have an unknown form");
    }

    std::string metadata() {
        auto const names = section(header_.e_shstrndx);
        for (unsigned i = 0; i < header_.e_shnum; ++i) {
            auto const found = section(i);
            if (name(names, found) == ".tenon.info") return text(found);
        }
        fail("not compiled by tenonc: it has no section .tenon.info");
    }

private:
    [[noreturn]] void fail(std::string const& why) const {
        throw std::runtime_error("\"" + path_ + "\": " + why);
    }

    void read(std::uint64_t offset, void* to, std::uint64_t bytes) {
        if (offset > size_ || bytes > size_ - offset) fail("damaged: it ends too early");
        in_.seekg(static_cast<std::streamoff>(offset));
        in_.read(static_cast<char*>(to), static_cast<std::streamsize>(bytes));
        if (!in_) fail("cannot be read");
    }

    Elf64_Shdr section(unsigned index) {
        Elf64_Shdr result;
        if (index >= header_.e_shnum) fail("not compiled by tenonc: it has no sections");
        auto const offset = header_.e_shoff + index * sizeof result;
        if (offset < header_.e_shoff) fail("damaged: its sections are nowhere");
        read(offset, &result, sizeof result);
        return result;
    }

    std::string name(Elf64_Shdr const& names, Elf64_Shdr const& of) {
        char buffer[16]{};
        if (of.sh_name >= names.sh_size) return {};
        read(names.sh_offset + of.sh_name, buffer,
             std::min<std::uint64_t>(sizeof buffer - 1, names.sh_size - of.sh_name));
        return buffer;
    }

    std::string text(Elf64_Shdr const& found) {
        if (found.sh_type == SHT_NOBITS || found.sh_size > size_)
            fail("damaged: its section .tenon.info is longer than the file");
        std::string result(found.sh_size, '\0');
        read(found.sh_offset, result.data(), found.sh_size);
        result.resize(std::strlen(result.c_str()));
        return result;
    }

    std::string path_;
    std::ifstream in_;
    std::uint64_t size_ = 0;
    Elf64_Ehdr header_{};
};

} // namespace

std::string read_metadata(std::string const& path) { return elf_file(path).metadata(); }

} // namespace tenon::runtime
