// Dimensions: their programs evaluated, the sizes of tensors, shapes as text.
#pragma once

#include "text.h"

typedef enum tenon_known { dim_known, dim_unknown, dim_faulty } tenon_known;

static int floor_divide(int64_t a, int64_t b, int64_t* result) {
    if (b == 0 || (b == -1 && a == INT64_MIN)) return 1;
    *result = a / b - (a % b != 0 && (a < 0) != (b < 0));
    return 0;
}

static int ceil_divide(int64_t a, int64_t b, int64_t* result) {
    if (b == 0 || (b == -1 && a == INT64_MIN)) return 1;
    *result = a / b + (a % b != 0 && (a < 0) == (b < 0));
    return 0;
}

static int floor_modulo(int64_t a, int64_t b, int64_t* result) {
    if (b == 0) return 1;
    int64_t rest = b == -1 ? 0 : a % b;
    *result = rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
    return 0;
}

// Non-zero: a division by zero or an overflow.
static int combine(int64_t op, int64_t a, int64_t b, int64_t* result) {
    switch (op) {
    case tenon_dim_add: return __builtin_add_overflow(a, b, result);
    case tenon_dim_sub: return __builtin_sub_overflow(a, b, result);
    case tenon_dim_mul: return __builtin_mul_overflow(a, b, result);
    case tenon_dim_floordiv: return floor_divide(a, b, result);
    case tenon_dim_ceildiv: return ceil_divide(a, b, result);
    case tenon_dim_mod: return floor_modulo(a, b, result);
    case tenon_dim_min: *result = a < b ? a : b; return 0;
    case tenon_dim_max: *result = a > b ? a : b; return 0;
    case tenon_dim_broadcast: *result = a == 1 ? b : a; return 0;
    default: return 1;
    }
}

static tenon_known evaluate(tenon_entry const* entry, int64_t const* symbols, tenon_dim const* dim,
                            int64_t* result) {
    int64_t stack[tenon_dim_depth];
    int32_t depth = 0;
    for (int64_t i = 0; i < dim->word_count; ++i) {
        int64_t op = dim->words[i];
        if (op == tenon_dim_constant || op == tenon_dim_symbol) {
            int64_t word = dim->words[++i];
            if (op == tenon_dim_symbol && entry->symbols[word].input < 0) return dim_unknown;
            if (depth == tenon_dim_depth) return dim_faulty;
            stack[depth++] = op == tenon_dim_symbol ? symbols[word] : word;
            continue;
        }
        if (depth < 2 || combine(op, stack[depth - 2], stack[depth - 1], &stack[depth - 2]))
            return dim_faulty;
        --depth;
    }
    if (depth != 1) return dim_faulty;
    *result = stack[0];
    return dim_known;
}

// Number of elements, or -1 if it does not fit the address space for any element type.
static int64_t element_count(int64_t const* shape, int32_t rank) {
    int64_t count = 1;
    int overflow = 0;
    for (int32_t d = 0; d < rank; ++d) {
        if (shape[d] == 0) return 0;
        overflow |= __builtin_mul_overflow(count, shape[d], &count);
    }
    return overflow || count > INT64_MAX / 4096 ? -1 : count;
}

static int64_t byte_count(tenon_argument const* argument, int64_t const* shape) {
    int64_t count = element_count(shape, argument->rank);
    return count < 0 ? -1 : (count * argument->bits * argument->lanes + 7) / 8;
}

static int64_t element_alignment(tenon_argument const* argument) {
    int64_t bytes = argument->bits / 8;
    return bytes >= 8 ? 8 : bytes >= 4 ? 4 : bytes >= 2 ? 2 : 1;
}

static void add_shape(tenon_text* text, int64_t const* shape, int32_t rank) {
    add(text, "[");
    for (int32_t d = 0; d < rank; ++d) {
        if (d) add(text, ", ");
        add_number(text, shape[d]);
    }
    add(text, "]");
}

static void add_wanted_shape(tenon_text* text, tenon_argument const* argument) {
    add(text, "[");
    for (int32_t d = 0; d < argument->rank; ++d) {
        if (d) add(text, ", ");
        add(text, argument->dims[d].text);
    }
    add(text, "]");
}

// "2*n + 1", or "2*n + 1 = 7" where that says more than its value.
static void add_dim_value(tenon_text* text, tenon_dim const* dim, int64_t value) {
    if (!(dim->word_count == 2 && dim->words[0] == tenon_dim_constant)) {
        add(text, dim->text);
        add(text, " = ");
    }
    add_number(text, value);
}
