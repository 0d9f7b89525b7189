#include "files.hpp"

#include "failure.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tenon::tenonc {
namespace {

namespace fs = std::filesystem;

failure cannot(char const* verb, std::string const& path, int error = errno) {
    return fail(exit_code::input_output,
                std::string("cannot ") + verb + " \"" + path + "\": " + std::strerror(error));
}

class descriptor {
public:
    explicit descriptor(int number) : number_(number) {}
    ~descriptor() { close(); }
    descriptor(descriptor const&) = delete;
    descriptor& operator=(descriptor const&) = delete;
    int number() const { return number_; }
    bool close() {
        int const held = number_;
        number_ = -1;
        return held < 0 || ::close(held) == 0;
    }

private:
    int number_;
};

bool write_all(int to, std::string_view bytes) {
    while (!bytes.empty()) {
        auto const written = ::write(to, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

void write_directly(std::string const& path, std::string_view bytes) {
    descriptor to(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (to.number() < 0 || !write_all(to.number(), bytes) || !to.close())
        throw cannot("write", path);
}

/// As a file is that was just created: what the process does not mask.
mode_t usual_mode() {
    mode_t const mask = ::umask(0);
    ::umask(mask);
    return 0666 & ~mask;
}

void write_and_rename(std::string const& path, std::string_view bytes) {
    std::string temporary = path + ".XXXXXX";
    descriptor to(::mkostemp(temporary.data(), O_CLOEXEC));
    if (to.number() < 0) throw cannot("write", path);
    bool const good = write_all(to.number(), bytes) && ::fchmod(to.number(), usual_mode()) == 0 &&
                      ::fsync(to.number()) == 0 && to.close() &&
                      ::rename(temporary.c_str(), path.c_str()) == 0;
    if (good) return;
    int const error = errno;
    ::unlink(temporary.c_str());
    throw cannot("write", path, error);
}

} // namespace

std::string read_file(std::string const& path) {
    descriptor from(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (from.number() < 0) throw cannot("read", path);
    std::string bytes;
    char buffer[1 << 16];
    for (;;) {
        auto const got = ::read(from.number(), buffer, sizeof buffer);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) throw cannot("read", path);
        if (got == 0) return bytes;
        bytes.append(buffer, static_cast<std::size_t>(got));
    }
}

mapped_file::mapped_file(std::string const& path) {
    descriptor from(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat facts;
    if (from.number() < 0 || ::fstat(from.number(), &facts) != 0) throw cannot("read", path);
    size_ = static_cast<std::size_t>(facts.st_size);
    if (size_ == 0) return;
    begin_ = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, from.number(), 0);
    if (begin_ == MAP_FAILED) throw cannot("read", path);
}

mapped_file::~mapped_file() {
    if (size_ != 0) ::munmap(begin_, size_);
}

void write_file(std::string const& path, std::string_view bytes) {
    std::error_code ignored;
    auto const status = fs::status(path, ignored);
    if (fs::is_directory(status)) throw cannot("write", path, EISDIR);
    if (fs::exists(status) && !fs::is_regular_file(status)) return write_directly(path, bytes);
    write_and_rename(path, bytes);
}

void write_text(std::string const& path, std::string_view text) {
    if (!path.empty() && path != "-") return write_file(path, text);
    if (!write_all(STDOUT_FILENO, text)) throw cannot("write", "standard output");
}

temporary_folder::temporary_folder() {
    path_ = (fs::temp_directory_path() / "tenonc.XXXXXX").string();
    if (!::mkdtemp(path_.data())) throw cannot("write", path_);
}

temporary_folder::~temporary_folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

} // namespace tenon::tenonc
