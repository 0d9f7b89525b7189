#include "npy.hpp"

#include <bit>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

namespace tenon::tenonc {
namespace {

using core::dtype;

static_assert(std::endian::native == std::endian::little);

constexpr std::string_view magic = "\x93NUMPY";

struct array_dtype {
    dtype element;
    std::string_view name; ///< kind and size, without the byte order
};
constexpr array_dtype dtypes[] = {
    {dtype::f64, "f8"},        {dtype::f32, "f4"},        {dtype::f16, "f2"},
    {dtype::i64, "i8"},        {dtype::i32, "i4"},        {dtype::i16, "i2"},
    {dtype::i8, "i1"},         {dtype::u64, "u8"},        {dtype::u32, "u4"},
    {dtype::u16, "u2"},        {dtype::u8, "u1"},         {dtype::boolean, "b1"},
    {dtype::c64, "c8"},        {dtype::c128, "c16"},      {dtype::bf16, "V2"},
    {dtype::f8e4m3fn, "V1"},   {dtype::f8e4m3fnuz, "V1"}, {dtype::f8e5m2, "V1"},
    {dtype::f8e5m2fnuz, "V1"}, {dtype::f8e8m0, "V1"},     {dtype::i4, "i1"},
    {dtype::i2, "i1"},         {dtype::u4, "u1"},         {dtype::u2, "u1"},
    {dtype::f4e2m1, "u1"}};

[[noreturn]] void refuse(std::string const& what) { throw std::runtime_error(what); }

std::size_t item_size(std::string_view name) { return std::stoul(std::string(name.substr(1))); }

/// The header: a Python dictionary of three entries, in any order and spacing.
class header {
public:
    explicit header(std::string_view text) : text_(text) {}

    std::string_view descr() const {
        auto rest = after("descr");
        if (rest.empty() || (rest[0] != '\'' && rest[0] != '"'))
            refuse("is an array of records, expected one of numbers");
        auto const end = rest.find(rest[0], 1);
        if (end == rest.npos) refuse("has a damaged header");
        return rest.substr(1, end - 1);
    }
    bool fortran_order() const { return after("fortran_order").starts_with("True"); }
    core::list<std::int64_t> shape() const {
        auto rest = after("shape");
        if (rest.empty() || rest[0] != '(') refuse("has a damaged header: no shape");
        core::list<std::int64_t> dims;
        for (std::size_t i = 1; i < rest.size() && rest[i] != ')';) {
            if (rest[i] < '0' || rest[i] > '9') {
                ++i;
                continue;
            }
            std::int64_t size = 0;
            for (; i < rest.size() && rest[i] >= '0' && rest[i] <= '9'; ++i)
                if (__builtin_mul_overflow(size, 10, &size) ||
                    __builtin_add_overflow(size, rest[i] - '0', &size))
                    refuse("has a damaged header: a size is too large");
            dims.push_back(size);
        }
        return dims;
    }

private:
    std::string_view after(std::string_view key) const {
        auto at = text_.find("'" + std::string(key) + "'");
        if (at == text_.npos) at = text_.find("\"" + std::string(key) + "\"");
        if (at == text_.npos) refuse("has a damaged header: no " + std::string(key));
        at = text_.find(':', at);
        if (at == text_.npos) refuse("has a damaged header");
        at = text_.find_first_not_of(' ', at + 1);
        return at == text_.npos ? std::string_view() : text_.substr(at);
    }
    std::string_view text_;
};

/// Takes the header off the front.
std::string_view take_header(std::string_view& bytes) {
    if (bytes.size() < 10 || !bytes.starts_with(magic)) refuse("is not a .npy file");
    bool const wide = bytes[6] >= 2;
    std::size_t const start = wide ? 12 : 10;
    if (bytes.size() < start) refuse("ends within its header");
    std::size_t length = 0;
    for (std::size_t i = start; i-- > 8;)
        length = length << 8 | static_cast<unsigned char>(bytes[i]);
    if (length > bytes.size() - start) refuse("ends within its header");
    auto const text = bytes.substr(start, length);
    bytes.remove_prefix(start + length);
    return text;
}

dtype element_of(std::string_view name, dtype hoped_for) {
    dtype first = dtype::none;
    for (auto const& each : dtypes) {
        if (each.name != name) continue;
        if (each.element == hoped_for) return hoped_for;
        if (first == dtype::none) first = each.element;
    }
    if (first == dtype::none)
        refuse("has numpy's dtype " + std::string(name) + ", expected numbers or booleans");
    return first;
}

std::size_t count_of(core::list<std::int64_t> const& shape, std::size_t item) {
    std::size_t bytes = item;
    for (auto d : shape)
        if (__builtin_mul_overflow(bytes, static_cast<std::size_t>(d), &bytes))
            refuse("has a damaged header: a size is too large");
    return bytes / item;
}

void reverse_each(core::list<unsigned char>& bytes, std::size_t item) {
    for (std::size_t at = 0; at + item <= bytes.size(); at += item)
        for (std::size_t i = 0; i < item / 2; ++i)
            std::swap(bytes[at + i], bytes[at + item - 1 - i]);
}

core::list<unsigned char> to_row_major(core::list<unsigned char> const& columns,
                                       core::list<std::int64_t> const& shape, std::size_t item) {
    core::list<unsigned char> rows(columns.size());
    core::list<std::int64_t> at(shape.size());
    for (std::size_t to = 0; to + item <= rows.size(); to += item) {
        std::size_t from = 0, stride = item;
        for (std::size_t d = 0; d != shape.size(); ++d) {
            from += static_cast<std::size_t>(at[d]) * stride;
            stride *= static_cast<std::size_t>(shape[d]);
        }
        std::memcpy(rows.data() + to, columns.data() + from, item);
        for (std::size_t d = shape.size(); d-- > 0;) {
            if (++at[d] != shape[d]) break;
            at[d] = 0;
        }
    }
    return rows;
}

/// One element per byte to several.
core::list<unsigned char> pack(core::list<unsigned char> const& loose, dtype element) {
    auto const count = static_cast<std::int64_t>(loose.size());
    core::list<unsigned char> dense(static_cast<std::size_t>(core::bytes_of(element, count)));
    for (std::int64_t i = 0; i != count; ++i)
        core::tensor::write_word(dense.data(), element, i, loose[static_cast<std::size_t>(i)]);
    return dense;
}

std::string header_text(std::string const& descr, core::list<std::int64_t> const& shape) {
    std::string text = "{'descr': '" + descr + "', 'fortran_order': False, 'shape': (";
    for (auto d : shape) text += std::to_string(d) + ", ";
    if (!shape.empty()) text.resize(text.size() - (shape.size() > 1 ? 2 : 1));
    text += "), }";
    text.append(63 - (10 + text.size()) % 64, ' ');
    return text + "\n";
}

std::string file_of(std::string const& descr, core::list<std::int64_t> const& shape) {
    auto const text = header_text(descr, shape);
    std::string file(magic);
    file += {'\1', '\0', static_cast<char>(text.size() & 255), static_cast<char>(text.size() >> 8)};
    return file + text;
}

/// Texts as numpy keeps them: UTF-32, all of one length.
std::string write_strings(core::tensor const& t) {
    std::vector<std::u32string> decoded;
    std::size_t longest = 1;
    for (auto const& s : t.strings()) {
        std::u32string points;
        for (std::size_t i = 0; i < s.size();) {
            auto const lead = static_cast<unsigned char>(s[i]);
            int const more = lead < 0x80 ? 0 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
            char32_t point = more == 0 ? lead : lead & (0x3fu >> more);
            for (int k = 1; k <= more && i + static_cast<std::size_t>(k) < s.size(); ++k)
                point = point << 6 |
                        (static_cast<unsigned char>(s[i + static_cast<std::size_t>(k)]) & 0x3fu);
            points.push_back(point);
            i += static_cast<std::size_t>(more) + 1;
        }
        longest = std::max(longest, points.size());
        decoded.push_back(std::move(points));
    }
    auto file = file_of("<U" + std::to_string(longest), t.shape());
    for (auto& points : decoded) {
        points.resize(longest);
        file.append(reinterpret_cast<char const*>(points.data()), longest * sizeof(char32_t));
    }
    return file;
}

} // namespace

core::tensor read_npy(std::string_view bytes, dtype hoped_for) {
    header const head(take_header(bytes));
    auto descr = head.descr();
    char const order = descr.empty() ? '?' : descr[0];
    if (order == '<' || order == '>' || order == '|' || order == '=') descr.remove_prefix(1);
    auto const element = element_of(descr, hoped_for);
    auto const item = item_size(descr);
    auto const shape = head.shape();
    auto const size = count_of(shape, item) * item;
    if (bytes.size() != size)
        refuse("holds " + std::to_string(bytes.size()) + " bytes of elements, expected " +
               std::to_string(size));
    core::list<unsigned char> held(size);
    if (size != 0) std::memcpy(held.data(), bytes.data(), size);
    bool const complex = element == dtype::c64 || element == dtype::c128;
    if (order == '>') reverse_each(held, complex ? item / 2 : item);
    if (head.fortran_order()) held = to_row_major(held, shape, item);
    if (core::bits(element) < 8) held = pack(held, element);
    return core::tensor(element, shape, core::shared_bytes(std::move(held)));
}

std::string write_npy(core::tensor const& t) {
    if (t.element() == dtype::string) return write_strings(t);
    std::string_view name;
    for (auto const& each : dtypes)
        if (each.element == t.element()) name = each.name;
    bool const has_order = item_size(name) != 1 && name[0] != 'V';
    auto file = file_of((has_order ? "<" : "|") + std::string(name), t.shape());
    if (core::bits(t.element()) >= 8) {
        file.append(reinterpret_cast<char const*>(t.bytes().data()),
                    static_cast<std::size_t>(core::bytes_of(t.element(), t.size())));
        return file;
    }
    for (std::int64_t i = 0; i != t.size(); ++i) {
        auto const value = core::is_float(t.element())
                               ? static_cast<std::int64_t>(t.word(i))
                               : core::decode_integer(t.element(), t.word(i));
        file.push_back(static_cast<char>(value));
    }
    return file;
}

} // namespace tenon::tenonc
