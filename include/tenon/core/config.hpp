// The version, and the only macros that Tenon defines.
#pragma once

#define TENON_VERSION_MAJOR 0
#define TENON_VERSION_MINOR 1
#define TENON_VERSION_PATCH 0

namespace tenon::core {

/// The version of these headers as text, as `tenonc --version` and every artifact's metadata show
/// it.
inline constexpr char version[] = "0.1.0";

} // namespace tenon::core
