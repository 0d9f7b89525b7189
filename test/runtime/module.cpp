// The C++ loader, and calls that run at once, on few threads, on many and after a fork.
#include <tenon/runtime/module.hpp>

#include "runtime/fixture.hpp"

#include <array>
#include <atomic>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace fixture;

namespace {

/// What std::mdspan looks like from outside.
struct matrix_span {
    float* elements;
    std::array<std::int64_t, 2> extents, steps;
    static constexpr std::size_t rank() { return 2; }
    float* data_handle() const { return elements; }
    std::int64_t extent(std::size_t d) const { return extents[d]; }
    std::int64_t stride(std::size_t d) const { return steps[d]; }
};

double sum_of(function const& sum, std::vector<float> const& values) {
    double total = -1;
    std::uint64_t arena = 0;
    sum(tensor_view(values.data(), {static_cast<std::int64_t>(values.size())}),
        tensor_view(&total, {}), tensor_view(&arena, {}));
    return total;
}

std::vector<float> numbers(std::size_t count) {
    std::vector<float> result(count);
    for (std::size_t i = 0; i < count; ++i) result[i] = static_cast<float>(i % 1000);
    return result;
}

double expected(std::size_t count) {
    double total = 0;
    for (std::size_t i = 0; i < count; ++i) total += static_cast<double>(i % 1000);
    return total;
}

} // namespace

TEST_CASE("views, mdspans and DLTensors are passed without a copy") {
    float x[]{1, 2, 3, 4, 5, 6}, y[6];
    std::int64_t steps[5];
    library()["main"](tensor_view(x, {2, 3}), nullptr, matrix_span{y, {2, 3}, {3, 1}},
                      tensor_view(steps, std::vector<std::int64_t>{5}));
    CHECK(y[5] == 12);
    float const scale[]{1, 10, 100};
    library()["main"](tensor_view(x, {2, 3}), tensor_view(scale, {3}), tensor_view(y, {2, 3}),
                      tensor_view(steps, {5}));
    CHECK(y[5] == 600);
    CHECK_THROWS_WITH_AS(
        library()["main"](matrix_span{x, {2, 3}, {1, 2}}, nullptr, tensor_view(y, {2, 3}),
                          tensor_view(steps, {5})),
        "main: input \"x\" (argument 0): strides [1, 2] for shape [2, 3], want rows "
        "without gaps, the last dimension first (C order)",
        call_error);
}

TEST_CASE("shapes of outputs before they are allocated") {
    float x[30]{};
    auto const shapes = library()["main"].shapes(tensor_view(x, {10, 3}), nullptr);
    CHECK(shapes == std::vector<std::vector<std::int64_t>>{{10, 3}, {21}});
    bool keep[10]{};
    auto const unknown = library()["pick"].shapes(tensor_view(x, {10}), tensor_view(keep, {10}));
    CHECK(unknown == std::vector<std::vector<std::int64_t>>{{-1}, {}});
    CHECK_THROWS_AS(library()["main"].shapes(tensor_view(x, {10, 2}), nullptr), call_error);
    CHECK_THROWS_AS(library()["main"].shapes(tensor_view(x, {10, 3})), call_error);
}

TEST_CASE("outputs that the artifact allocates") {
    float values[]{1, 2, 3, 4};
    bool keep[]{true, false, false, true};
    auto outputs = library()["pick"].managed(tensor_view(values, {4}), tensor_view(keep, {4}));
    REQUIRE(outputs.size() == 2);
    CHECK(outputs[0].shape() == std::vector<std::int64_t>{2});
    CHECK(outputs[0].data<float>()[1] == 4);
    CHECK(outputs[0]->strides[0] == 1);
    CHECK(reinterpret_cast<std::uintptr_t>(outputs[0]->data) % 64 == 0);
    CHECK(outputs[1].data<std::int64_t>()[0] == 2);
    keep[0] = keep[3] = false;
    CHECK(
        library()["pick"].managed(tensor_view(values, {4}), tensor_view(keep, {4}))[0].shape()[0] ==
        0);
    CHECK_THROWS_AS(library()["pick"].managed(tensor_view(values, {4}), tensor_view(keep, {3})),
                    call_error);
}

TEST_CASE("what is not there") {
    CHECK_THROWS_AS(library()["nothing"], load_error);
    CHECK_THROWS_AS(module("no/such/model.so"), load_error);
    CHECK_THROWS_AS(module(TENON_FIXTURE, "other"), load_error);
    CHECK(library().metadata() == "{\"abi\": 1, \"name\": \"fixture\"}");
    CHECK(library().names().front() == "main");
}

TEST_CASE("every number of threads gives the same") {
    for (std::size_t count : {0u, 1u, 2u, 63u, 64u, 1000u, 100'003u})
        for (int threads : {0, 1, 2, 3, 7, 64, 200})
            CHECK(sum_of(library()["sum"].with_threads(threads), numbers(count)) ==
                  expected(count));
}

TEST_CASE("threads take part, as many as may and no more") {
    float x[12]{};
    for (int threads : {1, 2, 3}) {
        std::int64_t workers = 0;
        library()["team"].with_threads(threads)(tensor_view(x, {12}), tensor_view(&workers, {}));
        CHECK(workers == (1 << threads) - 1);
    }
}

TEST_CASE("the arena is kept between calls, and begins on a huge page if it is large") {
    auto const values = numbers(500'000);
    double total;
    std::uint64_t first, second;
    auto const sum = library()["sum"];
    tensor_view const x(values.data(), {500'000});
    sum(x, tensor_view(&total, {}), tensor_view(&first, {}));
    sum(x, tensor_view(&total, {}), tensor_view(&second, {}));
    CHECK(first == second);
    CHECK(first % (2 << 20) == 0);
}

TEST_CASE("many threads may make the first call, and all others, at once") {
    module const fresh(TENON_FIXTURE_COPY);
    std::atomic<int> wrong = 0, ready = 0;
    std::vector<std::thread> callers;
    for (int t = 0; t < 8; ++t)
        callers.emplace_back([&, t] {
            auto const sum = fresh["sum"].with_threads(t % 2 ? 3 : 2);
            ++ready;
            while (ready < 8) std::this_thread::yield();
            for (int i = 0; i < 1000; ++i) {
                auto const count = static_cast<std::size_t>(1 + (i * 37 + t * 911) % 3000);
                if (sum_of(sum, numbers(count)) != expected(count)) ++wrong;
            }
        });
    for (auto& caller : callers) caller.join();
    CHECK(wrong == 0);
}

TEST_CASE("a library with threads can be unloaded and loaded again") {
    for (int i = 0; i < 20; ++i) {
        module const loaded(TENON_FIXTURE_COPY);
        CHECK(sum_of(loaded["sum"].with_threads(3), numbers(5000)) == expected(5000));
    }
}

TEST_CASE("a tensor may outlive its module, and takes the library with it when it goes") {
    float values[]{1, 2, 3, 4};
    bool keep[]{true, false, false, true};
    auto const is_loaded = [] {
        auto* const handle = dlopen(TENON_FIXTURE_COPY, RTLD_NOW | RTLD_NOLOAD);
        if (handle) dlclose(handle);
        return handle != nullptr;
    };
    auto outputs = [&] {
        module const loaded(TENON_FIXTURE_COPY);
        sum_of(loaded["sum"].with_threads(3), numbers(5000));
        return loaded["pick"].managed(tensor_view(values, {4}), tensor_view(keep, {4}));
    }();
    CHECK(is_loaded());
    CHECK(outputs[0].data<float>()[1] == 4);
    outputs.pop_back();
    CHECK(is_loaded());
    outputs.clear();
    CHECK(!is_loaded());
}

TEST_CASE("a fork leaves parent and child working") {
    auto const sum = library()["sum"].with_threads(3);
    CHECK(sum_of(sum, numbers(5000)) == expected(5000));
    for (int i = 0; i < 5; ++i) {
        auto const child = fork();
        if (child == 0) _exit(sum_of(sum, numbers(7000)) == expected(7000) ? 0 : 1);
        int status = -1;
        waitpid(child, &status, 0);
        CHECK(status == 0);
        CHECK(sum_of(sum, numbers(5000)) == expected(5000));
    }
}
