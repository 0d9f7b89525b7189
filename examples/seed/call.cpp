// call MODEL.so: calls the compiled model from C++, on memory the program owns.
#include <tenon/runtime/module.hpp>

#include <cstdio>
#include <exception>
#include <vector>

namespace rt = tenon::runtime;

static void call(rt::function const& run, std::int64_t batch) {
    std::vector<float> input(static_cast<std::size_t>(batch) * 3 * 224 * 224);
    for (std::size_t i = 0; i < input.size(); ++i) input[i] = float(i % 251) / 125 - 1;
    rt::tensor_view const x(input.data(), {batch, 3, 224, 224});

    auto const shape = run.shapes(x).front();
    std::vector<float> output(static_cast<std::size_t>(shape[0] * shape[1]));
    run(x, rt::tensor_view(output.data(), shape));

    std::printf("c++: batch %d: output [%d, %d], first row", int(batch), int(shape[0]),
                int(shape[1]));
    for (std::size_t i = 0; i < 10; ++i) std::printf(" %.6f", double(output[i]));
    std::puts("");
}

int main(int argc, char** argv) try {
    if (argc != 2) return std::fputs("usage: call MODEL.so\n", stderr), 1;
    rt::module const model(argv[1]);
    for (std::int64_t batch : {1, 5}) call(model["main"], batch);
} catch (std::exception const& error) {
    std::fprintf(stderr, "c++: %s\n", error.what());
    return 1;
}
