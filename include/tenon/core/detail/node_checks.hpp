// What every node must satisfy whatever its op: counts, kinds of attributes, admitted dtypes.
#pragma once

#include <tenon/core/diagnostic.hpp>
#include <tenon/core/program.hpp>

namespace tenon::core::detail {

constexpr type type_of(tensor const& t) {
    list<dim> shape;
    for (auto d : t.shape()) shape.push_back(d);
    return type::tensor(t.element(), static_cast<list<dim>&&>(shape));
}
/// Whether an argument of this type may have this default: symbols admit any size.
constexpr bool admits_default(type const& wanted, type const& given) {
    if (given.element != wanted.element) return false;
    if (wanted.what == type::kind::unranked) return true;
    if (!wanted.is_tensor() || given.rank() != wanted.rank()) return false;
    for (std::size_t d = 0; d != given.shape.size(); ++d)
        if (wanted.shape[d].is_constant() && !(given.shape[d] == wanted.shape[d])) return false;
    return true;
}

/// Checks one node against the facts of its op. V1 is its structure, V2 its types.
class node_checks {
public:
    constexpr node_checks(program const& p, node_id n, diagnostics& found)
        : p_(p), node_(p[n]), op_(*p[n].op), id_(n), found_(found) {}

    constexpr bool structure() {
        operand_counts();
        result_counts();
        if (op_.regions >= 0 && node_.regions.size() != static_cast<std::size_t>(op_.regions))
            complain("V1", count(node_.regions.size(), "region") + ", expected " +
                               to_string(std::int64_t{op_.regions}));
        attributes();
        return good_;
    }
    constexpr bool operand_types() {
        for (std::size_t i = 0; i != node_.operands.size(); ++i)
            if (node_.operands[i] != value_id::none)
                admitted(p_[node_.operands[i]].type, op_.operand(static_cast<int>(i)), "operand");
        return good_;
    }
    constexpr bool result_types() {
        if (op_.results == nullptr || op_.result_count == 0) return good_;
        for (std::size_t i = 0; i != node_.results.size(); ++i) {
            int const last = op_.result_count - 1, at = static_cast<int>(i);
            admitted(p_[node_.results[i]].type, op_.results[at < last ? at : last], "result");
        }
        return good_;
    }

private:
    static constexpr text count(std::size_t n, std::string_view what) {
        return text("has ") + to_string(static_cast<std::int64_t>(n)) + " " + what +
               (n == 1 ? "" : "s");
    }
    constexpr void complain(std::string_view code, text what, text advice = {}) {
        good_ = false;
        found_.add(code, describe(p_, id_), static_cast<text&&>(what), static_cast<text&&>(advice));
    }
    constexpr text names_of_operands() const {
        text out;
        for (int i = 0; i != op_.operand_count; ++i) {
            out += i == 0 ? " (" : ", ";
            out += op_.operands[i].name;
            if (op_.operands[i].how == presence::optional) out += "?";
            if (op_.operands[i].how == presence::variadic) out += "...";
        }
        if (!out.empty()) out += ")";
        return out;
    }
    constexpr void operand_counts() {
        auto const given = static_cast<int>(node_.operands.size());
        int const least = op_.least_operands(), most = op_.most_operands();
        if (given < least || (most >= 0 && given > most)) {
            text wanted = to_string(std::int64_t{least});
            if (most < 0)
                wanted += " or more";
            else if (most != least)
                wanted += text(" to ") + to_string(std::int64_t{most});
            complain("V1", count(node_.operands.size(), "operand") + ", expected " + wanted +
                               names_of_operands());
            return;
        }
        for (int i = 0; i < given; ++i) {
            bool const absent = node_.operands[static_cast<std::size_t>(i)] == value_id::none;
            if (absent && op_.operand(i).how != presence::optional)
                complain("V1", text("lacks operand `") + op_.operand(i).name +
                                   "`, which is not optional");
        }
    }
    constexpr void result_counts() {
        auto const given = static_cast<int>(node_.results.size());
        bool const no_limit = op_.has_variadic_results();
        int least = op_.result_count;
        while (least != 0 && op_.results != nullptr &&
               op_.results[least - 1].how != presence::required)
            --least;
        if (given >= least && (no_limit || given <= op_.result_count)) return;
        complain("V1", count(node_.results.size(), "result") + ", expected " +
                           to_string(std::int64_t{given < least ? least : op_.result_count}));
    }
    constexpr void attributes() {
        if (node_.attributes.size() != static_cast<std::size_t>(op_.attribute_count))
            return complain("V1", count(node_.attributes.size(), "attribute") +
                                      " in storage, expected " +
                                      to_string(std::int64_t{op_.attribute_count}));
        for (int i = 0; i != op_.attribute_count; ++i) {
            auto const& facts = op_.attributes[i];
            auto const given = node_.attributes[static_cast<std::size_t>(i)].kind;
            if (given == attribute_kind::none) {
                if (facts.required)
                    complain("V1", text("lacks attribute `") + facts.name + "`, expected " +
                                       attribute_kind_names[static_cast<int>(facts.kind)]);
            } else if (given != facts.kind) {
                complain("V1", text("attribute `") + facts.name + "` is " +
                                   attribute_kind_names[static_cast<int>(given)] + ", expected " +
                                   attribute_kind_names[static_cast<int>(facts.kind)]);
            }
        }
    }
    constexpr void admitted(type const& t, operand_facts const& facts, std::string_view what) {
        bool const has_dtype = t.what == type::kind::tensor || t.what == type::kind::unranked;
        if (!has_dtype || facts.admits.has(t.element)) return;
        text admitted_names;
        for (int i = 1; i != dtype_count; ++i)
            if (facts.admits.has(static_cast<dtype>(i)))
                admitted_names += text(admitted_names.empty() ? "" : ", ") + dtype_table[i].name;
        complain("V2", text(what) + " `" + facts.name + "` is " + to_string(t) +
                           ", expected one of the dtypes " + admitted_names);
    }

    program const& p_;
    node const& node_;
    op_facts const& op_;
    node_id id_;
    diagnostics& found_;
    bool good_ = true;
};

} // namespace tenon::core::detail
