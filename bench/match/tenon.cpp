// bench_match GRAPH: Tenon's side of bench/match. For every line it reads, the rules are applied to
// the graph once more; it answers with the seconds that took, and with how many nodes of each op
// are left.
#include <tenon/core/infer.hpp>
#include <tenon/graph/activation.hpp>
#include <tenon/graph/arithmetic.hpp>
#include <tenon/graph/constant.hpp>
#include <tenon/graph/contraction.hpp>
#include <tenon/graph/movement.hpp>
#include <tenon/match/rule_set.hpp>

#include <chrono>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace tn = tenon;

namespace {

constexpr auto x = tn::any<"x">;
constexpr auto y = tn::any<"y">;
constexpr auto c = tn::any<"c">;
constexpr auto once = tn::inner_used_once;
constexpr auto about = tn::approximately<0.05>;

constexpr auto turned(auto of) {
    return tn::transpose(of, tn::core::attr<"perm"> = tn::core::few<std::int64_t>{1, 0});
}

constexpr auto rules = tn::rules(
    // -(-x) = x
    tn::rule<"double-negation">(tn::neg(tn::neg(x)) >> x, once),
    // -(x - y) = y - x
    tn::rule<"negated-difference">(tn::neg(tn::sub(x, y)) >> tn::sub(y, x), once),
    // x + (-y) = x - y
    tn::rule<"add-negation">(tn::add(x, tn::neg(y)) >> tn::sub(x, y), once),
    // max(max(x, 0), 0) = max(x, 0)
    tn::rule<"double-relu">(tn::relu(tn::relu(x)) >> tn::relu(x), once),
    // x'' = x
    tn::rule<"double-transpose">(turned(turned(x)) >> x, once),
    // (x' y')' = y x
    tn::rule<"transposed-product">(turned(tn::mat_mul(turned(x), turned(y))) >> tn::mat_mul(y, x),
                                   once),
    // (x 2) 0.5 = x, but not of integers
    tn::rule<"scale-and-back">(
        tn::mul(tn::mul(x, 2.0), 0.5) >> x, once,
        tn::where([](auto const& m) { return tn::core::is_float(m["x"].element()); })),
    // x c + y c = (x + y) c
    tn::rule<"common-factor">(tn::add(tn::mul(x, c), tn::mul(y, c)) >> tn::mul(tn::add(x, y), c),
                              once, about),
    // max(x, 0) - max(-x, 0) = x
    tn::rule<"relu-difference">(tn::sub(tn::relu(x), tn::relu(tn::neg(x))) >> x, once),
    // exp(x) exp(y) = exp(x + y)
    tn::rule<"exp-product">(tn::mul(tn::exp(x), tn::exp(y)) >> tn::exp(tn::add(x, y)), once,
                            about));

using op = tn::core::op_facts;
std::map<std::string, op const*> const ops{
    {"neg", &tn::core::facts_of<tn::graph::neg>},
    {"add", &tn::core::facts_of<tn::graph::add>},
    {"sub", &tn::core::facts_of<tn::graph::sub>},
    {"mul", &tn::core::facts_of<tn::graph::mul>},
    {"exp", &tn::core::facts_of<tn::graph::exp>},
    {"relu", &tn::core::facts_of<tn::graph::relu>},
    {"tanh", &tn::core::facts_of<tn::graph::tanh>},
    {"sigmoid", &tn::core::facts_of<tn::graph::sigmoid>},
    {"mat_mul", &tn::core::facts_of<tn::graph::mat_mul>},
    {"transpose", &tn::core::facts_of<tn::graph::transpose>}};
auto const& constant = tn::core::facts_of<tn::graph::constant>;

tn::core::program read(char const* path) {
    tn::core::program p;
    tn::core::diagnostics found;
    auto const body = p.add_block();
    tn::core::builder build(p, body, found);
    std::vector<tn::core::value_id> values;
    std::ifstream file(path);
    if (!file) throw std::runtime_error(std::string("cannot read ") + path);
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::string name;
        words >> name;
        if (name == "argument") {
            auto const matrix = tn::core::type::tensor(tn::core::dtype::f32, {4, 4});
            values.push_back(p.add_argument(body, matrix));
            continue;
        }
        if (name == "constant") {
            double number = 0;
            words >> number;
            auto const held =
                tn::core::tensor::from(tn::core::dtype::f32, {}, tn::core::list{number});
            values.push_back(build.constant(constant, held).id);
            continue;
        }
        tn::core::list<tn::core::value_id> operands;
        for (std::size_t at; words >> at;) operands.push_back(values.at(at));
        if (name == "return") {
            p[body].yields = operands;
            continue;
        }
        tn::core::list<tn::core::attribute> attributes;
        if (name == "transpose") attributes.push_back(tn::core::list<std::int64_t>{1, 0});
        values.push_back(build.add(*ops.at(name), operands, attributes).id);
    }
    if (!found.empty()) throw std::runtime_error("the graph is ill-typed");
    p.functions.push_back({.name = "main", .body = body});
    return p;
}

void answer(double seconds, tn::core::program const& p) {
    std::map<std::string_view, int> left;
    tn::core::each_node(p, p.functions[0].body, [&](auto n) { ++left[p[n].op->name]; });
    left.erase(constant.name);
    std::cout << seconds;
    for (auto const& [name, count] : left) std::cout << ' ' << name << '=' << count;
    std::cout << std::endl;
}

} // namespace

int main(int, char** arguments) {
    for (std::string line; std::getline(std::cin, line);) {
        auto p = read(arguments[1]);
        auto const start = std::chrono::steady_clock::now();
        rules.apply_to(p);
        std::chrono::duration<double> const taken = std::chrono::steady_clock::now() - start;
        answer(taken.count(), p);
    }
}
