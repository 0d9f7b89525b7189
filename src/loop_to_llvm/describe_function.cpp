#include "describe_function.hpp"

#include "loop/buffers.hpp"
#include "metadata.hpp"

#include <algorithm>
#include <map>

namespace tenon::loop_to_llvm {
namespace {

using core::dim;
using core::value_id;
using runtime::argument_description;
using runtime::buffer_description;
using runtime::constraint_description;
using runtime::function_description;
using runtime::symbol_description;

std::string words(dim const& d) { return std::string(core::to_string(d).view()); }

class description {
public:
    description(core::program const& p, core::function const& f, output_place outputs,
                core::diagnostics& found)
        : p_(p), f_(f), found_(found) {
        auto const& body = p[f.body];
        outputs_ = body.yields;
        auto const inputs =
            body.arguments.size() - (outputs == output_place::arguments ? body.yields.size() : 0);
        inputs_ = {body.arguments.begin(), body.arguments.begin() + inputs};
    }

    function_description make() {
        out_.name = f_.name.view();
        symbols_of_inputs();
        symbols_of_the_run();
        for (std::size_t i = 0; i != inputs_.size(); ++i) out_.inputs.push_back(input(i));
        for (std::size_t i = 0; i != outputs_.size(); ++i) out_.outputs.push_back(output(i));
        for (auto const& c : p_.constraints)
            if (is_known(c.a) && is_known(c.b)) out_.constraints.push_back(constraint(c));
        memory();
        return std::move(out_);
    }

private:
    core::type const& type(value_id v) const { return p_[v].type; }

    symbol_description const* find(std::string_view name) const {
        for (auto const& s : out_.symbols)
            if (s.name == name) return &s;
        return nullptr;
    }
    void add_symbol(std::string_view name, std::size_t input, std::size_t d) {
        if (find(name) == nullptr)
            out_.symbols.push_back({std::string(name), static_cast<std::int32_t>(input),
                                    static_cast<std::int32_t>(d)});
    }

    /// In the order in which inputs name them.
    void symbols_of_inputs() {
        for (std::size_t i = 0; i != inputs_.size(); ++i) {
            auto const& shape = type(inputs_[i]).shape;
            for (std::size_t d = 0; d != shape.size(); ++d)
                if (auto const symbol = shape[d].as_symbol(); !symbol.empty())
                    add_symbol(symbol, i, d);
        }
        for (auto v : inputs_)
            for (auto const& d : type(v).shape)
                d.each_symbol([&](std::string_view symbol) {
                    if (find(symbol) == nullptr) refuse(v, symbol);
                });
    }
    void refuse(value_id input, std::string_view symbol) {
        found_.add("G1", core::text("input \"") + p_[input].name + "\"",
                   core::text("its type ") + to_string(type(input)) + " needs the symbol `" +
                       symbol + "`, which no dimension of an input is by itself",
                   core::text("name a dimension of an input `") + symbol + "`");
    }
    void symbols_of_the_run() {
        for (std::size_t v = 0; v != p_.value_count(); ++v)
            for (auto const& d : p_[static_cast<value_id>(v)].type.shape) note(d);
        for (std::size_t n = 0; n != p_.node_count(); ++n)
            for (auto const& a : p_[static_cast<core::node_id>(n)].attributes)
                for (auto const& d : a.dims) note(d);
    }
    /// Loop variables and computed integers have names that begin with `$`.
    void note(dim const& d) {
        if (d.is_constant()) return;
        d.each_symbol([&](std::string_view s) {
            if (s[0] != '$' && find(s) == nullptr) out_.symbols.push_back({std::string(s), -1, 0});
        });
    }

    argument_description argument(value_id v, std::string_view name) const {
        argument_description made;
        made.name = name;
        made.dtype = core::name(type(v).element);
        for (auto const& d : type(v).shape) made.dims.push_back(describe(d, out_.symbols));
        return made;
    }
    argument_description input(std::size_t i) const {
        auto made = argument(inputs_[i], name_of(p_[inputs_[i]].name, "input", i));
        made.optional = i < f_.defaults.size() && f_.defaults[i].element() != core::dtype::none;
        return made;
    }
    argument_description output(std::size_t i) const {
        bool const is_named = i < f_.result_names.size() && !f_.result_names[i].empty();
        auto made =
            argument(outputs_[i],
                     name_of(is_named ? f_.result_names[i] : p_[outputs_[i]].name, "output", i));
        for (auto const& d : type(outputs_[i]).shape) made.data_dependent |= !is_known(d);
        return made;
    }
    static std::string name_of(core::text const& given, char const* kind, std::size_t i) {
        return given.empty() ? kind + std::to_string(i) : std::string(given.view());
    }

    /// Before the run.
    bool is_known(dim const& d) const {
        bool all = true;
        d.each_symbol([&](std::string_view name) {
            auto const* const s = find(name);
            all = all && s != nullptr && s->input >= 0;
        });
        return all;
    }
    /// a = b, a >= b, or for broadcasting (a - b) (a - 1) (b - 1) = 0.
    constraint_description constraint(core::constraint const& c) const {
        using relation = core::constraint::relation;
        auto const in_words = [&](dim const& d) { return describe(d, out_.symbols); };
        auto const at = c.why.empty() ? std::string() : " (" + std::string(c.why.view()) + ")";
        if (c.how == relation::broadcastable)
            return {in_words((c.a - c.b) * (c.a - dim(1)) * (c.b - dim(1))), in_words(0), true,
                    words(c.a) + " and " + words(c.b) + " must be equal, or one of them 1" + at};
        bool const equal = c.how == relation::equal;
        return {in_words(c.a), in_words(c.b), equal,
                words(c.a) + (equal ? " must equal " : " must be at least ") + words(c.b) + at};
    }

    /// Of a function at the loop level: its kernels, and the buffers between them.
    void memory() {
        auto const found = loop::buffers_of(p_, f_);
        for (auto const& call : found.calls)
            out_.kernels.emplace_back(p_.at(call.node, "kernel").text.view());
        std::map<value_id, std::int32_t> index;
        for (auto const& b : found.all) {
            index[p_[b.node].results[0]] = static_cast<std::int32_t>(out_.buffers.size());
            auto made = lifetime(b, found.calls);
            made.bytes = describe(b.bytes, out_.symbols);
            made.offset = describe(p_.at(b.node, "offset").dims[0], out_.symbols);
            for (auto below : p_[b.node].operands) made.behind.push_back(index.at(below));
            out_.buffers.push_back(std::move(made));
        }
    }
    /// What stands between two calls counts as part of the one behind it.
    static buffer_description lifetime(loop::buffer const& b,
                                       std::vector<loop::numbered_call> const& calls) {
        if (!b.is_used() || calls.empty()) return {};
        auto const before = [](loop::numbered_call const& call, std::size_t number) {
            return call.number < number;
        };
        auto const call_at = [&](std::size_t number) {
            auto const at = std::lower_bound(calls.begin(), calls.end(), number, before);
            return static_cast<std::int32_t>(std::min(at, calls.end() - 1) - calls.begin());
        };
        buffer_description made;
        made.first = call_at(b.first);
        made.last = call_at(b.last);
        return made;
    }

    core::program const& p_;
    core::function const& f_;
    core::diagnostics& found_;
    core::list<value_id> inputs_, outputs_;
    function_description out_;
};

} // namespace

function_description describe_function(core::program const& p, core::function const& f,
                                       output_place outputs, core::diagnostics& found) {
    return description(p, f, outputs, found).make();
}

} // namespace tenon::loop_to_llvm
