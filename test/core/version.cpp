#include <tenon/core/version.hpp>

#include <doctest/doctest.h>

TEST_CASE("the version says the same as macros and as a value") {
    static_assert(tenon::version == tenon::version_number{TENON_VERSION_MAJOR, TENON_VERSION_MINOR,
                                                          TENON_VERSION_PATCH});
    CHECK(tenon::version.major >= 0);
}
