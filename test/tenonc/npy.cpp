#include "tenonc/npy.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

using namespace tenon;
using core::dtype;
using core::list;
using core::tensor;
using tenonc::read_npy;
using tenonc::write_npy;

namespace {

/// As numpy 1.26 writes it; `body` are the elements.
std::string numpy_file(std::string const& header, std::string const& body) {
    std::string text = header;
    text.append(117 - text.size(), ' ');
    text += '\n';
    std::string file = "\x93NUMPY";
    file += {'\1', '\0', static_cast<char>(text.size()), '\0'};
    return file + text + body;
}

std::string why_not(std::string const& bytes) {
    try {
        read_npy(bytes, dtype::f32);
    } catch (std::runtime_error const& wrong) {
        return wrong.what();
    }
    return {};
}

} // namespace

TEST_CASE("what is written is read back, whatever the dtype") {
    for (int i = 1; i != core::dtype_count; ++i) {
        auto const element = static_cast<dtype>(i);
        if (element == dtype::string || element == dtype::c64 || element == dtype::c128) continue;
        CAPTURE(std::string(core::name(element)));
        auto const t = tensor::from(element, {2, 3}, list<double>{0, 1, 1, 0, 1, 1});
        CHECK(read_npy(write_npy(t), element) == t);
    }
    auto const scalar = tensor::from(dtype::i64, {}, list<std::int64_t>{-7});
    CHECK(read_npy(write_npy(scalar), dtype::none) == scalar);
    auto const empty = tensor::from(dtype::f32, {0, 3}, list<double>{});
    CHECK(read_npy(write_npy(empty), dtype::none) == empty);
}

TEST_CASE("headers are aligned as numpy's are") {
    auto const file = write_npy(tensor::from(dtype::f32, {1}, list<double>{1}));
    CHECK((file.size() - 4) % 64 == 0);
    CHECK(file.find("'descr': '<f4', 'fortran_order': False, 'shape': (1,), }") != file.npos);
}

TEST_CASE("numpy's other layouts are brought to rows of little-endian elements") {
    auto const columns = numpy_file("{'descr': '<i2', 'fortran_order': True, 'shape': (2, 3), }",
                                    std::string("\1\0\4\0\2\0\5\0\3\0\6\0", 12));
    CHECK(read_npy(columns, dtype::none) ==
          tensor::from(dtype::i16, {2, 3}, list<std::int64_t>{1, 2, 3, 4, 5, 6}));
    auto const big = numpy_file("{'descr': '>i4', 'fortran_order': False, 'shape': (1,), }",
                                std::string("\0\0\1\2", 4));
    CHECK(read_npy(big, dtype::none) == tensor::from(dtype::i32, {1}, list<std::int64_t>{258}));
}

TEST_CASE("files that are no arrays are refused with a reason") {
    CHECK(why_not("") == "is not a .npy file");
    CHECK(why_not("not an array, but longer than a header") == "is not a .npy file");
    CHECK(why_not(std::string("\x93NUMPY\1\0\xff\0 ", 11)) == "ends within its header");
    CHECK(why_not(numpy_file("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }", "1234"))
              .find("holds 4 bytes of elements, expected 8") != std::string::npos);
    CHECK(why_not(numpy_file("{'descr': '|O', 'fortran_order': False, 'shape': (2,), }", ""))
              .find("numpy's dtype O") != std::string::npos);
    CHECK(why_not(numpy_file("{'descr': '<f4', 'fortran_order': False, "
                             "'shape': (99999999999, 99999999999), }",
                             ""))
              .find("too large") != std::string::npos);
    CHECK(why_not(
              numpy_file("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2,), }", ""))
              .find("records") != std::string::npos);
}
