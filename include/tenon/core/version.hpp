// The version of Tenon: the one place where it is written.
#pragma once

#define TENON_VERSION_MAJOR 0
#define TENON_VERSION_MINOR 1
#define TENON_VERSION_PATCH 0

namespace tenon {

struct version_number {
    int major, minor, patch;
    friend constexpr bool operator==(version_number const&, version_number const&) = default;
};

inline constexpr version_number version{TENON_VERSION_MAJOR, TENON_VERSION_MINOR,
                                        TENON_VERSION_PATCH};

} // namespace tenon
