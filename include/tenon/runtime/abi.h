// The C ABI of a compiled model: what a library made by tenonc exports, on DLPack's DLTensor.
//
// For every function F of a model, compiled with the symbol prefix P (default "tenon"):
//
//   P_F           runs it on inputs and outputs that the caller owns
//   P_F_shapes    computes the shapes of the outputs from those of the inputs
//   P_F_managed   runs it and hands out the outputs it has allocated
//   P_module_info lists the functions and the metadata
//
// and, for the tvm_ffi package, __tvm_ffi_F, __tvm_ffi_F_shapes and __tvm_ffi_F_managed (with a
// prefix other than the default: __tvm_ffi_P_F and so on). docs/abi.md tells the whole contract.
#pragma once

#include <stddef.h>
#include <stdint.h>

#if !defined(DLPACK_DLPACK_H_) && !defined(TENON_OWN_DLPACK) && defined(__has_include)
#if __has_include(<dlpack/dlpack.h>)
#include <dlpack/dlpack.h>
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

// DLPack's structures, for whoever does not have its header; with the same guard, so that either
// may be included first.
#ifndef DLPACK_DLPACK_H_
#define DLPACK_DLPACK_H_
#define DLPACK_MAJOR_VERSION 1
#define DLPACK_MINOR_VERSION 1

#ifdef __cplusplus
typedef enum : int32_t {
#else
typedef enum {
#endif
    kDLCPU = 1,
    kDLCUDA = 2,
    kDLCUDAHost = 3,
    kDLOpenCL = 4,
    kDLVulkan = 7,
    kDLMetal = 8,
    kDLVPI = 9,
    kDLROCM = 10,
    kDLROCMHost = 11,
    kDLExtDev = 12,
    kDLCUDAManaged = 13,
    kDLOneAPI = 14,
    kDLWebGPU = 15,
    kDLHexagon = 16,
    kDLMAIA = 17
} DLDeviceType;

typedef struct {
    DLDeviceType device_type;
    int32_t device_id;
} DLDevice;

typedef enum {
    kDLInt = 0U,
    kDLUInt = 1U,
    kDLFloat = 2U,
    kDLOpaqueHandle = 3U,
    kDLBfloat = 4U,
    kDLComplex = 5U,
    kDLBool = 6U,
    kDLFloat8_e3m4 = 7U,
    kDLFloat8_e4m3 = 8U,
    kDLFloat8_e4m3b11fnuz = 9U,
    kDLFloat8_e4m3fn = 10U,
    kDLFloat8_e4m3fnuz = 11U,
    kDLFloat8_e5m2 = 12U,
    kDLFloat8_e5m2fnuz = 13U,
    kDLFloat8_e8m0fnu = 14U,
    kDLFloat6_e2m3fn = 15U,
    kDLFloat6_e3m2fn = 16U,
    kDLFloat4_e2m1fn = 17U
} DLDataTypeCode;

typedef struct {
    uint8_t code;
    uint8_t bits;
    uint16_t lanes;
} DLDataType;

typedef struct {
    void* data;
    DLDevice device;
    int32_t ndim;
    DLDataType dtype;
    int64_t* shape;
    int64_t* strides;
    uint64_t byte_offset;
} DLTensor;

typedef struct DLManagedTensor {
    DLTensor dl_tensor;
    void* manager_ctx;
    void (*deleter)(struct DLManagedTensor* self);
} DLManagedTensor;

typedef struct {
    uint32_t major;
    uint32_t minor;
} DLPackVersion;

typedef struct DLManagedTensorVersioned {
    DLPackVersion version;
    void* manager_ctx;
    void (*deleter)(struct DLManagedTensorVersioned* self);
    uint64_t flags;
    DLTensor dl_tensor;
} DLManagedTensorVersioned;
#endif // DLPACK_DLPACK_H_

#define TENON_ABI_VERSION 1

/// What a call returns. Anything but `tenon_ok` comes with a message in `tenon_error`.
typedef enum tenon_status {
    tenon_ok = 0,
    tenon_bad_count = 1,     ///< too few or too many arguments
    tenon_bad_null = 2,      ///< a tensor, its shape or its data is null
    tenon_bad_device = 3,    ///< a tensor that is not in the CPU's memory
    tenon_bad_dtype = 4,     ///< another element type than the model's
    tenon_bad_rank = 5,      ///< another number of dimensions
    tenon_bad_shape = 6,     ///< a dimension of the wrong size, or two that should agree do not
    tenon_bad_strides = 7,   ///< elements that are not laid out row by row without gaps
    tenon_bad_alignment = 8, ///< data that is not aligned to its element size
    tenon_bad_overlap = 9,   ///< an output that shares memory with another argument
    tenon_bad_options = 10,  ///< options that contradict themselves or that this version lacks
    tenon_no_memory = 11,    ///< an allocation failed
    tenon_bad_index = 12,    ///< a value in an input points outside another tensor
    tenon_bad_value = 13     ///< a value in an input is one that the model's operators refuse
} tenon_status;

/// Where a call puts its complaint; owned by the caller, may be null. Only written on failure.
typedef struct tenon_error {
    int32_t code;       ///< a tenon_status
    int32_t argument;   ///< position among inputs, then outputs; -1 if none is to blame
    char message[1016]; ///< NUL-terminated; names the argument, what it got and what it wants
} tenon_error;

/// The part `[begin, end)` of a parallel loop. `worker` tells apart those that run at once.
typedef void (*tenon_body)(void* environment, int64_t begin, int64_t end, int64_t worker);

/// How a call runs; null means the defaults. Zero-initialise, set `size`, then what you need.
typedef struct tenon_options {
    int64_t size;    ///< sizeof(tenon_options): lets later versions add fields
    int32_t threads; ///< most threads to use, the caller's included; 0 is the compiled default
    int32_t reserved;

    /// Replaces the library's own threads. Must cover [0, count) exactly once with calls of `body`
    /// over ranges of at least `grain` (but for the last), and return when all have returned; calls
    /// that run at the same time must have different `worker`s, below `threads`. Needs `threads`.
    void (*parallel_for)(void* context, tenon_body body, void* environment, int64_t count,
                         int64_t grain);
    void* parallel_context;

    /// Replace the library's allocator, both or none. `alignment` is a power of two.
    void* (*allocate)(void* context, size_t bytes, size_t alignment);
    void (*release)(void* context, void* block, size_t bytes);
    void* allocator_context;
} tenon_options;

/// Runs a function. `arguments` are its inputs, then its outputs; data is neither copied nor kept.
/// An input with a default value may be null. Wrong arguments are refused before anything runs.
typedef int32_t (*tenon_call_function)(DLTensor const* const* arguments, int32_t count,
                                       tenon_options const* options, tenon_error* error);

/// Computes output shapes: `shapes[k]` has room for the rank of output k. Only the inputs' shapes
/// are read. A dimension that depends on the inputs' values is given as -1.
typedef int32_t (*tenon_shapes_function)(DLTensor const* const* inputs, int32_t count,
                                         int64_t* const* shapes, tenon_error* error);

/// Runs a function and hands out all of its outputs, each to be released by its `deleter`. On
/// failure nothing is handed out. The library stays loaded until the last such tensor is deleted.
typedef int32_t (*tenon_managed_function)(DLTensor const* const* inputs, int32_t count,
                                          DLManagedTensor** outputs, tenon_options const* options,
                                          tenon_error* error);

/// One function of a model.
typedef struct tenon_function {
    char const* name;
    tenon_call_function call;
    tenon_shapes_function shapes;
    tenon_managed_function managed;
    int32_t const* output_ranks;
    int32_t input_count;
    int32_t output_count;
} tenon_function;

/// A library's table of contents.
typedef struct tenon_module {
    char const* metadata; ///< JSON, the text that section .tenon.info holds
    tenon_function const* functions;
    int32_t abi_version; ///< TENON_ABI_VERSION of the compiler that wrote the library
    int32_t function_count;
} tenon_module;

typedef tenon_module const* (*tenon_module_function)(void);

/// Declares the entries of function `name` for a program that links the model statically.
#define TENON_DECLARE(prefix, name)                                                                \
    int32_t prefix##_##name(DLTensor const* const* arguments, int32_t count,                       \
                            tenon_options const* options, tenon_error* error);                     \
    int32_t prefix##_##name##_shapes(DLTensor const* const* inputs, int32_t count,                 \
                                     int64_t* const* shapes, tenon_error* error);                  \
    int32_t prefix##_##name##_managed(DLTensor const* const* inputs, int32_t count,                \
                                      DLManagedTensor** outputs, tenon_options const* options,     \
                                      tenon_error* error)

/// Declares the table of contents of a model that is linked statically.
#define TENON_DECLARE_MODULE(prefix) tenon_module const* prefix##_module_info(void)

#ifdef __cplusplus
}
#endif
