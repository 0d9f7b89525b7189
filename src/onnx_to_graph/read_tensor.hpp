// Tensors of ONNX files, in each of their encodings.
#pragma once

#include <tenon/core/diagnostic.hpp>
#include <tenon/core/tensor.hpp>

#include "onnx_to_graph/external_data.hpp"

#include <onnx/onnx_pb.h>

namespace tenon::onnx_to_graph {

/// The dtype with this number in ONNX files; none for numbers that are not known.
core::dtype dtype_from_onnx(int number);
/// How messages call it: `complex64`, or `number 200`.
std::string describe_onnx_dtype(int number);

/// Decodes tensors. Raw data is moved out of the message, external data is mapped.
class tensor_reader {
public:
    tensor_reader(external_files& files, core::diagnostics& found) : files_(files), found_(found) {}

    /// The tensor; one with dtype none if something is wrong with it, which is then in `found`.
    core::tensor read(::onnx::TensorProto& proto, std::string const& where);
    /// A sparse tensor made dense.
    core::tensor read(::onnx::SparseTensorProto& proto, std::string const& where);

private:
    core::tensor fail(std::string what, std::string advice = {});
    core::tensor read_external(::onnx::TensorProto const& proto, core::dtype element,
                               core::list<std::int64_t> shape);
    core::tensor read_raw(::onnx::TensorProto& proto, core::dtype element,
                          core::list<std::int64_t> shape);
    core::tensor read_typed(::onnx::TensorProto const& proto, core::dtype element,
                            core::list<std::int64_t> shape);
    core::tensor read_strings(::onnx::TensorProto const& proto, core::list<std::int64_t> shape);
    bool read_shape(google::protobuf::RepeatedField<google::protobuf::int64> const& dims,
                    core::list<std::int64_t>& shape, std::int64_t& count);

    external_files& files_;
    core::diagnostics& found_;
    std::string where_;
};

} // namespace tenon::onnx_to_graph
