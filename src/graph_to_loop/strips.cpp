#include "strips.hpp"

#include <tenon/core/address.hpp>
#include <tenon/loop/ops.hpp>

#include "terms.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tenon::graph_to_loop {

using core::block_id;
using core::dim;
using core::list;
using core::node_id;
using core::value_id;

namespace {

// What is worth it, in bytes and microseconds of any machine.
constexpr std::int64_t too_large = 1 << 20;             // to stay in a second-level cache
constexpr std::int64_t room = 5 << 18;                  // for a strip's rows of all kernels
constexpr double written_and_read = 25.0 / (1 << 20);   // a byte that leaves the cache
constexpr double products = 90000, other_nodes = 50000; // computed in a microsecond
constexpr std::int64_t fewest_strips = 4;               // so that there is something to share

dim symbol(int variable) { return graph::expressions::symbol_of_variable(variable); }
int variable_of(dim const& d) { return graph::detail::number_behind(d.as_symbol(), '$'); }

template <class Op> bool is(core::program const& p, node_id n) {
    return p[n].op == &core::facts_of<Op>;
}

/// A kernel that computes a result row by row.
struct rows_kernel {
    node_id call = node_id::none;
    core::function const* code = nullptr;
    node_id work = node_id::none;   ///< its contraction, or the loop over the rows
    node_id around = node_id::none; ///< the loop over the batch around that, if there is one
    int batch = -1, row = -1;       ///< variables; without a batch variable the batch is 1
    std::size_t result = 0;         ///< the argument that it stores to
    double microseconds = 0;        ///< for all rows of one batch element
    std::unordered_map<int, dim> extents;
};

/// What rows of a buffer a kernel reads for one row of its result: stride * row + [first, last].
struct rows_read {
    std::int64_t stride = 0, first = 0, last = 0;
};

class strips {
public:
    explicit strips(core::program& p) : p_(p) {}

    void run() {
        std::vector<block_id> entries;
        for (auto const& f : p_.functions)
            if (f.kind != "kernel") entries.push_back(f.body);
        for (auto entry : entries) run(entry);
    }

private:
    void run(block_id entry) {
        list<node_id> const before = p_[entry].nodes;
        std::vector<node_id> calls; // with nothing but memory between them
        auto const all = [&] {
            for (std::size_t i = 0; i < calls.size();) i += from(entry, calls, i);
            calls.clear();
        };
        for (auto n : before)
            if (is<loop::call>(p_, n))
                calls.push_back(n);
            else if (!p_[n].op->pure && !is<loop::clear_halo>(p_, n))
                all();
        all();
    }

    /// Makes one kernel of those that the calls from number `first` on call, if that is worth it;
    /// the number of calls it took.
    std::size_t from(block_id entry, std::vector<node_id> const& calls, std::size_t first) {
        std::vector<rows_kernel> chain;
        std::vector<rows_read> reads; // of each kernel's result by the next one
        plan best;
        for (std::size_t i = first; i != calls.size(); ++i) {
            auto const k = look_at(calls[i]);
            if (!k) break;
            if (!chain.empty()) {
                auto const read = link(entry, chain.back(), *k);
                if (!read) break;
                reads.push_back(*read);
            }
            chain.push_back(*k);
            if (chain.size() == 1) continue;
            auto const longer = best_plan(chain, reads);
            if (longer.gain <= best.gain) break;
            best = longer;
        }
        if (best.rows.empty()) return 1;
        chain.resize(best.rows.size());
        reads.resize(chain.size() - 1);
        merge(entry, chain, reads, best);
        return chain.size();
    }

    // Looking.

    core::type const& result_type(rows_kernel const& k) const {
        return p_[p_[k.call].operands[k.result]].type;
    }
    /// The dimension whose indices are the rows.
    static int row_dimension(core::type const& t) { return t.dimension_at(1); }

    std::optional<rows_kernel> look_at(node_id call) const {
        rows_kernel k;
        k.call = call;
        k.code = p_.find_function(p_.at(call, "kernel").text);
        auto const& arguments = p_[k.code->body].arguments;
        core::each_node(p_, k.code->body, [&](node_id n) { note_extents(n, k.extents); });
        bool regular = find_work(k.code->body, k);
        std::optional<list<dim>> at;
        value_id stored = value_id::none;
        core::each_node(p_, k.code->body, [&](node_id n) {
            if (!is<loop::store>(p_, n)) {
                bool const known =
                    p_[n].op->pure || is<loop::for_>(p_, n) || is<loop::contract>(p_, n);
                regular &= known;
                return;
            }
            auto const& here = p_.at(n, "at").dims;
            if (at) regular &= stored == p_[n].operands[1] && same_row(*at, here, p_[stored].type);
            at = here;
            stored = p_[n].operands[1];
        });
        if (!regular || !at) return {};
        auto const& t = p_[stored].type;
        auto const found = std::find(arguments.begin(), arguments.end(), stored);
        if (t.rank() < 3 || found == arguments.end()) return {};
        k.result = static_cast<std::size_t>(found - arguments.begin());
        auto const d = static_cast<std::size_t>(row_dimension(t));
        auto const b = static_cast<std::size_t>(t.dimension_at(0));
        k.row = variable_of((*at)[d]);
        k.batch = variable_of((*at)[b]);
        bool const one = (*at)[b] == dim(0) && t.shape[b] == dim(1);
        if (k.row < 0 || (k.batch < 0 && !one) || !t.shape[d].is_constant()) return {};
        if (!(k.extents[k.row] == t.shape[d]) || !finds_rows(k)) return {};
        k.microseconds = cost(k.code->body, 1);
        return k;
    }
    bool same_row(list<dim> const& x, list<dim> const& y, core::type const& t) const {
        for (int position : {0, 1}) {
            auto const d = static_cast<std::size_t>(t.dimension_at(position));
            if (t.rank() < 3 || !(x[d] == y[d])) return false;
        }
        return true;
    }
    void note_extents(node_id n, std::unordered_map<int, dim>& extents) const {
        if (is<loop::for_>(p_, n))
            extents[static_cast<int>(p_.at(n, "variable").integer)] = p_.at(n, "extent").dims[0];
        std::vector<std::int64_t> variables;
        for (auto const* name : {"batch", "rows", "column", "reduce", "variables"}) {
            if (is<loop::contract>(p_, n) && std::string_view(name) == "column")
                variables.push_back(p_.at(n, name).integer);
            for (auto v : p_.at(n, name).integers) variables.push_back(v);
        }
        auto const& sizes = p_.at(n, "extents").dims;
        for (std::size_t i = 0; i != std::min<std::size_t>(variables.size(), sizes.size()); ++i)
            extents[static_cast<int>(variables[i])] = sizes[i];
    }
    /// The only node with an effect in a block of otherwise cheap code.
    bool find_work(block_id b, rows_kernel& k) const {
        k.work = node_id::none;
        for (auto n : p_[b].nodes) {
            if (p_[n].op->pure && p_[n].regions.empty()) continue;
            if (p_[n].op->pure || k.work != node_id::none) return false;
            k.work = n;
        }
        return k.work != node_id::none;
    }
    bool is_loop_over(node_id n, int variable) const {
        return is<loop::for_>(p_, n) && p_.at(n, "parallel").integer != 0 &&
               p_.at(n, "variable").integer == variable;
    }
    /// Makes `work` the contraction or the loop over the rows.
    bool finds_rows(rows_kernel& k) const {
        if (is<loop::contract>(p_, k.work)) {
            auto const& rows = p_.at(k.work, "rows").integers;
            auto const has = [&](int v) {
                return std::find(rows.begin(), rows.end(), v) != rows.end();
            };
            auto const b = p_[k.work].operands[1];
            auto const& arguments = p_[k.code->body].arguments;
            auto const at = std::find(arguments.begin(), arguments.end(), b) - arguments.begin();
            auto const given = p_[p_[k.call].operands[static_cast<std::size_t>(at)]].definer;
            return p_.at(k.work, "batch").integers.empty() && has(k.row) &&
                   (k.batch < 0 || has(k.batch)) && given != node_id::none &&
                   is<loop::weights>(p_, given);
        }
        if (k.batch >= 0) {
            if (!is_loop_over(k.work, k.batch)) return false;
            k.around = k.work;
            if (!find_work(p_[k.around].regions[0], k)) return false;
        }
        return is_loop_over(k.work, k.row);
    }
    double cost(block_id b, double times) const {
        double sum = 0;
        auto const size = [&](dim const& d) {
            return d.is_constant() ? static_cast<double>(d.constant()) : 1.0;
        };
        for (auto n : p_[b].nodes) {
            double inside = times;
            if (is<loop::for_>(p_, n)) inside *= size(p_.at(n, "extent").dims[0]);
            for (auto const& d : p_.at(n, "extents").dims) inside *= size(d);
            if (is<loop::contract>(p_, n)) sum += inside / products;
            if (p_[n].regions.empty()) sum += times / other_nodes;
            if (!is<loop::contract>(p_, n))
                for (auto region : p_[n].regions) sum += cost(region, inside);
        }
        return sum;
    }

    /// What rows of `k`'s result `next` reads, if nobody else reads it and it is too large.
    std::optional<rows_read> link(block_id entry, rows_kernel const& k,
                                  rows_kernel const& next) const {
        auto const buffer = p_[k.call].operands[k.result];
        auto const& t = p_[buffer].type;
        auto const& u = result_type(next);
        if (p_[buffer].definer == node_id::none || !is<loop::arena>(p_, p_[buffer].definer))
            return {};
        if (t.rank() != u.rank() || row_dimension(t) != row_dimension(u) ||
            t.dimension_at(0) != u.dimension_at(0) || (k.batch < 0) != (next.batch < 0) ||
            !(t.shape[batch_of(t)] == u.shape[batch_of(u)]))
            return {};
        auto one = t;
        one.shape[batch_of(t)] = 1;
        dim const bytes = core::storage(one) * dim(core::bits(t.element) / 8);
        if (!bytes.is_constant() || bytes.constant() < too_large) return {};
        if (is_used_elsewhere(entry, buffer, k, next)) return {};
        return rows_of(next, buffer);
    }
    bool is_used_elsewhere(block_id entry, value_id buffer, rows_kernel const& k,
                           rows_kernel const& next) const {
        auto const has = [&](auto const& some) {
            return std::find(some.begin(), some.end(), buffer) != some.end();
        };
        bool used = has(p_[entry].yields);
        core::each_node(p_, entry, [&](node_id n) {
            for (auto region : p_[n].regions) used |= has(p_[region].yields);
            if (n != k.call && n != next.call && !is<loop::clear_halo>(p_, n))
                used |= has(p_[n].operands);
        });
        return used;
    }
    static std::size_t batch_of(core::type const& t) {
        return static_cast<std::size_t>(t.dimension_at(0));
    }

    std::optional<rows_read> rows_of(rows_kernel const& k, value_id buffer) const {
        std::optional<rows_read> all;
        bool good = true;
        auto const& operands = p_[k.call].operands;
        auto const& arguments = p_[k.code->body].arguments;
        for (std::size_t i = 0; i != operands.size(); ++i)
            if (operands[i] == buffer && good)
                core::each_node(p_, k.code->body, [&](node_id n) {
                    for (std::size_t o = 0; o != p_[n].operands.size(); ++o)
                        if (p_[n].operands[o] == arguments[i])
                            good = good && add_read(k, n, o, all);
                });
        if (!good) return {};
        return all;
    }
    bool add_read(rows_kernel const& k, node_id n, std::size_t operand,
                  std::optional<rows_read>& all) const {
        bool const loads = is<loop::load>(p_, n);
        if (operand != 0 || (!loads && !is<loop::contract>(p_, n))) return false;
        auto const& t = p_[p_[n].operands[0]].type;
        auto const& at = p_.at(n, loads ? "at" : "a_at").dims;
        auto const& batch = at[batch_of(t)];
        if (!(k.batch < 0 ? batch == dim(0) : batch == symbol(k.batch))) return false;
        auto const& row = at[static_cast<std::size_t>(row_dimension(t))];
        auto const factors = linear(row);
        if (!factors) return false;
        rows_read here;
        dim rest = row;
        for (auto const& [v, factor] : *factors) {
            if (!factor.is_constant()) return false;
            auto const f = factor.constant();
            rest = rest - factor * symbol(v);
            if (v == k.row) {
                here.stride = f;
                continue;
            }
            auto const extent = k.extents.find(v);
            if (extent == k.extents.end() || !extent->second.is_constant()) return false;
            (f < 0 ? here.first : here.last) += f * (extent->second.constant() - 1);
        }
        if (!rest.is_constant() || here.stride < 1) return false;
        here.first += rest.constant();
        here.last += rest.constant();
        if (all && all->stride != here.stride) return false;
        if (all)
            here = {here.stride, std::min(here.first, all->first), std::max(here.last, all->last)};
        all = here;
        return true;
    }

    // Choosing.

    struct plan {
        double gain = 0;                ///< microseconds
        std::vector<std::int64_t> rows; ///< that each kernel computes for a strip
    };

    std::int64_t height(rows_kernel const& k) const {
        auto const& t = result_type(k);
        return t.shape[static_cast<std::size_t>(row_dimension(t))].constant();
    }
    core::type local_type(rows_kernel const& k, std::int64_t rows) const {
        auto t = result_type(k);
        t.shape[batch_of(t)] = 1;
        t.shape[static_cast<std::size_t>(row_dimension(t))] = rows;
        return t;
    }

    plan best_plan(std::vector<rows_kernel> const& chain,
                   std::vector<rows_read> const& reads) const {
        plan best;
        auto const all = height(chain.back());
        for (std::int64_t rows = 1; rows <= all / fewest_strips; ++rows)
            if (all % rows == 0)
                if (auto const p = plan_for(chain, reads, rows); p.gain > best.gain) best = p;
        return best;
    }
    plan plan_for(std::vector<rows_kernel> const& chain, std::vector<rows_read> const& reads,
                  std::int64_t rows) const {
        plan made;
        made.rows.assign(chain.size(), rows);
        auto const count = height(chain.back()) / rows;
        // Two threads are idle for half of a strip's time where the number of strips is odd.
        double everything = 0, bytes = 0;
        for (auto const& k : chain) everything += k.microseconds;
        made.gain = -everything / static_cast<double>(count) * static_cast<double>(count % 2) / 2;
        for (std::size_t i = chain.size() - 1; i-- != 0;) {
            auto const& read = reads[i];
            auto const needed = read.stride * (made.rows[i + 1] - 1) + read.last - read.first + 1;
            auto const there = height(chain[i]);
            if (needed > there) return {};
            made.rows[i] = needed;
            auto const size = [&](std::int64_t r) {
                auto const t = local_type(chain[i], r);
                return static_cast<double>(core::storage(t).constant() * core::bits(t.element) / 8);
            };
            bytes += size(needed);
            double const again =
                static_cast<double>(needed * count) / static_cast<double>(there) - 1;
            made.gain += size(there) * written_and_read - chain[i].microseconds * again;
        }
        if (bytes > static_cast<double>(room)) return {};
        return made;
    }

    // Writing.

    /// Where a kernel's rows for a strip begin, for each kernel.
    std::vector<dim> starts_of(std::vector<rows_kernel> const& chain,
                               std::vector<rows_read> const& reads, plan const& chosen,
                               int strip) const {
        std::vector<dim> starts(chain.size());
        starts.back() = dim(chosen.rows.back()) * symbol(strip);
        for (std::size_t i = chain.size() - 1; i-- != 0;) {
            auto const& read = reads[i];
            auto const last = height(chain[i]) - chosen.rows[i];
            auto const next_last = height(chain[i + 1]) - chosen.rows[i + 1];
            starts[i] = dim(read.stride) * starts[i + 1] + dim(read.first);
            if (read.stride * next_last + read.first > last)
                starts[i] = core::min(starts[i], dim(last));
            if (read.first < 0) starts[i] = core::max(starts[i], dim(0));
        }
        return starts;
    }

    struct copying {
        std::unordered_map<std::uint32_t, value_id> values;
        int first_variable = 0; ///< variables are numbered from here on
        int batch = -1, row = -1, new_batch = -1, new_row = -1;
        dim row_start;
        std::int64_t rows = 0;
        value_id read = value_id::none, written = value_id::none; ///< rows of this thread's own
        dim read_start;

        int renumbered(int v) const {
            return v == batch ? new_batch : v == row ? new_row : first_variable + v;
        }
        dim index(dim const& d) const {
            return d.substitute([&](std::string_view name) {
                int const v = graph::detail::number_behind(name, '$');
                if (v < 0) return dim::symbol(name);
                if (v == row) return row_start + symbol(new_row);
                return symbol(renumbered(v));
            });
        }
    };

    void merge(block_id entry, std::vector<rows_kernel> const& chain,
               std::vector<rows_read> const& reads, plan const& chosen) {
        core::function kernel;
        kernel.kind = "kernel";
        kernel.body = p_.add_block();
        list<value_id> operands;
        std::unordered_map<std::uint32_t, value_id> arguments;
        for (std::size_t i = 0; i != chain.size(); ++i)
            for (std::size_t o = 0; o != p_[chain[i].call].operands.size(); ++o) {
                auto const v = p_[chain[i].call].operands[o];
                bool const own =
                    (i + 1 != chain.size() && o == chain[i].result) ||
                    (i != 0 && v == p_[chain[i - 1].call].operands[chain[i - 1].result]);
                if (own || arguments.contains(static_cast<std::uint32_t>(v))) continue;
                auto const in_code = p_[chain[i].code->body].arguments[o];
                arguments[static_cast<std::uint32_t>(v)] =
                    p_.add_argument(kernel.body, p_[v].type, p_[in_code].name);
                operands.push_back(v);
            }
        std::vector<value_id> locals;
        for (std::size_t i = 0; i + 1 != chain.size(); ++i) {
            auto const n = p_.add_node(kernel.body, core::facts_of<loop::local>, {}, 1);
            p_[n].where = p_[chain[i].call].where;
            p_[p_[n].results[0]].type = local_type(chain[i], chosen.rows[i]);
            locals.push_back(p_[n].results[0]);
        }
        int const batch = 0, strip = 1;
        int next = 2;
        auto inside = kernel.body;
        core::location where;
        for (auto const& k : chain) where.merge(p_[k.call].where);
        auto const& last = result_type(chain.back());
        if (chain.back().batch >= 0)
            inside = open(inside, batch, last.shape[batch_of(last)], true, where);
        inside = open(inside, strip, dim(height(chain.back()) / chosen.rows.back()), true, where);
        auto const starts = starts_of(chain, reads, chosen, strip);
        for (std::size_t i = 0; i != chain.size(); ++i) {
            auto const& k = chain[i];
            copying c;
            c.batch = k.batch;
            c.row = k.row;
            c.new_batch = batch;
            c.new_row = next++;
            c.first_variable = next;
            for (auto const& [v, extent] : k.extents)
                next = std::max(next, c.first_variable + v + 1);
            c.row_start = starts[i];
            c.rows = chosen.rows[i];
            auto const& own = p_[k.code->body].arguments;
            for (std::size_t o = 0; o != own.size(); ++o) {
                auto const v = p_[k.call].operands[o];
                auto& to = c.values[static_cast<std::uint32_t>(own[o])];
                if (i + 1 != chain.size() && o == k.result)
                    c.written = to = locals[i];
                else if (i != 0 && v == p_[chain[i - 1].call].operands[chain[i - 1].result])
                    c.read = to = locals[i - 1];
                else
                    to = arguments.at(static_cast<std::uint32_t>(v));
            }
            if (i != 0) c.read_start = starts[i - 1];
            copy_kernel(k, inside, c);
        }
        kernel.name = chain.front().code->name;
        for (std::size_t i = 1; i != chain.size(); ++i) {
            if (kernel.name.size() > 60) break;
            kernel.name = core::text(std::string(kernel.name.view()) + "__" +
                                     std::string(chain[i].code->name.view()));
        }
        replace_calls(entry, chain, kernel, operands, where);
    }

    block_id open(block_id in, int variable, dim const& extent, bool parallel,
                  core::location const& where) {
        auto const n = p_.add_node(in, core::facts_of<loop::for_>, {}, 0);
        p_.set(n, "variable", std::int64_t{variable});
        p_.set(n, "extent", list<dim>{extent});
        p_.set(n, "parallel", std::int64_t{parallel});
        p_[n].where = where;
        return p_.add_region(n);
    }

    void copy_kernel(rows_kernel const& k, block_id to, copying& c) {
        auto const copy_cheap = [&](block_id from) {
            list<node_id> const nodes = p_[from].nodes;
            for (auto n : nodes)
                if (n != k.work && n != k.around) copy(n, to, c);
        };
        copy_cheap(k.code->body);
        if (k.around != node_id::none) copy_cheap(p_[k.around].regions[0]);
        if (is<loop::contract>(p_, k.work)) {
            copy(k.work, to, c);
            return;
        }
        auto const rows = open(to, c.new_row, dim(c.rows), false, p_[k.work].where);
        copy_block(p_[k.work].regions[0], rows, c);
    }
    void copy_block(block_id from, block_id to, copying& c) {
        list<value_id> const arguments = p_[from].arguments;
        for (auto a : arguments)
            c.values[static_cast<std::uint32_t>(a)] = p_.add_argument(to, p_[a].type, p_[a].name);
        list<node_id> const nodes = p_[from].nodes;
        for (auto n : nodes) copy(n, to, c);
        list<value_id> const yields = p_[from].yields;
        for (auto y : yields) p_[to].yields.push_back(c.values.at(static_cast<std::uint32_t>(y)));
    }
    void copy(node_id n, block_id to, copying& c) {
        list<value_id> operands;
        for (auto o : p_[n].operands)
            operands.push_back(o == value_id::none ? o
                                                   : c.values.at(static_cast<std::uint32_t>(o)));
        auto const made =
            p_.add_node(to, *p_[n].op, operands, static_cast<int>(p_[n].results.size()));
        p_[made].where = p_[n].where;
        p_[made].attributes = p_[n].attributes;
        for (auto& a : p_[made].attributes)
            for (auto& d : a.dims) d = c.index(d);
        renumber(n, made, c);
        list<value_id> const results = p_[n].results;
        for (std::size_t r = 0; r != results.size(); ++r) {
            auto const copied = p_[made].results[r];
            p_[copied].type = p_[results[r]].type;
            c.values[static_cast<std::uint32_t>(results[r])] = copied;
        }
        list<block_id> const regions = p_[n].regions;
        for (auto region : regions) {
            auto const copied = p_.add_region(made);
            copy_block(region, copied, c);
        }
    }
    void renumber(node_id from, node_id made, copying const& c) {
        auto const all = [&](char const* name) {
            list<std::int64_t> numbers;
            for (auto v : p_.at(from, name).integers)
                numbers.push_back(c.renumbered(static_cast<int>(v)));
            p_.set(made, name, numbers);
        };
        if (is<loop::for_>(p_, from)) {
            auto const v = static_cast<int>(p_.at(from, "variable").integer);
            p_.set(made, "variable", std::int64_t{c.renumbered(v)});
            p_.set(made, "parallel", std::int64_t{0}); // part of a strip now
        }
        if (is<loop::reduce>(p_, from)) all("variables");
        if (is<loop::load>(p_, from))
            make_local(made, "at", p_[made].operands[0] == c.read, c.read_start);
        if (is<loop::store>(p_, from))
            make_local(made, "at", p_[made].operands[1] == c.written, c.row_start);
        if (!is<loop::contract>(p_, from)) return;
        make_local(made, "a_at", p_[made].operands[0] == c.read, c.read_start);
        all("reduce");
        auto const column = static_cast<int>(p_.at(from, "column").integer);
        p_.set(made, "column", std::int64_t{c.renumbered(column)});
        list<std::int64_t> rows;
        list<dim> extents;
        auto const& before = p_.at(from, "rows").integers;
        auto const sizes = p_.at(made, "extents").dims;
        for (std::size_t i = 0; i != sizes.size(); ++i) {
            if (i >= before.size()) {
                extents.push_back(sizes[i]);
                continue;
            }
            auto const v = static_cast<int>(before[i]);
            if (v == c.batch) continue;
            rows.push_back(c.renumbered(v));
            extents.push_back(v == c.row ? dim(c.rows) : sizes[i]);
        }
        p_.set(made, "rows", rows);
        p_.set(made, "extents", extents);
    }
    /// Of one batch element, and counted from the first row that is there.
    void make_local(node_id n, char const* name, bool is_local, dim const& start) {
        if (!is_local) return;
        auto const& t = p_[p_[n].operands[is<loop::store>(p_, n) ? 1 : 0]].type;
        auto at = p_.at(n, name).dims;
        at[batch_of(t)] = 0;
        auto& row = at[static_cast<std::size_t>(row_dimension(t))];
        row = row - start;
        p_.set(n, name, at);
    }

    void replace_calls(block_id entry, std::vector<rows_kernel> const& chain,
                       core::function const& kernel, list<value_id> const& operands,
                       core::location const& where) {
        std::vector<core::text> unused;
        std::vector<node_id> gone;
        for (auto const& k : chain) {
            gone.push_back(k.call);
            unused.push_back(k.code->name);
        }
        for (std::size_t i = 0; i + 1 != chain.size(); ++i) {
            auto const buffer = p_[chain[i].call].operands[chain[i].result];
            for (auto n : p_[entry].nodes)
                if (is<loop::clear_halo>(p_, n) && p_[n].operands[0] == buffer) gone.push_back(n);
            gone.push_back(p_[buffer].definer);
        }
        auto const& order = p_[entry].nodes;
        auto const place = static_cast<std::size_t>(
            std::find(order.begin(), order.end(), chain.back().call) - order.begin());
        auto const n = p_.add_node(entry, core::facts_of<loop::call>, operands, 0, place);
        p_.set(n, "kernel", kernel.name);
        p_[n].where = where;
        for (auto g : gone) p_.erase(g);
        for (std::size_t i = p_.functions.size(); i-- != 0;) {
            auto const& name = p_.functions[i].name;
            if (name == unused.back())
                p_.functions[i] = kernel;
            else if (std::find(unused.begin(), unused.end(), name) != unused.end())
                p_.functions.erase(i);
        }
    }

    core::program& p_;
};

} // namespace

void work_by_strips(core::program& p) { strips(p).run(); }

} // namespace tenon::graph_to_loop
