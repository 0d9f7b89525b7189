// The version, and the only macros that Tenon defines.
#pragma once

#define TENON_VERSION_MAJOR 0
#define TENON_VERSION_MINOR 1
#define TENON_VERSION_PATCH 0

/// The body of a function that is long and the same for everyone: `here` in constant expressions
/// and, where TENON_PRECOMPILED is defined, which linking the compiled half does, `in_library` at
/// run time, so that users do not compile it again.
#ifdef TENON_PRECOMPILED
#define TENON_PRECOMPILED_CALL(in_library, here)                                                   \
    if (__builtin_is_constant_evaluated()) {                                                       \
        return here;                                                                               \
    } else {                                                                                       \
        return in_library;                                                                         \
    }
#else
#define TENON_PRECOMPILED_CALL(in_library, here) return here;
#endif

/// Where the compiled half is linked, its users see the standard passes but not the rules inside,
/// whose types every one of their translation units would pay for. TENON_STANDARD_RULES, defined
/// before the first header, shows them: for pipelines in constant expressions.
#if defined(TENON_PRECOMPILED) && !defined(TENON_STANDARD_RULES)
#define TENON_RULES_IN_LIBRARY 1
#define TENON_STANDARD_FORM rules_in_library
#else
#define TENON_RULES_IN_LIBRARY 0
#define TENON_STANDARD_FORM rules_in_headers
#endif

namespace tenon::core {

/// The version of these headers as text, as `tenonc --version` and every artifact's metadata show
/// it.
inline constexpr char version[] = "0.1.0";

} // namespace tenon::core
