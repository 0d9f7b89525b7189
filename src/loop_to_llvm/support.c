// The fixed part of every artifact: argument checks, symbols, memory, threads, entries.
//
// It is carried as LLVM IR for no target in particular (support.ll, made by scripts/support-ir) and
// compiled with each model for that model's target. Hence: a 64-bit Linux, the C library and
// nothing else; no type whose layout differs between such targets; no target's instructions.
#define _GNU_SOURCE
#include "loop_to_llvm/artifact.h"
#include "loop_to_llvm/support/call.h"
#include "loop_to_llvm/support/tvm.h"

int32_t tenon_enter(tenon_entry const* entry, DLTensor const* const* arguments, int32_t count,
                    tenon_options const* options, tenon_error* error) {
    tenon_error own;
    tenon_check check = {entry, arguments, 0, 0, error ? error : &own};
    if (count != entry->input_count + entry->output_count)
        return refuse_count(&check, count, entry->output_count);
    if (!arguments && count) return refuse(&check, tenon_bad_null, -1, "the arguments are null");
    check.outputs = arguments ? arguments + entry->input_count : arguments;
    return enter(&check, options, 0);
}

int32_t tenon_enter_managed(tenon_entry const* entry, DLTensor const* const* inputs, int32_t count,
                            DLManagedTensor** outputs, tenon_options const* options,
                            tenon_error* error) {
    tenon_error own;
    tenon_check check = {entry, inputs, 0, 0, error ? error : &own};
    if (count != entry->input_count) return refuse_count(&check, count, 0);
    if (!inputs && count) return refuse(&check, tenon_bad_null, -1, "the inputs are null");
    if (!outputs) return refuse(&check, tenon_bad_null, -1, "the place for the outputs is null");
    for (int32_t k = 0; k < entry->output_count; ++k) outputs[k] = 0;
    int32_t failed = enter(&check, options, outputs);
    for (int32_t k = 0; k < entry->output_count && !failed; ++k) hold_library(outputs[k]);
    return failed;
}

static int32_t write_shapes(tenon_check const* check, int64_t* const* shapes) {
    for (int32_t k = 0; k < check->entry->output_count; ++k) {
        int32_t rank = check->entry->outputs[k].rank;
        for (int32_t d = 0; d < rank; ++d) {
            int64_t size;
            int32_t failed = wanted_dim(check, check->entry->input_count + k, d, &size);
            if (failed) return failed;
            if (shapes) shapes[k][d] = size;
        }
    }
    return tenon_ok;
}

int32_t tenon_enter_shapes(tenon_entry const* entry, DLTensor const* const* inputs, int32_t count,
                           int64_t* const* shapes, tenon_error* error) {
    tenon_error own;
    tenon_check check = {entry, inputs, 0, 0, error ? error : &own};
    if (count != entry->input_count) return refuse_count(&check, count, 0);
    if (!inputs && count) return refuse(&check, tenon_bad_null, -1, "the inputs are null");
    if (!shapes && entry->output_count)
        return refuse(&check, tenon_bad_null, -1, "the place for the shapes is null");
    for (int32_t k = 0; k < entry->output_count; ++k)
        if (entry->outputs[k].rank && !shapes[k])
            return refuse(&check, tenon_bad_null, entry->input_count + k,
                          "the place for its shape is null");
    int64_t few[words_on_stack], bytes = (int64_t)entry->symbol_count * 8;
    check.symbols = bytes > (int64_t)sizeof few ? allocate(&default_options, bytes) : few;
    if (!check.symbols) return out_of_memory(&check);
    int32_t failed = check_input_shapes(&check);
    if (!failed) failed = write_shapes(&check, 0);
    if (!failed) write_shapes(&check, shapes);
    if (check.symbols != few) release(&default_options, check.symbols, bytes);
    return failed;
}

// At unload and at exit.
__attribute__((destructor)) static void tenon_unload(void) {
    stop_pool();
    drop_kept_arenas();
}
