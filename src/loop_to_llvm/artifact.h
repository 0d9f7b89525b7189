// What the code generator emits and what the fixed part of an artifact (support.c) makes of it.
//
// Plain C, read by both sides: support.c includes it, the generator emits constants and functions
// of these very layouts. All fields are pointers, int64_t or int32_t in natural order, so a layout
// is the same struct of ptr, i64 and i32 in LLVM for every 64-bit target.
//
// The generator emits, per function F with symbol prefix P (internal linkage unless it says so):
//
//   int32_t F_run(tenon_call*);                      the driver: kernels in order
//   int64_t F_arena_bytes(int64_t const* symbols);   what F_run wants at call->arena
//   int64_t F_worker_bytes(int64_t const* symbols);  what a worker wants for itself, or null
//   const tenon_entry F_entry = {...};
//
//   exported  i32 P_F(args, count, options, error)            = tenon_enter(&F_entry, ...)
//   exported  i32 P_F_shapes(inputs, count, shapes, error)    = tenon_enter_shapes(&F_entry, ...)
//   exported  i32 P_F_managed(inputs, count, outputs, options, error)
//                                                             = tenon_enter_managed(&F_entry, ...)
//   exported  i32 __tvm_ffi_F(self, args, count, result)          = tenon_tvm(&F_entry, args, ...)
//   exported  i32 __tvm_ffi_F_shapes(self, args, count, result)   = tenon_tvm_shapes(...)
//   exported  i32 __tvm_ffi_F_managed(self, args, count, result)  = tenon_tvm_managed(...)
//
// (`self` is dropped; with a prefix other than "tenon" the last three are __tvm_ffi_P_F...), and
// once
//
//   const tenon_function functions[] = {{"F", P_F, P_F_shapes, P_F_managed, ranks, ni, no}, ...};
//   const tenon_module module = {metadata, functions, TENON_ABI_VERSION, function_count};
//   exported  const tenon_module* P_module_info(void)         = &module
//   const char metadata[] = "{...}" in section ".tenon.info", NUL-terminated, align 1
//
// After support.ll is linked in, everything but the exported symbols is internalised.
#pragma once

#include <tenon/runtime/abi.h>

/// The words of a dimension: a postfix program. `constant` is followed by its value, `symbol` by
/// its index; the others take two operands from the stack and push the result. At most
/// `tenon_dim_depth` values are ever on the stack.
typedef enum tenon_dim_op {
    tenon_dim_constant = 0,
    tenon_dim_symbol = 1,
    tenon_dim_add = 2,
    tenon_dim_sub = 3,
    tenon_dim_mul = 4,
    tenon_dim_floordiv = 5,
    tenon_dim_ceildiv = 6,
    tenon_dim_mod = 7, ///< of the sign of the divisor
    tenon_dim_min = 8,
    tenon_dim_max = 9,
    tenon_dim_broadcast = 10 ///< the second operand where the first is 1, else the first
} tenon_dim_op;

enum { tenon_dim_depth = 32 };

/// A dimension: its program, and how a person writes it ("2*seq + 1").
typedef struct tenon_dim {
    int64_t const* words;
    char const* text;
    int64_t word_count;
} tenon_dim;

typedef enum tenon_argument_flag {
    tenon_argument_optional = 1,      ///< an input that has a default: its pointer may be null
    tenon_argument_data_dependent = 2 ///< an output whose storage `run` asks tenon_output() for
} tenon_argument_flag;

/// An input or output. For a data-dependent output, dims name symbols that `run` writes.
typedef struct tenon_argument {
    char const* name;
    tenon_dim const* dims;
    int32_t rank;
    int32_t code; ///< DLPack's DLDataTypeCode
    int32_t bits;
    int32_t lanes;
    int32_t flags;
    int32_t reserved;
} tenon_argument;

/// A symbol is read from dimension `dim` of input `input`; `input` is -1 if `run` finds it out.
/// Every dimension of every argument is then checked against its program.
typedef struct tenon_symbol {
    char const* name;
    int32_t input;
    int32_t dim;
} tenon_symbol;

typedef enum tenon_relation { tenon_equal = 0, tenon_at_least = 1 } tenon_relation;

/// What must hold between dimensions, over symbols that are known before the run. `text` says so in
/// words and is null where the two dims' own texts suffice.
typedef struct tenon_constraint {
    tenon_dim left;
    tenon_dim right;
    char const* text;
    int32_t relation;
    int32_t reserved;
} tenon_constraint;

struct tenon_call;

/// A function of the model.
typedef struct tenon_entry {
    char const* name;
    tenon_argument const* inputs;
    tenon_argument const* outputs;
    tenon_symbol const* symbols;
    tenon_constraint const* constraints;
    int32_t (*run)(struct tenon_call* call);         ///< 0, or a tenon_status already reported
    int64_t (*arena_bytes)(int64_t const* symbols);  ///< null: none
    int64_t (*worker_bytes)(int64_t const* symbols); ///< null: none
    int32_t input_count;
    int32_t output_count;
    int32_t symbol_count;
    int32_t constraint_count;
    int32_t default_threads; ///< from --threads; 0: as many as the process may use; 1: never fork
    int32_t reserved;
} tenon_entry;

/// A call in progress: what `run` and the kernels read.
typedef struct tenon_call {
    void** buffers;   ///< inputs, then outputs; null for an omitted input, a data-dependent output
    int64_t* symbols; ///< `run` writes those that only the data decides
    char* arena;      ///< arena_bytes(symbols), aligned to 64; old contents are arbitrary
    char* worker_arena; ///< worker w's own block is worker_arena + w * worker_stride
    int64_t worker_stride;
    int64_t threads; ///< workers are numbered below this
    tenon_entry const* entry;
    tenon_options const* options; ///< never null
    tenon_error* error;           ///< never null
    DLTensor const* const* given; ///< the caller's outputs, null in a managed call
    DLManagedTensor** handed_out; ///< what a managed call has allocated so far
    int32_t status;               ///< the first failure; written atomically
    int32_t holds_pool;
} tenon_call;

// What emitted code may call. All are safe on any worker, except where said.

/// Records a failure; the first one wins. `text` names node and cause. Running on is allowed, and
/// so is returning early; the call fails either way.
void tenon_fail(tenon_call* call, int32_t code, char const* text);

/// `text`: index `index` is not in [-size, size).
void tenon_fail_index(tenon_call* call, char const* text, int64_t index, int64_t size);

/// Runs `body` over [0, count) on up to call->threads threads, each of which gets at least `grain`,
/// and returns when all is done. Only from `run` itself: bodies do not fork.
void tenon_parallel(tenon_call* call, tenon_body body, void* environment, int64_t count,
                    int64_t grain);

/// Storage for data-dependent output `output`, whose dims are now known: the caller's tensor if it
/// has exactly this shape, or a new one in a managed call. Null if the call has failed: return
/// then. Only from `run` itself.
void* tenon_output(tenon_call* call, int32_t output, int64_t const* dims);

/// Memory beside the arena, for what a kernel keeps while it runs; aligned to 64. Null after
/// failure.
void* tenon_allocate(tenon_call* call, int64_t bytes);
void tenon_release(tenon_call* call, void* block, int64_t bytes);

/// A value of tvm_ffi's calling convention.
typedef struct tenon_any {
    int32_t type;
    int32_t small_length;
    union {
        int64_t integer;
        double number;
        void* pointer;
    } value;
} tenon_any;

// What the exported wrappers call.
int32_t tenon_enter(tenon_entry const* entry, DLTensor const* const* arguments, int32_t count,
                    tenon_options const* options, tenon_error* error);
int32_t tenon_enter_shapes(tenon_entry const* entry, DLTensor const* const* inputs, int32_t count,
                           int64_t* const* shapes, tenon_error* error);
int32_t tenon_enter_managed(tenon_entry const* entry, DLTensor const* const* inputs, int32_t count,
                            DLManagedTensor** outputs, tenon_options const* options,
                            tenon_error* error);
int32_t tenon_tvm(tenon_entry const* entry, tenon_any const* arguments, int32_t count,
                  tenon_any* result);
int32_t tenon_tvm_shapes(tenon_entry const* entry, tenon_any const* arguments, int32_t count,
                         tenon_any* result);
int32_t tenon_tvm_managed(tenon_entry const* entry, tenon_any const* arguments, int32_t count,
                          tenon_any* result);
