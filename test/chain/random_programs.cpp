// Random programs: whatever the compiler makes of them computes what the meanings say.
#include "compiled.hpp"
#include "random_program.hpp"

#include <cstdlib>

using namespace chain;

namespace {

std::string failure(std::string const& text, unsigned seed) {
    settings how;
    how.optimize = seed % 2 == 0;
    compiled const c(text, how);
    if (!c.problems.empty()) return "problems: " + c.problems;
    bool const is_half = text.find("f16[") != std::string::npos; // bf16 included
    double const tolerance = is_half ? 5e-2 : 1e-3;
    std::mt19937 random(seed);
    std::vector<sizes> const some{
        {{"n", 3}, {"m", 5}}, {{"n", 1}, {"m", 1}}, {{"n", 0}, {"m", 2}}, {{"n", 18}, {"m", 7}}};
    for (auto const& s : some) {
        auto const why = compare(c, c.inputs(s, random), "main", tolerance);
        if (!why.empty())
            return "n = " + std::to_string(s.at("n")) + ", m = " + std::to_string(s.at("m")) +
                   ": " + why;
        if (c.symbols().empty()) break;
    }
    return {};
}

/// The first node whose value alone is wrong already.
std::string smallest(random_program& g, unsigned seed) {
    for (std::size_t k = 0; k != g.size(); ++k) {
        auto const text = g.text(k + 1, {g.result_of(k)});
        if (!failure(text, seed).empty()) return text;
    }
    return "(only as a whole)";
}

unsigned from_environment(char const* name, unsigned otherwise) {
    char const* given = std::getenv(name);
    return given == nullptr ? otherwise : static_cast<unsigned>(std::atoi(given));
}

} // namespace

// TENON_RANDOM_PROGRAMS and TENON_RANDOM_SEED ask for more, and for others.
TEST_CASE("random programs") {
    auto const count = from_environment("TENON_RANDOM_PROGRAMS", 200);
    auto const first = from_environment("TENON_RANDOM_SEED", 1);
    for (unsigned seed = first; seed != first + count; ++seed) {
        random_program g(seed);
        auto const text = g.text();
        std::string why;
        try {
            why = failure(text, seed);
        } catch (std::exception const& e) {
            why = e.what();
        }
        CHECK_MESSAGE(why.empty(), "seed ", seed, ": ", why, "\n", text, "smallest:\n",
                      why.empty() ? "" : smallest(g, seed));
    }
}
