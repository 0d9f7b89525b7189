#include "kernel.hpp"

#include <algorithm>
#include <set>

namespace tenon::graph_to_loop {

using core::list;
using core::value_id;
using graph::step;

namespace {

/// Stepwise meanings as loops, conditions and buffers. Every region binds a variable of its own, so
/// that what was read in it is not used before.
class step_writer {
public:
    step_writer(core::program& out, emitter& e, formula& f, core::node_id n,
                core::diagnostics& found)
        : out_(out), emitter_(e), formula_(f), node_(n), found_(found) {}

    void write(list<step> const& steps) {
        for (auto const& s : steps) write(s);
    }

private:
    void write(step const& s) {
        switch (s.what) {
        case step::kind::loop: return loop_over(s);
        case step::kind::loop_while: return loop_while(s);
        case step::kind::when: return when(s);
        case step::kind::make: return make(s);
        case step::kind::read: return read(s);
        case step::kind::write:
            return emitter_.store(emitter_.emit(s.value),
                                  buffers_[static_cast<std::size_t>(s.buffer)], s.indices);
        case step::kind::write_result:
            return emitter_.store(emitter_.emit(s.value), result(s.buffer), s.indices);
        case step::kind::size_result:
            found_.add(
                "L2", core::describe(formula_.source(), node_),
                "the size of its result depends on data, which compiled code does not support yet",
                "evaluate it with `tenonc run --reference`");
            return;
        }
    }
    value_id result(int number) {
        return emitter_.buffer(formula_.source()[node_].results[static_cast<std::size_t>(number)]);
    }
    int region_variable() { return formula_.pool.add_variable(1); }

    void loop_over(step const& s) {
        if (auto const sums = sums_of(s); !sums.empty()) return sum_over(s, sums);
        auto const n = emitter_.add(core::facts_of<loop::for_>, {}, 0);
        list<value_id> none;
        out_.set(n, "variable", std::int64_t{s.variable});
        out_.set(n, "extent", emitter_.index({s.extent}, none));
        emitter_.open(n, {s.variable, region_variable()});
        write(s.body);
        emitter_.close();
    }
    // Loops that do nothing but add to cells, whose sums may be formed in any order.

    /// `cell := cell + added`.
    struct sum_in_cell {
        step const* read;
        step const* write;
        graph::term_id added;
    };
    /// The sums that a loop forms; nothing if it does anything else, or if one depends on another.
    std::vector<sum_in_cell> sums_of(step const& loop) const {
        std::vector<sum_in_cell> sums;
        for (auto const& s : loop.body) {
            if (s.what == step::kind::read) continue;
            auto const sum = s.what == step::kind::write ? sum_of(loop, s) : sum_in_cell{};
            if (sum.read == nullptr) return {};
            sums.push_back(sum);
        }
        for (auto const& sum : sums)
            if (!is_separate(loop, sums, sum)) return {};
        return sums;
    }
    sum_in_cell sum_of(step const& loop, step const& write) const {
        auto const& total = formula_.pool[write.value];
        if (total.what != graph::term::kind::primitive || total.op != core::scalar_op::add)
            return {};
        for (auto const& s : loop.body)
            for (std::size_t i = 0; i != 2; ++i)
                if (s.what == step::kind::read && s.value == total.operands[i] &&
                    s.buffer == write.buffer && s.indices == write.indices)
                    return {&s, &write, total.operands[1 - i]};
        return {};
    }
    /// Whether the cell stays in one place, and nothing else in the loop knows what is in it.
    bool is_separate(step const& loop, std::vector<sum_in_cell> const& sums,
                     sum_in_cell const& sum) const {
        auto const variable = graph::expressions::symbol_of_variable(loop.variable);
        for (auto const& d : sum.write->indices) {
            bool moves = false;
            d.each_symbol([&](std::string_view name) {
                moves |= name[0] == '#' || name == variable.as_symbol();
            });
            if (moves) return false;
        }
        for (auto const& s : loop.body)
            if (s.buffer == sum.write->buffer && &s != sum.read && &s != sum.write) return false;
        std::set<graph::term_id> seen;
        for (auto const& other : sums)
            if (depends(other.added, sum.read->value, seen)) return false;
        for (auto const& s : loop.body)
            for (auto const& d : s.indices)
                if (depends(d, sum.read->value, seen)) return false;
        return true;
    }
    /// Whether a term is made of `part`; `seen` are terms that are not.
    bool depends(graph::term_id t, graph::term_id part, std::set<graph::term_id>& seen) const {
        if (t == part) return true;
        if (!seen.insert(t).second) return false;
        auto const& what = formula_.pool[t];
        for (auto o : what.operands)
            if (depends(o, part, seen)) return true;
        for (auto const& d : what.dims)
            if (depends(d, part, seen)) return true;
        return false;
    }
    bool depends(core::dim const& d, graph::term_id part, std::set<graph::term_id>& seen) const {
        bool found = false;
        d.each_symbol([&](std::string_view name) {
            int const t = graph::detail::number_behind(name, '#');
            found = found || (t >= 0 && depends(static_cast<graph::term_id>(t), part, seen));
        });
        return found;
    }
    void sum_over(step const& s, std::vector<sum_in_cell> const& sums) {
        list<value_id> initial, none;
        for (auto const& sum : sums) {
            read(*sum.read);
            initial.push_back(emitter_.emit(sum.read->value));
        }
        auto const n =
            emitter_.add(core::facts_of<loop::for_>, initial, static_cast<int>(sums.size()));
        out_.set(n, "variable", std::int64_t{s.variable});
        out_.set(n, "extent", emitter_.index({s.extent}, none));
        out_.set(n, "sums", std::int64_t{1});
        auto const region = emitter_.open(n, {s.variable, region_variable()});
        for (auto const& inner : s.body) {
            auto const same = [&](auto const& sum) { return sum.read == &inner; };
            if (inner.what == step::kind::read && std::none_of(sums.begin(), sums.end(), same))
                read(inner);
        }
        for (std::size_t i = 0; i != sums.size(); ++i) {
            out_[out_[n].results[i]].type = core::type::scalar(formula_.pool[sums[i].added].type);
            auto const added = emitter_.emit(sums[i].added);
            out_[region].yields.push_back(added);
        }
        emitter_.close();
        for (std::size_t i = 0; i != sums.size(); ++i)
            emitter_.store(out_[n].results[i],
                           buffers_[static_cast<std::size_t>(sums[i].write->buffer)],
                           sums[i].write->indices);
    }

    void loop_while(step const& s) {
        auto const n = emitter_.add(core::facts_of<loop::while_>, {}, 0);
        auto const test = emitter_.open(n, {region_variable()});
        write(s.test);
        auto const condition = emitter_.emit(s.condition);
        out_[test].yields.push_back(condition);
        emitter_.close();
        emitter_.open(n, {region_variable()});
        write(s.body);
        emitter_.close();
    }
    void when(step const& s) {
        auto const condition = emitter_.emit(s.condition);
        auto const n = emitter_.add(core::facts_of<loop::if_>, {condition}, 0);
        emitter_.open(n, {region_variable()});
        write(s.body);
        emitter_.close();
    }
    void make(step const& s) {
        auto const n = emitter_.add(core::facts_of<loop::scratch>, {}, 1);
        auto const v = out_[n].results[0];
        list<value_id> none;
        out_[v].type = core::type::tensor(s.type, emitter_.index(s.indices, none));
        buffers_.push_back(v);
    }
    void read(step const& s) {
        list<value_id> operands{buffers_[static_cast<std::size_t>(s.buffer)]};
        auto const at = emitter_.index(s.indices, operands);
        auto const n = emitter_.add(core::facts_of<loop::load>, operands, 1);
        out_.set(n, "at", at);
        out_[out_[n].results[0]].type = core::type::scalar(s.type);
        emitter_.define_slot(s.value, out_[n].results[0]);
    }

    core::program& out_;
    emitter& emitter_;
    formula& formula_;
    core::node_id node_;
    core::diagnostics& found_;
    std::vector<value_id> buffers_;
};

} // namespace

void build_steps(core::program& out, emitter& e, formula& f, core::node_id n,
                 core::diagnostics& found) {
    auto const meaning = f.steps(n);
    step_writer writer(out, e, f, n, found);
    for (auto r : f.source()[n].results) e.buffer(r);
    writer.write(meaning.steps);
}

} // namespace tenon::graph_to_loop
