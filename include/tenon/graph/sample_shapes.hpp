// What operands of ops look like in proofs, where any shape would not do.
#pragma once

#include <tenon/core/few.hpp>
#include <tenon/core/op_facts.hpp>

namespace tenon::graph {

/// Shapes of an op's operands, a letter or digit per dimension: equal letters are equal dimensions,
/// digits stand for themselves, `*` is the shape that an elementwise operand would have. Operands
/// are separated by commas, alternatives by bars. A user's op has `static constexpr
/// std::string_view sample_shapes` instead.
struct sample_shapes {
    std::string_view op;
    std::string_view operands;
};

// clang-format off
inline constexpr sample_shapes shapes_in_samples[] = {
    {"mat_mul", "MK,KN|BMK,BKN|BMK,KN|K,KN|MK,K"},
    {"gemm", "MK,KN,N|MK,KN,MN|KM,KN,|MK,NK,N|KM,NK,M1|22,22,2"},
    {"conv", "NCHW,OC33,O|NCH,OC3,O|NCHW,OC11,O|14HW,4222,4"},
    {"conv_transpose", "NCHW,CO33,O|NCH,CO3,O"},
    {"batch_normalization", "NCHW,C,C,C,C|NCH,C,C,C,C|NC,C,C,C,C"},
    {"instance_normalization", "NC22,C,C|NC3,C,C"},
    {"group_normalization", "142,4,4|N62,6,6|N42,2,2|1422,4,4"},
    {"layer_normalization", "NMK,K,K|MK,MK,MK"},
    {"rms_normalization", "NMK,K|MK,MK"},
    {"prelu", "NCHW,C11|NC,C|NC,1"},
    {"clip", "NC,,"},
    {"gather", "NC,I|NCH,IJ"},
    {"tri_part", "NC,"},
    {"max_pool", "NCHW|NCH"},
    {"average_pool", "NCHW|NCH"},
    {"global_average_pool", "NCHW|NCH"},
    {"global_max_pool", "NCHW|NCH"},
    {"depth_to_space", "N422|N822"},
    {"space_to_depth", "N144|N222"},
    {"quantize_linear", "*,,|NC,C,C"},
    {"dequantize_linear", "*,,|NC,C,C"},
};
// clang-format on

/// The shapes of one op; a list of them ends with an op that is null.
struct op_shapes {
    core::op_facts const* op = nullptr;
    std::string_view shapes{};
};
template <class Op> constexpr op_shapes sample_shapes_of() {
    op_shapes own{&core::facts_of<Op>, {}};
    if constexpr (requires { Op::sample_shapes; })
        own.shapes = Op::sample_shapes;
    else
        for (auto const& known : shapes_in_samples)
            if (known.op == Op::name) own.shapes = known.operands;
    return own;
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
