// tenonc: see docs/tenonc.md.
#include "commands.hpp"

#include <cstdio>
#include <pthread.h>

namespace {

using namespace tenon::tenonc;

exit_code dispatch(options const& chosen) {
    switch (chosen.what) {
    case command::compile: return compile(chosen);
    case command::batch: return compile_batch(chosen);
    case command::run: return run(chosen);
    case command::check: return check(chosen);
    case command::explain: return explain(chosen);
    case command::inspect: return inspect(chosen);
    case command::passes: return list_passes(chosen);
    case command::ops: return list_ops(chosen);
    case command::rules: return list_rules(chosen);
    }
    return exit_code::internal;
}

exit_code tenonc(int argc, char** argv) {
    return guarded(
        [&] {
            auto const chosen = parse_command_line(argc, argv);
            return chosen ? dispatch(*chosen) : exit_code::done;
        },
        [](failure const& why) { std::fputs(why.message.c_str(), stderr); });
}

struct call {
    int argc;
    char** argv;
    exit_code answer;
};

void* run_on_thread(void* argument) {
    auto& c = *static_cast<call*>(argument);
    c.answer = tenonc(c.argc, c.argv);
    return nullptr;
}

/// Some steps recurse along a model's longest path, which may be thousands of nodes: more than the
/// usual stack holds. Memory that is not touched costs nothing.
constexpr std::size_t stack_bytes = std::size_t{1} << 30;

} // namespace

int main(int argc, char** argv) {
    call c{argc, argv, exit_code::internal};
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, stack_bytes);
    pthread_t thread;
    if (pthread_create(&thread, &attributes, run_on_thread, &c) == 0)
        pthread_join(thread, nullptr);
    else
        c.answer = tenonc(argc, argv);
    return static_cast<int>(c.answer);
}
