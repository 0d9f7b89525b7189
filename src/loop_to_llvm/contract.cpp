// A `loop.contract` node as the contraction generator wants it: strides out of indices, the region
// as epilogue.
#include <tenon/core/address.hpp>
#include <tenon/loop/ops.hpp>

#include "kernel_key.hpp"
#include "writer.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

namespace tenon::loop_to_llvm {

using core::dim;
using core::list;
using core::node_id;
using core::value_id;
using llvm::Value;

namespace {

dim symbol_of(int variable) {
    return dim::symbol(core::text("$") + core::to_string(std::int64_t{variable}));
}

std::vector<int> numbers(list<std::int64_t> const& l) {
    return std::vector<int>(l.begin(), l.end());
}

/// A contraction's variables as they are handed on: neighbouring rows through which every access
/// steps alike are one.
struct shape {
    std::vector<int> batch, rows, reduce;
    int column;
    std::vector<dim> batch_extents, row_extents, reduce_extents;
    dim column_extent;
    std::vector<int> merged;        ///< row variables that are always 0 now
    std::vector<int> merged_reduce; ///< the same of the reduction

    bool has(int variable) const {
        auto const in = [&](std::vector<int> const& some) {
            return std::find(some.begin(), some.end(), variable) != some.end();
        };
        return variable == column || in(batch) || in(rows) || in(reduce) || in(merged) ||
               in(merged_reduce);
    }
};

/// The number of a loop variable, or -1.
int number_of(std::string_view name) {
    int number = -1;
    if (name[0] == '$') std::from_chars(name.data() + 1, name.data() + name.size(), number);
    return number;
}

/// `d` with the contraction's own variables replaced: the one numbered `one` by 1, all others by 0.
/// Those of loops around it stay.
dim with_only(dim const& d, int one, shape const& s) {
    return d.substitute([&](std::string_view name) -> dim {
        int const v = number_of(name);
        if (v < 0 || !s.has(v)) return dim::symbol(name);
        return v == one ? 1 : 0;
    });
}
/// The factor of a variable in a linear index.
dim factor_of(dim const& d, int variable, shape const& s) {
    return with_only(d, variable, s) - with_only(d, -1, s);
}

shape shape_of(core::program const& p, node_id n) {
    shape s{numbers(p.at(n, "batch").integers),
            numbers(p.at(n, "rows").integers),
            numbers(p.at(n, "reduce").integers),
            static_cast<int>(p.at(n, "column").integer),
            {},
            {},
            {},
            {},
            {},
            {}};
    auto const& extents = p.at(n, "extents").dims;
    std::size_t at = 0;
    for (std::size_t i = 0; i != s.batch.size(); ++i) s.batch_extents.push_back(extents[at++]);
    for (std::size_t i = 0; i != s.rows.size(); ++i) s.row_extents.push_back(extents[at++]);
    s.column_extent = extents[at++];
    for (std::size_t i = 0; i != s.reduce.size(); ++i) s.reduce_extents.push_back(extents[at++]);
    return s;
}

void merge_rows(core::program const& p, node_id n, shape& s) {
    std::vector<dim> places{core::address(p[p[n].operands[0]].type, p.at(n, "a_at").dims)};
    bool plain = true;
    core::each_node(p, p[n].regions[0], [&](node_id inner) {
        core::op_facts const* op = p[inner].op;
        bool const loads = op == &core::facts_of<loop::load>,
                   stores = op == &core::facts_of<loop::store>;
        if (loads || stores)
            places.push_back(
                core::address(p[p[inner].operands[stores ? 1 : 0]].type, p.at(inner, "at").dims));
        else if (op == &core::facts_of<loop::size>)
            plain = false;
    });
    auto const is_linear = [&](dim const& d) {
        dim sum = with_only(d, -1, s);
        for (auto const* some : {&s.batch, &s.rows, &s.reduce})
            for (int v : *some) sum = sum + factor_of(d, v, s) * symbol_of(v);
        return sum + factor_of(d, s.column, s) * symbol_of(s.column) == d;
    };
    for (auto const& d : places) plain &= is_linear(d);
    if (!plain) return;
    for (std::size_t i = 0; i + 1 < s.rows.size();) {
        bool const alike = std::all_of(places.begin(), places.end(), [&](dim const& d) {
            return factor_of(d, s.rows[i], s) ==
                   factor_of(d, s.rows[i + 1], s) * s.row_extents[i + 1];
        });
        // Tiles over a known number of rows need few kernels; a batch in front of them stays a
        // loop.
        bool const known =
            s.row_extents[i + 1].is_constant() && s.row_extents[i + 1].constant() >= 8;
        if (!alike || (known && !s.row_extents[i].is_constant())) {
            ++i;
            continue;
        }
        s.merged.push_back(s.rows[i]);
        s.row_extents[i + 1] = s.row_extents[i] * s.row_extents[i + 1];
        s.rows.erase(s.rows.begin() + static_cast<std::ptrdiff_t>(i));
        s.row_extents.erase(s.row_extents.begin() + static_cast<std::ptrdiff_t>(i));
    }
}

/// Reduce dimensions that both operands step through alike are one longer dimension.
void merge_reduce(dim const& a, dim const& b, bool b_is_packed, shape& s) {
    for (std::size_t i = 0; i + 1 < s.reduce.size();) {
        auto const alike = [&](dim const& d) {
            return factor_of(d, s.reduce[i], s) ==
                   factor_of(d, s.reduce[i + 1], s) * s.reduce_extents[i + 1];
        };
        if (!alike(a) || !(b_is_packed || alike(b))) {
            ++i;
            continue;
        }
        s.merged_reduce.push_back(s.reduce[i]);
        s.reduce_extents[i + 1] = s.reduce_extents[i] * s.reduce_extents[i + 1];
        s.reduce.erase(s.reduce.begin() + static_cast<std::ptrdiff_t>(i));
        s.reduce_extents.erase(s.reduce_extents.begin() + static_cast<std::ptrdiff_t>(i));
    }
}

} // namespace

std::vector<dim> reduce_extents(core::program const& p, node_id n) {
    auto s = shape_of(p, n);
    auto const place = [&](std::size_t operand, char const* at) {
        return core::address(p[p[n].operands[operand]].type, p.at(n, at).dims);
    };
    merge_reduce(place(0, "a_at"), place(1, "b_at"), true, s);
    return s.reduce_extents;
}

namespace {

/// What a region uses from outside, and which of its nodes depend on the column alone.
struct region_facts {
    std::vector<value_id> outside;
    std::vector<int> around;       ///< variables of loops around the contraction
    std::vector<node_id> literals; ///< outside, written again inside: code for a known number is
                                   ///< shorter than for any number
    std::vector<node_id> of_column;
    node_id first = node_id::none; ///< adds one of `of_column` to the sum, which nothing else uses
    int start = -1;                ///< which one
    std::vector<node_id> touched;  ///< loads and stores of a row's neighbouring columns
    std::string key;
    std::size_t nodes = 0;
};

/// Finds the node that adds a value of the column to the sum, in the sum's own dtype.
void find_start(core::program const& p, node_id n, core::dtype sum_type, region_facts& facts) {
    auto const sum = p[p[n].regions[0]].arguments[0];
    node_id user = node_id::none;
    int uses = 0;
    core::each_node(p, p[n].regions[0], [&](node_id inner) {
        for (auto o : p[inner].operands)
            if (o == sum) {
                ++uses;
                user = inner;
            }
    });
    if (uses != 1 || p[user].op != &loop::primitive_facts(core::scalar_op::add)) return;
    if (p[p[user].results[0]].type.element != sum_type || p[sum].type.element != sum_type) return;
    auto const other = p[user].operands[p[user].operands[0] == sum ? 1 : 0];
    for (std::size_t i = 0; i != facts.of_column.size(); ++i)
        if (p[facts.of_column[i]].results[0] == other) {
            facts.first = user;
            facts.start = static_cast<int>(i);
        }
}

/// Whether a node of the region reads or writes neighbouring columns of rows that are a known
/// distance apart, at an index that is known before the sum.
bool is_touched(core::program const& p, node_id n, shape const& s) {
    bool const stores = p[n].op == &core::facts_of<loop::store>;
    if (!stores && p[n].op != &core::facts_of<loop::load>) return false;
    if (p[n].operands.size() != (stores ? 2 : 1)) return false;
    auto const place = core::address(p[p[n].operands[stores ? 1 : 0]].type, p.at(n, "at").dims);
    return factor_of(place, s.column, s) == dim(1) && !s.rows.empty() &&
           std::all_of(s.rows.begin(), s.rows.end(),
                       [&](int v) { return factor_of(place, v, s).is_constant(); });
}

constexpr std::size_t a_sum_argument = 1, b_sum_argument = 2; ///< of a region for bytes

/// Whether a region for bytes uses the argument.
bool uses_argument(core::program const& p, core::block_id region, std::size_t argument) {
    if (p[region].arguments.size() <= argument) return false;
    bool used = false;
    core::each_node(p, region, [&](node_id inner) {
        for (auto o : p[inner].operands) used |= o == p[region].arguments[argument];
    });
    return used;
}

region_facts look_at(core::program const& p, node_id n, shape const& s) {
    region_facts facts;
    std::unordered_map<std::uint32_t, std::size_t> local; // value -> number, for the key
    std::unordered_map<std::uint32_t, bool> invariant;
    auto const region = p[n].regions[0];
    for (std::size_t i = 0; i != p[region].arguments.size(); ++i) {
        auto const argument = static_cast<std::uint32_t>(p[region].arguments[i]);
        local[argument] = i;
        invariant[argument] = i == b_sum_argument;
    }
    auto const role = [&](std::string_view name)
        -> dim { // variables by their place, so that equal code has equal keys
        int at = 0;
        for (auto const* some : {&s.batch, &s.rows, &s.merged}) {
            for (int v : *some) {
                if (name == symbol_of(v).as_symbol())
                    return dim::symbol(core::text("@") + core::to_string(std::int64_t{at}));
                ++at;
            }
            at += 100;
        }
        if (name == symbol_of(s.column).as_symbol()) return dim::symbol("@c");
        return dim::symbol(name);
    };
    core::each_node(p, region, [&](node_id inner) {
        auto const& node = p[inner];
        ++facts.nodes;
        bool fixed = node.regions.empty() && node.op != &core::facts_of<loop::check>;
        facts.key += std::string(node.op->name) + "(";
        for (auto o : node.operands) {
            if (o == value_id::none) continue;
            auto const key = static_cast<std::uint32_t>(o);
            if (auto const found = local.find(key); found != local.end()) {
                facts.key += "%" + std::to_string(found->second) + ",";
                fixed &= invariant[key];
                continue;
            }
            if (auto const made_by = p[o].definer;
                made_by != node_id::none && p[made_by].op == &core::facts_of<loop::literal>) {
                if (std::find(facts.literals.begin(), facts.literals.end(), made_by) ==
                    facts.literals.end())
                    facts.literals.push_back(made_by);
                facts.key += "=";
                for (auto const& a : p[made_by].attributes)
                    facts.key += text_of(a, [](dim const& d) { return d; });
                facts.key += ":" + std::string(core::to_string(p[o].type).view()) + ",";
                continue;
            }
            auto at = std::find(facts.outside.begin(), facts.outside.end(), o);
            if (at == facts.outside.end()) at = facts.outside.insert(facts.outside.end(), o);
            facts.key += "$" + std::to_string(at - facts.outside.begin()) + ":" +
                         std::string(core::to_string(p[o].type).view()) + ",";
        }
        for (auto const& a : node.attributes) {
            facts.key += text_of(a, [&](dim const& d) { return d.substitute(role); });
            for (auto const& d : a.dims)
                d.each_symbol([&](std::string_view name) {
                    int const v = number_of(name);
                    bool const is_new = std::find(facts.around.begin(), facts.around.end(), v) ==
                                        facts.around.end();
                    if (v >= 0 && !s.has(v) && is_new) facts.around.push_back(v);
                    fixed &= name[0] != '$' || name == symbol_of(s.column).as_symbol() ||
                             name.starts_with("$v");
                });
        }
        facts.key += ")";
        for (auto r : node.results) {
            facts.key += std::string(core::to_string(p[r].type).view()) + ";";
            local[static_cast<std::uint32_t>(r)] = local.size();
            invariant[static_cast<std::uint32_t>(r)] = fixed;
        }
        bool const of_column = fixed && node.results.size() == 1 && node.op->pure;
        if (of_column) facts.of_column.push_back(inner);
        if (!of_column && p[inner].parent == region && is_touched(p, inner, s))
            facts.touched.push_back(inner);
        if (!of_column)
            for (auto r : node.results) invariant[static_cast<std::uint32_t>(r)] = false;
    });
    return facts;
}

} // namespace

contraction writer::describe(node_id n, bool packed_weights) {
    auto const& node = program_[n];
    auto s = shape_of(program_, n);
    merge_rows(program_, n, s);
    auto const a_buffer = node.operands[0], b_buffer = node.operands[1];
    dim const a = core::address(type_of(a_buffer), program_.at(n, "a_at").dims);
    dim const b = core::address(type_of(b_buffer), program_.at(n, "b_at").dims);
    merge_reduce(a, b, packed_weights, s);

    contraction c;
    auto const many = [&](std::vector<dim> const& dims) {
        values result;
        for (auto const& d : dims) result.push_back(number(d));
        return result;
    };
    auto const strides = [&](dim const& d, std::vector<int> const& variables) {
        values result;
        for (int v : variables) result.push_back(number(factor_of(d, v, s)));
        return result;
    };
    auto const base = [&](value_id buffer, dim const& d) {
        return b_.CreateInBoundsGEP(memory_type(b_.getContext(), type_of(buffer).element),
                                    value(buffer), number(with_only(d, -1, s)));
    };
    c.batch = many(s.batch_extents);
    c.row = many(s.row_extents);
    c.reduce = many(s.reduce_extents);
    c.column = number(s.column_extent);
    auto const sum_value = program_[node.regions[0]].arguments[0];
    auto const sum_type = type_of(sum_value).element;
    c.is_bytes = core::is_integer(sum_type);
    c.sum = sum_type == core::dtype::f64 || c.is_bytes ? sum_type : core::dtype::f32;
    c.a = {base(a_buffer, a), type_of(a_buffer).element, strides(a, s.batch), strides(a, s.rows),
           strides(a, s.reduce)};
    c.b.type = type_of(b_buffer).element;
    c.b.packed = packed_weights;
    if (packed_weights) {
        c.b.base = value(b_buffer);
        // Panels lie one batch after the other, for the batch dimensions that b depends on.
        std::uint64_t inner = 1;
        auto* const matrix = contractions_.packed_matrix(b_, c);
        c.b.batch.resize(s.batch.size());
        for (std::size_t i = s.batch.size(); i-- != 0;) {
            bool const depends = !(factor_of(b, s.batch[i], s) == dim(0));
            c.b.batch[i] = depends ? b_.CreateMul(matrix, b_.getInt64(inner)) : b_.getInt64(0);
            if (depends) inner *= static_cast<std::uint64_t>(s.batch_extents[i].constant());
        }
    } else {
        c.b.base = base(b_buffer, b);
        c.b.batch = strides(b, s.batch);
        c.b.reduce = strides(b, s.reduce);
        c.b.column = number(factor_of(b, s.column, s));
    }

    auto facts = look_at(program_, n, s);
    find_start(program_, n, c.sum, facts);
    c.after.start = facts.start;
    c.after.a_sum = c.is_bytes && uses_argument(program_, node.regions[0], a_sum_argument);
    c.after.b_sum = c.is_bytes && uses_argument(program_, node.regions[0], b_sum_argument);
    std::vector<std::string> symbol_names;
    for (auto const& [name, v] : environment_.symbols) {
        symbol_names.push_back(name);
        c.after.captured.push_back(v);
    }
    c.after.captured.push_back(environment_.call);
    std::erase_if(facts.around, [&](int v) { return !environment_.variables.contains(v); });
    for (int v : facts.around) c.after.captured.push_back(environment_.variables.at(v));
    for (auto v : facts.outside) c.after.captured.push_back(value(v));
    c.after.key = facts.key;
    c.after.is_long = facts.nodes > 14;
    auto const paths = std::make_shared<access_paths>();
    auto const sums = program_[node.regions[0]].arguments;
    auto const inside = [this, symbol_names, facts, s, paths,
                         sums](builder& into, std::span<Value* const> captured, place const& at) {
        environment e;
        if (at.a_sum) e.values[static_cast<std::uint32_t>(sums[a_sum_argument])] = at.a_sum;
        if (at.b_sum) e.values[static_cast<std::uint32_t>(sums[b_sum_argument])] = at.b_sum;
        std::size_t i = 0;
        for (auto const& name : symbol_names) e.symbols[name] = captured[i++];
        e.call = captured[i++];
        for (int v : facts.around) e.variables[v] = captured[i++];
        for (auto v : facts.outside) e.values[static_cast<std::uint32_t>(v)] = captured[i++];
        for (std::size_t k = 0; k != at.batch.size(); ++k) e.variables[s.batch[k]] = at.batch[k];
        for (std::size_t k = 0; k != at.row.size(); ++k) e.variables[s.rows[k]] = at.row[k];
        for (int v : s.merged) e.variables[v] = into.getInt64(0);
        e.variables[s.column] = at.column;
        e.column = s.column;
        e.mask = at.mask;
        e.paths = paths;
        writer w(program_, into, contractions_, std::move(e));
        for (auto literal : facts.literals) w.write(literal);
        return w;
    };
    auto const lanes_of = [this](dtype sum) {
        return contractions_.target().lanes(sum == dtype::f64 ? 64 : 32);
    };
    auto const region = node.regions[0];
    if (!facts.of_column.empty())
        c.after.of_column = [=, sum = c.sum](builder& into, std::span<Value* const> captured,
                                             place const& at) {
            auto w = inside(into, captured, at);
            w.known().lanes = lanes_of(sum);
            values made;
            for (auto fixed : facts.of_column) {
                w.write(fixed);
                made.push_back(w.value(w.program_[fixed].results[0]));
            }
            return made;
        };
    if (!facts.touched.empty())
        c.after.touch = [=](builder& into, std::span<Value* const> captured, place const& at) {
            auto w = inside(into, captured, at);
            w.known().lanes = 1;
            for (auto touched : facts.touched) w.touch(touched);
        };
    c.after.store = [=, this](builder& into, std::span<Value* const> captured, place const& at,
                              Value* sum, std::span<Value* const> of_column) {
        auto w = inside(into, captured, at);
        w.known().lanes = llvm::cast<llvm::FixedVectorType>(sum->getType())->getNumElements();
        if (facts.first != node_id::none)
            w.define(facts.first, sum);
        else
            w.known().values[static_cast<std::uint32_t>(program_[region].arguments[0])] = sum;
        for (std::size_t k = 0; k != of_column.size(); ++k)
            w.define(facts.of_column[k], of_column[k]);
        for (auto inner : program_[region].nodes)
            if (inner != facts.first && std::find(facts.of_column.begin(), facts.of_column.end(),
                                                  inner) == facts.of_column.end())
                w.write(inner);
    };
    return c;
}

} // namespace tenon::loop_to_llvm
