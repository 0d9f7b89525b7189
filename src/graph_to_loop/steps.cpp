#include "kernel.hpp"

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
        auto const n = emitter_.add(core::facts_of<loop::for_>, {}, 0);
        list<value_id> none;
        out_.set(n, "variable", std::int64_t{s.variable});
        out_.set(n, "extent", emitter_.index({s.extent}, none));
        emitter_.open(n, {s.variable, region_variable()});
        write(s.body);
        emitter_.close();
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
