// Messages: text appended to a buffer of fixed size, without locale, allocation or varargs.
#pragma once

#include <stdint.h>

typedef struct tenon_text {
    char* at;
    int64_t room; // bytes left, the terminating one not counted
} tenon_text;

static tenon_text text_in(char* buffer, int64_t size) {
    tenon_text text = {buffer, size - 1};
    buffer[0] = 0;
    return text;
}

// A name cut in the middle of a UTF-8 sequence could not be decoded by a Python caller.
static int64_t whole_characters(char const* from, int64_t bytes) {
    while (bytes > 0 && ((unsigned char)from[bytes] & 0xC0) == 0x80) --bytes;
    return bytes;
}

static void add(tenon_text* text, char const* more) {
    int64_t size = 0;
    while (more[size] && size <= text->room) ++size;
    if (size > text->room) size = whole_characters(more, text->room);
    __builtin_memcpy(text->at, more, (uint64_t)size);
    text->at += size;
    text->room = more[size] ? 0 : text->room - size;
    text->at[0] = 0;
}

static void add_number(tenon_text* text, int64_t number) {
    char digits[24];
    char* at = digits + sizeof digits;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    *--at = 0;
    do *--at = (char)('0' + rest % 10);
    while (rest /= 10);
    if (number < 0) *--at = '-';
    add(text, at);
}

static void add_quoted(tenon_text* text, char const* name) {
    add(text, "\"");
    add(text, name);
    add(text, "\"");
}

static char const* exotic_float(int32_t code) {
    switch (code) {
    case kDLFloat8_e3m4: return "f8e3m4";
    case kDLFloat8_e4m3: return "f8e4m3";
    case kDLFloat8_e4m3b11fnuz: return "f8e4m3b11fnuz";
    case kDLFloat8_e4m3fn: return "f8e4m3fn";
    case kDLFloat8_e4m3fnuz: return "f8e4m3fnuz";
    case kDLFloat8_e5m2: return "f8e5m2";
    case kDLFloat8_e5m2fnuz: return "f8e5m2fnuz";
    case kDLFloat8_e8m0fnu: return "f8e8m0";
    case kDLFloat4_e2m1fn: return "f4e2m1";
    default: return 0;
    }
}

static char const* number_kind(int32_t code) {
    switch (code) {
    case kDLInt: return "i";
    case kDLUInt: return "u";
    case kDLFloat: return "f";
    case kDLBfloat: return "bf";
    case kDLComplex: return "c";
    default: return 0;
    }
}

// The names that the IR prints; DLPack's numbers for what it has no name for.
static void add_dtype(tenon_text* text, int32_t code, int32_t bits, int32_t lanes) {
    char const* exotic = exotic_float(code);
    char const* kind = number_kind(code);
    if (code == kDLBool && bits == 8) {
        add(text, "bool");
    } else if (exotic) {
        add(text, exotic);
    } else if (kind) {
        add(text, kind);
        add_number(text, bits);
    } else {
        add(text, "DLPack type code ");
        add_number(text, code);
        add(text, " of ");
        add_number(text, bits);
        add(text, " bits");
    }
    if (lanes == 1) return;
    add(text, " x ");
    add_number(text, lanes);
    add(text, " lanes");
}
