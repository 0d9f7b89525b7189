"""The loop of a peer that runs in a process and an environment of its own: it reads a line of JSON and answers with one.

A peer is a class with `version`, made with `(path, arrays, threads)`: the ONNX file, the inputs by name, whose shapes it may
compile for, and how many threads. Its `call` runs it on the memory of these arrays, `results()` are the outputs in the model's
order, `instruction_set()` says what its kernels were made for."""

import json
import os
import sys
import time
import traceback

import numpy as np


ALIGNMENT = 64


def aligned(value):
    """A copy as the strictest of the peers wants it."""
    memory = np.empty(value.nbytes + ALIGNMENT, np.uint8)
    start = -memory.ctypes.data % ALIGNMENT
    copy = memory[start : start + value.nbytes].view(value.dtype).reshape(value.shape)
    copy[...] = value
    return copy


class Worker:
    def __init__(self, make):
        self.make, self.peer = make, None

    def load(self, model, inputs, threads):
        with np.load(inputs) as file:
            self.fresh = {name: file[name] for name in file.files}
        self.arrays = {name: aligned(value) for name, value in self.fresh.items()}
        start = time.perf_counter()
        self.peer = self.make(model, self.arrays, threads)
        return {"seconds": time.perf_counter() - start, "version": self.peer.version}

    def results(self, outputs):
        np.savez(outputs, *self.peer.results())
        return {"instruction_set": self.peer.instruction_set()}

    def repeat(self, count):
        call, start = self.peer.call, time.perf_counter()
        for _ in range(count):
            call()
        return {"seconds": time.perf_counter() - start}

    def sample(self, count, wake):
        for name, value in self.arrays.items():
            value[...] = self.fresh[name]
        if wake:
            self.peer.call()
        return self.repeat(count)


def serve(make):
    """Until standard input ends. What the peer prints goes to standard error."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    worker = Worker(make)
    for line in sys.stdin:
        words = json.loads(line)
        try:
            answer = getattr(worker, words.pop("do"))(**words)
        except Exception as error:
            traceback.print_exc()
            text = " ".join(str(error).split())
            answer = {"problem": f"{type(error).__name__}: {text}"[:300]}
        print(json.dumps(answer), file=answers, flush=True)
