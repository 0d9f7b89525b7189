// Where the time of a compiled model goes, by looking a thousand times a second.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace tenon::tenonc {

struct profile {
    double seconds_of_call = 0;           ///< on average
    double peak = 0;                      ///< `multiply_add_rate` around the calls, the middle one
    std::map<std::string, double> shares; ///< of the time, by function of the library
};

/// The names of the functions in a library, without running any of them.
std::vector<std::string> functions_of(std::string const& library);

/// Calls `call` again and again for about this long on this thread, and notes in which function of
/// the library that `inside`, an address of its code, belongs to.
///
/// Errors: `failure` with code usage where the processor's registers are not known to tenonc.
profile measure(std::string const& library, void const* inside, std::function<void()> const& call,
                double seconds);

} // namespace tenon::tenonc
