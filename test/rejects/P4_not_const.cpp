// expect: [tenon/P4] a pass cannot be called: it needs
// expect: this_pass<count>
// A pass that changes itself: two runs of one pipeline would differ.
#include <pass/sample_passes.hpp>

using namespace sample;
struct count : tenon::pass::step<at_level<graph_level>> {
    static constexpr std::string_view name = "count";
#ifdef REJECT
    void operator()(tn::program&, context&) { ++runs; }
    int runs = 0;
#else
    void operator()(tn::program&, context&) const {}
#endif
};
auto counted(tn::program p) { return tenon::run(count(), p); }
