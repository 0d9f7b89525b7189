// The memory plan of a function: for given sizes, and for a person.
#include <tenon/runtime/description.hpp>

#include <algorithm>

namespace tenon::runtime {
namespace {

using sizes_of_symbols = std::vector<std::int64_t>;

struct placed {
    std::int64_t begin = 0, bytes = 0;
};

std::vector<placed> places(function_description const& function, sizes_of_symbols const& sizes) {
    std::vector<placed> all;
    for (auto const& buffer : function.buffers) {
        placed made{evaluate(buffer.offset, sizes), evaluate(buffer.bytes, sizes)};
        for (auto const below : buffer.behind) {
            auto const& other = all.at(static_cast<std::size_t>(below));
            made.begin = std::max(made.begin, other.begin + other.bytes);
        }
        all.push_back(made);
    }
    return all;
}

std::string offset_in_words(buffer_description const& buffer) {
    if (buffer.behind.empty()) return buffer.offset.text;
    std::string text = "behind ";
    for (auto const& other : buffer.behind)
        text += (&other == buffer.behind.data() ? "#" : ", #") + std::to_string(other);
    return text;
}

std::string kernels_in_words(function_description const& function,
                             buffer_description const& buffer) {
    auto const name = [&](std::int32_t i) {
        return function.kernels.at(static_cast<std::size_t>(i));
    };
    if (buffer.last < buffer.first) return "not used";
    if (buffer.first == buffer.last) return name(buffer.first);
    return name(buffer.first) + " to " + name(buffer.last);
}

using row = std::vector<std::string>;

/// Columns as wide as they must be, but for the last.
std::string table(std::vector<row> const& rows) {
    std::vector<std::size_t> widths(rows.front().size());
    for (auto const& each : rows)
        for (std::size_t i = 0; i + 1 < each.size(); ++i)
            widths[i] = std::max(widths[i], each[i].size());
    std::string text;
    for (auto const& each : rows) {
        text += "     ";
        for (std::size_t i = 0; i != each.size(); ++i)
            text += " " + each[i] +
                    std::string(i + 1 == each.size() ? 0 : widths[i] - each[i].size() + 1, ' ');
        text += "\n";
    }
    return text;
}

} // namespace

arena_use arena_of(function_description const& function, sizes_of_symbols const& sizes) {
    arena_use total;
    auto const all = places(function, sizes);
    for (auto const& each : all) total.bytes = std::max(total.bytes, each.begin + each.bytes);
    for (std::size_t k = 0; k != function.kernels.size(); ++k) {
        std::int64_t alive = 0;
        for (std::size_t i = 0; i != all.size(); ++i) {
            auto const& life = function.buffers[i];
            auto const now = static_cast<std::int32_t>(k);
            if (life.first <= now && now <= life.last) alive += all[i].bytes;
        }
        total.least = std::max(total.least, alive);
    }
    return total;
}

std::string memory_text(function_description const& function, sizes_of_symbols const& sizes) {
    auto const& all = function.buffers;
    std::string text = "      " + std::to_string(function.kernels.size()) + " kernel" +
                       (function.kernels.size() == 1 ? "" : "s") + ", " +
                       std::to_string(all.size()) + " buffer" + (all.size() == 1 ? "" : "s");
    bool const in_numbers = sizes.size() == function.symbols.size();
    if (in_numbers) {
        auto const use = arena_of(function, sizes);
        text += ": an arena of " + std::to_string(use.bytes) + " bytes (the least is " +
                std::to_string(use.least) + ")";
    }
    text += "\n";
    if (all.empty()) return text;
    auto const where = in_numbers ? places(function, sizes) : std::vector<placed>();
    std::vector<row> rows{{"buffer", "offset", "bytes", "from kernel to kernel"}};
    for (std::size_t i = 0; i != all.size(); ++i)
        rows.push_back({"#" + std::to_string(i),
                        in_numbers ? std::to_string(where[i].begin) : offset_in_words(all[i]),
                        in_numbers ? std::to_string(where[i].bytes) : all[i].bytes.text,
                        kernels_in_words(function, all[i])});
    return text + table(rows);
}

} // namespace tenon::runtime
