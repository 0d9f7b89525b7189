// A call: what emitted code asks for while it runs, and the way from checked arguments to `run`.
#pragma once

#include "check.h"
#include "memory.h"
#include "pool.h"

static tenon_options const default_options = {.size = sizeof(tenon_options)};

// Words that a call needs beside its arena are on the stack, but for very many arguments.
enum { words_on_stack = 256 };

void tenon_fail(tenon_call* call, int32_t code, char const* text) {
    int32_t none = tenon_ok;
    if (!__atomic_compare_exchange_n(&call->status, &none, code, 0, __ATOMIC_RELAXED,
                                     __ATOMIC_RELAXED))
        return;
    tenon_text message = begin_error(call->error, code, -1);
    add(&message, call->entry->name);
    add(&message, ": ");
    add(&message, text);
}

void tenon_fail_index(tenon_call* call, char const* text, int64_t index, int64_t size) {
    char buffer[512];
    tenon_text message = text_in(buffer, sizeof buffer);
    add(&message, text);
    add(&message, ": index ");
    add_number(&message, index);
    add(&message, " is out of range, want one in [");
    add_number(&message, -size);
    add(&message, ", ");
    add_number(&message, size);
    add(&message, ")");
    tenon_fail(call, tenon_bad_index, buffer);
}

void tenon_parallel(tenon_call* call, tenon_body body, void* environment, int64_t count,
                    int64_t grain) {
    if (count <= 0) return;
    if (grain < 1) grain = 1;
    if (call->threads == 1 || count / 2 < grain) {
        body(environment, 0, count, 0);
    } else if (call->options->parallel_for) {
        call->options->parallel_for(call->options->parallel_context, body, environment, count,
                                    part_of(count, grain, call->threads));
    } else if (call->holds_pool || (call->holds_pool = take_pool())) {
        run_on_pool(call->threads, body, environment, count, grain);
    } else {
        body(environment, 0, count, 0);
    }
}

// Without an allocator of the caller it is an arena that is kept between calls; its first line says
// which.
void* tenon_allocate(tenon_call* call, int64_t bytes) {
    char* block = 0;
    if (call->options->allocate) {
        block = allocate(call->options, bytes);
    } else if (bytes >= 0 && bytes < INT64_MAX / 4) {
        arena_tail* tail = take_arena(bytes + cache_line);
        if (tail) {
            *(arena_tail**)tail->begin = tail;
            block = tail->begin + cache_line;
        }
    }
    if (!block)
        tenon_fail(call, tenon_no_memory, "out of memory for what a kernel keeps while it runs");
    return block;
}

void tenon_release(tenon_call* call, void* block, int64_t bytes) {
    if (call->options->allocate)
        release(call->options, block, bytes);
    else if (block)
        keep_arena(*(arena_tail**)((char*)block - cache_line));
}

#include "output.h"

static int64_t call_threads(tenon_entry const* entry, tenon_options const* options) {
    int64_t threads = options->threads ? options->threads : entry->default_threads;
    if (threads <= 0) threads = available_threads();
    return options->parallel_for ? threads : smaller(threads, worker_limit);
}

static void set_buffers(tenon_call* call, tenon_check const* check) {
    for (int32_t i = 0; i < check->entry->input_count + check->entry->output_count; ++i) {
        DLTensor const* tensor = given_at(check, i);
        int later = argument_at(check->entry, i)->flags & tenon_argument_data_dependent;
        call->buffers[i] = tensor && !later ? (void*)address_of(tensor) : 0;
    }
}

static int32_t hand_out_static(tenon_call* call, tenon_check const* check) {
    for (int32_t k = 0; k < call->entry->output_count && !call->status; ++k) {
        tenon_argument const* output = &call->entry->outputs[k];
        if (output->flags & tenon_argument_data_dependent) continue;
        int64_t dims[output->rank + 1];
        for (int32_t d = 0; d < output->rank; ++d) {
            int32_t failed = wanted_dim(check, call->entry->input_count + k, d, &dims[d]);
            if (failed) return failed;
        }
        hand_out(call, k, dims);
    }
    return call->status;
}

// Lends the call its arena and runs it.
static int32_t run_in_arena(tenon_call* call) {
    tenon_entry const* entry = call->entry;
    int64_t shared = entry->arena_bytes ? entry->arena_bytes(call->symbols) : 0;
    int64_t own = entry->worker_bytes ? entry->worker_bytes(call->symbols) : 0;
    if (shared < 0 || own < 0 || shared > INT64_MAX / 4 || own > INT64_MAX / 16384) {
        tenon_fail(call, tenon_no_memory, "the memory it needs for these shapes is beyond any");
        return call->status;
    }
    shared = round_up(shared, cache_line);
    call->worker_stride = round_up(own, cache_line);
    int64_t bytes = shared + call->worker_stride * call->threads;
    int custom = call->options->allocate != 0;
    arena_tail* tail = bytes && !custom ? take_arena(bytes) : 0;
    call->arena = tail ? tail->begin : bytes && custom ? allocate(call->options, bytes) : 0;
    call->worker_arena = call->arena ? call->arena + shared : 0;
    if (bytes && !call->arena) {
        tenon_fail(call, tenon_no_memory, "out of memory for its intermediate values");
        return call->status;
    }
    int32_t returned = entry->run(call);
    if (call->holds_pool) give_pool_back();
    if (tail)
        keep_arena(tail);
    else
        release(call->options, call->arena, bytes);
    if (returned && !call->status) tenon_fail(call, returned, "failed while running");
    return call->status;
}

static int32_t checked_run(tenon_call* call, tenon_check const* check) {
    int32_t failed = check_inputs(check);
    if (!failed && check->outputs) failed = check_outputs(check);
    if (failed) return failed;
    call->threads = call_threads(call->entry, call->options);
    set_buffers(call, check);
    if (call->handed_out) failed = hand_out_static(call, check);
    return failed ? failed : run_in_arena(call);
}

static void take_all_back(DLManagedTensor** outputs, int32_t count) {
    for (int32_t k = 0; k < count; ++k) {
        if (outputs[k]) take_back(outputs[k]);
        outputs[k] = 0;
    }
}

static int32_t out_of_memory(tenon_check const* check) {
    return refuse(check, tenon_no_memory, -1, "out of memory for the call itself");
}

// With `outputs` in check, or else with somewhere to hand them out to.
static int32_t enter(tenon_check* check, tenon_options const* options, DLManagedTensor** handed) {
    tenon_entry const* entry = check->entry;
    if (!options) options = &default_options;
    int32_t failed = check_options(check, options);
    if (failed) return failed;
    int64_t words = (int64_t)entry->input_count + entry->output_count + entry->symbol_count;
    int64_t few[words_on_stack];
    int64_t* room = words > words_on_stack ? allocate(options, words * 8) : few;
    if (!room) return out_of_memory(check);
    check->symbols = room;
    tenon_call call = {.buffers = (void**)(check->symbols + entry->symbol_count),
                       .symbols = check->symbols,
                       .entry = entry,
                       .options = options,
                       .error = check->error,
                       .given = check->outputs,
                       .handed_out = handed};
    failed = checked_run(&call, check);
    if (room != few) release(options, room, words * 8);
    if (handed && failed) take_all_back(handed, entry->output_count);
    return failed;
}
