// ONNX models for tests, written field by field in protobuf's wire format, so that broken and newer
// files can be made too.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace wire {

/// A message under construction. Fields are those of onnx.proto.
class message {
public:
    message& integer(int field, std::int64_t value) {
        varint(static_cast<std::uint64_t>(field) << 3);
        varint(static_cast<std::uint64_t>(value));
        return *this;
    }
    message& text(int field, std::string_view value) {
        varint(static_cast<std::uint64_t>(field) << 3 | 2);
        varint(value.size());
        bytes_ += value;
        return *this;
    }
    message& real(int field, float value) {
        varint(static_cast<std::uint64_t>(field) << 3 | 5);
        auto const bits = std::bit_cast<std::uint32_t>(value);
        for (int b = 0; b != 4; ++b) bytes_.push_back(static_cast<char>(bits >> (8 * b)));
        return *this;
    }
    message& add(int field, message const& inner) { return text(field, inner.bytes_); }
    std::string const& bytes() const { return bytes_; }

private:
    void varint(std::uint64_t value) {
        for (; value >= 128; value >>= 7) bytes_.push_back(static_cast<char>(value | 128));
        bytes_.push_back(static_cast<char>(value));
    }
    std::string bytes_;
};

enum type : int { f32 = 1, u8, i8, u16, i16, i32, i64, string, boolean, f16, f64, u32, u64, c64 };
inline constexpr int u4 = 21, i4 = 22;

inline std::vector<std::string> words(std::string_view line) {
    std::vector<std::string> all;
    for (std::size_t at = 0; at < line.size();) {
        auto end = line.find(' ', at);
        if (end == line.npos) end = line.size();
        if (end != at) all.emplace_back(line.substr(at, end - at));
        at = end + 1;
    }
    return all;
}

/// A tensor without data.
inline message empty_tensor(std::string_view name, int type,
                            std::initializer_list<std::int64_t> dims) {
    message t;
    for (auto d : dims) t.integer(1, d);
    return t.integer(2, type).text(8, name);
}
template <class Number>
message tensor(std::string_view name, int type, std::initializer_list<std::int64_t> dims,
               std::vector<Number> const& values) {
    std::string raw(values.size() * sizeof(Number), '\0');
    if (!values.empty()) std::memcpy(raw.data(), values.data(), raw.size());
    return empty_tensor(name, type, dims).text(9, raw);
}
inline message i64s(std::string_view name, std::vector<std::int64_t> const& values) {
    return tensor(name, i64, {static_cast<std::int64_t>(values.size())}, values);
}
inline message i64_scalar(std::string_view name, std::int64_t value) {
    return tensor(name, i64, {}, std::vector{value});
}
inline message f32s(std::string_view name, std::vector<float> const& values) {
    return tensor(name, f32, {static_cast<std::int64_t>(values.size())}, values);
}

/// `dims` are words: numbers, names, `?` for neither; `*` alone for an unknown rank.
inline message value(std::string_view name, int type, std::string_view dims) {
    message shape;
    for (auto const& d : words(dims)) {
        message one;
        if (d.find_first_not_of("-0123456789") == d.npos)
            one.integer(1, std::stoll(d));
        else if (d != "?")
            one.text(2, d);
        shape.add(1, one);
    }
    message of_tensor;
    of_tensor.integer(1, type);
    if (dims != "*") of_tensor.add(2, shape);
    return message().text(1, name).add(2, message().add(1, of_tensor));
}

// Attributes.
inline message attribute(std::string_view name, std::int64_t value) {
    return message().text(1, name).integer(3, value).integer(20, 2);
}
inline message attribute(std::string_view name, int value) {
    return attribute(name, std::int64_t{value});
}
inline message attribute(std::string_view name, float value) {
    return message().text(1, name).real(2, value).integer(20, 1);
}
inline message attribute(std::string_view name, char const* value) {
    return message().text(1, name).text(4, value).integer(20, 3);
}
inline message attribute(std::string_view name, std::vector<std::int64_t> const& values) {
    message a;
    a.text(1, name);
    for (auto v : values) a.integer(8, v);
    return a.integer(20, 7);
}
inline message attribute(std::string_view name, message const& tensor) {
    return message().text(1, name).add(5, tensor).integer(20, 4);
}
/// An attribute that stands for one of the function whose body it is in.
inline message reference(std::string_view name, std::string_view to, int kind) {
    return message().text(1, name).text(21, to).integer(20, kind);
}

/// `inputs` and `outputs` are words, `_` being one that is left out.
inline message node(std::string_view op, std::string_view inputs, std::string_view outputs,
                    std::initializer_list<message> attributes = {}, std::string_view name = {},
                    std::string_view domain = {}) {
    message n;
    for (auto const& i : words(inputs)) n.text(1, i == "_" ? std::string() : i);
    for (auto const& o : words(outputs)) n.text(2, o == "_" ? std::string() : o);
    if (!name.empty()) n.text(3, name);
    n.text(4, op);
    for (auto const& a : attributes) n.add(5, a);
    if (!domain.empty()) n.text(7, domain);
    return n;
}

struct graph {
    std::vector<message> nodes, inputs, outputs, constants{};
    message built() const {
        message g;
        for (auto const& n : nodes) g.add(1, n);
        g.text(2, "graph");
        for (auto const& c : constants) g.add(5, c);
        for (auto const& i : inputs) g.add(11, i);
        for (auto const& o : outputs) g.add(12, o);
        return g;
    }
};

inline message attribute(std::string_view name, graph const& nested) {
    return message().text(1, name).add(6, nested.built()).integer(20, 5);
}

inline message opset(std::string_view domain, std::int64_t version) {
    return message().text(1, domain).integer(2, version);
}

/// A function of the domain `own`, which its body may use beside the default one.
inline message function(std::string_view name, std::string_view inputs, std::string_view outputs,
                        std::string_view attributes, std::vector<message> const& nodes,
                        std::int64_t version = 17) {
    message f;
    f.text(1, name);
    for (auto const& i : words(inputs)) f.text(4, i);
    for (auto const& o : words(outputs)) f.text(5, o);
    for (auto const& a : words(attributes)) f.text(6, a);
    for (auto const& n : nodes) f.add(7, n);
    return f.add(9, opset("", version)).add(9, opset("own", 1)).text(10, "own");
}

struct model {
    wire::graph graph;
    std::int64_t version = 17;
    std::vector<message> functions{};
    std::vector<message> opsets{};
    std::int64_t ir_version = 8;

    std::string bytes() const {
        message m;
        m.integer(1, ir_version).add(7, graph.built());
        if (version != 0) m.add(8, opset("", version));
        for (auto const& o : opsets) m.add(8, o);
        for (auto const& f : functions) m.add(25, f);
        return m.bytes();
    }
};

} // namespace wire
