// Recognising sums of products in formulas.
#pragma once

#include "formula.hpp"

#include <optional>

namespace tenon::graph_to_loop {

/// result[batch, rows, column] = epilogue(sum over reduce of a * b); everything linear in the
/// variables.
struct contraction {
    graph::term_id sum;  ///< the reduction that the epilogue starts from
    graph::term_id a, b; ///< loads
    std::vector<int> batch, rows, reduce;
    int column = -1;
    /// Of 8-bit integers: what is taken from each element, which no reduce variable changes; none:
    /// nothing.
    graph::term_id a_zero = graph::term_id::none, b_zero = graph::term_id::none;
};

/// The contraction in the formula `root` of a result of type `t` at index `at`, if register-tiled
/// code should compute it: one sum of a product of two floating loads with linear indices, the
/// result's innermost variable in only one of them; or of two loads of 8-bit integers, less their
/// zero points, in 32 bits.
std::optional<contraction> find_contraction(formula& f, graph::term_id root, core::type const& t,
                                            core::few<graph::symbolic_index> const& at);

/// The sum that a contraction of 8-bit integers asks for, in terms of those that `loop.contract`
/// makes: of the products, of a and of b.
graph::term_id centered_sum(formula& f, contraction const& c, graph::term_id products,
                            graph::term_id of_a, graph::term_id of_b);

/// A result variable that is only used through quotients and remainders by a constant, as the
/// output channel of a grouped convolution is: the variable and the constant.
struct split {
    int variable;
    std::int64_t by;
};
std::optional<split> find_split(formula& f, graph::term_id root);

/// The variables of a result's index, outermost in memory first.
std::vector<int> variables_in_memory_order(core::type const& t,
                                           core::few<graph::symbolic_index> const& at);

} // namespace tenon::graph_to_loop
