#include "onnx_to_graph/read_tensor.hpp"

#include <charconv>
#include <cstring>

namespace tenon::onnx_to_graph {

using core::dtype;
using core::list;

namespace {

constexpr dtype numbered[] = {dtype::none,       dtype::f32,      dtype::u8,         dtype::i8,
                              dtype::u16,        dtype::i16,      dtype::i32,        dtype::i64,
                              dtype::string,     dtype::boolean,  dtype::f16,        dtype::f64,
                              dtype::u32,        dtype::u64,      dtype::c64,        dtype::c128,
                              dtype::bf16,       dtype::f8e4m3fn, dtype::f8e4m3fnuz, dtype::f8e5m2,
                              dtype::f8e5m2fnuz, dtype::u4,       dtype::i4,         dtype::f4e2m1,
                              dtype::f8e8m0,     dtype::u2,       dtype::i2};
constexpr char const* names[] = {
    "undefined",      "float",      "uint8",          "int8",       "uint16",    "int16",
    "int32",          "int64",      "string",         "bool",       "float16",   "double",
    "uint32",         "uint64",     "complex64",      "complex128", "bfloat16",  "float8e4m3fn",
    "float8e4m3fnuz", "float8e5m2", "float8e5m2fnuz", "uint4",      "int4",      "float4e2m1",
    "float8e8m0",     "uint2",      "int2",           "float6e2m3", "float6e3m2"};

/// The field of the message in which elements of this dtype lie when they are not raw.
enum class field { none, floats, int32s, int64s, uint64s, doubles, strings };
constexpr char const* field_names[] = {"no field",    "float_data",  "int32_data", "int64_data",
                                       "uint64_data", "double_data", "string_data"};
field field_of(dtype d) {
    switch (d) {
    case dtype::f32: return field::floats;
    case dtype::f64: return field::doubles;
    case dtype::i64: return field::int64s;
    case dtype::u32:
    case dtype::u64: return field::uint64s;
    case dtype::string: return field::strings;
    default: return core::bits(d) <= 32 ? field::int32s : field::none;
    }
}
int size_of_field(::onnx::TensorProto const& p, field f) {
    switch (f) {
    case field::floats: return p.float_data_size();
    case field::int32s: return p.int32_data_size();
    case field::int64s: return p.int64_data_size();
    case field::uint64s: return p.uint64_data_size();
    case field::doubles: return p.double_data_size();
    case field::strings: return p.string_data_size();
    default: return 0;
    }
}

std::uint64_t word_in_field(::onnx::TensorProto const& p, field f, dtype element, int i) {
    switch (f) {
    case field::floats: return core::to_word(element, double{p.float_data(i)});
    case field::doubles: return core::to_word(element, p.double_data(i));
    case field::int64s: return static_cast<std::uint64_t>(p.int64_data(i));
    case field::uint64s: return p.uint64_data(i);
    default: return static_cast<std::uint32_t>(p.int32_data(i));
    }
}

core::shared_bytes bytes_of_string(std::string* raw) {
    return {reinterpret_cast<unsigned char const*>(raw->data()), raw->size(),
            [](void* context) { delete static_cast<std::string*>(context); }, raw};
}

bool parse_number(std::string const& text, std::uint64_t& value) {
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size();
}

} // namespace

dtype dtype_from_onnx(int number) {
    bool const known = number >= 0 && number < static_cast<int>(std::size(numbered));
    return known ? numbered[number] : dtype::none;
}
std::string describe_onnx_dtype(int number) {
    if (number >= 0 && number < static_cast<int>(std::size(names))) return names[number];
    return "number " + std::to_string(number);
}

core::tensor tensor_reader::fail(std::string what, std::string advice) {
    found_.add("O5", core::text(where_), core::text(what), core::text(advice));
    return {};
}

bool tensor_reader::read_shape(google::protobuf::RepeatedField<google::protobuf::int64> const& dims,
                               list<std::int64_t>& shape, std::int64_t& count) {
    count = 1;
    bool empty = false;
    for (auto d : dims) {
        shape.push_back(d);
        if (d < 0) return fail("its shape has the negative dimension " + std::to_string(d)), false;
        empty = empty || d == 0;
        if (d != 0 && __builtin_mul_overflow(count, d, &count))
            return fail("its shape has more elements than memory can hold"), false;
    }
    if (count > (std::int64_t{1} << 56))
        return fail("its shape has more elements than memory can hold"), false;
    if (empty) count = 0;
    if (shape.size() > 10) return fail("it has more than 10 dimensions"), false;
    return true;
}

core::tensor tensor_reader::read(::onnx::TensorProto& proto, std::string const& where) {
    where_ = where;
    dtype const element = dtype_from_onnx(proto.data_type());
    if (element == dtype::none || element == dtype::c64 || element == dtype::c128)
        return fail("its dtype " + describe_onnx_dtype(proto.data_type()) + " is not supported");
    if (proto.has_segment()) return fail("it is stored in segments, which are not supported");
    list<std::int64_t> shape;
    std::int64_t count = 0;
    if (!read_shape(proto.dims(), shape, count)) return {};
    bool const is_external = proto.data_location() == ::onnx::TensorProto::EXTERNAL;
    for (int f = 1; f != static_cast<int>(std::size(field_names)); ++f) {
        if (size_of_field(proto, static_cast<field>(f)) == 0) continue;
        if (proto.has_raw_data() || is_external)
            return fail(std::string("it has data in ") + field_names[f] + " and also " +
                            (is_external ? "outside the model" : "in raw_data"),
                        "one of them must go");
        if (static_cast<field>(f) != field_of(element))
            return fail("its dtype is " + describe_onnx_dtype(proto.data_type()) +
                        " but its data is in " + field_names[f] + ", expected it in raw_data or " +
                        field_names[static_cast<int>(field_of(element))]);
    }
    if (is_external && proto.has_raw_data())
        return fail("it has data in raw_data and also outside the model", "one of them must go");
    if (element == dtype::string) return read_strings(proto, std::move(shape));
    if (is_external) return read_external(proto, element, std::move(shape));
    if (proto.has_raw_data()) return read_raw(proto, element, std::move(shape));
    return read_typed(proto, element, std::move(shape));
}

core::tensor tensor_reader::read_raw(::onnx::TensorProto& proto, dtype element,
                                     list<std::int64_t> shape) {
    core::tensor const empty(element, shape, {});
    auto const wanted = static_cast<std::size_t>(core::bytes_of(element, empty.size()));
    if (proto.raw_data().size() != wanted)
        return fail("its raw_data has " + std::to_string(proto.raw_data().size()) +
                    " bytes, expected " + std::to_string(wanted) + " for its shape and dtype");
    return {element, std::move(shape), bytes_of_string(proto.release_raw_data())};
}

core::tensor tensor_reader::read_typed(::onnx::TensorProto const& proto, dtype element,
                                       list<std::int64_t> shape) {
    core::tensor const empty(element, shape, {});
    auto const field = field_of(element);
    int const width = core::bits(element), per_entry = width < 8 ? 8 / width : 1;
    std::int64_t const count = empty.size(), entries = (count + per_entry - 1) / per_entry;
    int const given = size_of_field(proto, field);
    if (given == 0 && count != 0)
        return fail("it has no data, expected " + std::to_string(count) + " elements",
                    "set raw_data or " + std::string(field_names[static_cast<int>(field)]));
    if (given != entries)
        return fail("its " + std::string(field_names[static_cast<int>(field)]) + " has " +
                    std::to_string(given) + " entries, expected " + std::to_string(entries));
    list<unsigned char> bytes(static_cast<std::size_t>(core::bytes_of(element, count)));
    auto const stored_as = width < 8 ? dtype::u8 : element; // packed bytes are kept as they are
    for (int i = 0; i != given; ++i)
        core::tensor::write_word(bytes.data(), stored_as, i,
                                 word_in_field(proto, field, element, i));
    return {element, std::move(shape), core::shared_bytes(std::move(bytes))};
}

core::tensor tensor_reader::read_strings(::onnx::TensorProto const& proto,
                                         list<std::int64_t> shape) {
    core::tensor const empty(dtype::string, shape, {});
    if (proto.string_data_size() != empty.size())
        return fail("its string_data has " + std::to_string(proto.string_data_size()) +
                    " entries, expected " + std::to_string(empty.size()));
    list<core::text> strings;
    for (auto const& s : proto.string_data()) strings.push_back(core::text(s));
    return {std::move(shape), std::move(strings)};
}

core::tensor tensor_reader::read_external(::onnx::TensorProto const& proto, dtype element,
                                          list<std::int64_t> shape) {
    std::string location;
    std::uint64_t offset = 0, length = 0;
    bool has_length = false;
    for (auto const& entry : proto.external_data()) {
        if (entry.key() == "location") location = entry.value();
        if (entry.key() == "offset" && !parse_number(entry.value(), offset))
            return fail("the offset of its external data is \"" + entry.value() +
                        "\", expected a number of bytes");
        if (entry.key() != "length") continue;
        has_length = true;
        if (!parse_number(entry.value(), length))
            return fail("the length of its external data is \"" + entry.value() +
                        "\", expected a number of bytes");
    }
    if (location.empty()) return fail("its external data names no location");
    core::tensor const empty(element, shape, {});
    auto const wanted = static_cast<std::uint64_t>(core::bytes_of(element, empty.size()));
    if (has_length && length != wanted)
        return fail("its external data has a length of " + std::to_string(length) +
                    " bytes, expected " + std::to_string(wanted) + " for its shape and dtype");
    std::string why;
    auto file = files_.find(location, why);
    if (file == nullptr)
        return fail("its external data \"" + location + "\" is refused: " + why,
                    "external data must lie below the model's folder");
    if (offset > file->size() || wanted > file->size() - offset)
        return fail("its external data \"" + location + "\" is too short: " +
                    std::to_string(wanted) + " bytes from offset " + std::to_string(offset) +
                    " are wanted, the file has " + std::to_string(file->size()));
    return {element, std::move(shape),
            bytes_of_file(std::move(file), static_cast<std::size_t>(offset),
                          static_cast<std::size_t>(wanted))};
}

core::tensor tensor_reader::read(::onnx::SparseTensorProto& proto, std::string const& where) {
    auto const values = read(*proto.mutable_values(), where);
    auto const places = read(*proto.mutable_indices(), where);
    list<std::int64_t> shape;
    std::int64_t count = 0;
    if (values.element() == dtype::none || places.element() == dtype::none ||
        !read_shape(proto.dims(), shape, count))
        return {};
    auto const entries = values.size();
    auto const rank = static_cast<std::int64_t>(shape.size());
    bool const by_coordinates = places.rank() == 2;
    if (values.rank() != 1 || places.element() != dtype::i64 || values.element() == dtype::string ||
        places.size() != (by_coordinates ? entries * rank : entries))
        return fail("its sparse values and indices do not fit together");
    if (count > (std::int64_t{1} << 32)) return fail("it is too large to be made dense");
    list<unsigned char> bytes(static_cast<std::size_t>(core::bytes_of(values.element(), count)));
    for (std::int64_t e = 0; e != entries; ++e) {
        std::int64_t at = by_coordinates ? 0 : places.integer(e);
        for (std::int64_t d = 0; by_coordinates && d != rank; ++d) {
            auto const i = places.integer(e * rank + d), n = shape[static_cast<std::size_t>(d)];
            at = i < 0 || i >= n ? -1 : at < 0 ? at : at * n + i;
        }
        if (at < 0 || at >= count) return fail("one of its sparse indices is outside its shape");
        core::tensor::write_word(bytes.data(), values.element(), at, values.word(e));
    }
    return {values.element(), std::move(shape), core::shared_bytes(std::move(bytes))};
}

} // namespace tenon::onnx_to_graph
