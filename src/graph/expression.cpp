#include <tenon/graph/expression.hpp>

namespace tenon::graph {

term_id expressions::add_in_library(term t) { return add_here(static_cast<term&&>(t)); }
bool expressions::not_negative_in_library(dim const& d) const { return not_negative_here(d); }
dim expressions::quotient_in_library(dim const& a, dim const& b) const {
    return quotient_here(a, b);
}

expression expression::primitive_in_library(scalar_op op, core::dtype d,
                                            std::initializer_list<expression> operands) {
    return primitive_here(op, d, operands);
}
expression expression::fold_in_library(scalar_op op, expression a, expression b) {
    return fold_here(op, a, b);
}

} // namespace tenon::graph
