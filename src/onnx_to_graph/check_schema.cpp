#include "onnx_to_graph/check_schema.hpp"

namespace tenon::onnx_to_graph {

namespace {

struct declared_attribute {
    std::string_view name;
    char kind = 0;
    bool required = false;
};

/// Calls `visit` for each `name:kind!` in the text.
template <class Visit> void each_attribute(std::string_view declared, Visit visit) {
    while (!declared.empty()) {
        auto const end = declared.find(' ');
        auto const word = declared.substr(0, end);
        auto const colon = word.find(':');
        visit(declared_attribute{word.substr(0, colon), word[colon + 1], word.back() == '!'});
        declared = end == std::string_view::npos ? std::string_view{} : declared.substr(end + 1);
    }
}

constexpr char letter_of(source_attribute::kind k) {
    using kind = source_attribute::kind;
    switch (k) {
    case kind::integer: return 'i';
    case kind::real: return 'f';
    case kind::text: return 's';
    case kind::tensor: return 't';
    case kind::graph: return 'g';
    case kind::type: return 'y';
    case kind::integers: return 'I';
    case kind::reals: return 'F';
    case kind::texts: return 'S';
    case kind::tensors: return 'T';
    case kind::graphs: return 'G';
    default: return '?';
    }
}
constexpr std::string_view in_words(char kind) {
    switch (kind) {
    case 'i': return "an integer";
    case 'f': return "a real number";
    case 's': return "a text";
    case 't':
    case 'p': return "a tensor";
    case 'g': return "a graph";
    case 'y': return "a type";
    case 'I': return "a list of integers";
    case 'F': return "a list of real numbers";
    case 'S': return "a list of texts";
    case 'T': return "a list of tensors";
    case 'G': return "a list of graphs";
    default: return "something else";
    }
}
constexpr bool is_list(char kind) { return kind >= 'A' && kind <= 'Z'; }

bool fits(source_attribute const& a, char kind) {
    if (letter_of(a.what) == (kind == 'p' ? 't' : kind)) return true;
    // An empty list does not say what it is a list of.
    return is_list(kind) && a.what == source_attribute::kind::integers && a.integers.empty();
}

text count_text(int least, int most) {
    if (most < 0) return text("at least ") + core::to_string(std::int64_t{least});
    if (least == most) return core::to_string(std::int64_t{least});
    return core::to_string(std::int64_t{least}) + " to " + core::to_string(std::int64_t{most});
}

/// Trailing empty names stand for nothing.
int count(list<text> const& names) {
    std::size_t size = names.size();
    while (size != 0 && names[size - 1].empty()) --size;
    return static_cast<int>(size);
}

} // namespace

bool check_schema(source_node const& n, schema const& s, text const& where,
                  core::diagnostics& found) {
    bool good = true;
    auto const complain = [&](text what) {
        found.add("O3", where, static_cast<text&&>(what));
        good = false;
    };
    int const inputs = count(n.inputs), outputs = count(n.outputs);
    if (inputs < s.least_inputs || (s.most_inputs >= 0 && inputs > s.most_inputs))
        complain(text("it has ") + core::to_string(std::int64_t{inputs}) + " inputs, expected " +
                 count_text(s.least_inputs, s.most_inputs));
    if (s.most_outputs >= 0 && outputs > s.most_outputs)
        complain(text("it has ") + core::to_string(std::int64_t{outputs}) + " outputs, expected " +
                 count_text(s.least_outputs, s.most_outputs));
    for (auto const& a : n.attributes) {
        declared_attribute declared;
        each_attribute(s.attributes, [&](declared_attribute const& d) {
            if (d.name == a.name.view()) declared = d;
        });
        if (declared.kind == 0)
            complain(text("attribute ") + a.name + " is not one that version " +
                     core::to_string(std::int64_t{s.since}) + " of the operator has");
        else if (!fits(a, declared.kind))
            complain(text("attribute ") + a.name + " is " + in_words(letter_of(a.what)) +
                     ", expected " + in_words(declared.kind));
    }
    each_attribute(s.attributes, [&](declared_attribute const& d) {
        bool given = !d.required;
        for (auto const& a : n.attributes) given = given || a.name == d.name;
        if (!given) complain(text("attribute ") + d.name + " is not given");
    });
    return good;
}

} // namespace tenon::onnx_to_graph
