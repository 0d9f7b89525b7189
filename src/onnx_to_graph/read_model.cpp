#include "onnx_to_graph/read_model.hpp"

#include "onnx_to_graph/read_tensor.hpp"

#include <climits>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

namespace tenon::onnx_to_graph {

namespace {

constexpr int newest_ir_version = 14;

// Fields that are newer than the schema some distributions ship are read as unknown ones.
template <class Message> std::string newer_text(Message const& m, int number) {
    auto const& fields = m.unknown_fields();
    for (int i = 0; i != fields.field_count(); ++i)
        if (fields.field(i).number() == number &&
            fields.field(i).type() == google::protobuf::UnknownField::TYPE_LENGTH_DELIMITED)
            return fields.field(i).length_delimited();
    return {};
}
template <class Message> std::string overload_of(Message const& m, int number) {
    if constexpr (requires { m.overload(); })
        return m.overload();
    else
        return newer_text(m, number);
}

class model_reader {
public:
    model_reader(std::filesystem::path const& folder, core::diagnostics& found)
        : found_(found), files_(folder), tensors_(files_, found) {}

    source_model read(::onnx::ModelProto& proto) {
        source_model model;
        model.ir_version = proto.ir_version();
        model.opsets = read_opsets(proto.opset_import());
        for (auto& f : *proto.mutable_functions()) model.functions.push_back(read_function(f));
        if (proto.has_graph())
            model.graph = read_graph(*proto.mutable_graph());
        else
            found_.add("O2", {}, "the model has no graph");
        return model;
    }

private:
    template <class Opsets> static list<source_opset> read_opsets(Opsets const& all) {
        list<source_opset> opsets;
        for (auto const& o : all) opsets.push_back({text(o.domain()), o.version()});
        return opsets;
    }

    source_function read_function(::onnx::FunctionProto& proto) {
        source_function f;
        f.domain = text(proto.domain());
        f.name = text(proto.name());
        f.overload = text(overload_of(proto, 13));
        for (auto const& name : proto.input()) f.inputs.push_back(text(name));
        for (auto const& name : proto.output()) f.outputs.push_back(text(name));
        for (auto const& name : proto.attribute()) f.attributes.push_back(text(name));
        read_defaults(proto, f);
        for (auto& n : *proto.mutable_node()) f.nodes.push_back(read_node(n, f.nodes.size()));
        f.opsets = read_opsets(proto.opset_import());
        return f;
    }
    template <class Function> void read_defaults(Function& proto, source_function& f) {
        if constexpr (requires { proto.mutable_attribute_proto(); }) {
            for (auto& a : *proto.mutable_attribute_proto())
                f.defaults.push_back(read_attribute(a, "function"));
        } else {
            auto const& fields = proto.unknown_fields();
            for (int i = 0; i != fields.field_count(); ++i) {
                if (fields.field(i).number() != 11 ||
                    fields.field(i).type() != google::protobuf::UnknownField::TYPE_LENGTH_DELIMITED)
                    continue;
                ::onnx::AttributeProto a;
                if (a.ParseFromString(fields.field(i).length_delimited()))
                    f.defaults.push_back(read_attribute(a, "function"));
            }
        }
    }

    source_graph read_graph(::onnx::GraphProto& proto) {
        source_graph g;
        g.name = text(proto.name());
        for (auto& t : *proto.mutable_initializer())
            g.constants.push_back(
                {text(t.name()), tensors_.read(t, "initialiser \"" + t.name() + "\"")});
        for (auto& t : *proto.mutable_sparse_initializer()) {
            auto const name = t.values().name();
            g.constants.push_back({text(name), tensors_.read(t, "initialiser \"" + name + "\"")});
        }
        for (auto& n : *proto.mutable_node()) g.nodes.push_back(read_node(n, g.nodes.size()));
        for (auto const& v : proto.input()) g.inputs.push_back(read_value(v, "input"));
        for (auto const& v : proto.output()) g.outputs.push_back(read_value(v, "output"));
        for (auto const& v : proto.value_info()) g.inner.push_back(read_value(v, "value"));
        return g;
    }

    source_node read_node(::onnx::NodeProto& proto, std::size_t index) {
        source_node n;
        n.name = text(proto.name());
        if (n.name.empty()) n.name = text(proto.op_type() + "#" + std::to_string(index));
        n.op = text(proto.op_type());
        n.domain = text(proto.domain());
        n.overload = text(overload_of(proto, 8));
        for (auto const& name : proto.input()) n.inputs.push_back(text(name));
        for (auto const& name : proto.output()) n.outputs.push_back(text(name));
        auto const where = "node \"" + std::string(n.name.view()) + "\" (" + proto.op_type() + ")";
        for (auto& a : *proto.mutable_attribute()) n.attributes.push_back(read_attribute(a, where));
        return n;
    }

    source_attribute read_attribute(::onnx::AttributeProto& proto, std::string const& where) {
        using kind = source_attribute::kind;
        using proto_kind = ::onnx::AttributeProto;
        source_attribute a;
        a.name = text(proto.name());
        a.refers_to = text(proto.ref_attr_name());
        auto const tensor_place = where + ": tensor in attribute " + proto.name();
        switch (kind_of(proto)) {
        case proto_kind::INT:
            a.what = kind::integer;
            a.integer = proto.i();
            break;
        case proto_kind::FLOAT:
            a.what = kind::real;
            a.real = proto.f();
            break;
        case proto_kind::STRING:
            a.what = kind::text;
            a.text = text(proto.s());
            break;
        case proto_kind::TENSOR:
            a.what = kind::tensor;
            a.tensors.push_back(tensors_.read(*proto.mutable_t(), tensor_place));
            break;
        case proto_kind::SPARSE_TENSOR:
            a.what = kind::tensor;
            a.tensors.push_back(tensors_.read(*proto.mutable_sparse_tensor(), tensor_place));
            break;
        case proto_kind::GRAPH:
            a.what = kind::graph;
            a.graphs.push_back(read_graph(*proto.mutable_g()));
            break;
        case proto_kind::INTS:
            a.what = kind::integers;
            a.integers.append(proto.ints().begin(), proto.ints().end());
            break;
        case proto_kind::FLOATS:
            a.what = kind::reals;
            for (double x : proto.floats()) a.reals.push_back(x);
            break;
        case proto_kind::STRINGS:
            a.what = kind::texts;
            for (auto const& s : proto.strings()) a.texts.push_back(text(s));
            break;
        case proto_kind::TENSORS:
            a.what = kind::tensors;
            for (auto& t : *proto.mutable_tensors())
                a.tensors.push_back(tensors_.read(t, tensor_place));
            break;
        case proto_kind::GRAPHS:
            a.what = kind::graphs;
            for (auto& g : *proto.mutable_graphs()) a.graphs.push_back(read_graph(g));
            break;
        case proto_kind::TYPE_PROTO:
            a.what = kind::type;
            a.types.push_back(read_type(proto.tp(), where));
            break;
        default: a.what = a.refers_to.empty() ? kind::other : kind::none; break;
        }
        return a;
    }
    /// The oldest files do not say of which kind an attribute is.
    static ::onnx::AttributeProto::AttributeType kind_of(::onnx::AttributeProto const& a) {
        using proto_kind = ::onnx::AttributeProto;
        if (a.type() != proto_kind::UNDEFINED || !a.ref_attr_name().empty()) return a.type();
        if (a.has_i()) return proto_kind::INT;
        if (a.has_f()) return proto_kind::FLOAT;
        if (a.has_s()) return proto_kind::STRING;
        if (a.has_t()) return proto_kind::TENSOR;
        if (a.has_g()) return proto_kind::GRAPH;
        if (a.floats_size() != 0) return proto_kind::FLOATS;
        if (a.strings_size() != 0) return proto_kind::STRINGS;
        return proto_kind::INTS;
    }

    source_value read_value(::onnx::ValueInfoProto const& proto, char const* role) {
        return {text(proto.name()),
                read_type(proto.type(), std::string(role) + " \"" + proto.name() + "\"")};
    }
    source_type read_type(::onnx::TypeProto const& proto, std::string const& where) {
        source_type t;
        if (proto.has_tensor_type()) return read_tensor_type(proto.tensor_type(), where);
        if (proto.has_sequence_type()) {
            t.what = core::type::kind::sequence;
            t.of.push_back(read_type(proto.sequence_type().elem_type(), where));
        } else if (proto.has_optional_type()) {
            t.what = core::type::kind::optional;
            t.of.push_back(read_type(proto.optional_type().elem_type(), where));
        }
        return t;
    }
    source_type read_tensor_type(::onnx::TypeProto::Tensor const& proto, std::string const& where) {
        source_type t;
        t.what = core::type::kind::unranked;
        t.element = dtype_from_onnx(proto.elem_type());
        if (proto.elem_type() != 0 &&
            (t.element == dtype::none || core::facts(t.element).kind == core::dtype_kind::complex))
            found_.add("O3", text(where),
                       text("its dtype ") + describe_onnx_dtype(proto.elem_type()) +
                           " is not supported");
        if (!proto.has_shape()) return t;
        t.what = core::type::kind::tensor;
        for (auto const& d : proto.shape().dim()) {
            t.shape.push_back({d.has_dim_value(), d.dim_value(), text(d.dim_param())});
            if (d.has_dim_value() && d.dim_value() < 0)
                found_.add("O6", text(where),
                           text("its shape has the negative dimension ") +
                               core::to_string(std::int64_t{d.dim_value()}));
        }
        if (t.shape.size() > 10)
            found_.add("O6", text(where), "it has more than 10 dimensions, which is the limit");
        return t;
    }

    core::diagnostics& found_;
    external_files files_;
    tensor_reader tensors_;
};

bool parse_message(std::string_view bytes, ::onnx::ModelProto& proto) {
    google::protobuf::io::ArrayInputStream stream(bytes.data(), static_cast<int>(bytes.size()));
    google::protobuf::io::CodedInputStream coded(&stream);
    coded.SetTotalBytesLimit(INT_MAX);
    return proto.ParseFromCodedStream(&coded) && coded.ConsumedEntireMessage();
}

} // namespace

source_model read_model(std::string_view bytes, std::filesystem::path const& folder,
                        core::diagnostics& found) {
    if (bytes.size() > INT_MAX) {
        found.add("O2", {}, "the model is larger than 2 GiB, which protobuf cannot hold",
                  "save its tensors as external data");
        return {};
    }
    google::protobuf::SetLogHandler(nullptr);
    ::onnx::ModelProto proto;
    if (bytes.empty() || !parse_message(bytes, proto)) {
        found.add("O2", {},
                  bytes.empty() ? "the file is empty, expected an ONNX model"
                                : "this is not a whole ONNX model: the protobuf in it is broken",
                  bytes.empty() ? "" : "it may have been cut off or changed on its way");
        return {};
    }
    if (proto.ir_version() < 1 || proto.ir_version() > newest_ir_version) {
        found.add("O2", {},
                  text("its IR version is ") + core::to_string(std::int64_t{proto.ir_version()}) +
                      ", expected 1 to " + core::to_string(std::int64_t{newest_ir_version}));
        return {};
    }
    return model_reader(folder, found).read(proto);
}

} // namespace tenon::onnx_to_graph
