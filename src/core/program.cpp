#include <tenon/core/diagnostic.hpp>
#include <tenon/core/program.hpp>

namespace tenon::core {

template class list<attribute>;
template class list<block>;
template class list<block_id>;
template class list<char>;
template class list<constraint>;
template class list<core::type>;
template class list<dim>;
template class list<dim::atom>;
template class list<dim::term>;
template class list<double>;
template class list<function>;
template class list<node>;
template class list<node_id>;
template class list<op_facts const*>;
template class list<problem>;
template class list<std::int64_t>;
template class list<tensor>;
template class list<text>;
template class list<value>;
template class list<value_id>;

} // namespace tenon::core
