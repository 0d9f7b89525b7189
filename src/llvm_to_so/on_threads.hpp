// Work in pieces, for as many threads as there are.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <future>
#include <thread>
#include <vector>

namespace tenon::llvm_to_so {

/// Calls `work(i)` for every i below `count`, on this thread and on others, `most` in all. Passes
/// an exception on.
template <class Work> void on_threads(std::size_t count, std::size_t most, Work work) {
    std::atomic<std::size_t> next = 0;
    auto const some = [&] {
        for (std::size_t i = next++; i < count; i = next++) work(i);
    };
    std::vector<std::future<void>> others;
    auto const threads = std::min<std::size_t>({count, std::thread::hardware_concurrency(), most});
    for (std::size_t k = 1; k < threads; ++k)
        others.push_back(std::async(std::launch::async, some));
    some();
    for (auto& other : others) other.get();
}

} // namespace tenon::llvm_to_so
