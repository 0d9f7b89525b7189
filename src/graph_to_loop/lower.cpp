#include <tenon/core/address.hpp>
#include <tenon/graph/in_place.hpp>
#include <tenon/graph/structure.hpp>
#include <tenon/graph_to_loop/lower.hpp>

#include "contraction.hpp"
#include "kernel.hpp"
#include "strips.hpp"

#include <unordered_set>

namespace tenon::graph_to_loop {

using core::block_id;
using core::dim;
using core::list;
using core::node_id;
using core::value_id;

namespace {

std::string unique_name(std::string name, std::unordered_set<std::string>& taken) {
    for (auto& c : name)
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    auto unique = name;
    for (int i = 1; !taken.insert(unique).second; ++i) unique = name + "_" + std::to_string(i);
    return unique;
}

/// A name for a kernel that profilers can show: the origins of its nodes, letters and digits kept.
std::string kernel_name(core::program const& p, node_id n, std::unordered_set<std::string>& taken) {
    std::string name;
    for (auto const& origin : p[n].where.origins) {
        if (name.size() > 60) break;
        if (!name.empty()) name += '+';
        name += origin.view();
    }
    if (name.empty()) name = p[n].op->name;
    return unique_name(std::move(name), taken);
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
        work_by_strips(out_);
        return std::move(out_);
    }

private:
    void lower_function(core::function const& f) {
        buffers_.clear();
        entry_ = block_ = out_.add_block();
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
        lower_nodes(f.body);
        write_outputs(0);
        out_.functions.push_back(entry);
    }

    void lower_nodes(block_id b) {
        for (auto n : source_[b].nodes)
            if (graph::is_in_place(source_, n))
                for (auto o : source_[n].operands) wholes_[key(o)] = source_[n].results[0];
        for (auto n : source_[b].nodes)
            if (!graph::is_in_place(source_, n)) lower_node(n);
    }
    /// Copies what no kernel has written where it belongs, for the outputs from `first` on.
    void write_outputs(std::size_t first) {
        for (std::size_t i = first; i != outputs_.size(); ++i)
            if (!outputs_[i].written) copy(buffer(outputs_[i].source), outputs_[i].argument);
    }

    void lower_node(node_id n) {
        auto const& node = source_[n];
        if (node.op->form == core::op_form::constant) return; // placed where it is used
        if (node.op == &core::facts_of<graph::if_>) return lower_if(n);
        if (node.op == &core::facts_of<graph::loop>) return lower_loop(n);
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

    // Control flow.

    /// Makes `b` the block that nodes are added to while it lives.
    class inside {
    public:
        inside(lowering& l, block_id b) : lowering_(l), around_(l.block_) { l.block_ = b; }
        ~inside() { lowering_.block_ = around_; }
        inside(inside const&) = delete;
        inside& operator=(inside const&) = delete;
        block_id before() const { return around_; }

    private:
        lowering& lowering_;
        block_id around_;
    };
    node_id add(core::op_facts const& op, list<value_id> operands, int results) {
        return out_.add_node(block_, op, std::move(operands), results);
    }
    value_id scalar(core::op_facts const& op, core::dtype type, list<value_id> operands) {
        auto const v = out_[add(op, std::move(operands), 1)].results[0];
        out_[v].type = core::type::scalar(type);
        return v;
    }
    template <core::scalar_op Op> value_id compute(core::dtype type, list<value_id> operands) {
        return scalar(loop::primitive_facts(Op), type, std::move(operands));
    }
    value_id literal(core::dtype type, std::int64_t value) {
        auto const v = scalar(core::facts_of<loop::literal>, type, {});
        out_.set(out_[v].definer, "integer", value);
        return v;
    }
    /// The one element of a buffer.
    value_id load(value_id from) {
        auto const v = scalar(core::facts_of<loop::load>, out_[from].type.element, {from});
        out_.set(out_[v].definer, "at", list<dim>(out_[from].type.shape.size(), dim(0)));
        return v;
    }
    void store(value_id v, value_id to) {
        out_.set(add(core::facts_of<loop::store>, {v, to}, 0), "at",
                 list<dim>(out_[to].type.shape.size(), dim(0)));
    }
    value_id arena(core::type const& type) {
        auto const v = out_[add(core::facts_of<loop::arena>, {}, 1)].results[0];
        out_[v].type = type;
        return v;
    }
    /// Whether `v` has one type whatever happens, as its `expected` place needs.
    bool keeps_type(node_id n, value_id v, core::type const& expected, char const* what) {
        auto const& type = source_[v].type;
        if (type.element == expected.element && type.shape == expected.shape) return true;
        return refuse_size(n, core::text(what) + " is " + core::to_string(row_major(type)) +
                                  " and its result " + core::to_string(row_major(expected)));
    }
    bool refuse_size(node_id n, core::text what) {
        found_.add("L2", core::describe(source_, n),
                   what + ": the size of its result depends on data, which compiled code does not "
                          "support yet",
                   "evaluate it with `tenonc run --reference`");
        return false;
    }

    /// Whether a region takes and gives as many values as it must.
    bool has_values(node_id n, block_id region, std::size_t arguments, std::size_t yields) {
        auto const& b = source_[region];
        if (b.arguments.size() == arguments && b.yields.size() == yields) return true;
        auto const counts = [](std::size_t takes, std::size_t gives) {
            return core::to_string(static_cast<std::int64_t>(takes)) + " and gives " +
                   core::to_string(static_cast<std::int64_t>(gives)) + " values";
        };
        found_.add("V1", core::describe(source_, n),
                   core::text("a region takes ") + counts(b.arguments.size(), b.yields.size()) +
                       ", expected that it takes " + counts(arguments, yields));
        return false;
    }

    /// Two conditional regions, one behind the other. Both write to the memory of the node's
    /// results.
    void lower_if(node_id n) {
        auto const& node = source_[n];
        for (auto const region : node.regions)
            if (!has_values(n, region, 0, node.results.size())) return;
        for (auto const region : node.regions)
            for (std::size_t i = 0; i != node.results.size(); ++i)
                if (!keeps_type(n, source_[region].yields[i], source_[node.results[i]].type,
                                "what a branch gives"))
                    return;
        for (auto const r : node.results) allocate(r);
        auto const holds = load(buffer(node.operands[0]));
        auto const fails = compute<core::scalar_op::not_>(core::dtype::boolean, {holds});
        for (std::size_t r = 0; r != 2; ++r) {
            auto const branch = add(core::facts_of<loop::if_>, {r == 0 ? holds : fails}, 0);
            out_[branch].where = node.where;
            inside const region(*this, out_.add_region(branch));
            auto const first = outputs_.size();
            for (std::size_t i = 0; i != node.results.size(); ++i)
                outputs_.push_back(
                    {source_[node.regions[r]].yields[i], buffers_[key(node.results[i])], false});
            lower_nodes(node.regions[r]);
            write_outputs(first);
            outputs_.resize(first);
        }
    }

    /// Carried values stay in the memory of the node's results, whatever iteration it is.
    void lower_loop(node_id n) {
        auto const& node = source_[n];
        auto const body = node.regions[0];
        auto const& arguments = source_[body].arguments;
        auto const& yields = source_[body].yields;
        auto const carried = carried_values(n);
        if (node.results.size() < carried) {
            found_.add("V1", core::describe(source_, n), "has fewer results than carried values");
            return;
        }
        if (!has_values(n, body, 2 + carried, 1 + node.results.size()) || !loop_keeps_types(n))
            return;
        for (auto const r : node.results) allocate(r);
        for (std::size_t i = 0; i != carried; ++i)
            copy(buffer(node.operands[2 + i]), buffers_[key(node.results[i])]);
        auto const iteration = arena(core::type::scalar(core::dtype::i64)),
                   goes_on = arena(core::type::scalar(core::dtype::boolean));
        store(literal(core::dtype::i64, 0), iteration);
        auto const limit = operand(n, 0), condition = operand(n, 1);
        store(condition == value_id::none ? literal(core::dtype::boolean, 1)
                                          : load(buffer(condition)),
              goes_on);
        auto const repeated = add(core::facts_of<loop::while_>, {}, 0);
        out_[repeated].where = node.where;
        {
            inside const test(*this, out_.add_region(repeated));
            auto again = load(goes_on);
            if (limit != value_id::none) {
                auto const more = compute<core::scalar_op::lt>(
                    core::dtype::boolean, {load(iteration), load(buffer(limit))});
                again = compute<core::scalar_op::bit_and>(core::dtype::boolean, {again, more});
            }
            out_[block_].yields.push_back(again);
        }
        inside const region(*this, out_.add_region(repeated));
        buffers_[key(arguments[0])] = iteration;
        buffers_[key(arguments[1])] = goes_on;
        for (std::size_t i = 0; i != carried; ++i)
            buffers_[key(arguments[2 + i])] = buffers_[key(node.results[i])];
        lower_nodes(body);
        for (std::size_t i = carried; i != node.results.size(); ++i)
            copy(buffer(yields[1 + i]), buffers_[key(node.results[i])], iteration);
        carry(body, carried);
        auto const next = load(buffer(yields[0]));
        store(compute<core::scalar_op::add>(core::dtype::i64,
                                            {load(iteration), literal(core::dtype::i64, 1)}),
              iteration);
        store(next, goes_on);
    }
    std::size_t carried_values(node_id n) const {
        auto const count = source_[n].operands.size();
        return count < 2 ? 0 : count - 2;
    }
    /// An optional operand, none where it is left out.
    value_id operand(node_id n, std::size_t i) const {
        auto const& all = source_[n].operands;
        return i < all.size() ? all[i] : value_id::none;
    }
    bool loop_keeps_types(node_id n) {
        auto const& node = source_[n];
        auto const& body = source_[node.regions[0]];
        auto const carried = carried_values(n);
        for (std::size_t i = 0; i != node.results.size(); ++i) {
            auto type = source_[node.results[i]].type;
            if (i < carried) {
                if (!keeps_type(n, node.operands[2 + i], type, "a carried value") ||
                    !keeps_type(n, body.arguments[2 + i], type, "a carried value"))
                    return false;
            } else {
                if (!type.shape[0].is_constant()) return refuse_size(n, "how often it runs");
                type.shape.erase(0);
            }
            if (!keeps_type(n, body.yields[1 + i], type, "what an iteration gives")) return false;
        }
        return true;
    }
    /// Makes what an iteration yields the carried values of the next one. Those that are carried
    /// values themselves are saved before the first is overwritten.
    void carry(block_id body, std::size_t count) {
        list<value_id> into, from;
        for (std::size_t i = 0; i != count; ++i) {
            into.push_back(buffer(source_[body].arguments[2 + i]));
            from.push_back(buffer(source_[body].yields[1 + i]));
        }
        auto const given = from;
        for (std::size_t i = 0; i != count; ++i) {
            auto const memory = behind_views(given[i]);
            if (memory == into[i] || !into.contains(memory)) continue;
            from[i] = arena(row_major(out_[into[i]].type));
            copy(given[i], from[i]);
        }
        for (std::size_t i = 0; i != count; ++i)
            if (behind_views(from[i]) != into[i]) copy(from[i], into[i]);
    }
    value_id behind_views(value_id v) const {
        while (out_[v].definer != node_id::none &&
               out_[out_[v].definer].op == &core::facts_of<loop::view>)
            v = out_[out_[v].definer].operands[0];
        return v;
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
        auto const n = out_.add_node(block_, core::facts_of<loop::view>, {buffer(from)}, 1);
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
                out_.add_node(block_, core::facts_of<loop::view>, {buffer(part->second)}, 1);
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
        buffers_[key(v)] = arena(type);
        if (type.halo.empty()) return;
        out_.add_node(block_, core::facts_of<loop::clear_halo>, {buffers_[key(v)]}, 0);
    }

    void call(std::string const& name, std::vector<value_id> const& arguments,
              core::location const& where) {
        list<value_id> operands;
        for (auto a : arguments) operands.push_back(buffer(outer(a)));
        auto const n = out_.add_node(block_, core::facts_of<loop::call>, operands, 0);
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

    /// A kernel that copies a buffer, with `iteration` to the part of that number: for inputs,
    /// constants and views that are returned, results in a layout of their own, and what a loop
    /// keeps.
    void copy(value_id from, value_id to, value_id iteration = value_id::none) {
        core::function kernel;
        auto const name = unique_name("copy_to_" + std::string(out_[to].name.view()), names_);
        kernel.name = core::text(name);
        kernel.kind = "kernel";
        kernel.body = out_.add_block();
        out_.functions.push_back(kernel);
        list<value_id> buffers{from, to};
        auto const x = out_.add_argument(kernel.body, out_[from].type, "x");
        auto const y = out_.add_argument(kernel.body, out_[to].type, "y");
        inside const around(*this, kernel.body);
        list<value_id> stored{value_id::none, y};
        list<dim> part;
        if (iteration != value_id::none) {
            buffers.push_back(iteration);
            auto const number = load(out_.add_argument(kernel.body, out_[iteration].type, "i"));
            stored.push_back(scalar(core::facts_of<loop::check>, core::dtype::i64, {number}));
            out_.set(out_[stored.back()].definer, "extent", list<dim>{out_[to].type.shape[0]});
            part.push_back(dim::symbol("$v0"));
        }
        copy_elements(x, stored, part);
        auto const n = out_.add_node(around.before(), core::facts_of<loop::call>, buffers, 0);
        out_.set(n, "kernel", core::text(name));
    }
    void copy_elements(value_id x, list<value_id> stored, list<dim> to) {
        list<dim> at;
        for (std::size_t d = 0; d != out_[x].type.shape.size(); ++d) {
            auto const variable = static_cast<int>(d);
            auto const n = add(core::facts_of<loop::for_>, {}, 0);
            out_.set(n, "variable", std::int64_t{variable});
            out_.set(n, "extent", list<dim>{out_[x].type.shape[d]});
            out_.set(n, "parallel", std::int64_t{1});
            block_ = out_.add_region(n);
            at.push_back(graph::expressions::symbol_of_variable(variable));
        }
        stored[0] = scalar(core::facts_of<loop::load>, out_[x].type.element, {x});
        out_.set(out_[stored[0]].definer, "at", at);
        to.append(at);
        out_.set(add(core::facts_of<loop::store>, stored, 0), "at", to);
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
    block_id entry_ = block_id::none;
    block_id block_ = block_id::none; ///< that nodes are added to: the entry, or a region in it
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
