// What operands of ops look like in proofs, where any shape would not do.
#pragma once

#include <tenon/core/few.hpp>
#include <tenon/core/op_facts.hpp>

namespace tenon::graph {

/// The shapes that operands of one op have in proofs; a list of them ends with an op that is null.
///
/// An op whose operands may not have any shape says so beside its meaning, in `static constexpr
/// std::string_view sample_shapes`: a letter or digit per dimension, where equal letters are equal
/// dimensions, digits stand for themselves and `*` is the shape that an elementwise operand would
/// have. Operands are separated by commas, alternatives by bars.
struct op_shapes {
    core::op_facts const* op = nullptr;
    std::string_view shapes{};
};
template <class Op> constexpr op_shapes sample_shapes_of() {
    if constexpr (requires { Op::sample_shapes; }) return {&core::facts_of<Op>, Op::sample_shapes};
    return {&core::facts_of<Op>, {}};
}

/// Part `number` of a text that `separator` divides.
constexpr std::string_view part_of(std::string_view text, char separator, int number) {
    for (; number != 0; --number) {
        auto const at = text.find(separator);
        if (at == std::string_view::npos) return {};
        text.remove_prefix(at + 1);
    }
    return text.substr(0, text.find(separator));
}

/// What the letters of one alternative stand for.
class dims_of_letters {
public:
    constexpr explicit dims_of_letters(std::uint64_t random) : random_(random) {}

    /// Takes the dimensions of a shape for its letters; false if it cannot be.
    constexpr bool fit(std::string_view letters, core::few<std::int64_t> const& shape) {
        if (letters.size() != static_cast<std::size_t>(shape.size())) return false;
        for (int d = 0; d != shape.size(); ++d) {
            char const c = letters[static_cast<std::size_t>(d)];
            if (is_digit(c) ? shape[d] != c - '0' : held(c) != 0 && held(c) != shape[d])
                return false;
            if (!is_digit(c)) held_[c - 'A'] = shape[d];
        }
        return true;
    }
    constexpr core::few<std::int64_t> shape_of(std::string_view letters) {
        core::few<std::int64_t> shape;
        for (char c : letters) {
            if (!is_digit(c) && held(c) == 0) held_[c - 'A'] = drawn(c);
            shape.push(is_digit(c) ? c - '0' : held(c));
        }
        return shape;
    }

private:
    static constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
    constexpr std::int64_t held(char c) const { return held_[c - 'A']; }
    /// Images have room for a kernel of 3.
    constexpr std::int64_t drawn(char c) {
        auto const extra = static_cast<std::int64_t>(random_ % 2);
        random_ /= 2;
        return c == 'N' ? 1 + extra : c == 'H' || c == 'W' ? 4 + extra : 2 + extra;
    }

    std::int64_t held_[26]{};
    std::uint64_t random_;
};

} // namespace tenon::graph
