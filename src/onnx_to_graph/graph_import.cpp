#include "onnx_to_graph/graph_import.hpp"

#include <tenon/core/infer.hpp>
#include <tenon/graph/constant.hpp>

#include "onnx_to_graph/check_schema.hpp"
#include "onnx_to_graph/find_importer.hpp"
#include "onnx_to_graph/node_order.hpp"

#include <algorithm>
#include <set>

namespace tenon::onnx_to_graph {

namespace {

std::string_view standard_domain(std::string_view domain) {
    return domain == "ai.onnx" ? std::string_view() : domain;
}
text domain_text(std::string_view domain) { return text(domain.empty() ? "ai.onnx" : domain); }
text quoted(std::string_view name) { return text("\"") + name + "\""; }

constexpr std::size_t most_nodes = 10'000'000; // calls of functions can multiply without end

} // namespace

text graph_import::where(source_node const& n) const {
    return text("node \"") + prefix_ + n.name + "\" (" + n.op + ")";
}

graph_import::meaning graph_import::look_up(std::string_view name) const {
    if (name.empty()) return {};
    std::string const key(name);
    for (auto const* s = scope_; s != nullptr; s = s->around)
        if (auto const found = s->names.find(key); found != s->names.end()) return found->second;
    return {value_id::none, true};
}
void graph_import::define(std::string_view name, value_id v) {
    scope_->names[std::string(name)] = {v, false};
    if (v == value_id::none) return;
    if (program_[v].name.empty()) program_[v].name = text(name);
}
void graph_import::refuse(std::string_view name) {
    scope_->names.try_emplace(std::string(name), meaning{value_id::none, true});
}

graph_import::opset_list graph_import::read_opsets(list<source_opset> const& all,
                                                   text const& where) {
    opset_list opsets;
    for (auto const& o : all) {
        if (auto const domain = standard_domain(o.domain); !domain.empty()) {
            opsets.others.emplace(domain, o.version);
            continue;
        }
        opsets.standard = o.version;
        if (o.version >= first_opset && o.version <= last_opset) continue;
        found_.add("O3", where,
                   text("opset ") + core::to_string(o.version) +
                       " of the domain ai.onnx is not supported, expected " +
                       core::to_string(std::int64_t{first_opset}) + " to " +
                       core::to_string(std::int64_t{last_opset}),
                   o.version < first_opset ? "onnx.version_converter makes a newer one" : "");
        opsets.standard = std::clamp<std::int64_t>(o.version, first_opset, last_opset);
    }
    return opsets;
}

core::type graph_import::to_type(source_type const& t) {
    if (t.what == core::type::kind::sequence)
        return core::type::sequence(t.of.empty() ? core::type{} : to_type(t.of[0]));
    if (t.what == core::type::kind::optional)
        return core::type::optional(t.of.empty() ? core::type() : to_type(t.of[0]));
    if (t.what != core::type::kind::tensor) return core::type::unranked(t.element);
    list<dim> shape;
    for (auto const& d : t.shape) shape.push_back(symbols_(d));
    return core::type::tensor(t.element, std::move(shape));
}

void graph_import::run() {
    opsets_ = read_opsets(model_.opsets, {});
    if (model_.opsets.empty())
        found_.add("O3", {}, "the model imports no opset",
                   "opset_import must say which version of the domain ai.onnx is meant");
    scope outermost;
    scope_ = &outermost;
    block_ = program_.add_block();
    core::function main;
    main.name = "main";
    main.body = block_;
    program_.functions.push_back(std::move(main));
    for (auto const& v : model_.graph.inner) written_types_.emplace(v.name.view(), &v);
    import_inputs();
    import_constants();
    list<text> wanted;
    for (auto const& v : model_.graph.outputs) wanted.push_back(v.name);
    import_nodes(model_.graph.nodes, wanted);
    import_outputs();
    for (auto const& name : symbols_.never_met())
        found_.add("O7", {}, text("the model has no dimension named ") + quoted(name));
    scope_ = nullptr;
}

void graph_import::import_inputs() {
    std::unordered_map<std::string_view, core::tensor const*> defaults;
    for (auto const& c : model_.graph.constants) defaults.emplace(c.name.view(), &c.value);
    auto& main = program_.functions[0];
    for (auto const& v : model_.graph.inputs) {
        auto const role = text("input ") + quoted(v.name);
        if (scope_->names.contains(std::string(v.name.view()))) {
            found_.add("O4", role, "two inputs have this name");
            continue;
        }
        auto const preset = defaults.find(v.name.view());
        if (preset != defaults.end() && model_.ir_version < 4) continue; // a constant
        bool const is_tensor =
            v.type.what == core::type::kind::tensor || v.type.what == core::type::kind::unranked;
        if (v.type.what == core::type::kind::none || (is_tensor && v.type.element == dtype::none))
            found_.add("O6", role, "its type is not given, expected a dtype");
        auto const argument = program_.add_argument(block_, to_type(v.type), v.name);
        main.defaults.push_back({});
        if (preset != defaults.end()) {
            main.defaults.back() = *preset->second;
            auto const& declared = program_[argument].type;
            if (declared.element != preset->second->element() ||
                (declared.is_tensor() && declared.rank() != preset->second->rank()))
                found_.add("O6", role, "its initialiser has another type than the input");
        }
        scope_->names[std::string(v.name.view())] = {argument, false};
    }
}

void graph_import::import_constants() {
    std::set<std::string_view> inputs, met;
    for (auto const& v : model_.graph.inputs) inputs.insert(v.name.view());
    for (auto const& c : model_.graph.constants) {
        if (!met.insert(c.name.view()).second) {
            found_.add("O4", text("initialiser ") + quoted(c.name),
                       "two initialisers have this name");
            continue;
        }
        if (model_.ir_version >= 4 && inputs.contains(c.name.view())) continue;
        if (c.value.element() == dtype::none)
            refuse(c.name);
        else
            define(c.name, add_constant(c.value, c.name));
    }
}

value_id graph_import::add_constant(core::tensor t, std::string_view name) {
    auto const n = program_.add_node(block_, core::facts_of<graph::constant>, {}, 1);
    program_.set(n, "value", std::move(t));
    program_[n].where = location_;
    if (!name.empty()) program_[n].where.origins = {text(name)};
    core::infer(program_, n, found_);
    return program_[n].results[0];
}

void graph_import::report_cycles(list<source_node> const& nodes,
                                 std::vector<std::vector<std::size_t>> const& cycles) {
    for (auto const& cycle : cycles) {
        text round;
        for (std::size_t i = 0; i != cycle.size() && i != 8; ++i)
            round += text(i == 0 ? "" : ", ") + quoted(nodes[cycle[i]].name);
        if (cycle.size() > 8) round += ", ...";
        text what = text("it is part of a cycle: ") + round;
        if (cycle.size() == 1) what = text("it reads its own result");
        found_.add("O4", where(nodes[cycle[0]]), what);
    }
}

void graph_import::import_nodes(list<source_node> const& nodes, list<text> const& wanted) {
    std::unordered_map<std::string_view, source_node const*> writers;
    for (auto const& n : nodes)
        for (auto const& name : n.outputs) {
            if (name.empty()) continue;
            auto const [place, is_new] = writers.emplace(name.view(), &n);
            if (!is_new)
                found_.add("O4", where(n),
                           text("it writes the value ") + quoted(name) + ", which node " +
                               quoted(place->second->name) + " writes as well");
            else if (scope_->names.contains(std::string(name.view())))
                found_.add("O4", where(n),
                           text("it writes the value ") + quoted(name) +
                               ", which is an input or initialiser");
        }
    for (auto const& n : nodes) {
        std::set<std::string_view> told;
        for (auto const name : names_read(n))
            if (!writers.contains(name) && told.insert(name).second) {
                bool known = false;
                for (auto const* s = scope_; s != nullptr && !known; s = s->around)
                    known = s->names.contains(std::string(name));
                if (!known)
                    found_.add("O4", where(n),
                               text("it reads the value ") + quoted(name) +
                                   ", which no node, input or initialiser gives");
            }
    }
    for (auto const& name : wanted) {
        bool known = writers.contains(name.view());
        for (auto const* s = scope_; s != nullptr && !known; s = s->around)
            known = s->names.contains(std::string(name.view()));
        if (!known) {
            found_.add("O4", text("output ") + quoted(name),
                       "no node, input or initialiser gives this value");
            refuse(name);
        }
    }
    auto const order = sort_nodes(nodes);
    report_cycles(nodes, order.cycles);
    for (auto const& n : nodes)
        for (auto const name : names_read(n)) scope_->read.insert(name);
    for (auto const& name : wanted) scope_->read.insert(name.view());
    for (auto const i : order.sorted) import_node(nodes[i]);
}

source_function const* graph_import::find_function(source_node const& n) const {
    for (auto const& f : model_.functions)
        if (f.name == n.op.view() && f.overload == n.overload.view() &&
            standard_domain(f.domain) == standard_domain(n.domain))
            return &f;
    return nullptr;
}

/// The opset of the node's domain that the model imports; -1 for none.
int graph_import::version_of(source_node const& n) const {
    auto const domain = standard_domain(n.domain);
    if (domain.empty()) return static_cast<int>(opsets_.standard);
    auto const known = opsets_.others.find(domain);
    if (known == opsets_.others.end()) return -1;
    return static_cast<int>(std::clamp<std::int64_t>(known->second, 0, 1 << 20));
}
importer const* graph_import::find_own_importer(source_node const& n, int version) const {
    for (auto const& table : own_importers_)
        for (auto const* i = table.first; i != table.first + table.count; ++i)
            if (i->op == n.op.view() && i->first <= version && version <= i->last &&
                standard_domain(i->domain) == standard_domain(n.domain))
                return i;
    return nullptr;
}

bool graph_import::can_import(source_node const& n, text const& where) {
    for (auto const name : names_read(n))
        if (look_up(name).refused) return false;
    if (++node_budget_ <= most_nodes) return true;
    if (node_budget_ == most_nodes + 1)
        found_.add("O4", where, "functions call each other so often that the model has no end");
    return false;
}

void graph_import::finish_outputs(source_node const& n) {
    for (auto const& name : n.outputs)
        if (!name.empty()) refuse(name);
}

void graph_import::import_node(source_node const& n) {
    auto const place = where(n);
    auto const around = location_;
    location_.origins = {text(prefix_ + std::string(n.name.view()))};
    try {
        auto const version = version_of(n);
        if (auto const* own = find_own_importer(n, version)) {
            import_by(*own, n, place, version);
        } else if (auto const* f = find_function(n)) {
            if (can_import(n, place)) call_function(*f, n, place);
        } else {
            import_standard(n, place);
        }
    } catch (node_refused const&) {
    }
    location_ = around;
    finish_outputs(n);
    if (!calls_.empty() || scope_->around != nullptr) return;
    for (auto const& name : n.outputs)
        if (auto const written = written_types_.find(name.view()); written != written_types_.end())
            if (auto const v = look_up(name); !v.refused && v.value != value_id::none)
                check_written_type(*written->second, v.value, place + " output " + quoted(name));
}

void graph_import::import_standard(source_node const& n, text const& place) {
    auto const domain = standard_domain(n.domain);
    importer const* found = nullptr;
    int version = 0;
    if (domain.empty()) {
        if (opsets_.standard == 0) {
            if (!model_.opsets.empty())
                found_.add("O3", place,
                           "no opset of the domain ai.onnx is imported, to which it belongs");
            return;
        }
        auto const* s = find_schema(n.op, opsets_.standard);
        if (s != nullptr) found = find_importer(n.op, s->since);
        if (s == nullptr || (s->deprecated && found == nullptr)) {
            int const since = introduced_in(n.op);
            text what = text("the operator is not part of opset ") +
                        core::to_string(opsets_.standard) + " any more";
            if (since == 0)
                what = text("the domain ai.onnx has no such operator");
            else if (s == nullptr)
                what = text("the operator is newer than the model: it came with opset ") +
                       core::to_string(std::int64_t{since}) + ", the model imports " +
                       core::to_string(opsets_.standard);
            found_.add("O3", place, std::move(what));
            return;
        }
        if (!check_schema(n, *s, place, found_)) return;
        version = s->since;
    } else if (opsets_.others.contains(domain)) {
        version = version_of(n);
        found = find_importer(domain, n.op, version);
        auto const* s = find_schema_of(domain, n.op);
        if (found != nullptr && s != nullptr && !check_schema(n, *s, place, found_)) return;
    } else {
        found_.add("O3", place,
                   text("its domain ") + quoted(domain) + " is not imported by the model");
        return;
    }
    if (found == nullptr) {
        found_.add("O3", place,
                   text("no importer for operator ") + n.op + " of domain " + domain_text(domain) +
                       ", version " + core::to_string(std::int64_t{version}),
                   "a model-local function of that name would be used, and so would an importer "
                   "that onnx::load is given");
        return;
    }
    import_by(*found, n, place, version);
}

void graph_import::import_by(importer const& found, source_node const& n, text const& place,
                             int version) {
    if (!can_import(n, place)) return;
    importing node(*this, n, place, version);
    found.import(node);
    for (std::size_t i = 0; i != n.outputs.size(); ++i)
        if (!n.outputs[i].empty() && look_up(n.outputs[i]).refused && is_read(n.outputs[i]))
            node.fail(text("output ") + core::to_string(static_cast<std::int64_t>(i)) +
                      " of the operator is not supported");
}

void graph_import::import_outputs() {
    auto& main = program_.functions[0];
    for (auto const& v : model_.graph.outputs) {
        main.result_names.push_back(v.name);
        auto const given = look_up(v.name);
        if (given.refused || given.value == value_id::none) continue;
        program_[block_].yields.push_back(given.value);
        check_written_type(v, given.value, text("output ") + quoted(v.name));
    }
    if (model_.graph.outputs.empty() && found_.empty())
        found_.add("O4", {}, "the graph has no outputs");
}

void graph_import::check_written_type(source_value const& written, value_id v, text const& role) {
    auto const& t = program_[v].type;
    auto const& w = written.type;
    auto const contradict = [&](text const& declared, text const& inferred) {
        found_.add("O6", role, text("the model declares ") + declared + ", but it is " + inferred);
    };
    if (w.what != core::type::kind::tensor && w.what != core::type::kind::unranked) return;
    if (!t.is_tensor() && t.what != core::type::kind::unranked) return;
    if (w.element != dtype::none && w.element != t.element)
        return contradict(text("dtype ") + core::name(w.element), text(core::name(t.element)));
    if (w.what != core::type::kind::tensor || !t.is_tensor()) return;
    if (w.shape.size() != t.shape.size())
        return contradict(text("rank ") +
                              core::to_string(static_cast<std::int64_t>(w.shape.size())),
                          text("of rank ") + core::to_string(std::int64_t{t.rank()}));
    for (std::size_t d = 0; d != w.shape.size(); ++d) {
        bool known = false;
        dim const declared = symbols_.known(w.shape[d], known);
        if (!known || !declared.is_constant() || !t.shape[d].is_constant()) continue;
        if (!(declared == t.shape[d]))
            return contradict(text("dimension ") + core::to_string(static_cast<std::int64_t>(d)) +
                                  " as " + core::to_string(declared),
                              core::to_string(t.shape[d]));
    }
}

list<graph_import::meaning> graph_import::import_nested(source_graph const& g,
                                                        list<value_id> const& arguments,
                                                        core::block_id into,
                                                        std::string_view name) {
    scope inside;
    inside.around = scope_;
    for (std::size_t i = 0; i != g.inputs.size(); ++i)
        inside.names[std::string(g.inputs[i].name.view())] = {arguments[i], false};
    auto const block_before = block_;
    auto const prefix_before = prefix_;
    scope_ = &inside;
    block_ = into;
    prefix_ += std::string(name) + "/";
    for (auto const& c : g.constants)
        if (c.value.element() == dtype::none)
            refuse(c.name);
        else
            define(c.name, add_constant(c.value, c.name));
    list<text> wanted;
    for (auto const& v : g.outputs) wanted.push_back(v.name);
    import_nodes(g.nodes, wanted);
    list<meaning> results;
    for (auto const& v : wanted) results.push_back(look_up(v));
    scope_ = inside.around;
    block_ = block_before;
    prefix_ = prefix_before;
    return results;
}

// Functions.

namespace {

/// Attributes of a function's body with what the call gives in place of references.
list<source_attribute> resolve(list<source_attribute> const& body,
                               std::unordered_map<std::string, source_attribute> const& given);

source_graph resolve(source_graph graph,
                     std::unordered_map<std::string, source_attribute> const& given) {
    for (auto& n : graph.nodes) n.attributes = resolve(n.attributes, given);
    return graph;
}

list<source_attribute> resolve(list<source_attribute> const& body,
                               std::unordered_map<std::string, source_attribute> const& given) {
    list<source_attribute> resolved;
    for (auto const& a : body) {
        if (a.refers_to.empty()) {
            resolved.push_back(a);
            for (auto& g : resolved.back().graphs) g = resolve(std::move(g), given);
            continue;
        }
        auto const meant = given.find(std::string(a.refers_to.view()));
        if (meant == given.end()) continue; // an optional attribute that the call leaves out
        resolved.push_back(meant->second);
        resolved.back().name = a.name;
    }
    return resolved;
}

} // namespace

void graph_import::call_function(source_function const& f, source_node const& call,
                                 text const& place) {
    if (std::find(calls_.begin(), calls_.end(), &f) != calls_.end() || calls_.size() > 64)
        return found_.add("O4", place, "functions call themselves, which ONNX does not allow");
    if (call.inputs.size() > f.inputs.size() || call.outputs.size() > f.outputs.size())
        return found_.add("O3", place, "it has more inputs or outputs than the function it calls");
    std::unordered_map<std::string, source_attribute> given;
    for (auto const& a : f.defaults) given.insert_or_assign(std::string(a.name.view()), a);
    for (auto const& a : call.attributes) given.insert_or_assign(std::string(a.name.view()), a);

    scope inside;
    for (std::size_t i = 0; i != f.inputs.size(); ++i)
        inside.names[std::string(f.inputs[i].view())] =
            i < call.inputs.size() ? look_up(call.inputs[i]) : meaning{};
    auto* const scope_before = scope_;
    auto const prefix_before = prefix_;
    auto opsets_before = std::move(opsets_);
    opsets_ = read_opsets(f.opsets, text("function ") + quoted(f.name));
    if (f.opsets.empty()) opsets_ = opsets_before;
    scope_ = &inside;
    prefix_ += std::string(call.name.view()) + "/";
    calls_.push_back(&f);
    list<source_node> body = f.nodes;
    for (auto& n : body) n.attributes = resolve(n.attributes, given);
    import_nodes(body, f.outputs);
    calls_.pop_back();
    list<meaning> results;
    for (auto const& name : f.outputs) results.push_back(look_up(name));
    scope_ = scope_before;
    prefix_ = prefix_before;
    opsets_ = std::move(opsets_before);
    for (std::size_t i = 0; i != call.outputs.size(); ++i)
        if (!call.outputs[i].empty() && !results[i].refused)
            define(call.outputs[i], results[i].value);
}

// Shape arithmetic.

namespace {

constexpr std::int64_t most_elements = 1024;

/// The number of elements of a static shape; more than `most_elements` otherwise.
std::int64_t small_size(core::type const& t) {
    if (!t.is_static()) return most_elements + 1;
    std::int64_t size = 1;
    for (auto const& d : t.shape) {
        if (d.constant() < 0 || d.constant() > most_elements) return most_elements + 1;
        size = std::min(size * d.constant(), most_elements + 1);
    }
    return size;
}

} // namespace

shape_elements const* graph_import::elements(value_id v) {
    if (v == value_id::none) return nullptr;
    auto const key = static_cast<std::uint32_t>(v);
    if (auto const known = elements_.find(key); known != elements_.end()) return &known->second;
    auto const definer = program_[v].definer;
    if (definer == core::node_id::none || program_[definer].op->form != core::op_form::constant)
        return nullptr;
    auto const& t = program_.at(definer, "value").tensor;
    if (t.size() > 4 * most_elements || t.element() == dtype::string) return nullptr;
    shape_elements decoded;
    for (std::int64_t i = 0; i != t.size(); ++i)
        decoded.push_back(either(core::is_float(t.element()), graph::shape_number::real(t.real(i)),
                                 graph::shape_number(t.integer(i))));
    return &(elements_[key] = std::move(decoded));
}

void graph_import::infer_elements(core::node_id n) {
    auto const& node = program_[n];
    if (node.op->readings == nullptr || node.op->readings->evaluate_shape == nullptr) return;
    graph::shape_evaluation e;
    e.node = &node;
    bool any_known = node.operands.empty();
    for (auto const v : node.operands) {
        e.operands.push_back({});
        if (v == value_id::none) continue;
        auto& operand = e.operands.back();
        auto const& t = program_[v].type;
        auto const* known = elements(v);
        if (!t.is_static() || (known == nullptr && small_size(t) > most_elements)) return;
        any_known = any_known || known != nullptr;
        operand.present = true;
        operand.element = t.element;
        for (auto const& d : t.shape) operand.shape.push(d.constant());
        if (known != nullptr)
            operand.data = *known;
        else
            operand.data = shape_elements(static_cast<std::size_t>(small_size(t)),
                                          graph::shape_number::unknown(core::is_float(t.element)));
    }
    if (!any_known) return;
    for (auto const v : node.results) {
        auto const& t = program_[v].type;
        if (t.element == dtype::string || small_size(t) > most_elements) return;
        e.result_types.push_back(t);
    }
    node.op->readings->evaluate_shape(e);
    for (std::size_t r = 0; r != node.results.size(); ++r)
        if (std::any_of(e.results[r].data.begin(), e.results[r].data.end(),
                        [](auto const& x) { return x.known(); }) ||
            e.results[r].data.empty())
            elements_[static_cast<std::uint32_t>(node.results[r])] = std::move(e.results[r].data);
}

} // namespace tenon::onnx_to_graph
