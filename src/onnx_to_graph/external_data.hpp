// Tensor data that lies beside the model, mapped and never copied.
#pragma once

#include <tenon/core/tensor.hpp>

#include <filesystem>
#include <map>
#include <memory>
#include <string>

namespace tenon::onnx_to_graph {

/// A file mapped into memory for reading.
class mapped_file {
public:
    /// Null with a reason in `why` if the file cannot be mapped.
    static std::shared_ptr<mapped_file> open(std::filesystem::path const& path, std::string& why);
    ~mapped_file();
    mapped_file(mapped_file const&) = delete;
    mapped_file& operator=(mapped_file const&) = delete;

    unsigned char const* data() const { return data_; }
    std::size_t size() const { return size_; }

private:
    mapped_file(unsigned char const* data, std::size_t size) : data_(data), size_(size) {}
    unsigned char const* data_;
    std::size_t size_;
};

/// The bytes of `file` from `offset` on, which keep the file mapped.
core::shared_bytes bytes_of_file(std::shared_ptr<mapped_file> file, std::size_t offset,
                                 std::size_t size);

/// The files of one model's external data, each mapped once.
class external_files {
public:
    explicit external_files(std::filesystem::path folder) : folder_(std::move(folder)) {}
    /// Null with a reason in `why` if `location` is not a file below the model's folder.
    std::shared_ptr<mapped_file> find(std::string const& location, std::string& why);

private:
    std::string reason_to_refuse(std::filesystem::path const& location) const;
    std::filesystem::path folder_;
    std::map<std::string, std::shared_ptr<mapped_file>> files_;
};

} // namespace tenon::onnx_to_graph
