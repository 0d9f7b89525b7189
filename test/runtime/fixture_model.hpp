// Model fixture model, compiled by tenon 1.2.3.
// clang-format off
#pragma once

#include <tenon/runtime/dims.hpp>
#include <tenon/runtime/module.hpp>

#include <complex>
#include <cstdint>
#include <string>
#include <vector>

/// Loads the compiled model and calls it: sizes first, then inputs, then outputs, rows without gaps
/// in memory of the caller. Throws tenon::runtime::load_error and tenon::runtime::call_error.
class fixture_model {
public:
    explicit fixture_model(std::string const& path) : module_(path, "tenon") {}
    explicit fixture_model(tenon_module const* linked) : module_(linked) {}

    /// main(x: f32[n, 3], s: f32[3] = default) -> (y: f32[n, 3], steps: i64[2*n + 1])
    void main(
            std::int64_t n,
            float const* x /*[n, 3]*/,
            float const* s /*[3], or null*/,
            float* y /*[n, 3]*/,
            std::int64_t* steps /*[2*n + 1]*/) const {
        main_entry(
            tenon::runtime::tensor_view(x, {n, 3}),
            tenon::runtime::optional_view(tenon::runtime::tensor_view(s, {3})),
            tenon::runtime::tensor_view(y, {n, 3}),
            tenon::runtime::tensor_view(steps, {(2 * n) + 1}));
    }

    /// The same, with outputs that the library allocates.
    std::vector<tenon::runtime::owned_tensor> main_managed(
            std::int64_t n,
            float const* x /*[n, 3]*/,
            float const* s /*[3], or null*/) const {
        return main_entry.managed(
            tenon::runtime::tensor_view(x, {n, 3}),
            tenon::runtime::optional_view(tenon::runtime::tensor_view(s, {3})));
    }

    /// pick(values: f32[n], keep: bool[n]) -> (kept: f32[k], count: i64[])
    std::vector<tenon::runtime::owned_tensor> pick_managed(
            std::int64_t n,
            float const* values /*[n]*/,
            bool const* keep /*[n]*/) const {
        return pick_entry.managed(
            tenon::runtime::tensor_view(values, {n}),
            tenon::runtime::tensor_view(keep, {n}));
    }

    /// pair(a: f32[n], b: f32[2*n], c: f32[m]) -> (sum: f32[n - 2])
    void pair(
            std::int64_t n,
            std::int64_t m,
            float const* a /*[n]*/,
            float const* b /*[2*n]*/,
            float const* c /*[m]*/,
            float* sum /*[n - 2]*/) const {
        pair_entry(
            tenon::runtime::tensor_view(a, {n}),
            tenon::runtime::tensor_view(b, {2 * n}),
            tenon::runtime::tensor_view(c, {m}),
            tenon::runtime::tensor_view(sum, {n - 2}));
    }

    /// The same, with outputs that the library allocates.
    std::vector<tenon::runtime::owned_tensor> pair_managed(
            std::int64_t n,
            std::int64_t m,
            float const* a /*[n]*/,
            float const* b /*[2*n]*/,
            float const* c /*[m]*/) const {
        return pair_entry.managed(
            tenon::runtime::tensor_view(a, {n}),
            tenon::runtime::tensor_view(b, {2 * n}),
            tenon::runtime::tensor_view(c, {m}));
    }

private:
    tenon::runtime::module module_;
    tenon::runtime::function main_entry = module_["main"];
    tenon::runtime::function pick_entry = module_["pick"];
    tenon::runtime::function pair_entry = module_["pair"];
};
