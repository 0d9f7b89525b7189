// Calling a model in this process, compiled or evaluated.
#pragma once

#include <tenon/core/program.hpp>
#include <tenon/runtime/description.hpp>

#include "options.hpp"

#include <memory>
#include <vector>

namespace tenon::tenonc {

/// What the metadata of a library say.
///
/// Errors: `failure`: input_output where the file cannot be read, refused where it is no library
/// that tenonc made.
runtime::module_description description_of(std::string const& library);

/// The first function of a library is the one that runs.
///
/// Errors: `failure` with code refused, naming the model, if it has none.
runtime::function_description const& entry_of(runtime::module_description const& about,
                                              std::string const& model);

/// One function of a loaded library and its inputs, for as long as it is called. An input of dtype
/// none is left out.
///
/// Errors, of making and of calling it: `failure` with code refused and the library's own words.
class library_function {
public:
    library_function(std::string const& library, runtime::module_description const& about,
                     runtime::function_description const& f,
                     std::vector<core::tensor> const& inputs, int threads);
    ~library_function();
    library_function(library_function const&) = delete;
    library_function& operator=(library_function const&) = delete;

    std::vector<core::tensor> operator()() const;
    void run() const; ///< the same, without a look at the outputs
    void const* code() const;

private:
    struct state;
    std::unique_ptr<state> state_;
};

/// Loads the library and calls one function. An input of dtype none is left out.
///
/// Errors: `failure` with code refused and the library's own words.
std::vector<core::tensor> call_library(std::string const& library,
                                       runtime::module_description const& about,
                                       runtime::function_description const& f,
                                       std::vector<core::tensor> const& inputs, int threads);

/// Evaluates one function of a program by the meanings of its ops.
///
/// Errors: `failure` with code refused.
std::vector<core::tensor> call_reference(core::program const& p, core::function const& f,
                                         std::vector<core::tensor> const& inputs);

} // namespace tenon::tenonc
