// Control flow: If and Loop, whose graphs become regions.
#include <tenon/graph/cast.hpp>
#include <tenon/graph/comparison.hpp>
#include <tenon/graph/movement.hpp>
#include <tenon/graph/structure.hpp>

#include "onnx_to_graph/families.hpp"

#include <optional>

namespace tenon::onnx_to_graph {

namespace {

source_graph const& graph_of(importing& c, std::string_view name) {
    return c.attribute(name)->graphs[0];
}
/// The single element of an operand as a scalar, whatever its rank is.
value_id as_scalar(importing& c, int i) {
    if (!c.has(i)) return value_id::none;
    if (c.rank(i) == 0) return c[i];
    return c.add<graph::reshape>(c[i], attr<"shape"> = list<dim>());
}
/// Whether a condition is a constant, and which.
struct decision {
    bool known = false, holds = false;
};
decision decide(importing& c, value_id v) {
    auto const t = c.constant(v);
    if (t.element() != dtype::boolean || t.size() != 1) return {};
    return {true, t.integer(0) != 0};
}

/// What holds of both types: dimensions that differ are only known when it runs.
core::type joined(importing& c, core::type const& a, core::type const& b, std::string_view what) {
    if (!a.is_tensor() || !b.is_tensor() || a.element != b.element || a.rank() != b.rank())
        c.fail(text(what) + " are " + core::to_string(a) + " and " + core::to_string(b) +
               ", expected one dtype and rank");
    auto both = a;
    for (std::size_t d = 0; d != both.shape.size(); ++d)
        if (!(a.shape[d] == b.shape[d])) both.shape[d] = c.fresh_symbol();
    return both;
}

/// Takes out of a block what an attempt left there.
void clear(core::program& p, core::block_id b) {
    for (auto const n : p[b].nodes) {
        for (auto const r : p[n].regions) clear(p, r);
        p.set_op(n, nullptr);
    }
    p[b].nodes.clear();
    p[b].arguments.clear();
    p[b].yields.clear();
}

/// Two sizes, of which a condition says whether they are equal.
struct comparison {
    dim a, b;
    bool holds_if_equal;
};
std::optional<comparison> comparison_of_sizes(importing& c, value_id condition) {
    auto const& p = c.program();
    bool if_equal = true;
    for (auto v = condition; p[v].definer != core::node_id::none;) {
        auto const& n = p[p[v].definer];
        if (n.op == &core::facts_of<graph::equal>) {
            auto const a = c.size(n.operands[0]), b = c.size(n.operands[1]);
            if (!a || !b) return {};
            return comparison{*a, *b, if_equal};
        }
        bool const passes = n.op == &core::facts_of<graph::cast> ||
                            n.op == &core::facts_of<graph::reshape> ||
                            n.op == &core::facts_of<graph::identity>;
        if (!passes && n.op != &core::facts_of<graph::not_>) return {};
        if_equal = if_equal == passes;
        v = n.operands[0];
    }
    return {};
}

/// An If whose condition only the run knows.
class branches {
public:
    explicit branches(importing& c) : c_(c) {
        for (auto name : {"then_branch", "else_branch"}) graphs_.push_back(&graph_of(c, name));
        if (graphs_[0]->outputs.size() != graphs_[1]->outputs.size())
            c.fail(text("its branches give ") + number(graphs_[0]->outputs.size()) + " and " +
                   number(graphs_[1]->outputs.size()) + " values, expected as many");
    }
    void import() {
        auto const count = static_cast<int>(graphs_[0]->outputs.size());
        auto const constraints = c_.program().constraints.size();
        auto const n = c_.add_open(core::facts_of<graph::if_>, {as_scalar(c_, 0)}, count);
        for (std::size_t r = 0; r != 2; ++r) {
            auto const region = c_.program()[n].regions[r];
            yields_[r] = c_.import_graph(*graphs_[r], {}, region);
            c_.program()[region].yields = yields_[r];
        }
        if (auto const sizes = comparison_of_sizes(c_, c_[0]); sizes && !have_one_rank()) {
            for (auto const region : c_.program()[n].regions) clear(c_.program(), region);
            c_.program().erase(n);
            c_.program().constraints.resize(constraints);
            return import_where_equal(*sizes);
        }
        for (int i = 0; i != count; ++i) {
            auto const at = static_cast<std::size_t>(i);
            auto const result = c_.program()[n].results[at];
            c_.set_type(result, joined(c_, c_.type(yields_[0][at]), c_.type(yields_[1][at]),
                                       "what its branches give"));
            c_.output(i, result);
        }
    }

private:
    static text number(std::size_t n) { return core::to_string(static_cast<std::int64_t>(n)); }
    bool have_one_rank() const {
        for (std::size_t i = 0; i != yields_[0].size(); ++i) {
            auto const &a = c_.type(yields_[0][i]), &b = c_.type(yields_[1][i]);
            if (a.is_tensor() && b.is_tensor() && a.rank() != b.rank()) return false;
        }
        return true;
    }
    /// A value has one rank. Where the branches disagree, the one for equal sizes is the model, and
    /// every call is checked for them: that is how exporters write the removal of a dimension that
    /// is 1.
    void import_where_equal(comparison const& sizes) {
        c_.require_equal(sizes.a, sizes.b, "sizes that decide its result's rank");
        auto const results = c_.import_graph(*graphs_[sizes.holds_if_equal ? 0 : 1], {});
        for (int i = 0; i != c_.outputs(); ++i) c_.output(i, results[static_cast<std::size_t>(i)]);
    }

    importing& c_;
    list<source_graph const*> graphs_;
    list<value_id> yields_[2];
};

void import_if(importing& c) {
    auto const &yes = graph_of(c, "then_branch"), &no = graph_of(c, "else_branch");
    if (static_cast<int>(yes.outputs.size()) < c.outputs() ||
        static_cast<int>(no.outputs.size()) < c.outputs())
        c.fail("it has more outputs than one of its branches");
    auto const d = decide(c, c[0]);
    if (!d.known) return branches(c).import();
    auto const results = c.import_graph(d.holds ? yes : no, {});
    for (int i = 0; i != c.outputs(); ++i) c.output(i, results[static_cast<std::size_t>(i)]);
}

/// The body of a Loop. Dimensions of carried values that an iteration changes are generalised until
/// the body gives what it takes.
class loop_body {
public:
    loop_body(importing& c, core::block_id region)
        : c_(c), body_(graph_of(c, "body")), region_(region) {
        for (int i = 2; i < c.inputs(); ++i) carried_.push_back(c.type(i));
        if (body_.inputs.size() != carried_.size() + 2 ||
            body_.outputs.size() < carried_.size() + 1)
            c.fail("its body does not take and give the iteration, the condition and each "
                   "carried value");
    }
    void import() {
        for (int attempt = 0; attempt != 12; ++attempt) {
            auto const constraints = c_.program().constraints.size();
            add_arguments();
            yields_ = c_.import_graph(body_, c_.program()[region_].arguments, region_);
            if (!generalise()) {
                c_.program()[region_].yields = yields_;
                return;
            }
            clear(c_.program(), region_);
            c_.program().constraints.resize(constraints);
        }
        c_.fail("the shapes of its carried values change without end");
    }
    list<core::type> const& carried() const { return carried_; }
    bool is_generalised(std::size_t i, std::size_t d) const { return changed_.contains({i, d}); }
    list<value_id> const& yields() const { return yields_; }

private:
    void add_arguments() {
        auto& p = c_.program();
        auto const add = [&](std::size_t i, core::type t) {
            p.add_argument(region_, std::move(t), body_.inputs[i].name);
        };
        add(0, core::type::scalar(dtype::i64));
        add(1, core::type::scalar(dtype::boolean));
        for (std::size_t i = 0; i != carried_.size(); ++i) add(2 + i, carried_[i]);
    }
    bool generalise() {
        bool more = false;
        for (std::size_t i = 0; i != carried_.size(); ++i) {
            auto const& given = c_.type(yields_[1 + i]);
            if (!given.is_tensor() || !carried_[i].is_tensor() ||
                given.element != carried_[i].element || given.rank() != carried_[i].rank())
                c_.fail(text("its carried value ") + core::to_string(static_cast<std::int64_t>(i)) +
                        " is " + core::to_string(carried_[i]) + " before and " +
                        core::to_string(given) +
                        " behind an iteration, expected one dtype and rank");
            for (std::size_t d = 0; d != given.shape.size(); ++d) {
                if (given.shape[d] == carried_[i].shape[d] || is_generalised(i, d)) continue;
                carried_[i].shape[d] = c_.fresh_symbol();
                changed_.push_back({i, d});
                more = true;
            }
        }
        return more;
    }

    struct place {
        std::size_t value, dimension;
        friend bool operator==(place const&, place const&) = default;
    };

    importing& c_;
    source_graph const& body_;
    core::block_id region_;
    list<core::type> carried_;
    list<place> changed_; ///< dimensions that differ from one iteration to the next
    list<value_id> yields_;
};

/// How often a Loop runs, where nothing but its trip count ends it; else only the run knows.
dim iterations(importing& c, loop_body const& body, core::block_id region) {
    bool endless = !c.has(1);
    if (auto const d = decide(c, c[1]); c.has(1) && d.known) endless = d.holds;
    auto const go_on = body.yields()[0];
    auto const again = decide(c, go_on);
    bool const unchanged = go_on == c.program()[region].arguments[1];
    if (endless && c.has(0) && c.knows(0) && (unchanged || (again.known && again.holds))) {
        auto const count = c.dims(0);
        if (count.size() == 1 && count[0].is_constant() && count[0].constant() < (1 << 30))
            return count[0].constant() < 0 ? 0 : count[0].constant();
    }
    return c.fresh_symbol();
}

void import_loop(importing& c) {
    list<value_id> operands{as_scalar(c, 0), as_scalar(c, 1)};
    for (int i = 2; i < c.inputs(); ++i) operands.push_back(c[i]);
    auto const first_symbol = c.program().fresh_counter();
    auto const count = static_cast<int>(graph_of(c, "body").outputs.size()) - 1;
    if (count < c.outputs()) c.fail("it has more outputs than its body");
    auto const n = c.add_open(core::facts_of<graph::loop>, operands, count);
    auto const region = c.program()[n].regions[0];
    loop_body body(c, region);
    body.import();
    auto const results = c.program()[n].results;
    auto const trips = iterations(c, body, region);
    auto const is_inner = [&](dim const& d) {
        bool inner = false;
        d.each_symbol([&](std::string_view name) {
            for (auto k = first_symbol; k != c.program().fresh_counter(); ++k)
                inner = inner || name == (text("d") + core::to_string(k)).view();
        });
        return inner;
    };
    for (std::size_t i = 0; i != results.size(); ++i) {
        core::type t = c.type(body.yields()[1 + i]);
        if (i < body.carried().size()) {
            t = body.carried()[i];
            for (std::size_t d = 0; d != t.shape.size(); ++d)
                if (body.is_generalised(i, d)) t.shape[d] = c.fresh_symbol();
        } else {
            for (auto& d : t.shape)
                if (is_inner(d)) d = c.fresh_symbol();
            t.shape.insert(0, trips);
        }
        c.set_type(results[i], std::move(t));
        c.output(static_cast<int>(i), results[i]);
    }
}

constexpr importer table[] = {
    {"If", 1, 28, import_if},
    {"Loop", 1, 28, import_loop},
};

} // namespace

constinit importer_table const control_importers = checked_importers<table>();

} // namespace tenon::onnx_to_graph
