// Graph programs as text, compiled in this process, loaded, run and compared with reference
// evaluation.
#pragma once

#include <tenon/core/diagnostic.hpp>
#include <tenon/core/program.hpp>
#include <tenon/runtime/module.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace chain {

using namespace tenon;
using core::dtype;
using core::list;
using core::tensor;

using sizes = std::map<std::string, std::int64_t, std::less<>>;

struct settings {
    bool layout = true, fuse = true;
    bool optimize = false; ///< the whole standard pipeline
};

/// What came back from a call: outputs, or why there are none.
struct outcome {
    list<tensor> outputs;
    std::string refusal;
    bool refused() const { return !refusal.empty(); }
};

/// A program at every stage, and the library that it became.
class compiled {
public:
    explicit compiled(std::string_view text, settings = {});
    explicit compiled(core::program graph, settings = {});
    ~compiled();

    std::string problems;  ///< nothing more was done, if not empty
    core::program graph;   ///< as it was written
    core::program grouped; ///< with layouts and groups
    core::program loops;   ///< with a memory plan
    std::string path;

    /// Calls the artifact. Fails the test if it writes beyond its outputs or to its inputs.
    outcome call(list<tensor> const& inputs, std::string_view function = "main",
                 int threads = 1) const;
    outcome call(list<tensor> const& inputs, std::string_view function,
                 tenon_options const& options) const;
    outcome evaluate(list<tensor> const& inputs, std::string_view function = "main") const;
    std::string bytes() const;
    /// Of the library for an x86-64 processor that this need not be.
    std::uintmax_t size_for(std::string_view cpu) const;

    /// Random inputs of the shapes that the symbols give. Integers are small, and those of inputs
    /// whose name begins with "index" are 0 or 1.
    list<tensor> inputs(sizes const&, std::mt19937&, std::string_view function = "main") const;
    /// The symbols in the shapes of the inputs.
    std::vector<std::string> symbols(std::string_view function = "main") const;

private:
    struct call_frame;
    void build(settings);
    tenon_function const& facts(std::string_view function) const;
    std::unique_ptr<runtime::module> library_;
};

tensor random_tensor(dtype, list<std::int64_t> shape, std::mt19937&);
tensor index_tensor(dtype, list<std::int64_t> shape, std::mt19937&);

/// Why `got` is not near enough to `wanted`, or nothing.
std::string difference(tensor const& got, tensor const& wanted, double tolerance = 0);

/// Runs both on one and on two threads; why they differ, or nothing.
std::string compare(compiled const&, list<tensor> const& inputs, std::string_view function = "main",
                    double tolerance = 0);

/// Sizes worth trying: 4, 1 and 0 for all symbols, and two with different ones, past the vector
/// length.
std::vector<sizes> usual_sizes(std::vector<std::string> const& symbols);

/// Compiles and compares on random inputs for `usual_sizes`, as a CHECK of the caller.
void check(std::string_view text, double tolerance = 0);

} // namespace chain
