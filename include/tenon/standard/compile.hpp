// The standard way from a graph to a library, compiled into the backend.
#pragma once

#include <tenon/core/target.hpp>
#include <tenon/pass/observers.hpp>

namespace tenon::runtime {
struct module_description;
} // namespace tenon::runtime

namespace tenon::standard {

struct compile_options {
    tenon::target machine = tenon::target::host();
    core::text prefix = "tenon"; ///< of the exported symbols
    core::text name = "model";   ///< of the model, for its metadata
    core::text model_hash{};
    int threads = 0;      ///< default number of threads; 0: as many as the process may use
    bool optimize = true; ///< false: each node becomes a kernel as it is
};

/// A model in the target's terms: not yet machine code.
class library {
public:
    library(library&&) noexcept;
    library& operator=(library&&) noexcept;
    ~library();

    /// Machine code, linked: to a temporary name beside `path`, then renamed. Once.
    ///
    /// Errors: `llvm_to_so::error` that names `path`.
    void save(std::string_view path);

    core::text llvm() const; ///< LLVM IR
    core::text assembly();   ///< once, instead of `save`
    core::text object();     ///< once, instead of `save`; without constants and fixed part
    /// Include tenon/runtime/description.hpp to read it.
    runtime::module_description const& description() const;

private:
    friend library emit(core::program const&, compile_options const&);
    struct parts;
    explicit library(parts* p) : parts_(p) {}
    parts* parts_; // owned; without <memory>, which would cost every user as much as all other
                   // parts of this
};

// The standard pipeline, compiled once. All throw `core::refused` with every problem that they
// found.

/// By `standard::optimize`: to a graph whose nodes are kernels.
core::program to_kernels(core::program graph, compile_options const& options,
                         pass::observer_list& observers);
/// By `standard::optimize | standard::lower`.
core::program to_loops(core::program graph, compile_options const& options,
                       pass::observer_list& observers);
/// Loops that have a memory plan as a library.
library emit(core::program const& loops, compile_options const& options);

/// All the way.
library compile(core::program graph, compile_options const& options = {});

/// A pipeline of one's own, which ends with `standard::lower`.
///
/// Refused uses: P1, P2, L1, L2.
template <class Steps, class Program>
    requires pass::detail::Part<Steps>
library compile(Steps const& pipeline, Program graph, compile_options const& options = {}) {
    // As `run` does, but here it is fewer lines away from the user's own.
    using passes = pass::detail::passes_of<Steps>;
    constexpr auto fault =
        pass::detail::fault_of_run<Steps>(pass::detail::facts_of_program<Program>);
    static_assert(pass::detail::explain<pass::detail::blamed_for<passes, fault>, fault>());
    auto const loops = pass::run(pipeline, static_cast<Program&&>(graph));
    using level = typename std::remove_cvref_t<decltype(loops)>::level;
    static_assert(std::is_same_v<level, core::loop_level>,
                  "[tenon/P1] compile: the pipeline does not end at loops; put `| standard::lower` "
                  "behind it");
    return emit(loops.data, options);
}
/// The same for a machine.
template <class Steps, class Program>
    requires pass::detail::Part<Steps>
library compile(Steps const& pipeline, Program graph, tenon::target machine) {
    compile_options options;
    options.machine = static_cast<tenon::target&&>(machine);
    return compile(pipeline, static_cast<Program&&>(graph), options);
}

} // namespace tenon::standard

namespace tenon {
using standard::compile;
using standard::compile_options;
} // namespace tenon
