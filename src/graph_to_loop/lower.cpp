#include <tenon/core/address.hpp>
#include <tenon/graph/in_place.hpp>
#include <tenon/graph_to_loop/lower.hpp>

#include "contraction.hpp"
#include "kernel.hpp"

#include <unordered_set>

namespace tenon::graph_to_loop {

using core::dim;
using core::list;
using core::node_id;
using core::value_id;

namespace {

/// A name for a kernel that profilers can show: the origins of its nodes, letters and digits kept.
std::string kernel_name(core::program const& p, node_id n, std::unordered_set<std::string>& taken) {
    std::string name;
    for (auto const& origin : p[n].where.origins) {
        if (name.size() > 60) break;
        if (!name.empty()) name += '+';
        name += origin.view();
    }
    if (name.empty()) name = p[n].op->name;
    for (auto& c : name)
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    auto unique = name;
    for (int i = 1; !taken.insert(unique).second; ++i) unique = name + "_" + std::to_string(i);
    return unique;
}

core::type row_major(core::type t) {
    t.order.clear();
    t.halo.clear();
    return t;
}

class lowering {
public:
    lowering(core::program const& source, core::diagnostics& found)
        : source_(source), found_(found) {
        out_.constraints = source.constraints;
        out_.fresh_counter() = core::program(source).fresh_counter();
    }

    core::program run() {
        for (auto const& f : source_.functions) lower_function(f);
        return std::move(out_);
    }

private:
    void lower_function(core::function const& f) {
        buffers_.clear();
        entry_ = out_.add_block();
        for (auto a : source_[f.body].arguments)
            buffers_[key(a)] = out_.add_argument(entry_, source_[a].type, source_[a].name);
        core::function entry = f;
        entry.body = entry_;
        outputs_.clear();
        for (std::size_t i = 0; i != source_[f.body].yields.size(); ++i) {
            auto const y = source_[f.body].yields[i];
            auto const name = i < f.result_names.size() ? f.result_names[i] : core::text();
            auto const argument = out_.add_argument(entry_, row_major(source_[y].type), name);
            outputs_.push_back({y, argument, false});
            out_[entry_].yields.push_back(argument);
        }
        wholes_.clear();
        for (auto n : source_[f.body].nodes)
            if (graph::is_in_place(source_, n))
                for (auto o : source_[n].operands) wholes_[key(o)] = source_[n].results[0];
        for (auto n : source_[f.body].nodes)
            if (!graph::is_in_place(source_, n)) lower_node(n);
        for (auto& o : outputs_)
            if (!o.written) copy(o.source, o.argument);
        out_.functions.push_back(entry);
    }

    void lower_node(node_id n) {
        auto const& node = source_[n];
        if (node.op->form == core::op_form::constant) return; // placed where it is used
        kernel_request wanted;
        wanted.inside.resize(source_.value_count());
        wanted.where = node.where;
        if (node.op->name == "fused") {
            auto const region = node.regions[0];
            for (auto inner : source_[region].nodes)
                for (auto r : source_[inner].results) wanted.inside[core::position(r)] = true;
            wanted.results.assign(source_[region].yields.begin(), source_[region].yields.end());
            for (std::size_t i = 0; i != node.results.size(); ++i)
                alias_[key(source_[region].yields[i])] = node.results[i];
        } else if (node.op->readings == nullptr) {
            found_.add("L1", core::describe(source_, n), "has no lowering to loops",
                       "expected an op with a meaning; decompose it before lowering");
            return;
        } else {
            for (auto r : node.results) wanted.inside[core::position(r)] = true;
            wanted.results.assign(node.results.begin(), node.results.end());
        }
        if (lower_as_view(wanted)) return;
        for (auto r : wanted.results) allocate(r);
        wanted.name = kernel_name(source_, n, names_);
        auto const arguments = build_kernel(source_, out_, wanted, found_);
        call(wanted.name, arguments, wanted.where);
    }

    /// A result that is its operand's memory under another type needs no kernel.
    bool lower_as_view(kernel_request const& wanted) {
        if (wanted.results.size() != 1) return false;
        auto const result = wanted.results[0];
        if (source_[source_[result].definer].op->form != core::op_form::indexed) return false;
        formula f(source_, wanted.inside);
        auto const& type = source_[result].type;
        auto const at = result_variables(f.pool, type);
        auto const& root = f.pool[f.element(result, at).id];
        if (root.what != graph::term::kind::load || !root.operands.empty()) return false;
        auto const from = static_cast<value_id>(root.integer);
        auto const& from_type = source_[from].type;
        list<dim> index;
        for (auto const& i : at) index.push_back(i.value);
        bool const same = type.halo.empty() && from_type.halo.empty() &&
                          type.element == from_type.element &&
                          core::storage(type) == core::storage(from_type) &&
                          core::address(type, index) == core::address(from_type, root.dims);
        if (!same) return false;
        auto const n = out_.add_node(entry_, core::facts_of<loop::view>, {buffer(from)}, 1);
        out_[n].where = wanted.where;
        out_[out_[n].results[0]].type = type;
        buffers_[key(outer(result))] = out_[n].results[0];
        return true;
    }

    /// The memory that a kernel writes `r` to: an output of the caller where `r` is one, else the
    /// arena.
    void allocate(value_id r) {
        auto const v = outer(r);
        auto const& type = source_[r].type;
        if (auto const part = wholes_.find(key(v)); part != wholes_.end()) {
            if (!buffers_.contains(key(part->second))) allocate(part->second);
            auto const n =
                out_.add_node(entry_, core::facts_of<loop::view>, {buffer(part->second)}, 1);
            out_[out_[n].results[0]].type = type;
            buffers_[key(v)] = out_[n].results[0];
            return;
        }
        for (auto& o : outputs_)
            if (o.source == v && !o.written && type.is_row_major()) {
                o.written = true;
                buffers_[key(v)] = o.argument;
                return;
            }
        auto const n = out_.add_node(entry_, core::facts_of<loop::arena>, {}, 1);
        out_[out_[n].results[0]].type = type;
        buffers_[key(v)] = out_[n].results[0];
        if (type.halo.empty()) return;
        out_.add_node(entry_, core::facts_of<loop::clear_halo>, {buffers_[key(v)]}, 0);
    }

    void call(std::string const& name, std::vector<value_id> const& arguments,
              core::location const& where) {
        list<value_id> operands;
        for (auto a : arguments) operands.push_back(buffer(outer(a)));
        auto const n = out_.add_node(entry_, core::facts_of<loop::call>, operands, 0);
        out_.set(n, "kernel", core::text(name));
        out_[n].where = where;
    }

    value_id buffer(value_id v) {
        if (auto const found = buffers_.find(key(v)); found != buffers_.end()) return found->second;
        auto const n = out_.add_node(entry_, core::facts_of<loop::weights>, {}, 1, 0);
        out_.set(n, "value", source_.at(source_[v].definer, "value"));
        out_[out_[n].results[0]].type = source_[v].type;
        out_[out_[n].results[0]].name = source_[v].name;
        return buffers_[key(v)] = out_[n].results[0];
    }

    /// A kernel that copies a value to an output: inputs, constants and views that are returned,
    /// and results in a layout of their own.
    void copy(value_id from, value_id to) {
        core::function kernel;
        auto name = std::string("copy_to_") + std::string(out_[to].name.view());
        for (auto& c : name)
            if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
        while (!names_.insert(name).second) name += "_";
        kernel.name = core::text(name);
        kernel.kind = "kernel";
        kernel.body = out_.add_block();
        auto const x = out_.add_argument(kernel.body, source_[from].type, "x");
        auto const y = out_.add_argument(kernel.body, out_[to].type, "y");
        auto block = kernel.body;
        list<dim> at;
        for (int d = 0; d != out_[to].type.rank(); ++d) {
            auto const n = out_.add_node(block, core::facts_of<loop::for_>, {}, 0);
            out_.set(n, "variable", std::int64_t{d});
            out_.set(n, "extent", list<dim>{out_[to].type.shape[static_cast<std::size_t>(d)]});
            out_.set(n, "parallel", std::int64_t{d == 0});
            block = out_.add_region(n);
            at.push_back(graph::expressions::symbol_of_variable(d));
        }
        auto const load = out_.add_node(block, core::facts_of<loop::load>, {x}, 1);
        out_.set(load, "at", at);
        out_[out_[load].results[0]].type = core::type::scalar(source_[from].type.element);
        auto const store =
            out_.add_node(block, core::facts_of<loop::store>, {out_[load].results[0], y}, 0);
        out_.set(store, "at", at);
        out_.functions.push_back(kernel);
        auto const n = out_.add_node(entry_, core::facts_of<loop::call>, {buffer(from), to}, 0);
        out_.set(n, "kernel", core::text(name));
    }

    value_id outer(value_id v) const {
        auto const found = alias_.find(key(v));
        return found == alias_.end() ? v : found->second;
    }
    static std::uint32_t key(value_id v) { return static_cast<std::uint32_t>(v); }

    struct output {
        value_id source, argument;
        bool written;
    };

    core::program const& source_;
    core::diagnostics& found_;
    core::program out_;
    core::block_id entry_ = core::block_id::none;
    std::unordered_map<std::uint32_t, value_id> buffers_; ///< source value -> buffer in the entry
    std::unordered_map<std::uint32_t, value_id>
        alias_; ///< value yielded by a group -> the group's result
    std::unordered_map<std::uint32_t, value_id> wholes_; ///< what a value is a part of in memory
    std::vector<output> outputs_;
    std::unordered_set<std::string> names_;
};

} // namespace

core::program lower(core::program const& graph, core::diagnostics& found) {
    return lowering(graph, found).run();
}

} // namespace tenon::graph_to_loop
