#include <tenon/core/infer.hpp>
#include <tenon/graph/dim_bounds.hpp>

#include "onnx_to_graph/graph_import.hpp"

namespace tenon::onnx_to_graph {

bool importing::has(int i) const {
    return i < inputs() && !node_.inputs[static_cast<std::size_t>(i)].empty() &&
           (*this)[i] != value_id::none;
}
bool importing::wants(int output) const {
    return output < outputs() && !node_.outputs[static_cast<std::size_t>(output)].empty();
}

source_attribute const* importing::attribute(std::string_view name) const {
    for (auto const& a : node_.attributes)
        if (a.name == name) return &a;
    return nullptr;
}
std::int64_t importing::integer(std::string_view name, std::int64_t otherwise) const {
    auto const* a = attribute(name);
    return a == nullptr ? otherwise : a->integer;
}
std::int64_t importing::integer(std::string_view name) const {
    auto const* a = attribute(name);
    if (a == nullptr) fail(text("attribute ") + name + " is not given");
    return a->integer;
}
double importing::real(std::string_view name, double otherwise) const {
    auto const* a = attribute(name);
    return a == nullptr ? otherwise : a->real;
}
std::string_view importing::words(std::string_view name, std::string_view otherwise) const {
    auto const* a = attribute(name);
    return a == nullptr ? otherwise : a->text.view();
}
list<std::int64_t> importing::integers(std::string_view name) const {
    auto const* a = attribute(name);
    if (a == nullptr) return {};
    return a->integers;
}

value_id importing::operator[](int i) const {
    if (i >= inputs()) return value_id::none;
    return in_.look_up(node_.inputs[static_cast<std::size_t>(i)]).value;
}
list<value_id> importing::all_inputs() const {
    list<value_id> all;
    for (int i = 0; i != inputs(); ++i) all.push_back((*this)[i]);
    return all;
}
core::type const& importing::type(value_id v) const {
    if (v == value_id::none) fail("an input that it needs is left out");
    return in_.program()[v].type;
}
list<dim> const& importing::shape(value_id v) const {
    auto const& t = type(v);
    if (!t.is_tensor())
        fail(text("value \"") + in_.program()[v].name + "\" is " + core::to_string(t) +
                 ", expected a tensor of known rank",
             "declare the ranks of the model's inputs");
    return t.shape;
}
int importing::axis(std::int64_t a, int rank) const {
    if (a < -rank || a >= rank)
        fail(text("axis is ") + core::to_string(a) + ", expected a value in [" +
             core::to_string(std::int64_t{-rank}) + ", " + core::to_string(std::int64_t{rank} - 1) +
             "]");
    return static_cast<int>(a < 0 ? a + rank : a);
}

list<dim> importing::dims(int i) const {
    auto const v = (*this)[i];
    auto const& name = node_.inputs[static_cast<std::size_t>(i)];
    auto const* known = in_.elements(v);
    list<dim> all;
    for (std::size_t k = 0; known != nullptr && k != known->size(); ++k) {
        if (!(*known)[k].known()) break;
        all.push_back((*known)[k].cast(dtype::i64).value());
    }
    if (known == nullptr || all.size() != known->size())
        fail(text("its shape depends on the data of \"") + name +
                 "\", which only the run decides; expected a constant or shape arithmetic",
             "make it an initialiser, or compute it from shapes");
    return all;
}
bool importing::knows(int i) const {
    auto const* known = in_.elements((*this)[i]);
    if (known == nullptr) return false;
    for (auto const& x : *known)
        if (!x.known()) return false;
    return true;
}
std::optional<dim> importing::size(value_id v) const {
    auto const* known = in_.elements(v);
    if (known == nullptr || known->size() != 1) return {};
    auto const& one = (*known)[0];
    if (!one.known() || one.is_floating()) return {};
    return one.value();
}
list<std::int64_t> importing::integers_of(int i) const {
    list<std::int64_t> all;
    for (auto const& d : dims(i)) {
        if (!d.is_constant())
            fail(text("input \"") + node_.inputs[static_cast<std::size_t>(i)] + "\" is " +
                 core::to_string(d) + ", expected a constant");
        all.push_back(d.constant());
    }
    return all;
}
core::tensor importing::constant(value_id v) const {
    if (v == value_id::none) return {};
    auto const definer = in_.program()[v].definer;
    if (definer != core::node_id::none &&
        in_.program()[definer].op->form == core::op_form::constant)
        return in_.program().at(definer, "value").tensor;
    auto const* known = in_.elements(v);
    auto const& t = in_.program()[v].type;
    if (known == nullptr || !t.is_static()) return {};
    list<std::int64_t> shape, integers;
    list<double> reals;
    for (auto const& d : t.shape) shape.push_back(d.constant());
    for (auto const& x : *known) {
        if (!x.is_constant()) return {};
        if (core::is_float(t.element))
            reals.push_back(x.real());
        else
            integers.push_back(x.value().constant());
    }
    if (core::is_float(t.element)) return core::tensor::from(t.element, std::move(shape), reals);
    return core::tensor::from(t.element, std::move(shape), integers);
}
list<double> importing::reals_of(int i) const {
    auto const t = constant(i);
    if (t.element() == dtype::none)
        fail(text("input \"") + node_.inputs[static_cast<std::size_t>(i)] +
             "\" depends on data, expected a constant");
    list<double> all;
    for (std::int64_t k = 0; k != t.size(); ++k) all.push_back(t.real(k));
    return all;
}

value_id importing::constant(core::tensor t) { return in_.add_constant(std::move(t)); }
value_id importing::scalar(dtype d, double value) {
    return constant(core::tensor::from(d, {}, list<double>{value}));
}
void importing::output(int i, value_id v) {
    if (wants(i)) in_.define(node_.outputs[static_cast<std::size_t>(i)], v);
}
core::node_id importing::add_open(core::op_facts const& op, list<value_id> operands, int results) {
    auto const n = place(op, std::move(operands), results);
    for (int r = 0; r != op.regions; ++r) in_.program().add_region(n);
    return n;
}
void importing::set_type(value_id v, core::type t) { in_.program()[v].type = std::move(t); }
list<value_id> importing::import_graph(source_graph const& g, list<value_id> const& arguments,
                                       core::block_id into) {
    if (g.inputs.size() != arguments.size())
        fail(text("its graph has ") + core::to_string(static_cast<std::int64_t>(g.inputs.size())) +
             " inputs, expected " + core::to_string(static_cast<std::int64_t>(arguments.size())));
    if (into == core::block_id::none) into = in_.block();
    list<value_id> results;
    bool refused = false;
    for (auto const& m : in_.import_nested(g, arguments, into, node_.name)) {
        refused = refused || m.refused;
        results.push_back(m.value);
    }
    if (refused) throw node_refused();
    return results;
}
dim importing::fresh_symbol() { return in_.program().fresh_symbol(); }

void importing::require_equal(dim const& a, dim const& b, std::string_view what) {
    if (dim const gap = a - b; gap.is_constant()) {
        if (gap.constant() != 0)
            fail(text(what) + " are " + core::to_string(a) + " and " + core::to_string(b) +
                 ", expected equal ones");
        return;
    }
    core::constraint wanted{core::constraint::relation::equal, a, b, where_};
    if (!in_.program().constraints.contains(wanted))
        in_.program().constraints.push_back(std::move(wanted));
}
void importing::require_at_least(dim const& a, dim const& b, std::string_view what) {
    if (graph::is_at_most(b, a)) return;
    if ((a - b).is_constant())
        fail(text(what) + " is " + core::to_string(a) + ", expected at least " +
             core::to_string(b));
    core::constraint wanted{core::constraint::relation::at_least, a, b, where_};
    if (!in_.program().constraints.contains(wanted))
        in_.program().constraints.push_back(std::move(wanted));
}

void importing::fail(text what, text advice) const {
    in_.add_problem("O3", where_, static_cast<text&&>(what), static_cast<text&&>(advice));
    throw node_refused();
}

core::program& importing::program() const { return in_.program(); }

core::node_id importing::place(core::op_facts const& op, list<value_id> operands, int results) {
    auto const n = in_.program().add_node(in_.block(), op, std::move(operands), results);
    in_.program()[n].where = in_.location();
    return n;
}

list<value_id> importing::finish(core::node_id n) {
    core::diagnostics problems;
    bool const good = core::infer(in_.program(), n, problems);
    for (auto const& p : problems.problems()) in_.add_problem("V2", where_, p.what, p.advice);
    if (!good || !problems.empty()) throw node_refused();
    in_.infer_elements(n);
    return in_.program()[n].results;
}

list<value_id> importing::add_to(core::op_facts const& op, list<value_id> operands,
                                 list<core::attribute> attributes, int results) {
    auto const n = place(op, std::move(operands), results);
    if (!attributes.empty()) in_.program()[n].attributes = std::move(attributes);
    return finish(n);
}

} // namespace tenon::onnx_to_graph
