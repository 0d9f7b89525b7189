#include "onnx_to_graph/external_data.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tenon::onnx_to_graph {

namespace fs = std::filesystem;

std::shared_ptr<mapped_file> mapped_file::open(fs::path const& path, std::string& why) {
    int const file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        why = std::string("it cannot be opened (") + std::strerror(errno) + ")";
        return nullptr;
    }
    struct stat about{};
    void* data = nullptr;
    std::size_t size = 0;
    if (::fstat(file, &about) != 0 || !S_ISREG(about.st_mode)) {
        why = "it is not a regular file";
    } else if (size = static_cast<std::size_t>(about.st_size); size != 0) {
        data = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
        if (data == MAP_FAILED)
            why = std::string("it cannot be mapped (") + std::strerror(errno) + ")";
    }
    ::close(file);
    if (!why.empty()) return nullptr;
    return std::shared_ptr<mapped_file>(
        new mapped_file(static_cast<unsigned char const*>(data), size));
}
mapped_file::~mapped_file() {
    if (size_ != 0) ::munmap(const_cast<unsigned char*>(data_), size_);
}

core::shared_bytes bytes_of_file(std::shared_ptr<mapped_file> file, std::size_t offset,
                                 std::size_t size) {
    auto const* const data = file->data() + offset;
    auto* const keeper = new std::shared_ptr<mapped_file>(std::move(file));
    return {data, size,
            [](void* context) { delete static_cast<std::shared_ptr<mapped_file>*>(context); },
            keeper};
}

std::string external_files::reason_to_refuse(fs::path const& location) const {
    if (location.empty()) return "it names no file";
    if (location.is_absolute()) return "absolute paths are refused";
    if (std::find(location.begin(), location.end(), "..") != location.end())
        return "paths with \"..\" are refused";
    std::error_code failed;
    auto const root = fs::weakly_canonical(fs::absolute(folder_, failed), failed);
    auto const whole = fs::weakly_canonical(root / location, failed);
    auto const below = whole.lexically_relative(root);
    if (failed || below.empty() || *below.begin() == "..")
        return "it leads out of the model's folder";
    return {};
}

std::shared_ptr<mapped_file> external_files::find(std::string const& location, std::string& why) {
    if (auto const known = files_.find(location); known != files_.end()) return known->second;
    if (location.find('\0') != std::string::npos)
        why = "it contains a zero byte";
    else
        why = reason_to_refuse(location);
    if (!why.empty()) return nullptr;
    auto file = mapped_file::open(folder_ / location, why);
    if (file != nullptr) files_.emplace(location, file);
    return file;
}

} // namespace tenon::onnx_to_graph
