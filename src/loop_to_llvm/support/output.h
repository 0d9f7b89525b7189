// Outputs that the caller did not bring: tensors handed out, and shapes that the data decides.
#pragma once

#include "check.h"
#include "memory.h"

#include <dlfcn.h>

// A tensor handed out: the shape lies behind it, the data behind the shape.
typedef struct handed_tensor {
    DLManagedTensor tensor;
    tenon_options options; // whose allocator gets it back
    int64_t bytes;
    void* library;  // held until it is deleted
    int64_t dims[]; // shape, strides
} handed_tensor;

static void free_tensor(handed_tensor* handed) {
    tenon_options options = handed->options;
    release(&options, handed, handed->bytes);
}

#if defined(__clang__)
#define AS_JUMP __attribute__((musttail))
#else
#define AS_JUMP
#endif

// The deleter. It lets go of the library, which may be unmapped by that: so the last thing it does
// is a jump to dlclose, which returns to whoever has called us.
static void delete_tensor(DLManagedTensor* tensor) {
    union {
        int (*close)(void*);
        void (*let_go)(DLManagedTensor*); // what a jump from here must look like
    } as = {dlclose};
    void* library = ((handed_tensor*)tensor)->library;
    free_tensor((handed_tensor*)tensor);
    if (!library) return;
    AS_JUMP return as.let_go(library);
}

// Takes back what the caller does not get.
static void take_back(DLManagedTensor* tensor) {
    void* library = ((handed_tensor*)tensor)->library;
    free_tensor((handed_tensor*)tensor);
    if (library) dlclose(library);
}

// The deleter is code of this library, which must therefore stay as long as the tensor does.
static void hold_library(DLManagedTensor* tensor) {
    Dl_info self;
    if (dladdr((void*)hold_library, &self) && self.dli_fname && self.dli_fname[0])
        ((handed_tensor*)tensor)->library = dlopen(self.dli_fname, RTLD_NOW | RTLD_NOLOAD);
}

static void fill_tensor(handed_tensor* handed, tenon_argument const* argument,
                        int64_t const* dims) {
    int32_t rank = argument->rank;
    DLTensor* tensor = &handed->tensor.dl_tensor;
    int64_t step = 1;
    for (int32_t d = rank - 1; d >= 0; --d) {
        handed->dims[d] = dims[d];
        handed->dims[rank + d] = step;
        step *= dims[d] ? dims[d] : 1;
    }
    tensor->device.device_type = kDLCPU;
    tensor->device.device_id = 0;
    tensor->ndim = rank;
    tensor->dtype.code = (uint8_t)argument->code;
    tensor->dtype.bits = (uint8_t)argument->bits;
    tensor->dtype.lanes = (uint16_t)argument->lanes;
    tensor->shape = handed->dims;
    tensor->strides = handed->dims + rank;
    tensor->byte_offset = 0;
}

static DLManagedTensor* new_tensor(tenon_options const* options, tenon_argument const* argument,
                                   int64_t const* dims) {
    int64_t data_bytes = byte_count(argument, dims);
    int64_t head = round_up((int64_t)sizeof(handed_tensor) + 16 * argument->rank, cache_line);
    if (data_bytes < 0) return 0;
    handed_tensor* handed = allocate(options, head + data_bytes);
    if (!handed) return 0;
    fill_tensor(handed, argument, dims);
    handed->tensor.dl_tensor.data = (char*)handed + head;
    handed->tensor.manager_ctx = 0;
    handed->tensor.deleter = delete_tensor;
    handed->library = 0;
    handed->options = *options;
    handed->bytes = head + data_bytes;
    return &handed->tensor;
}

static void* hand_out(tenon_call* call, int32_t output, int64_t const* dims) {
    DLManagedTensor* tensor = new_tensor(call->options, &call->entry->outputs[output], dims);
    if (!tensor) {
        tenon_fail(call, tenon_no_memory, "out of memory for an output");
        return 0;
    }
    if (call->handed_out[output]) take_back(call->handed_out[output]);
    call->handed_out[output] = tensor;
    return call->buffers[call->entry->input_count + output] = tensor->dl_tensor.data;
}

static void fail_output_shape(tenon_call* call, int32_t output, int64_t const* dims) {
    char buffer[640];
    tenon_argument const* argument = &call->entry->outputs[output];
    tenon_text text = text_in(buffer, sizeof buffer);
    add(&text, "output ");
    add_quoted(&text, argument->name);
    add(&text, ": shape ");
    add_shape(&text, call->given[output]->shape, argument->rank);
    add(&text, ", want ");
    add_shape(&text, dims, argument->rank);
    add(&text, ", which the data of the inputs decides (the managed entry allocates it)");
    tenon_fail(call, tenon_bad_shape, buffer);
    if (call->error->code == tenon_bad_shape)
        call->error->argument = call->entry->input_count + output;
}

void* tenon_output(tenon_call* call, int32_t output, int64_t const* dims) {
    if (call->status) return 0;
    if (call->handed_out) return hand_out(call, output, dims);
    DLTensor const* given = call->given[output];
    for (int32_t d = 0; d < given->ndim; ++d) {
        if (given->shape[d] == dims[d]) continue;
        fail_output_shape(call, output, dims);
        return 0;
    }
    void* data = (void*)address_of(given);
    return call->buffers[call->entry->input_count + output] = data;
}
