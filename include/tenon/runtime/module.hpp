// Loads a compiled model and calls it: header-only, on libc and libdl alone.
//
//   tenon::runtime::module model("model.so");
//   model["main"](tensor_view(input, {5, 3, 224, 224}), tensor_view(output, {5, 10}));
#pragma once

#include <tenon/runtime/abi.h>
#include <tenon/runtime/view.hpp>

#include <dlfcn.h>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tenon::runtime {

/// A call that was refused or that failed, in the artifact's words.
class call_error : public std::runtime_error {
public:
    explicit call_error(tenon_error const& error)
        : std::runtime_error(error.message), code_(error.code), argument_(error.argument) {}

    /// A tenon_status.
    int code() const noexcept { return code_; }
    /// Position among inputs, then outputs; -1 if none is to blame.
    int argument() const noexcept { return argument_; }

private:
    int code_;
    int argument_;
};

/// A library that could not be loaded, or that is not a compiled model.
class load_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// An output that the artifact has allocated.
class owned_tensor {
public:
    explicit owned_tensor(DLManagedTensor* tensor) noexcept : tensor_(tensor) {}
    owned_tensor(owned_tensor&& other) noexcept : tensor_(std::exchange(other.tensor_, nullptr)) {}
    owned_tensor& operator=(owned_tensor&& other) noexcept {
        std::swap(tensor_, other.tensor_);
        return *this;
    }
    ~owned_tensor() {
        if (tensor_) tensor_->deleter(tensor_);
    }

    DLTensor const& operator*() const noexcept { return tensor_->dl_tensor; }
    DLTensor const* operator->() const noexcept { return &tensor_->dl_tensor; }

    template <class T> T* data() const noexcept { return static_cast<T*>(tensor_->dl_tensor.data); }
    std::vector<std::int64_t> shape() const {
        return {tensor_->dl_tensor.shape, tensor_->dl_tensor.shape + tensor_->dl_tensor.ndim};
    }

    /// Gives the tensor away, for example to another framework.
    DLManagedTensor* release() noexcept { return std::exchange(tensor_, nullptr); }

private:
    DLManagedTensor* tensor_;
};

/// A function of a loaded model: valid as long as its module. Any number of threads may call it.
class function {
public:
    explicit function(tenon_function const* facts, tenon_options const& options = {}) noexcept
        : facts_(facts), options_(options) {
        options_.size = sizeof options_;
    }

    /// Runs it: inputs, then outputs, each a tensor_view, an mdspan, a DLTensor, or `nullptr` for
    /// an input that has a default. Throws call_error.
    template <class... Arguments> void operator()(Arguments&&... arguments) const {
        argument const all[]{argument(arguments)..., argument(nullptr)};
        call(all, sizeof...(arguments));
    }

    void call(argument const* arguments, std::size_t count) const {
        auto const tensors = pointers(arguments, count);
        check([&](tenon_error* error) {
            return facts_->call(tensors.data(), static_cast<std::int32_t>(count), &options_, error);
        });
    }

    /// The shapes of the outputs for inputs of these shapes; -1 where only the data decides.
    template <class... Inputs>
    std::vector<std::vector<std::int64_t>> shapes(Inputs&&... inputs) const {
        argument const all[]{argument(inputs)..., argument(nullptr)};
        auto const tensors = pointers(all, sizeof...(inputs));
        std::vector<std::vector<std::int64_t>> result;
        std::vector<std::int64_t*> places;
        for (int k = 0; k < facts_->output_count; ++k)
            result.emplace_back(static_cast<std::size_t>(facts_->output_ranks[k]));
        for (auto& shape : result) places.push_back(shape.data());
        check([&](tenon_error* error) {
            return facts_->shapes(tensors.data(), static_cast<std::int32_t>(sizeof...(inputs)),
                                  places.data(), error);
        });
        return result;
    }

    /// Runs it and returns its outputs, which the artifact has allocated.
    template <class... Inputs> std::vector<owned_tensor> managed(Inputs&&... inputs) const {
        argument const all[]{argument(inputs)..., argument(nullptr)};
        auto const tensors = pointers(all, sizeof...(inputs));
        std::vector<DLManagedTensor*> outputs(static_cast<std::size_t>(facts_->output_count) + 1);
        std::vector<owned_tensor> result;
        result.reserve(outputs.size());
        check([&](tenon_error* error) {
            return facts_->managed(tensors.data(), static_cast<std::int32_t>(sizeof...(inputs)),
                                   outputs.data(), &options_, error);
        });
        outputs.pop_back();
        for (auto* output : outputs) result.emplace_back(output);
        return result;
    }

    /// The same function, run with other options (their `size` is set here).
    function with(tenon_options const& options) const noexcept { return function(facts_, options); }

    /// The same function, run on at most `count` threads.
    function with_threads(int count) const noexcept {
        auto options = options_;
        options.threads = count;
        return with(options);
    }

    std::string_view name() const noexcept { return facts_->name; }
    int input_count() const noexcept { return facts_->input_count; }
    int output_count() const noexcept { return facts_->output_count; }

private:
    static std::vector<DLTensor const*> pointers(argument const* arguments, std::size_t count) {
        std::vector<DLTensor const*> result(count + 1);
        for (std::size_t i = 0; i < count; ++i) result[i] = arguments[i].get();
        return result;
    }

    template <class Call> static void check(Call const& call) {
        tenon_error error;
        if (call(&error) != tenon_ok) throw call_error(error);
    }

    tenon_function const* facts_;
    tenon_options options_;
};

/// A loaded model. Move-only; its library is unloaded when it and all tensors handed out are gone.
class module {
public:
    /// `prefix` is that of the exported symbols, as given to the compiler.
    explicit module(std::string const& path, std::string const& prefix = "tenon") {
        // As a user means it, not as dlopen would search for it.
        auto const file = path.find('/') == std::string::npos ? "./" + path : path;
        handle_ = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (!handle_) throw load_error(dlerror());
        auto const symbol = prefix + "_module_info";
        auto const info = reinterpret_cast<tenon_module_function>(dlsym(handle_, symbol.c_str()));
        if (info) facts_ = info();
        auto const why = info ? refusal(*facts_) : "not a compiled model: it lacks " + symbol;
        if (why.empty()) return;
        dlclose(handle_);
        throw load_error(path + ": " + why);
    }

    /// A model that is linked into the program: module(tenon_module_info()).
    explicit module(tenon_module const* linked) : facts_(linked) {
        if (auto const why = refusal(*linked); !why.empty()) throw load_error(why);
    }

    module(module&& other) noexcept :handle_(std::exchange(other.handle_, nullptr)),
        facts_(other.facts_) {}
    module& operator=(module&& other) noexcept {
        std::swap(handle_, other.handle_);
        std::swap(facts_, other.facts_);
        return *this;
    }
    ~module() {
        if (handle_) dlclose(handle_);
    }

    /// Throws load_error for a name that the model does not have.
    function operator[](std::string_view name) const {
        for (int i = 0; i < facts_->function_count; ++i)
            if (facts_->functions[i].name == name) return function(&facts_->functions[i]);
        std::string known;
        for (auto const& each : names()) known += (known.empty() ? "" : ", ") + each;
        throw load_error("the model has no function \"" + std::string(name) + "\", but " + known);
    }

    std::vector<std::string> names() const {
        std::vector<std::string> result;
        for (int i = 0; i < facts_->function_count; ++i)
            result.emplace_back(facts_->functions[i].name);
        return result;
    }

    /// JSON; docs/abi.md says what is in it.
    std::string_view metadata() const noexcept { return facts_->metadata; }

    /// The table of contents as the artifact has it.
    tenon_module const& facts() const noexcept { return *facts_; }

private:
    static std::string refusal(tenon_module const& facts) {
        if (facts.abi_version == TENON_ABI_VERSION) return {};
        return "compiled for version " + std::to_string(facts.abi_version) +
               " of the ABI, this loader wants version " + std::to_string(TENON_ABI_VERSION);
    }

    void* handle_ = nullptr;
    tenon_module const* facts_ = nullptr;
};

} // namespace tenon::runtime
