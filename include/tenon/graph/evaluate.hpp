// Evaluating a whole function by reference.
#pragma once

#include <tenon/graph/standard.hpp>

namespace tenon::graph {

/// What symbols stand for in one call. Symbols that only the data decides get their value when the
/// node that decides has been evaluated.
class symbol_values {
public:
    constexpr bool has(std::string_view name) const { return find(name) >= 0; }
    constexpr std::int64_t value(std::string_view name) const {
        int const at = find(name);
        return at < 0 ? 0 : values_[static_cast<std::size_t>(at)];
    }
    constexpr bool knows(dim const& d) const {
        bool all = true;
        d.each_symbol([&](std::string_view name) { all &= has(name); });
        return all;
    }
    constexpr std::int64_t value(dim const& d) const {
        return d.evaluate([this](std::string_view name) { return value(name); });
    }
    constexpr void set(std::string_view name, std::int64_t value) {
        if (int const at = find(name); at >= 0) {
            values_[static_cast<std::size_t>(at)] = value;
            return;
        }
        names_.push_back(name);
        values_.push_back(value);
    }
    constexpr list<text> const& names() const { return names_; }
    constexpr list<std::int64_t> const& values() const { return values_; }

private:
    constexpr int find(std::string_view name) const {
        for (std::size_t i = 0; i != names_.size(); ++i)
            if (names_[i] == name) return static_cast<int>(i);
        return -1;
    }
    list<text> names_;
    list<std::int64_t> values_;
};

/// Evaluates the nodes of a function one after the other, each by its op's meaning, and control
/// flow and groups by what their regions say.
class evaluator {
public:
    constexpr evaluator(core::program const& p, core::diagnostics& found)
        : program_(p), found_(found), held_(p.value_count()) {}

    /// The results of `f` for these arguments; empty if a problem was found. An argument of dtype
    /// none takes its default.
    constexpr list<core::tensor> run(core::function const& f, list<core::tensor> arguments) {
        auto const& declared = program_[f.body].arguments;
        if (arguments.size() != declared.size()) {
            fail(f.name, text("got ") + count(arguments.size()) + " arguments, expected " +
                             count(declared.size()));
            return {};
        }
        for (std::size_t i = 0; i != arguments.size(); ++i)
            if (arguments[i].element() == dtype::none && i < f.defaults.size())
                arguments[i] = f.defaults[i];
        for (std::size_t i = 0; i != arguments.size() && good(); ++i)
            check_argument(declared[i], arguments[i]);
        for (std::size_t i = 0; i != arguments.size() && good(); ++i)
            check_dims(declared[i], arguments[i]);
        check_constraints();
        if (!good()) return {};
        of_arguments_ = symbols_;
        return run(f.body, static_cast<list<core::tensor>&&>(arguments));
    }

private:
    constexpr bool good() const { return found_.problems().size() == 0; }
    constexpr void fail(text where, text what) {
        found_.add("E1", static_cast<text&&>(where), static_cast<text&&>(what));
    }
    static constexpr text count(std::size_t n) {
        return core::to_string(static_cast<std::int64_t>(n));
    }
    constexpr text name_of(core::value_id v) const {
        return text("argument \"") + program_[v].name + "\"";
    }

    /// Dtype and rank, and the symbols that stand alone as a dimension.
    constexpr void check_argument(core::value_id v, core::tensor const& given) {
        auto const& wanted = program_[v].type;
        if (given.element() != wanted.element)
            return fail(name_of(v), text("is ") + core::name(given.element()) + ", expected " +
                                        core::name(wanted.element));
        if (!wanted.is_tensor()) return;
        if (given.rank() != wanted.rank())
            return fail(name_of(v), text("has rank ") + core::to_string(given.rank()) +
                                        ", expected " + core::to_string(wanted.rank()));
        for (std::size_t d = 0; d != wanted.shape.size(); ++d)
            if (auto const symbol = wanted.shape[d].as_symbol();
                !symbol.empty() && !symbols_.has(symbol))
                symbols_.set(symbol, given.shape()[d]);
    }
    constexpr void check_dims(core::value_id v, core::tensor const& given) {
        auto const& wanted = program_[v].type;
        for (std::size_t d = 0; d != wanted.shape.size(); ++d)
            if (symbols_.knows(wanted.shape[d]) &&
                symbols_.value(wanted.shape[d]) != given.shape()[d])
                fail(name_of(v), text("has dimension ") + count(d) + " = " +
                                     core::to_string(given.shape()[d]) + ", expected " +
                                     core::to_string(wanted.shape[d]) + " = " +
                                     core::to_string(symbols_.value(wanted.shape[d])));
    }
    constexpr void check_constraints() {
        for (auto const& c : program_.constraints) {
            if (!symbols_.knows(c.a) || !symbols_.knows(c.b)) continue;
            auto const a = symbols_.value(c.a), b = symbols_.value(c.b);
            bool const holds = c.how == core::constraint::relation::equal ? a == b
                               : c.how == core::constraint::relation::at_least
                                   ? a >= b
                                   : a == b || a == 1 || b == 1;
            if (!holds)
                fail(c.why, text("dimensions ") + core::to_string(c.a) + " = " +
                                core::to_string(a) + " and " + core::to_string(c.b) + " = " +
                                core::to_string(b) + " do not fit each other");
        }
    }

    constexpr list<core::tensor> run(core::block_id b, list<core::tensor> arguments) {
        auto const& block = program_[b];
        for (std::size_t i = 0; i != arguments.size(); ++i)
            hold(block.arguments[i], static_cast<core::tensor&&>(arguments[i]));
        for (auto n : block.nodes) {
            if (!good()) return {};
            auto results = run(program_[n]);
            for (std::size_t r = 0; r < results.size() && r < program_[n].results.size(); ++r)
                hold(program_[n].results[r], static_cast<core::tensor&&>(results[r]));
        }
        list<core::tensor> yielded;
        if (!good()) return yielded;
        for (auto v : block.yields) yielded.push_back(held_[core::position(v)]);
        return yielded;
    }
    constexpr void hold(core::value_id v, core::tensor t) {
        auto const& shape = program_[v].type.shape;
        for (std::size_t d = 0; d != shape.size() && d != t.shape().size(); ++d)
            if (auto const symbol = shape[d].as_symbol();
                !symbol.empty() && !of_arguments_.has(symbol))
                symbols_.set(symbol, t.shape()[d]); // anew in each iteration of a loop
        held_[core::position(v)] = static_cast<core::tensor&&>(t);
    }
    constexpr list<core::tensor> operands_of(core::node const& n, std::size_t first = 0) const {
        list<core::tensor> all;
        for (std::size_t i = first; i < n.operands.size(); ++i)
            all.push_back(n.operands[i] == core::value_id::none
                              ? core::tensor()
                              : held_[core::position(n.operands[i])]);
        return all;
    }

    constexpr list<core::tensor> run(core::node const& n) {
        if (n.op->form == op_form::constant) return {program_.at(id_of(n), "value").tensor};
        if (n.op == &core::facts_of<fused>) return run(n.regions[0], operands_of(n));
        if (n.op == &core::facts_of<if_>) {
            bool const holds = held_[core::position(n.operands[0])].integer(0) != 0;
            return run(n.regions[holds ? 0 : 1], {});
        }
        if (n.op == &core::facts_of<loop>) return run_loop(n);
        if (n.op->readings == nullptr || n.op->readings->evaluate == nullptr) {
            fail(text("op ") + n.op->name, "has no meaning that could be evaluated");
            return {};
        }
        return run_meaning(n);
    }
    constexpr core::node_id id_of(core::node const& n) const {
        return program_[n.results[0]].definer;
    }
    constexpr list<core::tensor> run_meaning(core::node const& n) {
        evaluation e;
        e.program = &program_;
        e.node = &n;
        e.symbols = &symbols_.names();
        e.symbol_values = &symbols_.values();
        e.found = &found_;
        for (auto v : n.operands)
            e.operands.push_back(v == core::value_id::none ? nullptr : &held_[core::position(v)]);
        for (auto v : n.results) {
            auto type = program_[v].type;
            for (auto& d : type.shape) d = dim(symbols_.value(d));
            e.result_types.push_back(type);
        }
        n.op->readings->evaluate(e);
        return e.results;
    }
    constexpr list<core::tensor> run_loop(core::node const& n) {
        auto const given = operands_of(n);
        auto const limit = given[0].element() == dtype::none ? INT64_MAX : given[0].integer(0);
        bool go_on =
            given.size() < 2 || given[1].element() == dtype::none || given[1].integer(0) != 0;
        list<core::tensor> carried = operands_of(n, 2);
        list<list<core::tensor>> scans(program_[n.regions[0]].yields.size() - 1 - carried.size());
        for (std::int64_t k = 0; go_on && k < limit && good(); ++k) {
            list<core::tensor> arguments{
                core::tensor::from(dtype::i64, {}, list<std::int64_t>{k}),
                core::tensor::from(dtype::boolean, {}, list<std::int64_t>{1})};
            arguments.append(carried);
            auto yielded = run(n.regions[0], arguments);
            if (!good()) return {};
            go_on = yielded[0].integer(0) != 0;
            for (std::size_t i = 0; i != carried.size(); ++i) carried[i] = yielded[1 + i];
            for (std::size_t s = 0; s != scans.size(); ++s)
                scans[s].push_back(yielded[1 + carried.size() + s]);
        }
        for (std::size_t s = 0; s != scans.size(); ++s)
            carried.push_back(stack(scans[s], program_[n.results[carried.size()]].type));
        return carried;
    }
    /// The tensors one after the other along a new first axis.
    constexpr core::tensor stack(list<core::tensor> const& parts, core::type const& type) const {
        list<std::int64_t> shape;
        for (auto const& d : type.shape) shape.push_back(symbols_.value(d));
        if (!parts.empty()) {
            shape = parts[0].shape();
            shape.insert(0, 0);
        }
        shape[0] = static_cast<std::int64_t>(parts.size());
        list<unsigned char> bytes(
            static_cast<std::size_t>(core::bytes_of(type.element, product(shape))));
        std::int64_t at = 0;
        for (auto const& p : parts)
            for (std::int64_t i = 0; i != p.size(); ++i)
                core::tensor::write_word(bytes.data(), type.element, at++, p.word(i));
        return {type.element, static_cast<list<std::int64_t>&&>(shape),
                core::shared_bytes(static_cast<list<unsigned char>&&>(bytes))};
    }
    static constexpr std::int64_t product(list<std::int64_t> const& shape) {
        std::int64_t all = 1;
        for (auto d : shape) all *= d;
        return all;
    }

    core::program const& program_;
    core::diagnostics& found_;
    list<core::tensor> held_;
    symbol_values symbols_;
    symbol_values of_arguments_;
};

/// The results of a function for these arguments, element by element as the ops' meanings say;
/// empty if a problem was found. An argument of dtype none takes its default.
constexpr list<core::tensor> evaluate(core::program const& p, core::function const& f,
                                      list<core::tensor> arguments, core::diagnostics& found) {
    return evaluator(p, found).run(f, static_cast<list<core::tensor>&&>(arguments));
}

} // namespace tenon::graph
