// Descriptions as postfix programs and as JSON.
#include "metadata.hpp"

#include "artifact.h"

#include <llvm/Support/JSON.h>
#include <llvm/Support/raw_ostream.h>

#include <stdexcept>

namespace tenon::loop_to_llvm {
namespace {

namespace json = llvm::json;
using runtime::argument_description;
using runtime::buffer_description;
using runtime::constraint_description;
using runtime::dim_description;
using runtime::function_description;
using runtime::module_description;
using runtime::symbol_description;

/// A number that records how it was computed.
struct program {
    std::vector<std::int64_t> words;

    program(std::vector<std::int64_t> from) : words(std::move(from)) {}
    program(std::int64_t constant) : words{tenon_dim_constant, constant} {}

    bool is(std::int64_t constant) const {
        return words.size() == 2 && words[0] == tenon_dim_constant && words[1] == constant;
    }
};

program apply(tenon_dim_op op, program const& a, program const& b) {
    auto words = a.words;
    words.insert(words.end(), b.words.begin(), b.words.end());
    words.push_back(op);
    return words;
}

program operator+(program const& a, program const& b) {
    return a.is(0) ? b : b.is(0) ? a : apply(tenon_dim_add, a, b);
}
program operator*(program const& a, program const& b) {
    return a.is(1) ? b : b.is(1) ? a : apply(tenon_dim_mul, a, b);
}

program apply_function(core::dim::function function, program const& a, program const& b) {
    switch (function) {
    case core::dim::function::floordiv: return apply(tenon_dim_floordiv, a, b);
    case core::dim::function::mod: return apply(tenon_dim_mod, a, b);
    case core::dim::function::min: return apply(tenon_dim_min, a, b);
    case core::dim::function::max: return apply(tenon_dim_max, a, b);
    default: return apply(tenon_dim_broadcast, a, b);
    }
}

std::int64_t index_of(std::string_view name, std::vector<symbol_description> const& symbols) {
    for (std::size_t i = 0; i < symbols.size(); ++i)
        if (symbols[i].name == name) return static_cast<std::int64_t>(i);
    throw std::out_of_range("no argument gives symbol " + std::string(name));
}

/// A fixed dimension is a number, a symbol is its name, the rest says how it is computed.
json::Value dim_value(dim_description const& dim) {
    if (dim.words.size() == 2)
        return dim.words[0] == tenon_dim_constant ? json::Value(dim.words[1])
                                                  : json::Value(dim.text);
    return json::Object{{"text", dim.text}, {"words", json::Array(dim.words)}};
}

json::Value argument_value(argument_description const& argument) {
    json::Array shape;
    for (auto const& dim : argument.dims) shape.push_back(dim_value(dim));
    json::Object value{
        {"name", argument.name}, {"dtype", argument.dtype}, {"shape", std::move(shape)}};
    if (argument.optional) value["optional"] = true;
    if (argument.data_dependent) value["data_dependent"] = true;
    return value;
}

json::Value symbol_value(symbol_description const& symbol) {
    if (symbol.input < 0) return json::Object{{"name", symbol.name}};
    return json::Object{{"name", symbol.name}, {"input", symbol.input}, {"dim", symbol.dim}};
}

json::Value constraint_value(constraint_description const& constraint) {
    return json::Object{{"left", dim_value(constraint.left)},
                        {"relation", constraint.equal ? "=" : ">="},
                        {"right", dim_value(constraint.right)},
                        {"text", constraint.text}};
}

template <class Each, class Value> json::Array array_of(Each const& all, Value value) {
    json::Array result;
    for (auto const& each : all) result.push_back(value(each));
    return result;
}

json::Value buffer_value(buffer_description const& buffer) {
    json::Object value{{"bytes", dim_value(buffer.bytes)}, {"offset", dim_value(buffer.offset)}};
    if (!buffer.behind.empty()) value["behind"] = json::Array(buffer.behind);
    if (buffer.first <= buffer.last) value["kernels"] = json::Array{buffer.first, buffer.last};
    return value;
}

json::Value function_value(function_description const& function) {
    return json::Object{{"name", function.name},
                        {"inputs", array_of(function.inputs, argument_value)},
                        {"outputs", array_of(function.outputs, argument_value)},
                        {"symbols", array_of(function.symbols, symbol_value)},
                        {"constraints", array_of(function.constraints, constraint_value)},
                        {"kernels", json::Array(function.kernels)},
                        {"buffers", array_of(function.buffers, buffer_value)}};
}

/// A value and the way to it, which errors name.
struct place {
    json::Value const* value;
    std::string path;

    [[noreturn]] void fail(std::string const& why) const {
        throw std::runtime_error("metadata: " + path + " " + why);
    }
    place operator[](char const* key) const {
        auto const* object = value->getAsObject();
        auto const* found = object ? object->get(key) : nullptr;
        if (!found) fail(std::string("lacks \"") + key + "\"");
        return {found, path + "." + key};
    }
    bool has(char const* key) const {
        auto const* object = value->getAsObject();
        return object && object->get(key);
    }
    std::string text() const {
        if (auto const found = value->getAsString()) return found->str();
        fail("is not a text");
    }
    std::int64_t number() const {
        if (auto const found = value->getAsInteger()) return *found;
        fail("is not an integer");
    }
    std::int32_t small_number() const {
        auto const found = number();
        if (found != static_cast<std::int32_t>(found)) fail("is too large");
        return static_cast<std::int32_t>(found);
    }
    bool flag(char const* key) const {
        return has(key) && (*this)[key].value->getAsBoolean() == true;
    }
    template <class Read> auto list(Read read) const {
        auto const* array = value->getAsArray();
        if (!array) fail("is not an array");
        std::vector<decltype(read(*this))> result;
        for (auto const& each : *array)
            result.push_back(read(place{&each, path + "[" + std::to_string(result.size()) + "]"}));
        return result;
    }
};

using symbols_of = std::vector<symbol_description>;

dim_description read_dim(place const& from, symbols_of const& symbols) {
    if (auto const constant = from.value->getAsInteger())
        return {std::to_string(*constant), {tenon_dim_constant, *constant}};
    if (auto const name = from.value->getAsString())
        return {name->str(), {tenon_dim_symbol, index_of(name->str(), symbols)}};
    return {from["text"].text(),
            from["words"].list([](place const& word) { return word.number(); })};
}

argument_description read_argument(place const& from, symbols_of const& symbols) {
    return {.name = from["name"].text(),
            .dtype = from["dtype"].text(),
            .dims = from["shape"].list([&](place const& dim) { return read_dim(dim, symbols); }),
            .optional = from.flag("optional"),
            .data_dependent = from.flag("data_dependent")};
}

symbol_description read_symbol(place const& from) {
    if (!from.has("input")) return {.name = from["name"].text()};
    return {from["name"].text(), from["input"].small_number(), from["dim"].small_number()};
}

/// The `index`th of a function, which says of itself only what it can.
buffer_description read_buffer(place const& from, function_description const& function,
                               std::size_t index) {
    auto const number = [](place const& p) { return p.small_number(); };
    buffer_description result{.bytes = read_dim(from["bytes"], function.symbols),
                              .offset = read_dim(from["offset"], function.symbols)};
    if (from.has("behind")) result.behind = from["behind"].list(number);
    for (auto const other : result.behind)
        if (other < 0 || other >= static_cast<std::int64_t>(index))
            from["behind"].fail("names a buffer that does not come before it");
    if (!from.has("kernels")) return result;
    auto const life = from["kernels"].list(number);
    bool const good = life.size() == 2 && 0 <= life[0] && life[0] <= life[1] &&
                      life[1] < static_cast<std::int64_t>(function.kernels.size());
    if (!good) from["kernels"].fail("are not the first and the last of some");
    result.first = life[0];
    result.last = life[1];
    return result;
}

function_description read_function(place const& from) {
    function_description result{.name = from["name"].text()};
    result.symbols = from["symbols"].list(read_symbol);
    auto const argument = [&](place const& p) { return read_argument(p, result.symbols); };
    result.inputs = from["inputs"].list(argument);
    result.outputs = from["outputs"].list(argument);
    for (auto const& symbol : result.symbols)
        if (symbol.input >= static_cast<std::int64_t>(result.inputs.size()))
            from.fail("gives symbol " + symbol.name + " by an input that it does not have");
    result.constraints = from["constraints"].list([&](place const& p) {
        return constraint_description{read_dim(p["left"], result.symbols),
                                      read_dim(p["right"], result.symbols),
                                      p["relation"].text() == "=", p["text"].text()};
    });
    result.kernels = from["kernels"].list([](place const& p) { return p.text(); });
    std::size_t index = 0;
    result.buffers =
        from["buffers"].list([&](place const& p) { return read_buffer(p, result, index++); });
    return result;
}

} // namespace

dim_description describe(core::dim const& dim, std::vector<symbol_description> const& symbols) {
    auto const made = dim.evaluate<program>(
        [&](std::string_view name) { return program({tenon_dim_symbol, index_of(name, symbols)}); },
        apply_function);
    return {std::string(to_string(dim).view()), made.words};
}

dlpack_dtype to_dlpack(core::dtype type) {
    constexpr std::pair<std::string_view, std::int32_t> floats[] = {
        {"bf16", kDLBfloat}, {"f8e4m3fn", 10}, {"f8e4m3fnuz", 11}, {"f8e5m2", 12},
        {"f8e5m2fnuz", 13},  {"f8e8m0", 14},   {"f4e2m1", 17}};
    auto const facts = core::facts(type);
    for (auto const& [name, code] : floats)
        if (name == facts.name) return {code, facts.bits};
    switch (facts.kind) {
    case core::dtype_kind::floating: return {kDLFloat, facts.bits};
    case core::dtype_kind::signed_integer: return {kDLInt, facts.bits};
    case core::dtype_kind::unsigned_integer: return {kDLUInt, facts.bits};
    case core::dtype_kind::boolean: return {kDLBool, facts.bits};
    case core::dtype_kind::complex: return {kDLComplex, facts.bits};
    default: return {-1, 0};
    }
}

std::string to_json(module_description const& module) {
    json::Object const object{{"abi", module.abi_version},
                              {"name", module.name},
                              {"prefix", module.prefix},
                              {"compiler", module.compiler},
                              {"target", module.target},
                              {"cpu", module.cpu},
                              {"features", module.features},
                              {"model", module.model_hash},
                              {"threads", module.threads},
                              {"weight_bytes", module.weight_bytes},
                              {"functions", array_of(module.functions, function_value)}};
    std::string text;
    llvm::raw_string_ostream(text) << json::Value(json::Object(object));
    return text;
}

module_description from_json(std::string_view text) {
    auto parsed = json::parse(llvm::StringRef(text.data(), text.size()));
    if (!parsed) throw std::runtime_error("metadata: " + llvm::toString(parsed.takeError()));
    place const root{&*parsed, "the module"};
    return {.name = root["name"].text(),
            .prefix = root["prefix"].text(),
            .compiler = root["compiler"].text(),
            .target = root["target"].text(),
            .cpu = root["cpu"].text(),
            .features = root["features"].text(),
            .model_hash = root["model"].text(),
            .abi_version = root["abi"].small_number(),
            .threads = root["threads"].small_number(),
            .weight_bytes = root["weight_bytes"].number(),
            .functions = root["functions"].list(read_function)};
}

} // namespace tenon::loop_to_llvm
