// The tvm_ffi calling convention, without linking to tvm_ffi: its functions are looked up among the
// libraries that are already in the process.
#pragma once

#include "call.h"

#include <link.h>

enum {
    tvm_none = 0,
    tvm_int = 1,
    tvm_dltensor = 7,
    tvm_object = 64,
    tvm_tensor = 70,
    tvm_object_header = 24
};

typedef struct tvm_bytes {
    char const* data;
    uint64_t size;
} tvm_bytes;

typedef void (*tvm_raise_function)(char const* kind, char const* message);

extern __attribute__((weak)) void TVMFFIErrorSetRaisedFromCStr(char const* kind,
                                                               char const* message);

typedef struct library_search {
    int64_t skip;
    char name[1024];
} library_search;

static int copy_library_name(struct dl_phdr_info* info, uint64_t size, void* data) {
    library_search* search = data;
    (void)size;
    if (search->skip-- > 0) return 0;
    tenon_text text = text_in(search->name, sizeof search->name);
    add(&text, info->dlpi_name ? info->dlpi_name : "");
    return 1;
}

// tvm_ffi may have been loaded with local visibility. Once found it is held, so that it stays.
static void* find_tvm_library(void) {
    static void* known;
    library_search search;
    void* library = __atomic_load_n(&known, __ATOMIC_ACQUIRE);
    for (int64_t i = 0; !library; ++i) {
        search.skip = i;
        if (!dl_iterate_phdr(copy_library_name, &search)) return 0;
        library = search.name[0] ? dlopen(search.name, RTLD_NOW | RTLD_NOLOAD) : 0;
        if (!library || dlsym(library, "TVMFFIErrorSetRaisedFromCStr")) continue;
        dlclose(library);
        library = 0;
    }
    __atomic_store_n(&known, library, __ATOMIC_RELEASE);
    return library;
}

static void* find_tvm(char const* name) {
    void* found = dlsym(RTLD_DEFAULT, name);
    if (found) return found;
    void* library = find_tvm_library();
    return library ? dlsym(library, name) : 0;
}

static char const* tvm_kind(int32_t code) {
    switch (code) {
    case tenon_bad_count:
    case tenon_bad_null:
    case tenon_bad_dtype: return "TypeError";
    case tenon_no_memory: return "MemoryError";
    case tenon_bad_index: return "IndexError";
    default: return "ValueError";
    }
}

static int32_t tvm_raise(char const* kind, char const* message) {
    tvm_raise_function raise = TVMFFIErrorSetRaisedFromCStr;
    if (!raise) raise = (tvm_raise_function)find_tvm("TVMFFIErrorSetRaisedFromCStr");
    if (raise) raise(kind, message);
    return -1;
}

static int tvm_as_tensor(tenon_any const* value, DLTensor const** tensor) {
    char const* pointer = value->value.pointer;
    switch (value->type) {
    case tvm_none: *tensor = 0; return 1;
    case tvm_dltensor: *tensor = (DLTensor const*)pointer; return 1;
    case tvm_tensor: *tensor = (DLTensor const*)(pointer + tvm_object_header); return 1;
    default: return 0;
    }
}

static int32_t tvm_tensors(tenon_check const* check, tenon_any const* values, int32_t count,
                           DLTensor const** tensors) {
    for (int32_t i = 0; i < count; ++i) {
        if (tvm_as_tensor(&values[i], &tensors[i])) continue;
        tenon_text text = complain(check, tenon_bad_null, i);
        add(&text, "a value of tvm_ffi's type ");
        add_number(&text, values[i].type);
        add(&text, ", want a tensor");
        return tenon_bad_null;
    }
    return tenon_ok;
}

// Calls a global function of tvm_ffi; non-zero means that it has raised, or is not there.
static int32_t tvm_call_global(char const* name, tenon_any const* arguments, int32_t count,
                               tenon_any* result) {
    int32_t (*get)(tvm_bytes const*, void**);
    int32_t (*call)(void*, tenon_any const*, int32_t, tenon_any*);
    int32_t (*drop)(void*);
    *(void**)&get = find_tvm("TVMFFIFunctionGetGlobal");
    *(void**)&call = find_tvm("TVMFFIFunctionCall");
    *(void**)&drop = find_tvm("TVMFFIObjectDecRef");
    tvm_bytes key = {name, strlen(name)};
    void* function = 0;
    if (!get || !call || !drop)
        return tvm_raise("RuntimeError", "this entry needs tvm_ffi in the process");
    if (get(&key, &function)) return -1;
    if (!function) return tvm_raise("RuntimeError", "tvm_ffi lacks the function that makes arrays");
    int32_t failed = call(function, arguments, count, result);
    drop(function);
    return failed ? -1 : 0;
}

static void tvm_release(tenon_any* values, int32_t count) {
    int32_t (*release_object)(void*);
    *(void**)&release_object = find_tvm("TVMFFIObjectDecRef");
    for (int32_t i = 0; i < count; ++i)
        if (values[i].type >= tvm_object && release_object) release_object(values[i].value.pointer);
}

// One value as it is, several as an array.
static int32_t tvm_return(tenon_any* values, int32_t count, tenon_any* result) {
    if (count == 1) {
        *result = values[0];
        return 0;
    }
    int32_t failed = tvm_call_global("ffi.Array", values, count, result);
    tvm_release(values, count);
    return failed;
}

// A call through tvm_ffi: its values as tensors, and where its complaint goes.
typedef struct tvm_call {
    DLTensor const** tensors;
    int64_t count;
    DLTensor const* few[words_on_stack];
    tenon_error error;
} tvm_call;

// `outputs` is the number of values wanted after the inputs.
static int32_t tvm_begin(tvm_call* call, tenon_entry const* entry, tenon_any const* values,
                         int32_t count, int32_t outputs) {
    tenon_check check = {entry, 0, 0, 0, &call->error};
    call->count = count;
    call->tensors = call->few;
    if (count != entry->input_count + outputs) return refuse_count(&check, count, outputs);
    if (count > words_on_stack) call->tensors = allocate(&default_options, 8 * call->count);
    return call->tensors ? tvm_tensors(&check, values, count, call->tensors)
                         : out_of_memory(&check);
}

static int32_t tvm_end(tvm_call* call, int32_t failed) {
    if (call->tensors != call->few) release(&default_options, call->tensors, 8 * call->count);
    return failed ? tvm_raise(tvm_kind(call->error.code), call->error.message) : 0;
}

int32_t tenon_tvm(tenon_entry const* entry, tenon_any const* arguments, int32_t count,
                  tenon_any* result) {
    tvm_call call;
    (void)result; // the caller has made it none
    int32_t failed = tvm_begin(&call, entry, arguments, count, entry->output_count);
    if (!failed) failed = tenon_enter(entry, call.tensors, count, 0, &call.error);
    return tvm_end(&call, failed);
}

static int is_shape_place(DLTensor const* tensor, int32_t rank) {
    return tensor && tensor->device.device_type == kDLCPU && tensor->dtype.code == kDLInt &&
           tensor->dtype.bits == 64 && tensor->dtype.lanes == 1 && tensor->ndim == 1 &&
           tensor->shape && tensor->shape[0] == rank && rows_without_gaps(tensor) &&
           (rank == 0 || (tensor->data && address_of(tensor) % 8 == 0));
}

static int32_t find_shape_places(tenon_check const* check, DLTensor const* const* tensors,
                                 int64_t** places) {
    for (int32_t k = 0; k < check->entry->output_count; ++k) {
        int32_t rank = check->entry->outputs[k].rank;
        if (is_shape_place(tensors[k], rank)) {
            places[k] = (int64_t*)address_of(tensors[k]);
            continue;
        }
        tenon_text text = complain(check, tenon_bad_shape, check->entry->input_count + k);
        add(&text, "want an i64 vector of length ");
        add_number(&text, rank);
        add(&text, " on the CPU to write its shape to");
        return tenon_bad_shape;
    }
    return tenon_ok;
}

static int64_t rank_sum(tenon_entry const* entry) {
    int64_t sum = 0;
    for (int32_t k = 0; k < entry->output_count; ++k) sum += entry->outputs[k].rank;
    return sum;
}

// One ffi.Shape per output, from its dims one after the other in `sizes`.
static int32_t tvm_return_shapes(tenon_entry const* entry, int64_t const* sizes, tenon_any* values,
                                 tenon_any* shapes, tenon_any* result) {
    for (int32_t k = 0; k < entry->output_count; ++k) {
        int32_t rank = entry->outputs[k].rank;
        for (int32_t d = 0; d < rank; ++d)
            values[d] = (tenon_any){.type = tvm_int, .value.integer = *sizes++};
        shapes[k] = (tenon_any){.type = tvm_none};
        if (!tvm_call_global("ffi.Shape", values, rank, &shapes[k])) continue;
        tvm_release(shapes, k);
        return -1;
    }
    return tvm_return(shapes, entry->output_count, result);
}

// main_shapes(inputs): the shapes as objects of tvm_ffi.
static int32_t tvm_shape_objects(tenon_entry const* entry, tvm_call* call, tenon_any* result) {
    int64_t sum = rank_sum(entry), outputs = entry->output_count;
    int64_t bytes = outputs * 8 + sum * 8 + (outputs + sum) * (int64_t)sizeof(tenon_any);
    tenon_any* values = allocate(&default_options, bytes);
    tenon_check check = {entry, 0, 0, 0, &call->error};
    if (!values) return tvm_end(call, out_of_memory(&check));
    int64_t** places = (int64_t**)(values + outputs + sum);
    int64_t* sizes = (int64_t*)(places + outputs);
    for (int64_t k = 0, at = 0; k < outputs; at += entry->outputs[k++].rank) places[k] = sizes + at;
    int32_t failed = tenon_enter_shapes(entry, call->tensors, (int32_t)call->count,
                                        (int64_t* const*)places, &call->error);
    int32_t returned = tvm_end(call, failed);
    if (!failed) returned = tvm_return_shapes(entry, sizes, values + outputs, values, result);
    release(&default_options, values, bytes);
    return returned;
}

// main_shapes(inputs, vectors): each shape written to a vector of the caller.
int32_t tenon_tvm_shapes(tenon_entry const* entry, tenon_any const* arguments, int32_t count,
                         tenon_any* result) {
    tvm_call call;
    int objects = count == entry->input_count && entry->output_count > 0;
    int32_t outputs = entry->output_count;
    int32_t failed = tvm_begin(&call, entry, arguments, count, objects ? 0 : outputs);
    if (failed) return tvm_end(&call, failed);
    if (objects) return tvm_shape_objects(entry, &call, result);
    tenon_check check = {entry, 0, 0, 0, &call.error};
    int64_t** places = allocate(&default_options, 8 * (int64_t)outputs);
    failed = places ? find_shape_places(&check, call.tensors + entry->input_count, places)
                    : out_of_memory(&check);
    if (!failed)
        failed = tenon_enter_shapes(entry, call.tensors, entry->input_count,
                                    (int64_t* const*)places, &call.error);
    release(&default_options, places, 8 * (int64_t)outputs);
    return tvm_end(&call, failed);
}

// Makes tensors of tvm_ffi from those handed out, which they then own.
static int32_t tvm_adopt(DLManagedTensor** outputs, int32_t count, tenon_any* values) {
    int32_t (*adopt)(DLManagedTensor*, int32_t, int32_t, void**);
    *(void**)&adopt = find_tvm("TVMFFITensorFromDLPack");
    int32_t done = 0;
    for (; done < count; ++done) {
        values[done] = (tenon_any){.type = tvm_tensor};
        if (!adopt || adopt(outputs[done], 0, 0, &values[done].value.pointer)) break;
        outputs[done] = 0;
    }
    if (done == count) return 0;
    tvm_release(values, done);
    take_all_back(outputs, count);
    return adopt ? -1 : tvm_raise("RuntimeError", "this entry needs tvm_ffi in the process");
}

// main_managed(inputs): the tensor, or an array of them where the function has not just one.
int32_t tenon_tvm_managed(tenon_entry const* entry, tenon_any const* arguments, int32_t count,
                          tenon_any* result) {
    tvm_call call;
    int32_t outputs = entry->output_count;
    int64_t bytes = outputs * (int64_t)(8 + sizeof(tenon_any));
    tenon_any* values = allocate(&default_options, bytes);
    tenon_check check = {entry, 0, 0, 0, &call.error};
    DLManagedTensor** handed = (DLManagedTensor**)(values + outputs);
    int32_t failed = tvm_begin(&call, entry, arguments, count, 0);
    if (!failed && !values) failed = out_of_memory(&check);
    if (!failed) failed = tenon_enter_managed(entry, call.tensors, count, handed, 0, &call.error);
    int32_t returned = tvm_end(&call, failed);
    if (!failed) returned = tvm_adopt(handed, outputs, values);
    if (!failed && !returned) returned = tvm_return(values, outputs, result);
    release(&default_options, values, bytes);
    return returned;
}
