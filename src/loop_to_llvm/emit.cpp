#include <tenon/core/config.hpp>
#include <tenon/loop_to_llvm/emit.hpp>

#include "debug_lines.hpp"
#include "driver.hpp"
#include "metadata.hpp"

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>

namespace tenon::loop_to_llvm {

struct emitted::state {
    llvm::LLVMContext context;
    std::unique_ptr<llvm::Module> module;
};

emitted::emitted() : state_(std::make_unique<state>()) {}
emitted::emitted(emitted&&) noexcept = default;
emitted& emitted::operator=(emitted&&) noexcept = default;
emitted::~emitted() = default;
llvm::Module& emitted::module() { return *state_->module; }

std::string emitted::text() const {
    std::string out;
    llvm::raw_string_ostream stream(out);
    state_->module->print(stream, nullptr);
    return out;
}

namespace {

using core::dim;

/// Symbols in the order in which inputs name them, then those that only the run decides.
class symbol_table {
public:
    symbol_table(core::program const& p, core::function const& f) {
        auto const& arguments = p[f.body].arguments;
        auto const inputs = arguments.size() - p[f.body].yields.size();
        for (std::size_t i = 0; i != inputs; ++i)
            for (std::size_t d = 0; d != p[arguments[i]].type.shape.size(); ++d)
                if (auto const name = p[arguments[i]].type.shape[d].as_symbol();
                    !name.empty() && !has(name))
                    table.push_back({std::string(name), static_cast<std::int32_t>(i),
                                     static_cast<std::int32_t>(d)});
        for (std::size_t v = 0; v != p.value_count(); ++v)
            for (auto const& d : p[static_cast<core::value_id>(v)].type.shape) note(d);
        for (std::size_t n = 0; n != p.node_count(); ++n)
            for (auto const& a : p[static_cast<core::node_id>(n)].attributes)
                for (auto const& d : a.dims) note(d);
    }
    bool knows(dim const& d) const {
        bool all = true;
        d.each_symbol([&](std::string_view s) {
            auto const found = std::find_if(table.begin(), table.end(),
                                            [&](auto const& t) { return t.name == s; });
            all &= found != table.end() && found->input >= 0;
        });
        return all;
    }
    std::vector<runtime::symbol_description> table;

private:
    bool has(std::string_view name) const {
        return std::any_of(table.begin(), table.end(),
                           [&](auto const& s) { return s.name == name; });
    }
    void note(dim const& d) {
        d.each_symbol([&](std::string_view s) {
            if (s[0] != '$' && !has(s)) table.push_back({std::string(s), -1, 0});
        });
    }
};

runtime::argument_description argument(core::program const& p, core::value_id v,
                                       symbol_table const& symbols) {
    auto const& value = p[v];
    runtime::argument_description described{std::string(value.name.view()),
                                            std::string(core::name(value.type.element)),
                                            {},
                                            false,
                                            false};
    for (auto const& d : value.type.shape) {
        described.dims.push_back(describe(d, symbols.table));
        described.data_dependent |= !symbols.knows(d);
    }
    return described;
}

/// a = b, a >= b, or for broadcasting (a - b) (a - 1) (b - 1) = 0.
runtime::constraint_description constraint(core::constraint const& c, symbol_table const& symbols) {
    using relation = core::constraint::relation;
    auto const say = [](dim const& d) { return std::string(core::to_string(d).view()); };
    auto const at = " (" + std::string(c.why.view()) + ")";
    if (c.how == relation::broadcastable)
        return {describe((c.a - c.b) * (c.a - dim(1)) * (c.b - dim(1)), symbols.table),
                describe(dim(0), symbols.table), true,
                say(c.a) + " and " + say(c.b) + " must be equal, or one of them 1" + at};
    bool const equal = c.how == relation::equal;
    return {describe(c.a, symbols.table), describe(c.b, symbols.table), equal,
            say(c.a) + (equal ? " must equal " : " must be at least ") + say(c.b) + at};
}

runtime::function_description function(core::program const& p, core::function const& f,
                                       symbol_table const& symbols) {
    runtime::function_description described;
    described.name = std::string(f.name.view());
    auto const& arguments = p[f.body].arguments;
    auto const inputs = arguments.size() - p[f.body].yields.size();
    for (std::size_t i = 0; i != arguments.size(); ++i) {
        auto one = argument(p, arguments[i], symbols);
        if (i < inputs) one.data_dependent = false;
        one.optional = i < f.defaults.size() && f.defaults[i].element() != core::dtype::none;
        (i < inputs ? described.inputs : described.outputs).push_back(std::move(one));
    }
    described.symbols = symbols.table;
    for (auto const& c : p.constraints)
        if (symbols.knows(c.a) && symbols.knows(c.b))
            described.constraints.push_back(constraint(c, symbols));
    return described;
}

/// Reports values of dtypes that no code can be written for.
void check_dtypes(core::program const& p, core::diagnostics& found) {
    llvm::LLVMContext context;
    std::vector<bool> said(static_cast<std::size_t>(core::dtype_count));
    for (std::size_t i = 0; i != p.value_count(); ++i) {
        auto const& v = p[static_cast<core::value_id>(i)];
        auto const d = v.type.element;
        if (v.type.what == core::type::kind::none || register_type(context, d) != nullptr) continue;
        if (said[static_cast<std::size_t>(d)]) continue;
        said[static_cast<std::size_t>(d)] = true;
        found.add("L2", v.name.empty() ? core::text() : core::text("value \"") + v.name + "\"",
                  core::text("its dtype ") + core::name(d) + " is not supported in compiled code",
                  "evaluate the model with `tenonc run --reference`");
    }
}

} // namespace

emitted emit(core::program const& loops, emit_options const& options, core::diagnostics& found) {
    emitted made;
    check_dtypes(loops, found);
    if (!found.empty()) return made;
    made.state_->module = std::make_unique<llvm::Module>(options.name, made.state_->context);
    auto& module = *made.state_->module;
    set_target(module, options.machine);
    made.description = {options.name,
                        options.prefix,
                        std::string("tenon ") + core::version,
                        options.machine.triple,
                        options.machine.cpu,
                        options.machine.features,
                        options.model_hash,
                        1,
                        options.threads,
                        {}};
    weight_table weights(made.weights);
    std::vector<entry_code> code;
    driver writer(loops, module, describe(options.machine), weights);
    for (auto const& f : loops.functions) {
        if (f.kind == "kernel") continue;
        symbol_table const symbols(loops, f);
        made.description.functions.push_back(function(loops, f, symbols));
        code.push_back(writer.write(f, symbols.table));
    }
    made.exports = exported_symbols(made.description);
    emit_entries(module, made.description, code);
    add_debug_lines(module, options.name, writer.nodes_of_kernels());
    return made;
}

emitted emit_support(target const& machine) {
    emitted made;
    made.state_->module = std::make_unique<llvm::Module>("support", made.state_->context);
    set_target(*made.state_->module, machine);
    link_support(*made.state_->module, support_scope::library);
    return made;
}

} // namespace tenon::loop_to_llvm
