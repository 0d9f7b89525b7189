#include "nest.hpp"

#include <tenon/core/address.hpp>

#include "contraction.hpp"
#include "terms.hpp"

#include <algorithm>

namespace tenon::graph_to_loop {

using core::dim;
using core::value_id;
using graph::term;
using graph::term_id;
using result_index = core::few<graph::symbolic_index>;

namespace {

constexpr int most_pieces = 12;
constexpr std::int64_t largest_window = 64, most_in_one_iteration = 8, most_reads = 96;

dim symbol(int variable) { return graph::expressions::symbol_of_variable(variable); }

/// Places where a loop is cut.
struct cut {
    int variable = -1;
    std::vector<std::int64_t> places; ///< ascending, inside the loop
};

class nest {
public:
    nest(emitter& e, formula& f, value_id result)
        : e_(e), f_(f), result_(result), type_(f.source()[result].type), buffer_(e.buffer(result)) {
    }

    void write(result_index at, std::vector<int> order) {
        auto const root = root_of(at);
        if (auto const c = find_cut(root, order); !c.places.empty())
            return write_pieces(at, order, c);
        while (merge(at, order)) {
        }
        write_whole(at, loop_order(root_of(at), order));
    }

private:
    term_id root_of(result_index const& at) { return f_.element(result_, at).id; }
    dim const& extent(int variable) const { return f_.pool.variable(variable).extent; }
    void open(int variable) { e_.open_for(variable); }
    void close(std::size_t count = 1) {
        for (; count != 0; --count) e_.close();
    }

    // Cutting.

    /// Adds the place where `size(index) < bound`, or >=, changes, if one variable decides.
    void add_place(term const& comparison, std::vector<int> const& order, std::vector<cut>& cuts) {
        term const &left = f_.pool[comparison.operands[0]],
                   &right = f_.pool[comparison.operands[1]];
        if (left.what != term::kind::size || right.what != term::kind::literal) return;
        auto const factors = linear(left.dims[0]);
        if (!factors || factors->size() != 1 || !((*factors)[0].second == dim(1))) return;
        int const v = (*factors)[0].first;
        dim const place = dim(right.integer) - (left.dims[0] - symbol(v));
        if (!place.is_constant() || !extent(v).is_constant()) return;
        if (place.constant() <= 0 || place.constant() >= extent(v).constant()) return;
        auto const at = std::find(order.begin(), order.end(), v);
        if (at == order.end()) return;
        auto& c = cuts[static_cast<std::size_t>(at - order.begin())];
        c.variable = v;
        c.places.push_back(place.constant());
    }
    cut find_cut(term_id root, std::vector<int> const& order) {
        std::vector<cut> cuts(order.size());
        each_term(f_.pool, root, [&](term_id t) {
            term const& what = f_.pool[t];
            if (what.what == term::kind::primitive &&
                (what.op == core::scalar_op::lt || what.op == core::scalar_op::ge))
                add_place(what, order, cuts);
        });
        for (auto& c : cuts) {
            std::sort(c.places.begin(), c.places.end());
            c.places.erase(std::unique(c.places.begin(), c.places.end()), c.places.end());
            if (!c.places.empty() && pieces_ + static_cast<int>(c.places.size()) <= most_pieces)
                return c;
        }
        return {};
    }
    void write_pieces(result_index const& at, std::vector<int> const& order, cut const& c) {
        auto const outside = std::find(order.begin(), order.end(), c.variable) - order.begin();
        pieces_ += static_cast<int>(c.places.size());
        for (auto i = 0; i != outside; ++i) open(order[static_cast<std::size_t>(i)]);
        auto ends = c.places;
        ends.push_back(extent(c.variable).constant());
        std::int64_t begin = 0;
        for (auto const end : ends) {
            std::vector<int> fresh;
            auto piece = at;
            for (auto i = order.begin() + outside; i != order.end(); ++i) {
                bool const is_cut = *i == c.variable;
                dim const size = is_cut ? dim(end - begin) : extent(*i);
                dim place = is_cut ? dim(begin) : dim(0);
                if (!(size == dim(1))) {
                    fresh.push_back(f_.pool.add_variable(size));
                    place = place + symbol(fresh.back());
                }
                piece = replace(piece, *i, place);
            }
            write(piece, fresh);
            begin = end;
        }
        close(static_cast<std::size_t>(outside));
    }

    // Merging.

    /// Whether `v` occurs in an index only as itself, times a number.
    static bool is_plain(dim const& d, int v) {
        auto const name = symbol(v);
        for (auto const& t : d.terms()) {
            int bare = 0, inside = 0;
            for (auto const& a : t.atoms) {
                if (a.kind == dim::function::symbol)
                    bare += a.symbol.view() == name.as_symbol();
                else
                    for (auto const& argument : a.arguments)
                        argument.each_symbol(
                            [&](std::string_view s) { inside += s == name.as_symbol(); });
            }
            if (inside != 0 || bare > 1) return false;
        }
        return true;
    }
    bool is_plain_everywhere(result_index const& at, int v) {
        core::list<dim> index;
        for (auto const& i : at) index.push_back(i.value);
        bool plain = is_plain(core::address(type_, index), v);
        each_term(f_.pool, root_of(at), [&](term_id t) {
            term const& what = f_.pool[t];
            if (what.what == term::kind::load)
                plain = plain && is_plain(core::address(buffer_type(f_, t), what.dims), v);
            else
                for (auto const& d : what.dims) plain = plain && is_plain(d, v);
            for (int bound : what.variables) plain = plain && is_plain(extent(bound), v);
        });
        return plain;
    }
    bool merge(result_index& at, std::vector<int>& order) {
        for (std::size_t i = order.size(); i-- > 1;) {
            int const outer = order[i - 1], inner = order[i];
            int const both = f_.pool.add_variable(extent(outer) * extent(inner));
            auto const joint =
                replace(replace(at, outer, f_.pool.quotient(symbol(both), extent(inner))), inner,
                        f_.pool.remainder(symbol(both), extent(inner)));
            if (!is_plain_everywhere(joint, both)) continue;
            at = joint;
            order[i - 1] = both;
            order.erase(order.begin() + static_cast<std::ptrdiff_t>(i));
            return true;
        }
        return false;
    }

    // Writing.

    /// As in memory, but variables that a partial reduction depends on come first, so that it is
    /// done once and not for every element.
    std::vector<int> loop_order(term_id root, std::vector<int> order) {
        free_variables free(f_.pool);
        std::vector<bool> first(static_cast<std::size_t>(f_.pool.variable_count()));
        each_term(f_.pool, root, [&](term_id t) {
            auto const& what = f_.pool[t];
            if (what.what != term::kind::reduce && what.what != term::kind::fold) return;
            auto const& depends = free.of(t);
            bool const partial = std::any_of(order.begin(), order.end(), [&](int v) {
                return !std::binary_search(depends.begin(), depends.end(), v);
            });
            if (partial)
                for (int v : depends) first[static_cast<std::size_t>(v)] = true;
        });
        std::stable_partition(order.begin(), order.end(),
                              [&](int v) { return first[static_cast<std::size_t>(v)]; });
        return order;
    }
    void write_whole(result_index const& at, std::vector<int> const& order) {
        auto const together = neighbours(root_of(at), order);
        auto const outside = order.size() - (together > 1 ? 2 : 0);
        for (std::size_t i = 0; i != outside; ++i) open(order[i]);
        if (together > 1) {
            auto const along = order[outside];
            dim const all = extent(along), times = core::floordiv(all, dim(together));
            dim const done = dim(together) * times, rest = all - done;
            write_together(at, along, order.back(), 0, times, together);
            if (rest.is_constant())
                write_together(at, along, order.back(), done, 1, rest.constant());
            else
                write_together(at, along, order.back(), done, rest, 1);
        } else {
            store({at});
        }
        close(outside);
    }
    void store(std::vector<result_index> const& places) {
        std::vector<value_id> values;
        for (auto const& at : places) values.push_back(e_.emit(root_of(at)));
        for (std::size_t i = 0; i != places.size(); ++i) {
            core::list<dim> index;
            for (auto const& d : places[i]) index.push_back(d.value);
            e_.store(values[i], buffer_, index);
        }
    }

    /// How many values of the last variable but one are computed in one iteration: more than one
    /// where a small window slides along it.
    std::int64_t neighbours(term_id root, std::vector<int> const& order) {
        if (order.size() < 2 || !extent(order.back()).is_constant()) return 1;
        int const along = order[order.size() - 2];
        if (extent(order.back()).constant() < 8) return 1;
        std::int64_t window = 0;
        bool slides = false;
        each_term(f_.pool, root, [&](term_id t) {
            term const& what = f_.pool[t];
            if (what.what == term::kind::fold) window = largest_window + 1;
            if (what.what != term::kind::reduce) return;
            std::int64_t size = 1;
            for (int v : what.variables)
                size *= extent(v).is_constant() ? extent(v).constant() : largest_window + 1;
            window = std::max(window, size);
            each_term(f_.pool, what.operands[0], [&](term_id inside) {
                if (f_.pool[inside].what != term::kind::load) return;
                for (auto const& d : f_.pool[inside].dims) {
                    auto const factors = linear(d);
                    slides |= factors && factors->size() > 1 &&
                              std::any_of(factors->begin(), factors->end(),
                                          [&](auto const& f) { return f.first == along; });
                }
            });
        });
        if (!slides || window < 2 || window > largest_window) return 1;
        auto const room = std::min(most_in_one_iteration, most_reads / window);
        if (!extent(along).is_constant()) return std::max<std::int64_t>(room, 1);
        auto const all = extent(along).constant(), most = std::min(room, all);
        for (auto count = most; count > most / 2; --count)
            if (all % count == 0) return count;
        return std::max<std::int64_t>(most, 1);
    }
    /// `count` times, `together` values of `along` from `first` on, for all of `inner`.
    void write_together(result_index const& at, int along, int inner, dim const& first,
                        dim const& count, std::int64_t together) {
        if (count == dim(0) || together == 0) return;
        bool const several = !(count == dim(1));
        dim begin = first;
        if (several) {
            int const step = f_.pool.add_variable(count);
            begin = begin + dim(together) * symbol(step);
            open(step);
        }
        int const fresh = f_.pool.add_variable(extent(inner));
        open(fresh);
        std::vector<result_index> places;
        for (std::int64_t k = 0; k != together; ++k)
            places.push_back(replace(replace(at, along, begin + dim(k)), inner, symbol(fresh)));
        store(places);
        close(several ? 2 : 1);
    }

    emitter& e_;
    formula& f_;
    value_id result_;
    core::type const& type_;
    value_id buffer_;
    int pieces_ = 0;
};

} // namespace

void emit_loops(emitter& e, formula& f, value_id result, result_index const& at) {
    nest(e, f, result).write(at, variables_in_memory_order(f.source()[result].type, at));
}

} // namespace tenon::graph_to_loop
