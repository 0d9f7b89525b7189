#include "call.hpp"

#include <tenon/runtime/abi.h>

#include "failure.hpp"
#include "loop_to_llvm/metadata.hpp"

#include <cstring>
#include <dlfcn.h>
#include <filesystem>

namespace tenon::tenonc {
namespace {

using core::tensor;

/// A tensor as the library takes it.
class borrowed_tensor {
public:
    explicit borrowed_tensor(tensor const& t) {
        auto const [code, bits] = loop_to_llvm::to_dlpack(t.element());
        view_.data = const_cast<unsigned char*>(t.bytes().data());
        view_.device = {kDLCPU, 0};
        view_.ndim = t.rank();
        view_.dtype = {static_cast<std::uint8_t>(code), static_cast<std::uint8_t>(bits), 1};
        view_.shape = const_cast<std::int64_t*>(t.shape().data());
    }
    DLTensor const& get() const { return view_; }

private:
    DLTensor view_{};
};

core::dtype dtype_of(DLDataType wanted) {
    for (int i = 1; i != core::dtype_count; ++i) {
        auto const each = static_cast<core::dtype>(i);
        auto const [code, bits] = loop_to_llvm::to_dlpack(each);
        if (code == wanted.code && bits == wanted.bits) return each;
    }
    return core::dtype::none;
}

tensor copy_of(DLTensor const& t) {
    core::list<std::int64_t> const shape(t.shape, t.shape + t.ndim);
    auto const element = dtype_of(t.dtype);
    std::int64_t count = 1;
    for (auto d : shape) count *= d;
    core::list<unsigned char> bytes(static_cast<std::size_t>(core::bytes_of(element, count)));
    if (!bytes.empty())
        std::memcpy(bytes.data(), static_cast<unsigned char*>(t.data) + t.byte_offset,
                    bytes.size());
    return tensor(element, shape, core::shared_bytes(std::move(bytes)));
}

/// A library for as long as it is called, by its C interface.
class loaded_library {
public:
    loaded_library(std::string const& path, std::string const& prefix) {
        handle_ = dlopen(std::filesystem::absolute(path).c_str(), RTLD_NOW | RTLD_LOCAL);
        if (handle_ == nullptr) throw fail(exit_code::refused, path + ": " + dlerror());
        auto* const symbol = dlsym(handle_, (prefix + "_module_info").c_str());
        if (symbol == nullptr)
            throw fail(exit_code::refused, path + ": lacks " + prefix + "_module_info");
        facts_ = reinterpret_cast<tenon_module_function>(symbol)();
    }
    ~loaded_library() {
        if (handle_ != nullptr) dlclose(handle_);
    }
    loaded_library(loaded_library const&) = delete;
    loaded_library& operator=(loaded_library const&) = delete;

    tenon_function const* find(std::string_view name) const {
        for (int i = 0; i != facts_->function_count; ++i)
            if (facts_->functions[i].name == name) return &facts_->functions[i];
        return nullptr;
    }

private:
    void* handle_ = nullptr;
    tenon_module const* facts_ = nullptr;
};

std::vector<tensor> take(std::vector<DLManagedTensor*> const& made) {
    std::vector<tensor> outputs;
    for (auto* each : made) {
        outputs.push_back(copy_of(each->dl_tensor));
        each->deleter(each);
    }
    return outputs;
}

} // namespace

runtime::module_description description_of(std::string const& library) {
    std::error_code error;
    if (std::filesystem::is_directory(library, error) || !std::filesystem::exists(library, error))
        throw fail(exit_code::input_output,
                   "cannot read \"" + library + "\": expected a library that tenonc made");
    try {
        return loop_to_llvm::from_json(runtime::read_metadata(library));
    } catch (std::runtime_error const& wrong) {
        throw fail(exit_code::refused, library + ": " + wrong.what());
    }
}

runtime::function_description const& entry_of(runtime::module_description const& about,
                                              std::string const& model) {
    if (about.functions.empty()) throw fail(exit_code::refused, model + ": it has no function");
    return about.functions.front();
}

struct library_function::state {
    state(std::string const& library, runtime::module_description const& about,
          runtime::function_description const& f, std::vector<tensor> const& given, int threads)
        : loaded(library, about.prefix), function(loaded.find(f.name)),
          where(library + ": " + f.name + ": "), inputs(given),
          borrowed(inputs.begin(), inputs.end()) {
        if (function == nullptr)
            throw fail(exit_code::refused, library + ": lacks function " + f.name);
        for (std::size_t i = 0; i != inputs.size(); ++i)
            pointers.push_back(inputs[i].element() == core::dtype::none ? nullptr
                                                                        : &borrowed[i].get());
        options.size = sizeof options;
        options.threads = threads;
    }

    std::vector<DLManagedTensor*> call() const {
        std::vector<DLManagedTensor*> outputs(static_cast<std::size_t>(function->output_count));
        tenon_error error;
        if (function->managed(pointers.data(), static_cast<std::int32_t>(pointers.size()),
                              outputs.data(), &options, &error) != tenon_ok)
            throw fail(exit_code::refused, where + error.message);
        return outputs;
    }

    loaded_library loaded;
    tenon_function const* function;
    std::string where;
    std::vector<tensor> inputs;
    std::vector<borrowed_tensor> borrowed;
    std::vector<DLTensor const*> pointers;
    tenon_options options{};
};

library_function::library_function(std::string const& library,
                                   runtime::module_description const& about,
                                   runtime::function_description const& f,
                                   std::vector<tensor> const& inputs, int threads)
    : state_(std::make_unique<state>(library, about, f, inputs, threads)) {}
library_function::~library_function() = default;

std::vector<tensor> library_function::operator()() const { return take(state_->call()); }
void library_function::run() const {
    for (auto* each : state_->call()) each->deleter(each);
}
void const* library_function::code() const {
    return reinterpret_cast<void const*>(state_->function->managed);
}

std::vector<tensor> call_library(std::string const& library,
                                 runtime::module_description const& about,
                                 runtime::function_description const& f,
                                 std::vector<tensor> const& inputs, int threads) {
    return library_function(library, about, f, inputs, threads)();
}

} // namespace tenon::tenonc
