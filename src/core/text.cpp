#include <tenon/core/parser.hpp>
#include <tenon/core/printer.hpp>

namespace tenon::core::detail {

bool parse_in_library(std::string_view source, op_table ops, program& out, diagnostics& found,
                      text_position* first) {
    return parse_here(source, ops, out, found, first);
}
text print_in_library(program const& p, print_options how) {
    return program_printer(p, how).print();
}

} // namespace tenon::core::detail
