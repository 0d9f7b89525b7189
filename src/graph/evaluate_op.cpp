#include <tenon/graph/evaluate_op.hpp>

namespace tenon::graph::detail {

template operand_values<double> load<double>(core::tensor const*);
template operand_values<std::int64_t> load<std::int64_t>(core::tensor const*);
template operand_values<std::uint64_t> load<std::uint64_t>(core::tensor const*);
template core::tensor store<double>(core::type const&, list<double> const&);
template core::tensor store<std::int64_t>(core::type const&, list<std::int64_t> const&);
template core::tensor store<std::uint64_t>(core::type const&, list<std::uint64_t> const&);

} // namespace tenon::graph::detail
