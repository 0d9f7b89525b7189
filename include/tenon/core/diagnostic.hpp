// Problems found in a user's input, collected so that all of them are reported at once.
#pragma once

#include <tenon/core/list.hpp>
#include <tenon/core/text.hpp>

namespace tenon::core {

/// One problem: a documented code (`O3`, `V1`, ...), where it is (a node with its op, or line and
/// column), what is wrong and was expected, and what to do, which may be empty. `picture` is for
/// text as input: the line with a caret below the place, or empty.
struct problem {
    text code;
    text where;
    text what;
    text advice;
    text picture;
};

/// The problem as a line: `[tenon/O3] node "conv1" (Conv): what; advice`, and below it the picture.
constexpr text to_string(problem const& p) {
    text line = text("[tenon/") + p.code + "] ";
    if (!p.where.empty()) line += text(p.where) + ": ";
    line += p.what;
    if (!p.advice.empty()) line += text("; ") + p.advice;
    if (!p.picture.empty()) line += text("\n") + p.picture;
    return line;
}

/// The problems of one input. Steps add to it and go on where they can.
class diagnostics {
public:
    constexpr void add(text code, text where, text what, text advice = {}) {
        problems_.push_back({static_cast<text&&>(code),
                             static_cast<text&&>(where),
                             static_cast<text&&>(what),
                             static_cast<text&&>(advice),
                             {}});
    }
    constexpr void add(problem p) { problems_.push_back(static_cast<problem&&>(p)); }
    constexpr bool empty() const { return problems_.empty(); }
    constexpr list<problem> const& problems() const { return problems_; }
    constexpr text to_text() const {
        text lines;
        for (auto const& p : problems_) lines += to_string(p) + "\n";
        return lines;
    }

private:
    list<problem> problems_;
};
#ifdef TENON_PRECOMPILED
extern template class list<problem>;
#endif

/// Thrown at run time by entry points that return a value and cannot go on. `what()` holds one line
/// per problem. Not derived from std::exception, whose header would cost every user; tools derive
/// or convert.
class refused {
public:
    enum class reason { model, io, mismatch, internal };
    explicit refused(diagnostics found, reason why = reason::model)
        : found_(static_cast<diagnostics&&>(found)), why_(why), lines_(found_.to_text()) {
        lines_.push_back('\0');
    }
    diagnostics const& found() const { return found_; }
    reason why() const { return why_; }
    char const* what() const noexcept { return lines_.data(); }

private:
    diagnostics found_;
    reason why_;
    text lines_;
};

} // namespace tenon::core
