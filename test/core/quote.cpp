#include <tenon/core/quote.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace tenon::core;

TEST_CASE("names are bare where they can be") {
    static_assert(is_word("batch_size") && is_word("loop.for") && is_word("$v0"));
    static_assert(!is_word("") && !is_word("2n") && !is_word("N x") && !is_word("a-b"));
    static_assert(is_value_name("/conv1/Conv_output_0") && is_value_name("455"));
    static_assert(!is_value_name("a//b") && !is_value_name("") && !is_value_name("a b"));
    CHECK(word_or_quote("n") == "n");
    CHECK(word_or_quote("N x") == "\"N x\"");
}

TEST_CASE("the quote that needs no escape is taken") {
    CHECK(quote("say \"a\"") == "'say \"a\"'");
    CHECK(quote("it's \"a\"") == "\"it's \\\"a\\\"\"");
}

TEST_CASE("every text survives quoting") {
    text all;
    for (int c = 0; c != 256; ++c) all.push_back(static_cast<char>(c));
    CHECK(unquote(quote(all)) == all);
    CHECK(unquote("\"\\t\\r\\x41\\q\"") == "\t\rAq");
    CHECK(unquote("\"\\x4\"") == "x4");
}
