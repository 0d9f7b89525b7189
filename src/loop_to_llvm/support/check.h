// Arguments: everything that can be wrong with them, found before anything is written.
#pragma once

#include "shape.h"

// What is being checked; `inputs` and `outputs` may be null for those that are not.
typedef struct tenon_check {
    tenon_entry const* entry;
    DLTensor const* const* inputs;
    DLTensor const* const* outputs;
    int64_t* symbols;
    tenon_error* error;
} tenon_check;

static tenon_argument const* argument_at(tenon_entry const* entry, int32_t position) {
    return position < entry->input_count ? &entry->inputs[position]
                                         : &entry->outputs[position - entry->input_count];
}

static DLTensor const* given_at(tenon_check const* check, int32_t position) {
    int32_t inputs = check->entry->input_count;
    if (position < inputs) return check->inputs[position];
    return check->outputs ? check->outputs[position - inputs] : 0;
}

static void add_argument(tenon_text* text, tenon_entry const* entry, int32_t position) {
    add(text, position < entry->input_count ? "input " : "output ");
    add_quoted(text, argument_at(entry, position)->name);
}

static tenon_text begin_error(tenon_error* error, int32_t code, int32_t position) {
    error->code = code;
    error->argument = position;
    return text_in(error->message, sizeof error->message);
}

// `main: input "x" (argument 0): ` and what is wrong, to be appended.
static tenon_text complain(tenon_check const* check, int32_t code, int32_t position) {
    tenon_text text = begin_error(check->error, code, position);
    add(&text, check->entry->name);
    add(&text, ": ");
    if (position < 0) return text;
    add_argument(&text, check->entry, position);
    add(&text, " (argument ");
    add_number(&text, position);
    add(&text, "): ");
    return text;
}

static void add_counted(tenon_text* text, int64_t count, char const* noun) {
    add_number(text, count);
    add(text, noun);
    if (count != 1) add(text, "s");
}

// `outputs`: how many arguments are wanted for outputs.
static int32_t refuse_count(tenon_check const* check, int32_t got, int32_t outputs) {
    tenon_text text = complain(check, tenon_bad_count, -1);
    add(&text, "got ");
    add_counted(&text, got, " argument");
    add(&text, ", want ");
    add_number(&text, check->entry->input_count + outputs);
    add(&text, " (");
    add_counted(&text, check->entry->input_count, " input");
    if (outputs) {
        add(&text, ", ");
        add_counted(&text, outputs, " output");
    }
    add(&text, ")");
    return tenon_bad_count;
}

static int32_t refuse(tenon_check const* check, int32_t code, int32_t position, char const* why) {
    tenon_text text = complain(check, code, position);
    add(&text, why);
    return code;
}

static int32_t check_type(tenon_check const* check, int32_t position) {
    DLTensor const* tensor = given_at(check, position);
    tenon_argument const* wanted = argument_at(check->entry, position);
    if (tensor->device.device_type != kDLCPU) {
        tenon_text text = complain(check, tenon_bad_device, position);
        add(&text, "on device type ");
        add_number(&text, tensor->device.device_type);
        add(&text, ", want the CPU (1)");
        return tenon_bad_device;
    }
    DLDataType const* got = &tensor->dtype;
    if (got->code == wanted->code && got->bits == wanted->bits && got->lanes == wanted->lanes)
        return tenon_ok;
    tenon_text text = complain(check, tenon_bad_dtype, position);
    add(&text, "element type ");
    add_dtype(&text, got->code, got->bits, got->lanes);
    add(&text, ", want ");
    add_dtype(&text, wanted->code, wanted->bits, wanted->lanes);
    return tenon_bad_dtype;
}

static int32_t refuse_shape(tenon_check const* check, int32_t position, int32_t dim,
                            char const* what) {
    tenon_argument const* wanted = argument_at(check->entry, position);
    tenon_text text = complain(check, tenon_bad_shape, position);
    add(&text, "shape ");
    add_shape(&text, given_at(check, position)->shape, wanted->rank);
    add(&text, ", want ");
    add_wanted_shape(&text, wanted);
    if (dim < 0) {
        add(&text, what);
        return tenon_bad_shape;
    }
    add(&text, ": dimension ");
    add_number(&text, dim);
    add(&text, what);
    return tenon_bad_shape;
}

// Rank and sizes that make sense, so that the shape can be read at all.
static int32_t check_rank(tenon_check const* check, int32_t position) {
    DLTensor const* tensor = given_at(check, position);
    tenon_argument const* wanted = argument_at(check->entry, position);
    if (tensor->ndim != wanted->rank) {
        tenon_text text = complain(check, tenon_bad_rank, position);
        add(&text, "rank ");
        add_number(&text, tensor->ndim);
        if (tensor->ndim > 0 && tensor->ndim <= 8 && tensor->shape) {
            add(&text, " (shape ");
            add_shape(&text, tensor->shape, tensor->ndim);
            add(&text, ")");
        }
        add(&text, ", want rank ");
        add_number(&text, wanted->rank);
        add(&text, ", shape ");
        add_wanted_shape(&text, wanted);
        return tenon_bad_rank;
    }
    if (wanted->rank && !tensor->shape)
        return refuse(check, tenon_bad_null, position, "the pointer to its shape is null");
    for (int32_t d = 0; d < wanted->rank; ++d)
        if (tensor->shape[d] < 0) return refuse_shape(check, position, d, " is negative");
    if (byte_count(wanted, tensor->shape) < 0)
        return refuse_shape(check, position, -1, ": larger than any memory");
    return tenon_ok;
}

static int32_t refuse_dim(tenon_check const* check, int32_t position, int32_t dim, int64_t want) {
    DLTensor const* tensor = given_at(check, position);
    tenon_entry const* entry = check->entry;
    tenon_dim const* program = &argument_at(entry, position)->dims[dim];
    refuse_shape(check, position, dim, " is ");
    tenon_text text = {check->error->message, sizeof check->error->message - 1};
    while (*text.at) ++text.at, --text.room;
    add_number(&text, tensor->shape[dim]);
    add(&text, ", want ");
    add_dim_value(&text, program, want);
    if (program->word_count == 2 && program->words[0] == tenon_dim_symbol) {
        tenon_symbol const* symbol = &entry->symbols[program->words[1]];
        add(&text, " as in dimension ");
        add_number(&text, symbol->dim);
        add(&text, " of ");
        add_argument(&text, entry, symbol->input);
    }
    return tenon_bad_shape;
}

// The value of a dimension that is known before the run; -1 for one that is not.
static int32_t wanted_dim(tenon_check const* check, int32_t position, int32_t dim, int64_t* want) {
    tenon_dim const* program = &argument_at(check->entry, position)->dims[dim];
    tenon_known known = evaluate(check->entry, check->symbols, program, want);
    if (known == dim_unknown) *want = -1;
    if (known == dim_unknown || (known == dim_known && *want >= 0)) return tenon_ok;
    tenon_text text = complain(check, tenon_bad_shape, position);
    add(&text, "dimension ");
    add_number(&text, dim);
    add(&text, " would be ");
    add(&text, program->text);
    if (known == dim_known) {
        add(&text, " = ");
        add_number(&text, *want);
    } else {
        add(&text, ", which cannot be computed");
    }
    add(&text, " for the shapes of these inputs");
    return tenon_bad_shape;
}

static int32_t check_dims(tenon_check const* check, int32_t position) {
    DLTensor const* tensor = given_at(check, position);
    tenon_argument const* wanted = argument_at(check->entry, position);
    for (int32_t d = 0; d < wanted->rank; ++d) {
        int64_t want;
        int32_t failed = wanted_dim(check, position, d, &want);
        if (failed) return failed;
        if (want >= 0 && tensor->shape[d] != want) return refuse_dim(check, position, d, want);
    }
    return tenon_ok;
}

static int rows_without_gaps(DLTensor const* tensor) {
    int64_t step = 1;
    if (!tensor->strides || element_count(tensor->shape, tensor->ndim) == 0) return 1;
    for (int32_t d = tensor->ndim - 1; d >= 0; --d) {
        if (tensor->shape[d] != 1 && tensor->strides[d] != step) return 0;
        step *= tensor->shape[d];
    }
    return 1;
}

static uintptr_t address_of(DLTensor const* tensor) {
    return (uintptr_t)tensor->data + (uintptr_t)tensor->byte_offset;
}

static int32_t check_layout(tenon_check const* check, int32_t position) {
    DLTensor const* tensor = given_at(check, position);
    tenon_argument const* wanted = argument_at(check->entry, position);
    if (!rows_without_gaps(tensor)) {
        tenon_text text = complain(check, tenon_bad_strides, position);
        add(&text, "strides ");
        add_shape(&text, tensor->strides, tensor->ndim);
        add(&text, " for shape ");
        add_shape(&text, tensor->shape, tensor->ndim);
        add(&text, ", want rows without gaps, the last dimension first (C order)");
        return tenon_bad_strides;
    }
    if (byte_count(wanted, tensor->shape) == 0) return tenon_ok;
    if (!tensor->data)
        return refuse(check, tenon_bad_null, position, "the pointer to its data is null");
    int64_t off = (int64_t)(address_of(tensor) % (uintptr_t)element_alignment(wanted));
    if (!off) return tenon_ok;
    tenon_text text = complain(check, tenon_bad_alignment, position);
    add(&text, "its data begins ");
    add_counted(&text, off, " byte");
    add(&text, " off a multiple of ");
    add_number(&text, element_alignment(wanted));
    add(&text, ", the alignment of ");
    add_dtype(&text, wanted->code, wanted->bits, wanted->lanes);
    return tenon_bad_alignment;
}

static int overlap(tenon_check const* check, int32_t a, int32_t b) {
    DLTensor const *left = given_at(check, a), *right = given_at(check, b);
    if (!left || !right) return 0;
    int64_t left_bytes = byte_count(argument_at(check->entry, a), left->shape);
    int64_t right_bytes = byte_count(argument_at(check->entry, b), right->shape);
    return left_bytes && right_bytes &&
           address_of(left) < address_of(right) + (uintptr_t)right_bytes &&
           address_of(right) < address_of(left) + (uintptr_t)left_bytes;
}

static int32_t check_overlap(tenon_check const* check, int32_t position) {
    for (int32_t other = 0; other < position; ++other) {
        if (!overlap(check, position, other)) continue;
        tenon_text text = complain(check, tenon_bad_overlap, position);
        add(&text, "shares memory with ");
        add_argument(&text, check->entry, other);
        add(&text, ", want memory of its own");
        return tenon_bad_overlap;
    }
    return tenon_ok;
}

static int32_t refuse_missing(tenon_check const* check, int32_t position) {
    return refuse(check, tenon_bad_null, position, "null, want a tensor");
}

static int32_t bind_symbols(tenon_check const* check) {
    tenon_entry const* entry = check->entry;
    for (int32_t s = 0; s < entry->symbol_count; ++s) {
        tenon_symbol const* symbol = &entry->symbols[s];
        check->symbols[s] = -1;
        if (symbol->input < 0) continue;
        if (!check->inputs[symbol->input]) return refuse_missing(check, symbol->input);
        check->symbols[s] = check->inputs[symbol->input]->shape[symbol->dim];
    }
    return tenon_ok;
}

static int32_t check_constraints(tenon_check const* check) {
    for (int32_t i = 0; i < check->entry->constraint_count; ++i) {
        tenon_constraint const* constraint = &check->entry->constraints[i];
        int64_t left = 0, right = 0;
        tenon_known l = evaluate(check->entry, check->symbols, &constraint->left, &left);
        tenon_known r = evaluate(check->entry, check->symbols, &constraint->right, &right);
        if (l == dim_unknown || r == dim_unknown) continue;
        int equal = constraint->relation == tenon_equal;
        int holds = l == dim_known && r == dim_known && (equal ? left == right : left >= right);
        if (holds) continue;
        tenon_text text = complain(check, tenon_bad_shape, -1);
        add(&text, "the input shapes do not go together: want ");
        if (constraint->text) {
            add(&text, constraint->text);
            add(&text, "; got ");
        } else {
            add(&text, constraint->left.text);
            add(&text, equal ? " = " : " >= ");
            add(&text, constraint->right.text);
            add(&text, ", got ");
        }
        add_number(&text, left);
        add(&text, " and ");
        add_number(&text, right);
        return tenon_bad_shape;
    }
    return tenon_ok;
}

// Shapes alone; data, device and element type are not looked at.
static int32_t check_input_shapes(tenon_check const* check) {
    tenon_entry const* entry = check->entry;
    int32_t failed = 0;
    for (int32_t i = 0; i < entry->input_count && !failed; ++i) {
        if (check->inputs[i])
            failed = check_rank(check, i);
        else if (!(entry->inputs[i].flags & tenon_argument_optional))
            failed = refuse_missing(check, i);
    }
    if (!failed) failed = bind_symbols(check);
    for (int32_t i = 0; i < entry->input_count && !failed; ++i)
        if (check->inputs[i]) failed = check_dims(check, i);
    return failed ? failed : check_constraints(check);
}

static int32_t check_inputs(tenon_check const* check) {
    int32_t failed = 0;
    for (int32_t i = 0; i < check->entry->input_count && !failed; ++i)
        if (check->inputs[i]) failed = check_type(check, i);
    if (!failed) failed = check_input_shapes(check);
    for (int32_t i = 0; i < check->entry->input_count && !failed; ++i)
        if (check->inputs[i]) failed = check_layout(check, i);
    return failed;
}

static int32_t check_output(tenon_check const* check, int32_t position) {
    if (!given_at(check, position)) return refuse_missing(check, position);
    int32_t failed = check_type(check, position);
    if (!failed) failed = check_rank(check, position);
    if (!failed) failed = check_dims(check, position);
    if (!failed) failed = check_layout(check, position);
    return failed ? failed : check_overlap(check, position);
}

static int32_t check_outputs(tenon_check const* check) {
    int32_t failed = 0;
    for (int32_t k = 0; k < check->entry->output_count && !failed; ++k)
        failed = check_output(check, check->entry->input_count + k);
    return failed;
}

static int32_t check_options(tenon_check const* check, tenon_options const* options) {
    char const* why = 0;
    if (options->size < (int64_t)sizeof(tenon_options))
        why = "options: size is not set";
    else if (options->threads < 0)
        why = "options: threads is negative";
    else if (options->threads > 4096)
        why = "options: threads is above 4096";
    else if (!options->allocate != !options->release)
        why = "options: allocate and release replace the allocator together, one is null";
    else if (options->parallel_for && !options->threads)
        why = "options: parallel_for needs threads, the most that it uses";
    return why ? refuse(check, tenon_bad_options, -1, why) : tenon_ok;
}
