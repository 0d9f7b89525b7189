// expect: [tenon/N5] an op lacks a part that its dialect demands: a name, and attributes
// expect: op<shifted>
// expect: lacks<tenon::core::op_part::attributes>
#include <tenon/core/define_op.hpp>

using namespace tenon::core;
struct shifted : structural<"user.shifted"> {
#ifdef REJECT
    static constexpr attribute_facts attributes[]{{.name = "by"}};
#else
    static constexpr attribute_facts attributes[]{attr<"by"> = 1};
#endif
};
auto const& facts = facts_of<shifted>;
