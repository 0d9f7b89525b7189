// The layout of ELF64, little endian, as its specification and elf.h have it.
#include "elf.hpp"

#include "on_threads.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace tenon::llvm_to_so {
namespace {

constexpr std::uint64_t round_up(std::uint64_t value, std::uint64_t align) {
    return (value + align - 1) / align * align;
}

// Names, each once, behind an empty one.
class strings {
public:
    std::uint32_t add(std::string const& text) {
        auto const at = static_cast<std::uint32_t>(all_.size());
        all_.append(text).push_back('\0');
        return at;
    }
    std::string const& bytes() const { return all_; }

private:
    std::string all_ = std::string(1, '\0');
};

template <class T> std::string raw(T const* first, std::size_t count) {
    return {reinterpret_cast<char const*>(first), count * sizeof(T)};
}
template <class T> std::string raw(std::vector<T> const& all) {
    return raw(all.data(), all.size());
}

Elf64_Ehdr header_like(object const& like, Elf64_Half type) {
    Elf64_Ehdr header{};
    if (like.size() < sizeof header || std::memcmp(like.data(), ELFMAG, SELFMAG) != 0 ||
        like[EI_CLASS] != ELFCLASS64 || like[EI_DATA] != ELFDATA2LSB)
        throw error(
            "[tenon/L1] a shared library can be made for 64-bit little-endian ELF targets only");
    std::memcpy(&header, like.data(), sizeof header);
    Elf64_Ehdr made{};
    std::memcpy(made.e_ident, header.e_ident, EI_NIDENT);
    made.e_type = type;
    made.e_machine = header.e_machine;
    made.e_flags = header.e_flags;
    made.e_version = EV_CURRENT;
    made.e_ehsize = sizeof(Elf64_Ehdr);
    made.e_shentsize = sizeof(Elf64_Shdr);
    return made;
}

// A section and its bytes; one of type NOBITS has none.
struct part {
    std::string name;
    Elf64_Shdr header{};
    std::string bytes;
};

part make_part(std::string name, Elf64_Word type, std::string bytes, std::uint64_t align = 8) {
    part made{std::move(name), {}, std::move(bytes)};
    made.header.sh_type = type;
    made.header.sh_addralign = align;
    made.header.sh_size = made.bytes.size();
    return made;
}

// Gives every part its place; the section headers follow the last.
struct layout {
    Elf64_Ehdr header;
    std::vector<part> parts;
    std::uint64_t size = 0;

    layout(Elf64_Ehdr h, std::vector<part> all) : header(h), parts(std::move(all)) {
        strings names;
        for (auto& p : parts) p.header.sh_name = names.add(p.name);
        auto const own_name = names.add(".shstrtab");
        parts.push_back(make_part(".shstrtab", SHT_STRTAB, names.bytes(), 1));
        parts.back().header.sh_name = own_name;
        std::uint64_t at = sizeof header;
        for (auto& p : parts) {
            at = round_up(at, p.header.sh_addralign);
            p.header.sh_offset = at;
            at += p.bytes.size();
        }
        header.e_shoff = round_up(at, 8);
        header.e_shnum = static_cast<Elf64_Half>(parts.size() + 1);
        header.e_shstrndx = static_cast<Elf64_Half>(parts.size());
        size = header.e_shoff + header.e_shnum * sizeof(Elf64_Shdr);
    }

    object bytes() const {
        object all(size);
        write(all.data());
        return all;
    }

private:
    void write(char* to) const {
        std::memcpy(to, &header, sizeof header);
        auto* const table = to + header.e_shoff;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            auto const& p = parts[i];
            std::memcpy(table + (i + 1) * sizeof p.header, &p.header, sizeof p.header);
            std::memcpy(to + p.header.sh_offset, p.bytes.data(), p.bytes.size());
        }
    }
};

Elf64_Sym symbol(std::uint32_t name, std::size_t section, std::uint64_t value, std::uint64_t size) {
    Elf64_Sym made{};
    made.st_name = name;
    made.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT);
    made.st_other = STV_HIDDEN;
    made.st_shndx = static_cast<Elf64_Section>(section);
    made.st_value = value;
    made.st_size = size;
    return made;
}

std::uint64_t size_of(piece const& p) { return p.fill ? p.size : p.bytes.size(); }

// Calls f(piece, offset) in order.
template <class F> void each_piece(section const& s, F f) {
    std::uint64_t at = 0;
    for (auto const& p : s.pieces) {
        at = round_up(at, p.align);
        f(p, at);
        at += size_of(p);
    }
}

void add_symbols(section const& s, std::size_t index, strings& names, std::vector<Elf64_Sym>& all) {
    all.push_back(symbol(names.add(s.symbol), index, 0, s.size));
    each_piece(s, [&](piece const& p, std::uint64_t at) {
        if (!p.symbol.empty()) all.push_back(symbol(names.add(p.symbol), index, at, size_of(p)));
    });
}

// Many bytes begin where a large page can. A kernel whose page cache holds them in large pieces
// then maps a piece at a time, not a page, when they are first read.
constexpr std::uint64_t least_page = 0x1000, large_page = 2 << 20, many = 8 * large_page;

std::uint64_t page_for(section const& s, Elf64_Half machine) {
    if (s.size >= many) return large_page;
    return machine == EM_X86_64 ? least_page : 0x10000;
}

part part_of(section const& s, Elf64_Half machine) {
    auto made = make_part(s.name, SHT_NOBITS, {}, page_for(s, machine));
    made.header.sh_size = s.size;
    made.header.sh_flags = SHF_ALLOC;
    // Kept away from the code, so that what the code reaches with 32 bits stays within reach.
    if (machine == EM_X86_64) made.header.sh_flags |= 0x10000000; // SHF_X86_64_LARGE
    for (auto const& p : s.pieces)
        made.header.sh_addralign = std::max<std::uint64_t>(made.header.sh_addralign, p.align);
    return made;
}

layout plan(std::vector<section> const& sections, object const& like) {
    auto const header = header_like(like, ET_REL);
    std::vector<part> parts;
    strings names;
    std::vector<Elf64_Sym> symbols(1);
    for (auto const& s : sections) {
        parts.push_back(part_of(s, header.e_machine));
        add_symbols(s, parts.size(), names, symbols);
    }
    parts.push_back(make_part(".note.GNU-stack", SHT_PROGBITS, {}, 1));
    parts.push_back(make_part(".symtab", SHT_SYMTAB, raw(symbols)));
    parts.back().header.sh_entsize = sizeof(Elf64_Sym);
    parts.back().header.sh_info = 1;
    parts.back().header.sh_link = static_cast<Elf64_Word>(parts.size() + 1);
    parts.push_back(make_part(".strtab", SHT_STRTAB, names.bytes(), 1));
    return {header, std::move(parts)};
}

class open_file {
public:
    explicit open_file(std::string const& path, int flags = 0)
        : handle_(::open(path.c_str(), O_RDWR | O_CLOEXEC | flags, 0600)) {
        if (handle_ < 0) fail();
    }
    ~open_file() { ::close(handle_); }
    open_file(open_file const&) = delete;
    open_file& operator=(open_file const&) = delete;

    // A full disk must be an error here and not one later, or a signal.
    void claim(std::uint64_t from, std::uint64_t to) const {
        errno = ::posix_fallocate(handle_, static_cast<off_t>(from), static_cast<off_t>(to - from));
        if (errno) fail();
    }
    std::uint64_t size() const {
        struct stat known;
        if (::fstat(handle_, &known) != 0) fail();
        return static_cast<std::uint64_t>(known.st_size);
    }
    void read(void* to, std::uint64_t size, std::uint64_t at) const {
        auto* bytes = static_cast<char*>(to);
        while (size != 0) {
            auto const done = ::pread(handle_, bytes, size, static_cast<off_t>(at));
            if (done == 0) errno = EIO; // it ends too early
            if (done <= 0) fail();
            bytes += done, at += static_cast<std::uint64_t>(done);
            size -= static_cast<std::uint64_t>(done);
        }
    }
    void write(void const* from, std::uint64_t size, std::uint64_t at) const {
        auto const* bytes = static_cast<char const*>(from);
        while (size != 0) {
            auto const done = ::pwrite(handle_, bytes, size, static_cast<off_t>(at));
            if (done < 0) fail();
            bytes += done, at += static_cast<std::uint64_t>(done);
            size -= static_cast<std::uint64_t>(done);
        }
    }
    // Calls f(memory) with these bytes of the file, which may be written to.
    template <class F> void with_mapped(std::uint64_t at, std::uint64_t size, F f) const {
        auto const page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
        auto const before = at % page;
        auto* const memory = ::mmap(nullptr, before + size, PROT_READ | PROT_WRITE, MAP_SHARED,
                                    handle_, static_cast<off_t>(at - before));
        if (memory == MAP_FAILED) fail();
        f(static_cast<std::byte*>(memory) + before);
        ::munmap(memory, before + size);
    }

private:
    int const handle_;
};

template <class T>
std::vector<T> read_table(open_file const& file, std::uint64_t at, std::size_t count) {
    std::vector<T> all(count);
    file.read(all.data(), count * sizeof(T), at);
    return all;
}

// A linked library whose announced sections still lack their bytes.
class unfinished {
public:
    unfinished(std::string const& path, std::vector<section> const& sections) : file_(path) {
        file_.read(&header_, sizeof header_, 0);
        headers_ = read_table<Elf64_Shdr>(file_, header_.e_shoff, header_.e_shnum);
        segments_ = read_table<Elf64_Phdr>(file_, header_.e_phoff, header_.e_phnum);
        auto const& names = headers_[header_.e_shstrndx];
        auto const text = read_table<char>(file_, names.sh_offset, names.sh_size);
        for (auto& h : headers_)
            for (auto const& s : sections)
                if (h.sh_type == SHT_NOBITS && h.sh_size != 0 && s.name == text.data() + h.sh_name)
                    places_.push_back({&s, &h});
        std::sort(places_.begin(), places_.end(), [](auto const& a, auto const& b) {
            return a.header->sh_addr < b.header->sh_addr;
        });
    }

    void finish() {
        if (places_.empty()) return; // nothing uses them, or there are no bytes
        split_segment();
        file_.claim(start_, end_);
        for (auto const& p : places_) {
            p.header->sh_type = SHT_PROGBITS;
            p.header->sh_offset = offset_of(p);
        }
        file_.write(segments_.data(), segments_.size() * sizeof(Elf64_Phdr), header_.e_phoff);
        file_.write(headers_.data(), headers_.size() * sizeof(Elf64_Shdr), header_.e_shoff);
        write_pieces();
    }

private:
    struct place {
        section const* what;
        Elf64_Shdr* header;
    };
    struct task {
        piece const* what;
        std::uint64_t at;
    };
    // Larger pieces are made in the file's own memory.
    static constexpr std::uint64_t most_buffered = 64 << 20;
    static constexpr std::size_t most_writers = 4;

    std::uint64_t offset_of(place const& p) const {
        return start_ + p.header->sh_addr - places_.front().header->sh_addr;
    }
    // The sections are the end of a segment that has no bytes for them. They become one of their
    // own, in place of the entry that says where the table of segments is: loaders know it from
    // the file's header.
    void split_segment() {
        auto const first = places_.front().header->sh_addr;
        std::erase_if(segments_, [](Elf64_Phdr const& s) { return s.p_type == PT_PHDR; });
        auto const whole = std::find_if(segments_.begin(), segments_.end(), [&](auto const& s) {
            return s.p_type == PT_LOAD && first >= s.p_vaddr && first < s.p_vaddr + s.p_memsz;
        });
        if (segments_.size() + 1 != header_.e_phnum || whole == segments_.end() ||
            whole->p_vaddr + whole->p_filesz > first || first % least_page != 0)
            throw error("[tenon/L3] the linker laid out raw bytes in a way that Tenon does not "
                        "know, which is a defect of Tenon; please report it");
        start_ = round_up(file_.size(), whole->p_align) + first % whole->p_align;
        auto own = *whole;
        own.p_vaddr = own.p_paddr = first;
        own.p_offset = start_;
        own.p_filesz = own.p_memsz = whole->p_vaddr + whole->p_memsz - first;
        end_ = start_ + own.p_filesz;
        whole->p_memsz = whole->p_filesz;
        segments_.insert(whole + 1, own);
    }
    void write_pieces() {
        std::vector<task> tasks;
        for (auto const& p : places_)
            each_piece(*p.what, [&](piece const& what, std::uint64_t at) {
                tasks.push_back({&what, offset_of(p) + at});
            });
        on_threads(tasks.size(), most_writers, [&](std::size_t i) { write(tasks[i]); });
    }
    void write(task const& t) const {
        if (!t.what->fill) return file_.write(t.what->bytes.data(), t.what->bytes.size(), t.at);
        if (t.what->size > most_buffered)
            return file_.with_mapped(t.at, t.what->size, t.what->fill);
        std::vector<std::byte> made(t.what->size);
        t.what->fill(made.data());
        file_.write(made.data(), made.size(), t.at);
    }

    open_file file_;
    Elf64_Ehdr header_{};
    std::vector<Elf64_Shdr> headers_;
    std::vector<Elf64_Phdr> segments_;
    std::vector<place> places_; // by address
    std::uint64_t start_ = 0, end_ = 0;
};

// The hash of version names that ELF defines.
std::uint32_t elf_hash(std::string const& name) {
    std::uint32_t h = 0;
    for (unsigned char c : name) {
        h = (h << 4) + c;
        auto const high = h & 0xf0000000u;
        h = (h ^ (high >> 24)) & ~high;
    }
    return h;
}

// .gnu.version_d: index 1 names the library, 2 and up its versions.
std::string version_definitions(std::vector<std::string> const& versions, strings& names) {
    std::string all;
    for (std::size_t i = 0; i < versions.size(); ++i) {
        Elf64_Verdef def{};
        def.vd_version = VER_DEF_CURRENT;
        def.vd_flags = i == 0 ? VER_FLG_BASE : 0;
        def.vd_ndx = static_cast<Elf64_Half>(i + 1);
        def.vd_cnt = 1;
        def.vd_hash = elf_hash(versions[i]);
        def.vd_aux = sizeof def;
        def.vd_next = i + 1 == versions.size() ? 0 : sizeof def + sizeof(Elf64_Verdaux);
        Elf64_Verdaux const aux{names.add(versions[i]), 0};
        all += raw(&def, 1) + raw(&aux, 1);
    }
    return all;
}

std::vector<std::string> versions_of(std::string const& soname,
                                     std::vector<system_symbol> const& symbols) {
    std::vector<std::string> all;
    for (auto const& s : symbols)
        if (!s.version.empty()) all.push_back(s.version);
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    all.insert(all.begin(), soname);
    return all;
}

Elf64_Half version_index(std::vector<std::string> const& versions, std::string const& version) {
    if (version.empty()) return VER_NDX_GLOBAL;
    auto const at = std::find(versions.begin() + 1, versions.end(), version);
    return static_cast<Elf64_Half>(at - versions.begin() + 1);
}

enum stand_in_part : Elf64_Word { dynsym = 1, versym, verdef, dynamic, dynstr };

std::vector<part> stand_in_parts(std::string const& soname,
                                 std::vector<system_symbol> const& symbols) {
    strings names;
    auto const versions = versions_of(soname, symbols);
    std::vector<Elf64_Sym> table(1);
    std::vector<Elf64_Half> indices(1);
    for (auto const& s : symbols) {
        table.push_back(symbol(names.add(s.name), dynsym, 0, 0));
        table.back().st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC);
        table.back().st_other = STV_DEFAULT;
        indices.push_back(version_index(versions, s.version));
    }
    auto const definitions = version_definitions(versions, names);
    std::vector<Elf64_Dyn> entries(2);
    entries[0].d_tag = DT_SONAME;
    entries[0].d_un.d_val = names.add(soname);
    std::vector<part> parts;
    parts.push_back(make_part(".dynsym", SHT_DYNSYM, raw(table)));
    parts.push_back(make_part(".gnu.version", SHT_GNU_versym, raw(indices), 2));
    parts.push_back(make_part(".gnu.version_d", SHT_GNU_verdef, definitions));
    parts.push_back(make_part(".dynamic", SHT_DYNAMIC, raw(entries)));
    parts.push_back(make_part(".dynstr", SHT_STRTAB, names.bytes(), 1));
    parts[dynsym - 1].header.sh_entsize = sizeof(Elf64_Sym);
    parts[dynsym - 1].header.sh_info = 1;
    parts[versym - 1].header.sh_entsize = sizeof(Elf64_Half);
    parts[verdef - 1].header.sh_info = static_cast<Elf64_Word>(versions.size());
    parts[dynamic - 1].header.sh_entsize = sizeof(Elf64_Dyn);
    for (auto& p : parts) {
        p.header.sh_flags = SHF_ALLOC;
        p.header.sh_link = p.header.sh_type == SHT_GNU_versym ? Elf64_Word(dynsym)
                           : p.header.sh_type == SHT_STRTAB   ? 0
                                                              : Elf64_Word(dynstr);
    }
    return parts;
}

} // namespace

void fail() { throw std::system_error(errno, std::generic_category()); }

void claim_space(std::string const& path, std::uint64_t size) {
    open_file(path, O_CREAT | O_TRUNC).claim(0, size);
}

std::uint64_t section::add(piece p) {
    auto const at = round_up(size, p.align);
    size = at + size_of(p);
    pieces.push_back(std::move(p));
    return at;
}

object announce_sections(std::vector<section> const& sections, object const& like) {
    return plan(sections, like).bytes();
}

void append_sections(std::string const& path, std::vector<section> const& sections) {
    unfinished(path, sections).finish();
}

object stand_in(std::string const& soname, std::vector<system_symbol> const& symbols,
                object const& like) {
    return layout(header_like(like, ET_DYN), stand_in_parts(soname, symbols)).bytes();
}

} // namespace tenon::llvm_to_so
