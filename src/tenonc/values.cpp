#include "values.hpp"

#include "failure.hpp"
#include "files.hpp"
#include "npy.hpp"

#include <cmath>
#include <optional>
#include <random>
#include <set>
#include <stdexcept>

namespace tenon::tenonc {
namespace {

using core::dtype;
using core::tensor;
using runtime::argument_description;
using runtime::function_description;

std::string shape_text(argument_description const& a) {
    std::string text = a.dtype + "[";
    for (std::size_t i = 0; i != a.dims.size(); ++i) text += (i ? ", " : "") + a.dims[i].text;
    return text + "]";
}

/// The sizes of symbols that are still to be chosen: all the same, the smallest of these for which
/// every constraint holds.
constexpr std::int64_t sizes[] = {1,   2,   3,   4,   5,   6,   7,   8,   9,   10,  12,
                                  14,  16,  20,  24,  28,  32,  48,  64,  96,  112, 128,
                                  160, 192, 224, 256, 299, 320, 384, 416, 512, 640, 1024};

class input_maker {
public:
    input_maker(function_description const& f, options const& chosen) : f_(f), chosen_(chosen) {
        symbols_.resize(f.symbols.size());
    }

    std::vector<tensor> make() {
        read_files();
        take_sizes();
        choose_sizes();
        std::mt19937_64 luck(chosen_.seed);
        std::vector<tensor> all;
        for (std::size_t i = 0; i != f_.inputs.size(); ++i) {
            if (given_[i])
                all.push_back(*given_[i]);
            else
                all.push_back(f_.inputs[i].optional ? tensor() : draw(f_.inputs[i], luck));
        }
        return all;
    }

private:
    std::size_t find(std::string const& name) const {
        std::string known;
        for (std::size_t i = 0; i != f_.inputs.size(); ++i) {
            if (f_.inputs[i].name == name) return i;
            known += (i ? ", " : "") + f_.inputs[i].name;
        }
        throw fail(exit_code::usage, "--input " + name + ": " + f_.name +
                                         " has no input of this name; expected one of " + known);
    }
    void read_files() {
        given_.resize(f_.inputs.size());
        for (auto const& each : chosen_.inputs) {
            auto const i = find(each.name);
            if (given_[i]) throw fail(exit_code::usage, "--input " + each.name + " is given twice");
            given_[i] = read(each, f_.inputs[i]);
        }
    }
    static tensor read(input_file const& from, argument_description const& wanted) {
        auto const bytes = read_file(from.path);
        auto const refuse = [&](std::string const& what) {
            return fail(exit_code::refused, from.path + ": " + what);
        };
        tensor held;
        try {
            held = read_npy(bytes, core::dtype_from_name(wanted.dtype));
        } catch (std::runtime_error const& wrong) {
            throw refuse(wrong.what());
        }
        bool fits =
            core::name(held.element()) == wanted.dtype && held.shape().size() == wanted.dims.size();
        for (std::size_t d = 0; fits && d != wanted.dims.size(); ++d) {
            auto const& words = wanted.dims[d].words;
            fits = words.size() != 2 || words[0] != 0 || words[1] == held.shape()[d];
        }
        if (!fits)
            throw refuse("input " + wanted.name + " is " + type_of(held) + ", expected " +
                         shape_text(wanted));
        return held;
    }

    /// Sizes that the files and `--dim` fix.
    void take_sizes() {
        for (auto const& each : chosen_.dims)
            for (std::size_t s = 0; s != f_.symbols.size(); ++s)
                if (f_.symbols[s].name == each.symbol) symbols_[s] = each.size;
        for (std::size_t s = 0; s != f_.symbols.size(); ++s) {
            auto const input = f_.symbols[s].input;
            if (input >= 0 && given_[static_cast<std::size_t>(input)])
                symbols_[s] = given_[static_cast<std::size_t>(input)]
                                  ->shape()[static_cast<std::size_t>(f_.symbols[s].dim)];
            else
                take_from_others(s);
        }
    }
    /// A symbol whose own input was not given may be a dimension of one that was.
    void take_from_others(std::size_t s) {
        for (std::size_t i = 0; i != f_.inputs.size(); ++i)
            for (std::size_t d = 0; given_[i] && d != f_.inputs[i].dims.size(); ++d)
                if (f_.inputs[i].dims[d].text == f_.symbols[s].name)
                    symbols_[s] = given_[i]->shape()[d];
    }
    std::vector<std::int64_t> with(std::int64_t size) const {
        std::vector<std::int64_t> all;
        for (auto const& s : symbols_) all.push_back(s.value_or(size));
        return all;
    }
    bool holds(std::vector<std::int64_t> const& all) const {
        for (auto const& c : f_.constraints) {
            auto const left = evaluate(c.left, all), right = evaluate(c.right, all);
            if (c.equal ? left != right : left < right) return false;
        }
        return true;
    }
    void choose_sizes() {
        values_ = with(sizes[0]);
        for (auto size : sizes)
            if (auto all = with(size); holds(all)) {
                values_ = std::move(all);
                return;
            }
    }

    tensor draw(argument_description const& a, std::mt19937_64& luck) const {
        core::list<std::int64_t> shape;
        std::int64_t count = 1;
        for (auto const& d : a.dims) {
            shape.push_back(evaluate(d, values_));
            if (shape.back() < 0 || __builtin_mul_overflow(count, shape.back(), &count))
                throw fail(exit_code::usage, "input " + a.name +
                                                 " would be too large or of negative "
                                                 "size: choose sizes with --dim NAME=SIZE");
        }
        auto const element = core::dtype_from_name(a.dtype);
        if (element == dtype::string)
            return {shape, core::list<core::text>(static_cast<std::size_t>(count))};
        core::list<double> elements;
        elements.reserve(static_cast<std::size_t>(count));
        for (std::int64_t i = 0; i != count; ++i) elements.push_back(draw(element, luck));
        return tensor::from(element, shape, elements);
    }
    /// Floats from the normal distribution, by hand so that every machine draws the same; integers
    /// are 0 or 1, since they may be indices.
    static double draw(dtype element, std::mt19937_64& luck) {
        if (!core::is_float(element)) return static_cast<double>(luck() & 1);
        double const u = (static_cast<double>(luck() >> 11) + 1) / 9007199254740993.0;
        double const v = static_cast<double>(luck() >> 11) / 9007199254740992.0;
        return std::sqrt(-2 * std::log(u)) * std::cos(6.283185307179586 * v);
    }

    function_description const& f_;
    options const& chosen_;
    std::vector<std::optional<tensor>> given_;
    std::vector<std::optional<std::int64_t>> symbols_;
    std::vector<std::int64_t> values_;
};

/// A file name out of an output's: what folders and shells take amiss becomes `_`.
std::string file_name(std::string const& output, std::set<std::string>& taken) {
    std::string name;
    for (char c : output) {
        bool const plain =
            std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' || c == '.';
        name += plain ? c : '_';
    }
    if (name.empty() || name[0] == '.') name = "_" + name;
    auto unique = name;
    for (int i = 1; !taken.insert(unique).second; ++i) unique = name + "_" + std::to_string(i);
    return unique;
}

} // namespace

std::string type_of(tensor const& t) {
    std::string text(core::name(t.element()));
    text += "[";
    for (std::size_t i = 0; i != t.shape().size(); ++i)
        text += (i ? ", " : "") + std::to_string(t.shape()[i]);
    return text + "]";
}

std::vector<tensor> make_inputs(function_description const& f, options const& chosen) {
    return input_maker(f, chosen).make();
}

std::map<std::string, std::int64_t> bind_symbols(function_description const& f,
                                                 std::vector<tensor> const& inputs) {
    std::map<std::string, std::int64_t> values;
    for (auto const& s : f.symbols)
        if (s.input >= 0 && inputs[static_cast<std::size_t>(s.input)].element() != dtype::none)
            values[s.name] =
                inputs[static_cast<std::size_t>(s.input)].shape()[static_cast<std::size_t>(s.dim)];
    return values;
}

void write_outputs(function_description const& f, std::vector<tensor> const& outputs,
                   std::string const& folder) {
    std::set<std::string> taken;
    for (std::size_t i = 0; i != outputs.size(); ++i)
        write_file(folder + "/" + file_name(f.outputs[i].name, taken) + ".npy",
                   write_npy(outputs[i]));
}

} // namespace tenon::tenonc
