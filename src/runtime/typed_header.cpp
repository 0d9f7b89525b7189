// The C++ header of one model: a class whose functions take the symbols, then typed pointers.
#include <tenon/runtime/description.hpp>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <set>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace tenon::runtime {
namespace {

constexpr std::string_view keywords[] = {
    "alignas",       "alignof",     "and",       "and_eq",    "asm",       "auto",
    "bitand",        "bitor",       "bool",      "break",     "case",      "catch",
    "char",          "class",       "co_await",  "co_return", "co_yield",  "compl",
    "concept",       "const",       "consteval", "constexpr", "constinit", "const_cast",
    "continue",      "decltype",    "default",   "delete",    "do",        "double",
    "dynamic_cast",  "else",        "enum",      "explicit",  "export",    "extern",
    "false",         "float",       "for",       "friend",    "goto",      "if",
    "inline",        "int",         "long",      "mutable",   "namespace", "new",
    "noexcept",      "not",         "not_eq",    "nullptr",   "operator",  "or",
    "or_eq",         "private",     "protected", "public",    "register",  "reinterpret_cast",
    "requires",      "return",      "short",     "signed",    "sizeof",    "static",
    "static_assert", "static_cast", "struct",    "switch",    "template",  "this",
    "thread_local",  "throw",       "true",      "try",       "typedef",   "typeid",
    "typename",      "union",       "unsigned",  "using",     "virtual",   "void",
    "volatile",      "wchar_t",     "while",     "xor",       "xor_eq"};

/// Gives every text a C++ identifier of its own.
class scope {
public:
    explicit scope(std::set<std::string> taken = {}) : taken_(std::move(taken)) {}

    std::string name(std::string const& text) {
        auto const wish = identifier(text);
        auto result = wish;
        for (int i = 2; !taken_.insert(result).second; ++i)
            result = wish + (wish.back() == '_' ? "" : "_") + std::to_string(i);
        return result;
    }

private:
    static std::string identifier(std::string const& text) {
        std::string result;
        for (unsigned char c : text) {
            char const next = std::isalnum(c) && c < 128 ? static_cast<char>(c) : '_';
            if (next != '_' || (!result.empty() && result.back() != '_')) result += next;
        }
        if (result.empty() || std::isdigit(static_cast<unsigned char>(result[0])))
            result = "x" + result;
        bool const keyword = std::count(std::begin(keywords), std::end(keywords), result) != 0;
        return keyword ? result + "_" : result;
    }

    std::set<std::string> taken_;
};

std::string type_of(std::string const& dtype) {
    static constexpr std::pair<std::string_view, std::string_view> types[] = {
        {"f64", "double"},
        {"f32", "float"},
        {"i64", "std::int64_t"},
        {"i32", "std::int32_t"},
        {"i16", "std::int16_t"},
        {"i8", "std::int8_t"},
        {"u64", "std::uint64_t"},
        {"u32", "std::uint32_t"},
        {"u16", "std::uint16_t"},
        {"u8", "std::uint8_t"},
        {"bool", "bool"},
        {"c64", "std::complex<float>"},
        {"c128", "std::complex<double>"}};
    for (auto const& [name, type] : types)
        if (name == dtype) return std::string(type);
    return "tenon::runtime::" + dtype;
}

/// A dimension as C++, from its postfix program.
std::string dim_code(dim_description const& dim, std::vector<std::string> const& symbols) {
    static constexpr std::string_view functions[] = {"floordiv", "ceildiv", "mod",
                                                     "min",      "max",     "broadcast"};
    static constexpr std::string_view infix[] = {" + ", " - ", " * "};
    std::vector<std::string> stack;
    for (std::size_t i = 0; i < dim.words.size(); ++i) {
        auto const op = dim.words[i];
        if (op < 2) {
            auto const word = dim.words.at(++i);
            stack.push_back(op == 0 ? std::to_string(word)
                                    : symbols.at(static_cast<std::size_t>(word)));
            continue;
        }
        if (stack.size() < 2 || op > 10) throw std::runtime_error("damaged dimension " + dim.text);
        auto const right = std::move(stack.back());
        stack.pop_back();
        auto& left = stack.back();
        left = op < 5 ? "(" + left + std::string(infix[op - 2]) + right + ")"
                      : "tenon::runtime::" + std::string(functions[op - 5]) + "(" + left + ", " +
                            right + ")";
    }
    if (stack.size() != 1) throw std::runtime_error("damaged dimension " + dim.text);
    auto code = std::move(stack.back());
    return code.front() == '(' ? code.substr(1, code.size() - 2) : code;
}

std::string joined(std::vector<std::string> const& parts, std::string const& between) {
    std::string result;
    for (auto const& part : parts) result += (&part == parts.data() ? "" : between) + part;
    return result;
}

// Fit for a comment: of one line that is not continued, and without the end of a comment.
std::string one_line(std::string text) {
    for (std::size_t i = 0; i < text.size(); ++i)
        if (std::iscntrl(static_cast<unsigned char>(text[i])) || text[i] == '\\' ||
            (text[i] == '/' && i > 0 && text[i - 1] == '*'))
            text[i] = ' ';
    return text;
}

/// The members that stand for one function of the model.
struct member {
    std::string call, managed, entry;
};

/// The names within one member function.
struct names_of {
    std::vector<std::string> symbols, inputs, outputs;

    names_of(function_description const& function, scope inside) {
        for (auto const& symbol : function.symbols)
            symbols.push_back(symbol.input < 0 ? "" : inside.name(symbol.name));
        for (auto const& input : function.inputs) inputs.push_back(inside.name(input.name));
        for (auto const& output : function.outputs) outputs.push_back(inside.name(output.name));
    }
};

std::string view_code(argument_description const& argument, std::string const& name,
                      names_of const& names) {
    std::vector<std::string> dims;
    for (auto const& dim : argument.dims) dims.push_back(dim_code(dim, names.symbols));
    auto const view = "tenon::runtime::tensor_view(" + name + ", {" + joined(dims, ", ") + "})";
    return argument.optional ? "tenon::runtime::optional_view(" + view + ")" : view;
}

std::string parameter(argument_description const& argument, std::string const& name, bool input) {
    std::string shape = "[";
    for (auto const& dim : argument.dims)
        shape += (&dim == argument.dims.data() ? "" : ", ") + one_line(dim.text);
    return type_of(argument.dtype) + (input ? " const* " : "* ") + name + " /*" + shape + "]" +
           (argument.optional ? ", or null*/" : "*/");
}

/// Parameters and what is made of them, for the symbols and inputs and maybe for the outputs.
struct call_parts {
    std::vector<std::string> parameters, views;

    call_parts(function_description const& function, names_of const& names, bool with_outputs) {
        for (auto const& symbol : names.symbols)
            if (!symbol.empty()) parameters.push_back("std::int64_t " + symbol);
        for (std::size_t i = 0; i < function.inputs.size(); ++i)
            add(function.inputs[i], names.inputs[i], names, true);
        for (std::size_t k = 0; with_outputs && k < function.outputs.size(); ++k)
            add(function.outputs[k], names.outputs[k], names, false);
    }

    void add(argument_description const& argument, std::string const& name, names_of const& names,
             bool input) {
        parameters.push_back(parameter(argument, name, input));
        views.push_back(view_code(argument, name, names));
    }
};

bool has_known_outputs(function_description const& function) {
    return std::none_of(function.outputs.begin(), function.outputs.end(),
                        [](auto const& output) { return output.data_dependent; });
}

std::string wrapped(std::vector<std::string> const& parts) {
    if (parts.empty()) return {};
    return "\n            " + joined(parts, ",\n            ");
}

std::string function_code(function_description const& function, member const& as,
                          scope const& members) {
    names_of const names(function, members);
    call_parts const call(function, names, true), managed(function, names, false);
    std::string code = "\n    /// " + one_line(signature(function)) + "\n";
    if (has_known_outputs(function))
        code += "    void " + as.call + "(" + wrapped(call.parameters) + ") const {\n        " +
                as.entry + "(" + wrapped(call.views) +
                ");\n    }\n\n"
                "    /// The same, with outputs that the library allocates.\n";
    return code + "    std::vector<tenon::runtime::owned_tensor> " + as.managed + "(" +
           wrapped(managed.parameters) + ") const {\n        return " + as.entry + ".managed(" +
           wrapped(managed.views) + ");\n    }\n";
}

std::string literal(std::string const& text) {
    std::string result = "\"";
    for (char c : text) result += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
    return result + "\"";
}

std::vector<member> members_of(module_description const& module, scope& names) {
    std::vector<member> result;
    for (auto const& function : module.functions) {
        auto const call = names.name(function.name);
        result.push_back({call, names.name(call + "_managed"), names.name(call + "_entry")});
    }
    return result;
}

std::string class_code(module_description const& module, std::string const& name) {
    scope names({name, "module_"});
    auto const members = members_of(module, names);
    std::string functions, fields;
    for (std::size_t i = 0; i < members.size(); ++i) {
        functions += function_code(module.functions[i], members[i], names);
        fields += "    tenon::runtime::function " + members[i].entry + " = module_[" +
                  literal(module.functions[i].name) + "];\n";
    }
    return "class " + name + " {\npublic:\n    explicit " + name +
           "(std::string const& path) : module_(path, " + literal(module.prefix) +
           ") {}\n    explicit " + name + "(tenon_module const* linked) : module_(linked) {}\n" +
           functions + "\nprivate:\n    tenon::runtime::module module_;\n" + fields + "};\n";
}

} // namespace

std::string typed_header(module_description const& module) {
    return "// Model " + one_line(module.name) + ", compiled by " + one_line(module.compiler) +
           R"(.
// clang-format off
#pragma once

#include <tenon/runtime/dims.hpp>
#include <tenon/runtime/module.hpp>

#include <complex>
#include <cstdint>
#include <string>
#include <vector>

/// Loads the compiled model and calls it: sizes first, then inputs, then outputs, rows without gaps
/// in memory of the caller. Throws tenon::runtime::load_error and tenon::runtime::call_error.
)" + class_code(module, scope().name(module.name));
}

} // namespace tenon::runtime
