// The words of dimensions, computed.
#include <tenon/runtime/description.hpp>
#include <tenon/runtime/dims.hpp>

namespace tenon::runtime {
namespace {

std::int64_t apply(std::int64_t word, std::int64_t a, std::int64_t b) {
    switch (word) {
    case 2: return a + b;
    case 3: return a - b;
    case 4: return a * b;
    case 5: return floordiv(a, b);
    case 6: return ceildiv(a, b);
    case 7: return mod(a, b);
    case 8: return min(a, b);
    case 9: return max(a, b);
    default: return broadcast(a, b);
    }
}

} // namespace

std::int64_t evaluate(dim_description const& dim, std::vector<std::int64_t> const& symbols) {
    std::vector<std::int64_t> stack;
    for (std::size_t i = 0; i < dim.words.size(); ++i) {
        auto const word = dim.words[i];
        if (word < 2) {
            auto const next = static_cast<std::size_t>(dim.words.at(++i));
            auto const symbol = next < symbols.size() ? symbols[next] : 0;
            stack.push_back(word == 0 ? dim.words[i] : symbol);
            continue;
        }
        auto const right = stack.back();
        stack.pop_back();
        stack.back() = apply(word, stack.back(), right);
    }
    return stack.empty() ? 0 : stack.back();
}

} // namespace tenon::runtime
