// The hand-made artifact of fixture.c, and tensors for it.
#pragma once

#include <tenon/runtime/module.hpp>

#include <doctest/doctest.h>

#include <numeric>
#include <string>
#include <vector>

namespace fixture {

using namespace tenon::runtime;

inline module const& library() {
    static module const loaded(TENON_FIXTURE);
    return loaded;
}

template <class T> struct tensor {
    explicit tensor(std::vector<std::int64_t> dims, T first = 0) : shape(std::move(dims)) {
        std::int64_t count = 1;
        for (auto dim : shape) count *= dim;
        data.resize(static_cast<std::size_t>(count));
        std::iota(data.begin(), data.end(), first);
        plain = {data.data(),
                 {kDLCPU, 0},
                 static_cast<int>(shape.size()),
                 element<T>::dtype,
                 shape.data(),
                 nullptr,
                 0};
    }
    tensor(tensor const&) = delete;

    std::vector<std::int64_t> shape;
    std::vector<T> data;
    DLTensor plain;
};

/// Calls function `name` on pointers as they are.
inline tenon_error call(char const* name, std::vector<DLTensor const*> tensors,
                        tenon_options const* options = nullptr) {
    tenon_error error{};
    for (int i = 0; auto const& each : library().names()) {
        if (each == name) {
            auto const code = library().facts().functions[i].call(
                tensors.data(), static_cast<int>(tensors.size()), options, &error);
            CHECK(code == error.code);
        }
        ++i;
    }
    return error;
}

/// `main` of the fixture with everything right, to be spoilt.
struct main_call {
    tensor<float> x{{4, 3}}, s{{3}, 1}, y{{4, 3}, -100};
    tensor<std::int64_t> steps{{9}, -100};

    tenon_error operator()(tenon_options const* options = nullptr) {
        return call("main", {&x.plain, &s.plain, &y.plain, &steps.plain}, options);
    }
    bool untouched() const { return y.data[0] == -100 && steps.data[0] == -100; }
};

} // namespace fixture
