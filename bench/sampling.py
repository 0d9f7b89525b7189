"""Measures two things by turns on a noisy machine: pinned, probed before and after each sample, compared by medians."""

import ctypes
import os
import random
import threading
import time
from dataclasses import dataclass

import numpy as np

import native

GOOD_PROBE = 0.93  # of the run's 98th percentile
ENOUGH_PAIRS = 30
SAMPLE = 0.015  # seconds that one sample aims at
WARM_UP = 0.2  # and at least 5 calls


def load_probe():
    """The multiply-add loop, built for this machine."""
    probe = native.build("probe.c").probe
    probe.restype = ctypes.c_double
    return probe


def pin(threads):
    """The first `threads` processors this process may use, for everything it measures."""
    allowed = sorted(os.sched_getaffinity(0))
    if len(allowed) < threads:
        raise SystemExit(f"{threads} threads on {len(allowed)} processors cannot be measured")
    os.sched_setaffinity(0, allowed[:threads])
    return allowed[:threads]


@dataclass
class Comparison:
    """Seconds per call of the pairs, which of them are accepted, and the probe's best on all processors together."""

    ours_of_all: np.ndarray
    theirs_of_all: np.ndarray
    accepted: np.ndarray
    peak: float

    @property
    def ours(self):
        return self.ours_of_all[self.accepted]

    @property
    def theirs(self):
        return self.theirs_of_all[self.accepted]

    @property
    def total(self):
        return len(self.ours_of_all)

    @property
    def conclusive(self):
        return len(self.ours) >= ENOUGH_PAIRS

    def ratio(self):
        """How many times faster ours is, by medians, with the bootstrap's 95 % interval."""
        rng = np.random.default_rng(0)
        picks = rng.integers(0, len(self.ours), (2000, len(self.ours)))
        samples = np.median(self.theirs[picks], axis=1) / np.median(self.ours[picks], axis=1)
        low, high = np.percentile(samples, [2.5, 97.5])
        return np.median(self.theirs) / np.median(self.ours), low, high

    def ratio_of_all(self):
        """The same over all pairs, disturbed or not, as the median of each pair's own ratio: whatever slows the machine for
        longer than a pair slows both sides of it."""
        rng = np.random.default_rng(0)
        each = self.theirs_of_all / self.ours_of_all
        samples = np.median(each[rng.integers(0, len(each), (2000, len(each)))], axis=1)
        low, high = np.percentile(samples, [2.5, 97.5])
        return np.median(each), low, high

    def best_ratio(self):
        return np.percentile(self.theirs, 5) / np.percentile(self.ours, 5)


def warm_up(side, longest):
    """Also says how many calls make a sample. A side that is slow beside the time there is gets fewer calls."""
    start, count = time.perf_counter(), 0
    while count == 0 or ((count < 5 or time.perf_counter() - start < WARM_UP) and time.perf_counter() - start < longest / 4):
        side.repeat(1)
        count += 1
    several = max(1, round(SAMPLE / 4 / max(side.repeat(1), 1e-7)))
    return max(1, round(SAMPLE * several / side.repeat(several)))


def probe_cores(probe, processors):
    """The slowest of the cores, one after the other."""
    if len(processors) == 1:
        return probe()
    before, slowest = os.sched_getaffinity(0), float("inf")
    for processor in processors:
        os.sched_setaffinity(0, {processor})
        slowest = min(slowest, probe())
    os.sched_setaffinity(0, before)
    return slowest


def place_threads(processors):
    """This thread on the first processor, the others of this process on the rest."""
    for thread in map(int, os.listdir("/proc/self/task")):
        mine = thread == threading.get_native_id()
        os.sched_setaffinity(thread, processors[:1] if mine else processors[1:] or processors)


# Threads that have nothing to do spin for a while before they park, and take a processor from whoever comes next.
UNTIL_PARKED = 0.02


def compare(ours, theirs, probe, processors, longest):
    """By turns; `longest` is in seconds. On several threads a call that does not count wakes a side's own threads first, and
    nobody else's are awake; this process's threads stay where they are put, so that where they are woken decides nothing."""
    sides, several = (ours, theirs), len(processors) > 1
    counts = [warm_up(side, longest) for side in sides]
    place_threads(processors)
    records, probes, start, luck = [], [probe_cores(probe, processors)], time.perf_counter(), random.Random(0)

    def sample(which):
        seconds = sides[which].sample(counts[which], several) / counts[which]
        if several:
            time.sleep(UNTIL_PARKED)
        probes.append(probe_cores(probe, processors))
        return seconds, min(probes[-2:])

    while not records or time.perf_counter() - start < longest:
        pair = {which: sample(which) for which in luck.sample((0, 1), 2)}
        records.append((pair[0][0], pair[1][0], min(pair[0][1], pair[1][1])))
        limit = GOOD_PROBE * np.percentile(probes, 98)
        accepted = sum(r[2] >= limit for r in records)
        if accepted >= ENOUGH_PAIRS and len(records) % 10 == 0 and time.perf_counter() - start > 2:
            break
    os.sched_setaffinity(0, processors)
    times, peak = np.array(records), float(np.percentile(probes, 98))
    return Comparison(times[:, 0], times[:, 1], times[:, 2] >= GOOD_PROBE * peak, peak * len(processors))
