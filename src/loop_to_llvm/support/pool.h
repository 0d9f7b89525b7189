// Threads: a pool per artifact, started by the first call that forks, for one call at a time.
//
// A caller publishes a loop behind `gate` and works on it itself; workers that come in time take
// parts, and a caller waits only for those that took one. So nothing hangs where workers are late,
// cannot be created, or did not survive a fork. A call that finds the pool taken runs alone.
#pragma once

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    worker_limit = 64,    // threads of one call, the caller's included
    parts_per_worker = 4, // small enough for a slow core to lag behind, large enough to be cheap
    // How long a thread waits awake, in nanoseconds: waking one up takes about as long. A worker
    // waits through what the caller does alone between two loops, and between calls that follow
    // each other closely.
    patience_of_worker = 50000,
    patience_of_caller = 100000,
    spins_per_look = 64 // at the clock; a pause takes 10 to 50 nanoseconds
};

// The gate: epoch in the upper half, then participants, and the number of workers inside.
#define GATE_OPEN (1ULL << 16)
#define GATE_WAITED_FOR (1ULL << 17)
#define GATE_INSIDE 0xFFFFULL
#define GATE_PARTICIPANTS(gate) ((int64_t)((gate) >> 24 & 0xFF))
#define GATE_EPOCH(gate) ((uint32_t)((gate) >> 32))

typedef struct pool_worker {
    _Alignas(64) sem_t wake;
    pthread_t thread;
    uint32_t born_in; // epoch
    int32_t parked;
} pool_worker;

typedef struct pool_share {
    _Alignas(64) int64_t next; // the first that nobody has taken yet
    int64_t end;
} pool_share;

static struct {
    _Alignas(64) uint64_t gate;
    _Alignas(64) int64_t process; // whose threads these are; 0 before the first, -1 while resetting
    int32_t taken;
    int32_t stopping;
    int32_t worker_count; // the holder's
    sem_t done;
    // The loop behind the gate: written while it is closed and nobody is inside.
    tenon_body body;
    void* environment;
    int64_t part;
    int64_t participants;
    pool_share shares[worker_limit];
    pool_worker workers[worker_limit];
} pool;

// Emitted code may replace the body by the target's pause instruction.
__attribute__((noinline)) void tenon_relax(void) { __asm__ volatile("" ::: "memory"); }

static int64_t available_threads(void) {
    static int32_t known;
    int32_t count = __atomic_load_n(&known, __ATOMIC_RELAXED);
    if (count) return count;
    uint64_t set[16] = {0};
    if (sched_getaffinity(0, sizeof set, (cpu_set_t*)set) == 0)
        for (int i = 0; i < 16; ++i) count += __builtin_popcountll(set[i]);
    if (count < 1) count = 1;
    __atomic_store_n(&known, count, __ATOMIC_RELAXED);
    return count;
}

static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t ceil_of(int64_t a, int64_t b) { return a / b + (a % b != 0); }

typedef struct pool_wait {
    int64_t until; // 0 before the first look at the clock
    int32_t spins;
} pool_wait;

// Whether to go on waiting awake.
static int is_patient(pool_wait* wait, int64_t patience) {
    tenon_relax();
    if (wait->spins++ % spins_per_look) return 1;
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    int64_t now = (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
    if (!wait->until) wait->until = now + patience;
    return now < wait->until;
}

static void wait_for(sem_t* semaphore) {
    while (sem_wait(semaphore) != 0 && errno == EINTR) {
    }
}

// Works on its own share first, which the same thread had in the loop before and may have in its
// cache; then on what others have left.
static void work_on_shares(int64_t self) {
    for (int64_t k = 0; k < pool.participants; ++k) {
        pool_share* share = &pool.shares[(self + k) % pool.participants];
        for (;;) {
            int64_t begin = __atomic_fetch_add(&share->next, pool.part, __ATOMIC_RELAXED);
            if (begin >= share->end) break;
            pool.body(pool.environment, begin, smaller(begin + pool.part, share->end), self);
        }
    }
}

static void leave_gate(void) {
    uint64_t before = __atomic_fetch_sub(&pool.gate, 1, __ATOMIC_ACQ_REL);
    if ((before & GATE_WAITED_FOR) && (before & GATE_INSIDE) == 1) sem_post(&pool.done);
}

static int has_work(uint64_t gate, int64_t self, uint32_t last) {
    return (gate & GATE_OPEN) && GATE_EPOCH(gate) != last && self < GATE_PARTICIPANTS(gate);
}

static void park(pool_worker* worker, int64_t self, uint32_t last) {
    __atomic_store_n(&worker->parked, 1, __ATOMIC_SEQ_CST);
    int stay = !has_work(__atomic_load_n(&pool.gate, __ATOMIC_SEQ_CST), self, last) &&
               !__atomic_load_n(&pool.stopping, __ATOMIC_SEQ_CST);
    // Whoever has cleared `parked` before us posts, and that post is ours to take.
    if (!stay && __atomic_exchange_n(&worker->parked, 0, __ATOMIC_SEQ_CST)) return;
    wait_for(&worker->wake);
}

static void* be_worker(void* argument) {
    pool_worker* worker = argument;
    int64_t self = worker - pool.workers + 1;
    uint32_t last = worker->born_in;
    pool_wait wait = {0};
    while (!__atomic_load_n(&pool.stopping, __ATOMIC_ACQUIRE)) {
        uint64_t gate = __atomic_load_n(&pool.gate, __ATOMIC_ACQUIRE);
        if (has_work(gate, self, last)) {
            if (!__atomic_compare_exchange_n(&pool.gate, &gate, gate + 1, 1, __ATOMIC_ACQUIRE,
                                             __ATOMIC_RELAXED))
                continue;
            last = GATE_EPOCH(gate);
            work_on_shares(self);
            leave_gate();
            wait = (pool_wait){0};
        } else if (!is_patient(&wait, patience_of_worker)) {
            park(worker, self, last);
            wait = (pool_wait){0};
        }
    }
    return 0;
}

static void wake(pool_worker* worker) {
    if (__atomic_load_n(&worker->parked, __ATOMIC_SEQ_CST) &&
        __atomic_exchange_n(&worker->parked, 0, __ATOMIC_SEQ_CST))
        sem_post(&worker->wake);
}

// The host's signal handlers are for the host's threads. A fault is for the thread that caused it:
// blocked, it would end the process although the host handles it.
static int start_worker(pool_worker* worker) {
    sigset_t all, before;
    sem_init(&worker->wake, 0, 0);
    worker->parked = 0;
    worker->born_in = GATE_EPOCH(__atomic_load_n(&pool.gate, __ATOMIC_RELAXED));
    sigfillset(&all);
    sigdelset(&all, SIGSEGV);
    sigdelset(&all, SIGBUS);
    sigdelset(&all, SIGFPE);
    sigdelset(&all, SIGILL);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int failed = pthread_create(&worker->thread, 0, be_worker, worker);
    pthread_sigmask(SIG_SETMASK, &before, 0);
    return !failed;
}

// The first call in a process, or in a child that a fork has left without the workers. Whoever
// comes while another thread is at it runs alone.
static int own_pool(void) {
    int64_t self = getpid(), process = __atomic_load_n(&pool.process, __ATOMIC_ACQUIRE);
    if (process == self) return 1;
    if (process == -1 || !__atomic_compare_exchange_n(&pool.process, &process, -1, 0,
                                                      __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
        return 0;
    sem_init(&pool.done, 0, 0);
    pool.worker_count = 0;
    __atomic_store_n(&pool.gate, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&pool.taken, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&pool.process, self, __ATOMIC_RELEASE);
    return 1;
}

static int take_pool(void) {
    if (!own_pool() || __atomic_load_n(&pool.taken, __ATOMIC_RELAXED)) return 0;
    return !__atomic_exchange_n(&pool.taken, 1, __ATOMIC_ACQUIRE);
}

static void give_pool_back(void) { __atomic_store_n(&pool.taken, 0, __ATOMIC_RELEASE); }

// Evenly, however many parts a share then is.
static void divide_shares(int64_t count) {
    int64_t each = count / pool.participants, more = count % pool.participants;
    for (int64_t w = 0; w < pool.participants; ++w) {
        pool.shares[w].next = each * w + smaller(w, more);
        pool.shares[w].end = each * (w + 1) + smaller(w + 1, more);
    }
}

static void open_gate(void) {
    uint64_t epoch = GATE_EPOCH(__atomic_load_n(&pool.gate, __ATOMIC_RELAXED)) + 1u;
    uint64_t gate = (epoch & 0xFFFFFFFFu) << 32 | (uint64_t)pool.participants << 24 | GATE_OPEN;
    __atomic_store_n(&pool.gate, gate, __ATOMIC_SEQ_CST);
    for (int64_t w = 0; w < pool.participants - 1; ++w) wake(&pool.workers[w]);
}

static void close_gate(void) {
    uint64_t gate = __atomic_and_fetch(&pool.gate, ~GATE_OPEN, __ATOMIC_ACQ_REL);
    pool_wait wait = {0};
    while ((gate & GATE_INSIDE) && is_patient(&wait, patience_of_caller))
        gate = __atomic_load_n(&pool.gate, __ATOMIC_ACQUIRE);
    if (!(gate & GATE_INSIDE)) return;
    gate = __atomic_fetch_or(&pool.gate, GATE_WAITED_FOR, __ATOMIC_ACQ_REL);
    if (gate & GATE_INSIDE) wait_for(&pool.done);
}

static int64_t part_of(int64_t count, int64_t grain, int64_t threads) {
    int64_t part = ceil_of(count, threads * parts_per_worker);
    return part > grain ? part : grain;
}

// `count` is at least twice `grain`, which is at least 1.
static void run_on_pool(int64_t threads, tenon_body body, void* environment, int64_t count,
                        int64_t grain) {
    int64_t wanted = smaller(smaller(threads, worker_limit), count / grain);
    while (pool.worker_count < wanted - 1 && start_worker(&pool.workers[pool.worker_count]))
        ++pool.worker_count;
    pool.body = body;
    pool.environment = environment;
    pool.participants = smaller(wanted, pool.worker_count + 1);
    pool.part = part_of(count, grain, pool.participants);
    divide_shares(count);
    open_gate();
    work_on_shares(0);
    close_gate();
}

// At unload, and at exit; a call that is still running then keeps its workers.
static void stop_pool(void) {
    if (__atomic_load_n(&pool.process, __ATOMIC_ACQUIRE) != getpid()) return;
    if (__atomic_exchange_n(&pool.taken, 1, __ATOMIC_ACQUIRE)) return;
    __atomic_store_n(&pool.stopping, 1, __ATOMIC_SEQ_CST);
    for (int32_t w = 0; w < pool.worker_count; ++w) wake(&pool.workers[w]);
    for (int32_t w = 0; w < pool.worker_count; ++w) pthread_join(pool.workers[w].thread, 0);
    pool.worker_count = 0;
}
