#include "describe.hpp"

#include <tenon/core/diagnostic.hpp>

#include "loop_to_llvm/metadata.hpp"

#include <algorithm>

namespace tenon::standard {
namespace {

using core::dim;
using core::value_id;
using runtime::argument_description;
using runtime::constraint_description;
using runtime::function_description;
using runtime::symbol_description;

class description {
public:
    description(core::program const& p, core::function const& f) : p_(p), f_(f) {}

    function_description make() {
        out_.name = f_.name.view();
        symbols_of_inputs();
        symbols_of_the_run();
        arguments();
        constraints();
        return std::move(out_);
    }

private:
    core::block const& body() const { return p_[f_.body]; }
    core::type const& type(value_id v) const { return p_[v].type; }

    bool knows(std::string_view symbol) const {
        return std::any_of(out_.symbols.begin(), out_.symbols.end(),
                           [&](auto const& s) { return s.name == symbol; });
    }
    void add_symbol(std::string_view name, int input, int d) {
        if (!knows(name)) out_.symbols.push_back({std::string(name), input, d});
    }

    void symbols_of_inputs() {
        for (std::size_t i = 0; i != body().arguments.size(); ++i) {
            auto const& shape = type(body().arguments[i]).shape;
            for (std::size_t d = 0; d != shape.size(); ++d)
                if (auto const symbol = shape[d].as_symbol(); !symbol.empty())
                    add_symbol(symbol, static_cast<int>(i), static_cast<int>(d));
        }
        for (auto a : body().arguments)
            for (auto const& d : type(a).shape)
                d.each_symbol([&](std::string_view symbol) { refuse_if_unbound(symbol, a); });
    }
    void refuse_if_unbound(std::string_view symbol, value_id input) const {
        if (knows(symbol)) return;
        core::diagnostics found;
        found.add("G1", core::text("input `") + p_[input].name + "`",
                  core::text("its type ") + to_string(type(input)) + " uses the symbol `" + symbol +
                      "`, which is no dimension of an input by itself",
                  core::text("name a dimension of an input `") + symbol + "`");
        throw core::refused(found);
    }
    void symbols_of_the_run() {
        core::each_node(p_, f_.body, [&](core::node_id n) {
            for (auto r : p_[n].results)
                for (auto const& d : type(r).shape)
                    d.each_symbol([&](std::string_view symbol) { add_symbol(symbol, -1, 0); });
        });
    }

    std::string name_of(std::size_t i, bool is_input, value_id v) const {
        if (!is_input && i < f_.result_names.size() && !f_.result_names[i].empty())
            return std::string(f_.result_names[i].view());
        if (!p_[v].name.empty()) return std::string(p_[v].name.view());
        return (is_input ? "input" : "output") + std::to_string(i);
    }
    argument_description argument(std::size_t i, bool is_input, value_id v) const {
        argument_description made;
        made.name = name_of(i, is_input, v);
        made.dtype = core::name(type(v).element);
        for (auto const& d : type(v).shape) {
            made.dims.push_back(loop_to_llvm::describe(d, out_.symbols));
            made.data_dependent = made.data_dependent || needs_the_run(d);
        }
        made.optional =
            is_input && i < f_.defaults.size() && f_.defaults[i].element() != core::dtype::none;
        return made;
    }
    void arguments() {
        for (std::size_t i = 0; i != body().arguments.size(); ++i)
            out_.inputs.push_back(argument(i, true, body().arguments[i]));
        for (std::size_t i = 0; i != body().yields.size(); ++i)
            out_.outputs.push_back(argument(i, false, body().yields[i]));
    }

    bool needs_the_run(dim const& d) const {
        bool needs = false;
        d.each_symbol([&](std::string_view name) {
            for (auto const& s : out_.symbols)
                if (s.name == name && s.input < 0) needs = true;
        });
        return needs;
    }
    bool is_known(dim const& d) const {
        bool known = true;
        d.each_symbol([&](std::string_view name) { known = known && knows(name); });
        return known && !needs_the_run(d);
    }
    /// Those over symbols of this function that are known before the run.
    void constraints() {
        for (auto const& c : p_.constraints)
            if (is_known(c.a) && is_known(c.b)) out_.constraints.push_back(describe(c));
    }
    constraint_description describe(core::constraint const& c) const {
        auto const text = [](dim const& d) { return std::string(to_string(d).view()); };
        auto const why = c.why.empty() ? "" : ", for " + std::string(c.why.view());
        if (c.how != core::constraint::relation::broadcastable) {
            bool const equal = c.how == core::constraint::relation::equal;
            auto const words =
                why.empty() ? "" : text(c.a) + (equal ? " = " : " >= ") + text(c.b) + why;
            return {in_words(c.a), in_words(c.b), equal, words};
        }
        // a product is 0 where one of its factors is
        return {in_words((c.a - c.b) * (c.a - dim(1)) * (c.b - dim(1))), in_words(0), true,
                text(c.a) + " = " + text(c.b) + " or one of them 1" + why};
    }
    runtime::dim_description in_words(dim const& d) const {
        return loop_to_llvm::describe(d, out_.symbols);
    }

    core::program const& p_;
    core::function const& f_;
    function_description out_;
};

} // namespace

function_description describe(core::program const& p, core::function const& f) {
    return description(p, f).make();
}

} // namespace tenon::standard
