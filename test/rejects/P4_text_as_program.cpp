// expect: [tenon/P4] a pipeline runs on a program
// expect: char
// The text of a program is no program yet.
#include <tenon/graph/literal.hpp>
#include <tenon/graph/standard.hpp>
#include <tenon/standard/pipeline.hpp>

#ifdef REJECT
inline auto small() {
    return tenon::run(tenon::standard::optimize, "func main(%x: f32[n]) -> f32[n] { return %x }");
}
#else
inline auto small() {
    return tenon::run(tenon::standard::optimize,
                      tenon::ir<"func main(%x: f32[n]) -> f32[n] { return %x }",
                                tenon::graph::standard_dialect>());
}
#endif
