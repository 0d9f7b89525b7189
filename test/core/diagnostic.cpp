#include <tenon/core/diagnostic.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace tenon::core;

TEST_CASE("a problem is a line: code, place, what and advice, and a picture below") {
    problem p{"O3", "node \"c\" (Conv)", "is odd", "change it", {}};
    CHECK(to_string(p) == "[tenon/O3] node \"c\" (Conv): is odd; change it");
    p.advice = {};
    p.picture = "  x\n  ^";
    CHECK(to_string(p) == "[tenon/O3] node \"c\" (Conv): is odd\n  x\n  ^");
    p.where = {};
    p.picture = {};
    CHECK(to_string(p) == "[tenon/O3] is odd");
}

TEST_CASE("problems are collected, and thrown together") {
    diagnostics found;
    CHECK(found.empty());
    found.add("V1", "here", "is odd");
    found.add("V2", "there", "is even");
    CHECK(found.problems().size() == 2);
    try {
        throw refused(found, refused::reason::io);
    } catch (refused const& r) {
        CHECK(std::string(r.what()) == "[tenon/V1] here: is odd\n[tenon/V2] there: is even\n");
        CHECK(r.why() == refused::reason::io);
    }
}
