// The layouts here are those of artifact.h; test/loop_to_llvm/entry.cpp compares and calls them.
#include "entry.hpp"

#include <tenon/core/dtype.hpp>

#include "artifact.h"
#include "metadata.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <stdexcept>

namespace tenon::loop_to_llvm {
namespace {

using runtime::argument_description;
using runtime::constraint_description;
using runtime::dim_description;
using runtime::function_description;
using runtime::module_description;
using runtime::symbol_description;

using constants = std::vector<llvm::Constant*>;

/// Constant data of a module.
class tables {
public:
    explicit tables(llvm::Module& module) : module_(module) {}

    llvm::PointerType* pointer() const {
        return llvm::PointerType::getUnqual(module_.getContext());
    }
    llvm::Constant* null() const { return llvm::ConstantPointerNull::get(pointer()); }
    llvm::Constant* i32(std::int64_t value) const { return integer(32, value); }
    llvm::Constant* i64(std::int64_t value) const { return integer(64, value); }
    llvm::Constant* record(constants const& fields) const {
        return llvm::ConstantStruct::getAnon(module_.getContext(), fields);
    }

    llvm::Constant* text(std::string const& value) const {
        return place(llvm::ConstantDataArray::getString(module_.getContext(), value));
    }
    llvm::Constant* text_or_null(std::string const& value) const {
        return value.empty() ? null() : text(value);
    }
    llvm::Constant* array(constants const& elements) const {
        if (elements.empty()) return null();
        auto* const type = llvm::ArrayType::get(elements.front()->getType(), elements.size());
        return place(llvm::ConstantArray::get(type, elements));
    }
    template <class All, class Make> llvm::Constant* array_of(All const& all, Make make) const {
        constants elements;
        for (auto const& each : all) elements.push_back(make(each));
        return array(elements);
    }

    llvm::GlobalVariable* place(llvm::Constant* value) const {
        auto* const global = new llvm::GlobalVariable(module_, value->getType(), true,
                                                      llvm::GlobalValue::PrivateLinkage, value);
        if (value->getType()->isArrayTy())
            global->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
        return global;
    }

private:
    llvm::Constant* integer(unsigned bits, std::int64_t value) const {
        return llvm::ConstantInt::getSigned(llvm::Type::getIntNTy(module_.getContext(), bits),
                                            value);
    }

    llvm::Module& module_;
};

std::int64_t count(std::size_t size) { return static_cast<std::int64_t>(size); }

llvm::Constant* dim_record(tables const& t, dim_description const& dim) {
    auto* const words = t.array_of(dim.words, [&](auto word) { return t.i64(word); });
    return t.record({words, t.text(dim.text), t.i64(count(dim.words.size()))});
}

llvm::Constant* argument_record(tables const& t, argument_description const& argument) {
    auto const type = to_dlpack(core::dtype_from_name(argument.dtype));
    if (type.code < 0)
        throw std::invalid_argument("argument \"" + argument.name + "\": elements of type " +
                                    argument.dtype + " cannot be passed to a library");
    int const flags = (argument.optional ? tenon_argument_optional : 0) |
                      (argument.data_dependent ? tenon_argument_data_dependent : 0);
    auto* const dims = t.array_of(argument.dims, [&](auto& dim) { return dim_record(t, dim); });
    return t.record({t.text(argument.name), dims, t.i32(count(argument.dims.size())),
                     t.i32(type.code), t.i32(type.bits), t.i32(1), t.i32(flags), t.i32(0)});
}

llvm::Constant* symbol_record(tables const& t, symbol_description const& symbol) {
    return t.record({t.text(symbol.name), t.i32(symbol.input), t.i32(symbol.dim)});
}

llvm::Constant* constraint_record(tables const& t, constraint_description const& constraint) {
    return t.record({dim_record(t, constraint.left), dim_record(t, constraint.right),
                     t.text_or_null(constraint.text),
                     t.i32(constraint.equal ? tenon_equal : tenon_at_least), t.i32(0)});
}

llvm::Constant* arguments_table(tables const& t, std::vector<argument_description> const& all) {
    return t.array_of(all, [&](auto const& each) { return argument_record(t, each); });
}

llvm::GlobalVariable* entry_record(tables const& t, function_description const& function,
                                   entry_code const& code, std::int32_t threads) {
    auto const or_null = [&](llvm::Function* f) -> llvm::Constant* { return f ? f : t.null(); };
    return t.place(t.record(
        {t.text(function.name), arguments_table(t, function.inputs),
         arguments_table(t, function.outputs),
         t.array_of(function.symbols, [&](auto const& s) { return symbol_record(t, s); }),
         t.array_of(function.constraints, [&](auto const& c) { return constraint_record(t, c); }),
         code.run, or_null(code.arena_bytes), or_null(code.worker_bytes),
         t.i32(count(function.inputs.size())), t.i32(count(function.outputs.size())),
         t.i32(count(function.symbols.size())), t.i32(count(function.constraints.size())),
         t.i32(threads), t.i32(0)}));
}

llvm::Function* exported(llvm::Module& module, std::string const& name, llvm::FunctionType* type) {
    auto* const function =
        llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, name, module);
    function->setDoesNotThrow();
    llvm::BasicBlock::Create(module.getContext(), "", function);
    return function;
}

/// An exported function that calls `callee` with the entry and its own arguments, but for `skip`
/// leading ones.
llvm::Function* wrapper(llvm::Module& module, std::string const& name, char const* callee,
                        std::vector<llvm::Type*> const& parameters, unsigned skip,
                        llvm::Constant* entry) {
    auto* const result = llvm::Type::getInt32Ty(module.getContext());
    auto* const function =
        exported(module, name, llvm::FunctionType::get(result, parameters, false));
    std::vector<llvm::Value*> arguments{entry};
    std::vector<llvm::Type*> types{entry->getType()};
    for (unsigned i = skip; i < parameters.size(); ++i) {
        arguments.push_back(function->getArg(i));
        types.push_back(parameters[i]);
    }
    llvm::IRBuilder<> at(&function->getEntryBlock());
    auto const target =
        module.getOrInsertFunction(callee, llvm::FunctionType::get(result, types, false));
    auto* const call = at.CreateCall(target, arguments);
    call->setTailCall();
    at.CreateRet(call);
    return function;
}

/// The symbols of one function, in the order in which they are documented.
std::vector<std::string> symbols_of(std::string const& prefix, std::string const& function) {
    auto const c = prefix + "_" + function;
    auto const tvm = "__tvm_ffi_" + (prefix == "tenon" ? function : c);
    return {c, c + "_shapes", c + "_managed", tvm, tvm + "_shapes", tvm + "_managed"};
}

llvm::Constant* emit_function(llvm::Module& module, module_description const& description,
                              function_description const& function, entry_code const& code) {
    tables const t(module);
    auto* const entry = entry_record(t, function, code, description.threads);
    auto const names = symbols_of(description.prefix, function.name);
    auto* const p = t.pointer();
    auto* const i = llvm::Type::getInt32Ty(module.getContext());
    auto* const call = wrapper(module, names[0], "tenon_enter", {p, i, p, p}, 0, entry);
    auto* const shapes = wrapper(module, names[1], "tenon_enter_shapes", {p, i, p, p}, 0, entry);
    auto* const managed =
        wrapper(module, names[2], "tenon_enter_managed", {p, i, p, p, p}, 0, entry);
    wrapper(module, names[3], "tenon_tvm", {p, p, i, p}, 1, entry);
    wrapper(module, names[4], "tenon_tvm_shapes", {p, p, i, p}, 1, entry);
    wrapper(module, names[5], "tenon_tvm_managed", {p, p, i, p}, 1, entry);
    auto* const ranks =
        t.array_of(function.outputs, [&](auto const& o) { return t.i32(count(o.dims.size())); });
    return t.record({t.text(function.name), call, shapes, managed, ranks,
                     t.i32(count(function.inputs.size())), t.i32(count(function.outputs.size()))});
}

void emit_module_info(llvm::Module& module, module_description const& description,
                      constants const& functions) {
    tables const t(module);
    auto* const metadata =
        t.place(llvm::ConstantDataArray::getString(module.getContext(), to_json(description)));
    metadata->setSection(".tenon.info");
    metadata->setAlignment(llvm::Align(1));
    metadata->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::None);
    auto* const info = t.place(t.record(
        {metadata, t.array(functions), t.i32(TENON_ABI_VERSION), t.i32(count(functions.size()))}));
    auto* const function = exported(module, description.prefix + "_module_info",
                                    llvm::FunctionType::get(t.pointer(), false));
    llvm::IRBuilder<>(&function->getEntryBlock()).CreateRet(info);
}

void require_identifier(std::string const& name, char const* what) {
    bool const fits = !name.empty() && !std::isdigit(static_cast<unsigned char>(name[0])) &&
                      std::all_of(name.begin(), name.end(), [](unsigned char c) {
                          return c < 128 && (std::isalnum(c) || c == '_');
                      });
    if (!fits)
        throw std::invalid_argument(std::string(what) + " \"" + name +
                                    "\" cannot be part of a symbol; expected letters, digits and "
                                    "underscores, not beginning with a digit");
}

} // namespace

std::vector<std::string> exported_symbols(module_description const& module) {
    require_identifier(module.prefix, "symbol prefix");
    std::vector<std::string> result{module.prefix + "_module_info"};
    for (auto const& function : module.functions) {
        require_identifier(function.name, "function");
        for (auto& name : symbols_of(module.prefix, function.name)) result.push_back(name);
    }
    std::set<std::string> seen;
    for (auto const& name : result)
        if (!seen.insert(name).second)
            throw std::invalid_argument("two functions would both export the symbol " + name +
                                        "; rename one of them");
    return result;
}

void emit_entries(llvm::Module& module, module_description const& description,
                  std::vector<entry_code> const& code) {
    exported_symbols(description);
    constants functions;
    for (std::size_t i = 0; i < code.size(); ++i)
        functions.push_back(
            emit_function(module, description, description.functions.at(i), code[i]));
    emit_module_info(module, description, functions);
}

} // namespace tenon::loop_to_llvm
