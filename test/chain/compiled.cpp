#include "compiled.hpp"

#include <tenon/core/printer.hpp>
#include <tenon/graph/evaluate.hpp>
#include <tenon/graph_to_graph/choose_layout.hpp>
#include <tenon/graph_to_graph/fuse.hpp>
#include <tenon/graph_to_loop/lower.hpp>
#include <tenon/loop_to_loop/plan_memory.hpp>
#include <tenon/standard/compile.hpp>

#include "chain/short_text.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <deque>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace chain {

namespace {

std::string string_of(core::text const& t) { return std::string(t.view()); }

std::string fresh_path() {
    static std::atomic<int> count = 0;
    auto const name =
        "tenon_chain_" + std::to_string(getpid()) + "_" + std::to_string(count++) + ".so";
    return (std::filesystem::temp_directory_path() / name).string();
}

DLDataType dl_type(dtype d) {
    auto const code = d == dtype::boolean    ? kDLBool
                      : d == dtype::bf16     ? kDLBfloat
                      : core::is_float(d)    ? kDLFloat
                      : core::is_unsigned(d) ? kDLUInt
                                             : kDLInt;
    return {static_cast<std::uint8_t>(code), static_cast<std::uint8_t>(core::bits(d)), 1};
}

/// Memory for a tensor with a border that must stay as it is.
class guarded_memory {
public:
    static constexpr std::size_t border = 256;
    guarded_memory(std::size_t size, unsigned char fill)
        : size_(size), bytes_(size + 2 * border + 64, fill), fill_(fill) {
        auto const at = reinterpret_cast<std::uintptr_t>(bytes_.data()) + border;
        data_ = reinterpret_cast<unsigned char*>((at + 63) / 64 * 64);
    }
    unsigned char* data() { return data_; }
    std::size_t size() const { return size_; }
    bool border_is_whole() const {
        for (auto const* b = bytes_.data(); b != bytes_.data() + bytes_.size(); ++b)
            if ((b < data_ || b >= data_ + size_) && *b != fill_) return false;
        return true;
    }

private:
    std::size_t size_;
    std::vector<unsigned char> bytes_;
    unsigned char fill_;
    unsigned char* data_;
};

DLTensor dl_tensor(void* data, dtype d, std::vector<std::int64_t>& shape) {
    DLTensor t{};
    t.data = data;
    t.device = {kDLCPU, 0};
    t.ndim = static_cast<int>(shape.size());
    t.dtype = dl_type(d);
    t.shape = shape.data();
    return t;
}

} // namespace

compiled::compiled(std::string_view text, settings s) : graph(parse_short(text, problems)) {
    if (problems.empty()) build(s);
}
compiled::compiled(core::program g, settings s) : graph(std::move(g)) { build(s); }

void compiled::build(settings s) {
    core::diagnostics found;
    grouped = graph;
    if (s.optimize) {
        pass::observer_list nobody;
        grouped = standard::to_kernels(graph, {}, nobody);
    } else {
        if (s.layout) graph_to_graph::choose_layout(grouped);
        if (s.fuse) graph_to_graph::fuse(grouped);
    }
    loops = graph_to_loop::lower(grouped, found);
    problems = string_of(found.to_text());
    if (!problems.empty()) return;
    loop_to_loop::plan_memory(loops);
    path = fresh_path();
    standard::emit(loops, {}).save(path);
    library_ = std::make_unique<runtime::module>(path);
}

compiled::~compiled() {
    if (!path.empty()) std::filesystem::remove(path);
}

std::string compiled::bytes() const {
    std::ifstream in(path, std::ios::binary);
    std::stringstream all;
    all << in.rdbuf();
    return all.str();
}

std::uintmax_t compiled::size_for(std::string_view cpu) const {
    standard::compile_options options;
    options.machine = target::parse("x86_64-linux-gnu", cpu);
    auto const other = fresh_path();
    standard::emit(loops, options).save(other);
    auto const size = std::filesystem::file_size(other);
    std::filesystem::remove(other);
    return size;
}

tenon_function const& compiled::facts(std::string_view function) const {
    auto const& all = library_->facts();
    int i = 0;
    while (function != all.functions[i].name) ++i;
    return all.functions[i];
}

/// The arguments of a call: inputs as given, outputs as large as the artifact says, full of what no
/// test expects.
struct compiled::call_frame {
    std::deque<guarded_memory> memory;
    std::deque<std::vector<std::int64_t>> shapes;
    std::deque<DLTensor> tensors;
    std::vector<DLTensor const*> pointers;
    tenon_error error{};

    void add(dtype d, std::vector<std::int64_t> shape, unsigned char fill) {
        std::int64_t count = 1;
        for (auto e : shape) count *= e;
        memory.emplace_back(static_cast<std::size_t>(core::bytes_of(d, count)), fill);
        shapes.push_back(std::move(shape));
        tensors.push_back(dl_tensor(memory.back().data(), d, shapes.back()));
        pointers.push_back(d == dtype::none ? nullptr : &tensors.back());
    }
    void add_inputs(list<tensor> const& inputs) {
        for (auto const& t : inputs) {
            add(t.element(), {t.shape().begin(), t.shape().end()}, 0x5a);
            if (t.bytes().size() != 0)
                std::memcpy(memory.back().data(), t.bytes().data(), t.bytes().size());
        }
    }
    bool add_outputs(tenon_function const& f, list<dtype> const& types) {
        std::vector<std::vector<std::int64_t>> found;
        std::vector<std::int64_t*> places;
        for (int k = 0; k != f.output_count; ++k)
            found.emplace_back(static_cast<std::size_t>(f.output_ranks[k]));
        for (auto& s : found) places.push_back(s.data());
        auto const inputs = static_cast<std::int32_t>(pointers.size());
        auto given = pointers;
        given.push_back(nullptr);
        if (f.shapes(given.data(), inputs, places.data(), &error) != tenon_ok) return false;
        for (std::size_t k = 0; k != found.size(); ++k) add(types[k], found[k], 0xa5);
        return true;
    }
    void check_borders(list<tensor> const& inputs) {
        for (auto& m : memory) CHECK(m.border_is_whole());
        for (std::size_t i = 0; i != inputs.size(); ++i) {
            auto const& bytes = inputs[i].bytes();
            if (bytes.size() != 0)
                CHECK(std::memcmp(memory[i].data(), bytes.data(), bytes.size()) == 0);
        }
    }
    tensor result(std::size_t at, dtype d) {
        list<unsigned char> bytes(memory[at].size());
        if (!bytes.empty()) std::memcpy(bytes.data(), memory[at].data(), bytes.size());
        list<std::int64_t> shape;
        for (auto e : shapes[at]) shape.push_back(e);
        return tensor(d, shape, core::shared_bytes(std::move(bytes)));
    }
};

outcome compiled::call(list<tensor> const& inputs, std::string_view function, int threads) const {
    tenon_options options{};
    options.size = sizeof options;
    options.threads = threads;
    return call(inputs, function, options);
}

outcome compiled::call(list<tensor> const& inputs, std::string_view function,
                       tenon_options const& options) const {
    auto const& f = facts(function);
    list<dtype> types;
    for (auto y : graph[graph.find_function(function)->body].yields)
        types.push_back(graph[y].type.element);
    call_frame frame;
    frame.add_inputs(inputs);
    if (!frame.add_outputs(f, types)) return {{}, frame.error.message};
    auto const count = static_cast<std::int32_t>(frame.pointers.size());
    frame.pointers.push_back(nullptr);
    bool const good = f.call(frame.pointers.data(), count, &options, &frame.error) == tenon_ok;
    frame.check_borders(inputs);
    outcome result;
    if (!good) result.refusal = frame.error.message;
    for (std::size_t k = 0; good && k != types.size(); ++k)
        result.outputs.push_back(frame.result(inputs.size() + k, types[k]));
    return result;
}

outcome compiled::evaluate(list<tensor> const& inputs, std::string_view function) const {
    core::diagnostics found;
    outcome result;
    result.outputs = graph::evaluate(graph, *graph.find_function(function), inputs, found);
    result.refusal = string_of(found.to_text());
    return result;
}

tensor random_tensor(dtype d, list<std::int64_t> shape, std::mt19937& random) {
    std::int64_t count = 1;
    for (auto e : shape) count *= e;
    if (core::is_float(d)) {
        list<double> values;
        std::uniform_real_distribution<double> among(-2, 2);
        for (std::int64_t i = 0; i != count; ++i) values.push_back(among(random));
        return tensor::from(d, shape, values);
    }
    list<std::int64_t> values;
    std::uniform_int_distribution<std::int64_t> among(core::is_signed(d) ? -7 : 0,
                                                      d == dtype::boolean ? 1 : 7);
    for (std::int64_t i = 0; i != count; ++i) values.push_back(among(random));
    return tensor::from(d, shape, values);
}

tensor index_tensor(dtype d, list<std::int64_t> shape, std::mt19937& random) {
    std::int64_t count = 1;
    for (auto e : shape) count *= e;
    list<std::int64_t> values;
    for (std::int64_t i = 0; i != count; ++i)
        values.push_back(static_cast<std::int64_t>(random() % 2));
    return tensor::from(d, shape, values);
}

list<tensor> compiled::inputs(sizes const& given, std::mt19937& random,
                              std::string_view function) const {
    list<tensor> all;
    for (auto a : graph[graph.find_function(function)->body].arguments) {
        auto const& type = graph[a].type;
        list<std::int64_t> shape;
        for (auto const& d : type.shape)
            shape.push_back(
                d.evaluate([&](std::string_view name) { return given.find(name)->second; }));
        bool const index = graph[a].name.view().starts_with("index");
        all.push_back(index ? index_tensor(type.element, shape, random)
                            : random_tensor(type.element, shape, random));
    }
    return all;
}

std::vector<std::string> compiled::symbols(std::string_view function) const {
    std::vector<std::string> found;
    for (auto a : graph[graph.find_function(function)->body].arguments)
        for (auto const& d : graph[a].type.shape)
            d.each_symbol([&](std::string_view s) {
                if (std::find(found.begin(), found.end(), s) == found.end()) found.emplace_back(s);
            });
    return found;
}

std::string difference(tensor const& got, tensor const& wanted, double tolerance) {
    auto const text = [](double x) {
        std::ostringstream out;
        out.precision(17);
        out << x;
        return out.str();
    };
    if (got.element() != wanted.element()) return "other dtype";
    if (!(got.shape() == wanted.shape())) return "other shape";
    bool const real = core::is_float(wanted.element());
    if (tolerance == 0)
        tolerance = wanted.element() == dtype::f64    ? 1e-11
                    : wanted.element() == dtype::f16  ? 4e-3
                    : wanted.element() == dtype::bf16 ? 3e-2
                                                      : 2e-5;
    double scale = 0;
    for (std::int64_t i = 0; real && i != wanted.size(); ++i)
        if (std::isfinite(wanted.real(i))) scale = std::max(scale, std::fabs(wanted.real(i)));
    for (std::int64_t i = 0; i != wanted.size(); ++i) {
        auto const at =
            "element " + std::to_string(i) + " of " + std::to_string(wanted.size()) + ": ";
        if (!real) {
            if (got.word(i) != wanted.word(i))
                return at + std::to_string(got.integer(i)) + " instead of " +
                       std::to_string(wanted.integer(i));
            continue;
        }
        double const x = got.real(i), y = wanted.real(i);
        bool const same = std::isnan(y) ? std::isnan(x)
                          : std::isinf(y) || !std::isfinite(x)
                              ? x == y
                              : std::fabs(x - y) <= tolerance * (std::fabs(y) + scale);
        if (!same) return at + text(x) + " instead of " + text(y);
    }
    return {};
}

std::string compare(compiled const& c, list<tensor> const& inputs, std::string_view function,
                    double tolerance) {
    auto const wanted = c.evaluate(inputs, function);
    auto const got = c.call(inputs, function, 1), on_two = c.call(inputs, function, 2);
    if (wanted.refused() != got.refused())
        return "reference: " + wanted.refusal + ", artifact: " + got.refusal;
    if (wanted.refused()) return {};
    if (got.outputs.size() != wanted.outputs.size()) return "another number of outputs";
    for (std::size_t k = 0; k != wanted.outputs.size(); ++k) {
        auto const why = difference(got.outputs[k], wanted.outputs[k], tolerance);
        if (!why.empty()) return "output " + std::to_string(k) + ": " + why;
        if (!(on_two.outputs[k] == got.outputs[k]))
            return "two threads give something else than one";
    }
    return {};
}

std::vector<sizes> usual_sizes(std::vector<std::string> const& symbols) {
    if (symbols.empty()) return {{}};
    std::vector<sizes> all;
    for (std::int64_t n : {4, 1, 0}) {
        sizes s;
        for (auto const& name : symbols) s[name] = n;
        all.push_back(s);
    }
    for (int turn : {0, 1}) {
        sizes s;
        for (std::size_t i = 0; i != symbols.size(); ++i)
            s[symbols[i]] = turn == 0 ? static_cast<std::int64_t>(3 + 16 * i)
                                      : static_cast<std::int64_t>(37 - 7 * (i % 5));
        all.push_back(s);
    }
    return all;
}

void check(std::string_view text, double tolerance) {
    INFO(text);
    compiled const c(text);
    REQUIRE_MESSAGE(c.problems.empty(), c.problems);
    std::mt19937 random(7);
    for (auto const& s : usual_sizes(c.symbols())) {
        std::string shown;
        for (auto const& [name, n] : s) shown += name + " = " + std::to_string(n) + " ";
        INFO(shown);
        auto const why = compare(c, c.inputs(s, random), "main", tolerance);
        CHECK_MESSAGE(why.empty(), why, "\n", core::print(c.grouped).view());
    }
}

} // namespace chain
