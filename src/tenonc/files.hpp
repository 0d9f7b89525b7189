// Files: read whole, written whole or not at all.
#pragma once

#include <string>
#include <string_view>

namespace tenon::tenonc {

/// Errors: `failure` with code input_output that names the path.
std::string read_file(std::string const& path);

/// A file's bytes, for as long as the object lives, without a copy of them.
///
/// Errors: as `read_file`.
class mapped_file {
public:
    explicit mapped_file(std::string const& path);
    ~mapped_file();
    mapped_file(mapped_file const&) = delete;
    mapped_file& operator=(mapped_file const&) = delete;
    std::string_view bytes() const { return {static_cast<char const*>(begin_), size_}; }

private:
    void* begin_ = nullptr;
    std::size_t size_ = 0;
};

/// Writes to a temporary name in the same folder, flushes and renames; an older file stays as it
/// was if that fails. What is not a regular file (a terminal, a pipe) is written to directly.
///
/// Errors: `failure` with code input_output that names the path.
void write_file(std::string const& path, std::string_view bytes);

/// To `path`, or to standard output if that is empty.
void write_text(std::string const& path, std::string_view text);

/// A folder of its own that is gone with the object.
class temporary_folder {
public:
    temporary_folder();
    ~temporary_folder();
    temporary_folder(temporary_folder const&) = delete;
    temporary_folder& operator=(temporary_folder const&) = delete;
    std::string file(std::string_view name) const { return path_ + "/" + std::string(name); }

private:
    std::string path_;
};

} // namespace tenon::tenonc
