#include <tenon/core/text.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <string>

using tenon::core::text;
using tenon::core::to_string;

TEST_CASE("texts are put together in constant expressions") {
    static_assert(text("a") + "b" + text("c") == "abc");
    static_assert([] {
        text long_one;
        for (int i = 0; i != 50; ++i) long_one += "ab";
        return long_one.size() == 100 && long_one.view().substr(97) == "bab";
    }());
    static_assert(text("a") < text("b") && !(text("b") < text("a")));
    CHECK(text(std::string("from a string")).view() == "from a string");
}

TEST_CASE("a text of many pieces takes time in proportion to its length") {
    text all;
    for (int i = 0; i != 2000000; ++i) all += "abc"; // minutes if every piece copied the rest
    CHECK(all.size() == 6000000);
}

TEST_CASE("integers in decimal, to the ends of their range") {
    static_assert(to_string(0) == "0");
    static_assert(to_string(-17) == "-17");
    static_assert(to_string(INT64_MIN) == "-9223372036854775808");
    static_assert(to_string(INT64_MAX) == "9223372036854775807");
}
