// Memory: the caller's allocator or the C library's, and the arenas kept between calls.
#pragma once

#include <stdlib.h>
#include <sys/mman.h>

enum { cache_line = 64, huge_page = 2 << 20, kept_arenas = 16 };

static int64_t round_up(int64_t bytes, int64_t unit) { return (bytes + unit - 1) & -unit; }

static void* allocate(tenon_options const* options, int64_t bytes) {
    uint64_t size = (uint64_t)round_up(bytes ? bytes : 1, cache_line);
    if (bytes < 0 || bytes > INT64_MAX - huge_page * 2) return 0;
    return options->allocate ? options->allocate(options->allocator_context, size, cache_line)
                             : aligned_alloc(cache_line, size);
}

static void release(tenon_options const* options, void* block, int64_t bytes) {
    if (!block) return;
    uint64_t size = (uint64_t)round_up(bytes ? bytes : 1, cache_line);
    if (options->allocate)
        options->release(options->allocator_context, block, size);
    else
        free(block);
}

// Lies behind the arena's bytes, so that a large arena begins on a huge page.
typedef struct arena_tail {
    char* begin;
    int64_t bytes;
    int32_t mapped;
} arena_tail;

// One per slot and nobody else's while it is not in its slot: no lock, no ABA.
static arena_tail* kept[kept_arenas];
static int64_t kept_bytes[kept_arenas]; // of those that are there, or were a moment ago

static char* map_huge_pages(int64_t bytes) {
    uint64_t wanted = (uint64_t)bytes, whole = wanted + huge_page;
    char* block = mmap(0, whole, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED) return 0;
    uint64_t before = -(uint64_t)(uintptr_t)block & (huge_page - 1);
    if (before) munmap(block, before);
    if (huge_page - before) munmap(block + before + wanted, huge_page - before);
    madvise(block + before, wanted, MADV_HUGEPAGE);
    return block + before;
}

static arena_tail* new_arena(int64_t bytes) {
    int mapped = bytes >= huge_page;
    // Pages that are never touched cost nothing, and a sequence that grows fits the next time too.
    if (mapped) bytes += bytes / 4;
    int64_t whole = round_up(bytes + cache_line, mapped ? huge_page : cache_line);
    char* begin = mapped ? map_huge_pages(whole) : aligned_alloc(cache_line, (uint64_t)whole);
    if (!begin) return 0;
    arena_tail* tail = (arena_tail*)(begin + whole - cache_line);
    tail->begin = begin;
    tail->bytes = whole - cache_line;
    tail->mapped = mapped;
    return tail;
}

static void drop_arena(arena_tail* tail) {
    if (!tail) return;
    if (tail->mapped)
        munmap(tail->begin, (uint64_t)(tail->bytes + cache_line));
    else
        free(tail->begin);
}

// Puts an arena back; where all slots are taken, the larger one stays.
static void keep_arena(arena_tail* tail) {
    for (int i = 0; i < kept_arenas; ++i) {
        arena_tail* none = 0;
        int64_t bytes =
            tail->bytes; // the arena may be somebody else's as soon as it is in its slot
        if (!__atomic_compare_exchange_n(&kept[i], &none, tail, 0, __ATOMIC_RELEASE,
                                         __ATOMIC_RELAXED))
            continue;
        __atomic_store_n(&kept_bytes[i], bytes, __ATOMIC_RELAXED);
        return;
    }
    arena_tail* other = __atomic_exchange_n(&kept[0], tail, __ATOMIC_ACQ_REL);
    if (!other || other->bytes <= tail->bytes) {
        drop_arena(other);
        return;
    }
    drop_arena(__atomic_exchange_n(&kept[0], other, __ATOMIC_ACQ_REL));
}

// The slot of the smallest arena of at least so many bytes, else of the largest; -1 if all are
// empty. Sizes may be old: others take and put back meanwhile.
static int likely_slot(int64_t bytes) {
    int best = -1;
    int64_t has = 0;
    for (int i = 0; i < kept_arenas; ++i) {
        if (!__atomic_load_n(&kept[i], __ATOMIC_RELAXED)) continue;
        int64_t size = __atomic_load_n(&kept_bytes[i], __ATOMIC_RELAXED);
        int better = has < bytes ? size > has : size >= bytes && size < has;
        if (best >= 0 && !better) continue;
        best = i;
        has = size;
    }
    return best;
}

// Calls that take the same arenas in the same order find them again. One that is too small makes
// room for a larger one, so that there are never more than were in use at once.
static arena_tail* take_arena(int64_t bytes) {
    int slot = likely_slot(bytes);
    arena_tail* tail =
        slot < 0 ? 0 : __atomic_exchange_n(&kept[slot], (arena_tail*)0, __ATOMIC_ACQUIRE);
    if (tail && tail->bytes >= bytes) return tail;
    drop_arena(tail);
    return new_arena(bytes);
}

static void drop_kept_arenas(void) {
    for (int i = 0; i < kept_arenas; ++i)
        drop_arena(__atomic_exchange_n(&kept[i], (arena_tail*)0, __ATOMIC_ACQUIRE));
}
