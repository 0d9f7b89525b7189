#include "failure.hpp"

#include <tenon/llvm_to_so/link.hpp>

#include <new>

namespace tenon::tenonc {
namespace {

exit_code code_of(core::refused::reason why) {
    switch (why) {
    case core::refused::reason::model: return exit_code::refused;
    case core::refused::reason::io: return exit_code::input_output;
    case core::refused::reason::mismatch: return exit_code::usage;
    default: return exit_code::internal;
    }
}

/// "line 3, column 7" as "3:7"; empty for a problem that is not in a text.
std::string position_in_text(core::problem const& p) {
    int line = 0, column = 0;
    std::string const where(p.where.view());
    if (p.picture.empty() || std::sscanf(where.c_str(), "line %d, column %d", &line, &column) != 2)
        return {};
    return std::to_string(line) + ":" + std::to_string(column);
}

std::string line_of(std::string const& file, core::problem p) {
    auto const position = position_in_text(p);
    if (position.empty()) return file + ": " + std::string(to_string(p).view()) + "\n";
    p.where = core::text();
    return file + ":" + position + ": error: " + std::string(to_string(p).view()) + "\n";
}

failure internal(std::string const& what) {
    return fail(exit_code::internal,
                "internal error: " + what +
                    "; this is a bug of Tenon, please report it with the model and the command");
}

} // namespace

failure fail(exit_code code, std::string const& line) { return {code, line + "\n"}; }

failure refusal(std::string const& file, core::diagnostics const& found,
                core::refused::reason why) {
    failure result{code_of(why), {}};
    for (auto const& p : found.problems()) result.message += line_of(file, p);
    return result;
}

failure current_failure() {
    try {
        throw;
    } catch (failure const& why) {
        return why;
    } catch (core::refused const& why) {
        return {code_of(why.why()), std::string(why.found().to_text().view())};
    } catch (llvm_to_so::error const& why) {
        bool const writing = std::string_view(why.what()).starts_with("[tenon/L2]");
        return writing ? fail(exit_code::input_output, why.what()) : internal(why.what());
    } catch (std::bad_alloc const&) {
        return fail(exit_code::input_output,
                    "not enough memory: the model needs more than this process may use");
    } catch (std::exception const& why) {
        return internal(why.what());
    } catch (...) {
        return internal("an unknown exception");
    }
}

} // namespace tenon::tenonc
