// expect: [tenon/N4]
// expect: this_pass<my_tile>
// expect: other_pass<sample::tile>
#include <pass/sample_passes.hpp>

struct my_tile : sample::tile {
#ifndef REJECT
    static constexpr std::string_view name = "my-tile";
#endif
};
inline constexpr auto pipeline = sample::tile() | my_tile();
