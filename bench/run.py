#!/usr/bin/env python3
"""run.py [--models NAME,...] [--threads N,...] [--json FILE] [--results FILE]: how fast compiled models are beside ONNX Runtime. Run with .venv/bin/python3.

Both get the same bytes, the same threads, pinned to the same processors, by turns in random order; a sample counts only
when a multiply-add probe before and after it finds the machine undisturbed. Outputs are compared first: no speed is printed
for wrong numbers. `ratio` is how many times faster Tenon is than ONNX Runtime (above 1: faster), medians over the accepted
pairs, with a bootstrap 95 % interval; % of peak is against the probe."""

import argparse
import json
import os
import pathlib
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "test/judge"), str(ROOT / "bench")]

import numpy as np
import onnx
import onnxruntime

import flops
import results
import sampling
import tenonc
from artifact import Artifact
from model_specs import SPECS
from models_compare import verdict
from reference64 import evaluate


class Ours:
    """A compiled model with its memory: a call is one call of the artifact."""

    def __init__(self, compiler, path, folder, threads):
        self.library = folder / (path.stem + ".so")
        start = time.perf_counter()
        problem = compiler.compile(path, self.library, "--threads", threads, seconds=600)
        if problem:
            raise RuntimeError(problem)
        self.compile_seconds = time.perf_counter() - start
        start = time.perf_counter()
        self.artifact = Artifact(self.library, onnx.load(path))
        self.load_seconds = time.perf_counter() - start

    def bind(self, inputs):
        import tvm_ffi

        self.outputs = [
            np.empty(s, a.dtype) for s, a in zip(self.artifact.shapes(inputs), self.artifact.signature.outputs)
        ]
        self.tensors = [tvm_ffi.from_dlpack(v) for v in (*self.artifact.ordered(inputs), *self.outputs)]
        function, tensors = self.artifact.function(), self.tensors
        self.call = lambda: function(*tensors)


class Theirs:
    """ONNX Runtime at its best: all optimisations, inputs and outputs bound."""

    def __init__(self, path, threads):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
        options.execution_mode = onnxruntime.ExecutionMode.ORT_SEQUENTIAL
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL
        options.add_session_config_entry("session.set_denormal_as_zero", "1")
        options.log_severity_level = 3
        start = time.perf_counter()
        self.session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        self.load_seconds = time.perf_counter() - start

    def bind(self, inputs):
        self.outputs = self.session.run(None, inputs)
        self.values = [onnxruntime.OrtValue.ortvalue_from_numpy(v) for v in (*inputs.values(), *self.outputs)]
        binding = self.session.io_binding()
        for name, value in zip(inputs, self.values):
            binding.bind_ortvalue_input(name, value)
        for output, value in zip(self.session.get_outputs(), self.values[len(inputs) :]):
            binding.bind_ortvalue_output(output.name, value)
        self.call = lambda: self.session.run_with_iobinding(binding)


class Slowed:
    """ONNX Runtime again in Tenon's place, called once or twice: the harness must find 1 or 1/2."""

    def __init__(self, path, threads, times):
        self.inner, self.times = Theirs(path, threads), times
        self.compile_seconds, self.load_seconds, self.library = 0.0, self.inner.load_seconds, path

    def bind(self, inputs):
        self.inner.bind(inputs)
        self.outputs = self.inner.outputs
        self.call = lambda: [self.inner.call() for _ in range(self.times)]


def check(model, names, ours, theirs, inputs):
    """Raises where an output is wrong; nothing is measured then."""
    for index, name in enumerate(names):
        right, words = verdict(ours.outputs[index], theirs.outputs[index], lambda: evaluate(model, inputs)[index])
        if not right:
            raise RuntimeError(f"{name} is wrong: {words}")


def first_call(side):
    start = time.perf_counter()
    side.call()
    return time.perf_counter() - start


def describe(result, operations):
    if not result.accepted.any():
        ratio, low, high = result.ratio_of_all()
        return f"none of {result.total} pairs was undisturbed; of all of them: ratio {ratio:.3f} [{low:.3f}, {high:.3f}]  inconclusive"
    ratio, low, high = result.ratio()
    ours, theirs = np.median(result.ours), np.median(result.theirs)
    share = lambda seconds: 100 * operations / seconds / (result.peak * 1e9)
    word = "" if result.conclusive else "  inconclusive"
    return (
        f"{1e3 * ours:9.3f} ms {1e3 * theirs:9.3f} ms  ratio {ratio:.3f} [{low:.3f}, {high:.3f}], best 5 % {result.best_ratio():.3f}"
        f"  peak {share(ours):.0f} % / {share(theirs):.0f} %  pairs {len(result.ours)}/{result.total}{word}"
    )


def as_record(name, sizes, threads, result, operations, ours):
    """One comparison for machines; times in seconds."""
    # where no pair was undisturbed, all of them speak, and the record says that they conclude nothing
    some = result.accepted.any()
    ratio, low, high = result.ratio() if some else result.ratio_of_all()
    pairs = (result.ours, result.theirs) if some else (result.ours_of_all, result.theirs_of_all)
    medians = [float(np.median(times)) for times in pairs]
    return {
        "model": name,
        "inputs": sizes,
        "threads": threads,
        "peer": f"onnxruntime {onnxruntime.__version__}",
        "seconds": medians[0],
        "peer_seconds": medians[1],
        "ratio": float(ratio),
        "interval": [float(low), float(high)],
        "conclusive": bool(result.conclusive),
        "pairs": [int(result.accepted.sum()), result.total],
        "ratio_of_all_pairs": [float(r) for r in result.ratio_of_all()],
        "peak_gflops": result.peak,
        "share_of_peak": operations / medians[0] / (result.peak * 1e9),
        "compile_seconds": ours.compile_seconds,
        "library_bytes": ours.library.stat().st_size,
    }


def measure(name, path, ours, theirs, probe, processors, longest):
    records = []
    model = onnx.load(path)
    print(
        f"{name}: compiled in {ours.compile_seconds:.2f} s, {ours.library.stat().st_size / 1e6:.1f} MB, "
        f"loaded in {1e3 * ours.load_seconds:.1f} ms (ONNX Runtime's session: {1e3 * theirs.load_seconds:.1f} ms)"
    )
    for case in SPECS[name].cases:
        inputs = case()
        fresh = {key: value.copy() for key, value in inputs.items()}
        ours.bind(inputs)
        theirs.bind(inputs)
        first = first_call(ours), first_call(theirs)
        check(model, [output.name for output in model.graph.output], ours, theirs, fresh)

        def refresh():
            for key, value in inputs.items():
                value[...] = fresh[key]

        result = sampling.compare(ours.call, theirs.call, refresh, probe, processors, longest)
        sizes = ", ".join("x".join(map(str, value.shape)) for value in inputs.values())
        print(f"  {sizes}: first call {1e3 * first[0]:.2f} ms / {1e3 * first[1]:.2f} ms")
        operations = flops.count(model, fresh)
        print(f"  {describe(result, operations)}", flush=True)
        records.append(as_record(name, sizes, len(processors), result, operations, ours))
    return records


def parse():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--tenonc", type=pathlib.Path, default=ROOT / "build/bin/tenonc")
    arguments.add_argument("--models", default="resnet50", help="names, separated by commas, or `all`")
    arguments.add_argument("--folder", type=pathlib.Path, default=ROOT / "models")
    arguments.add_argument("--threads", default="1", metavar="N,...", help="numbers of threads, one after the other")
    arguments.add_argument("--seconds", type=float, default=60.0, help="the longest that one comparison may take")
    arguments.add_argument("--results", type=pathlib.Path, metavar="FILE", help="also write a table to FILE, in Markdown")
    arguments.add_argument("--json", type=pathlib.Path, metavar="FILE", help="also write what was measured to FILE")
    arguments.add_argument(
        "--self-check",
        type=int,
        metavar="TIMES",
        help="ONNX Runtime against itself, called TIMES times: the ratio must be 1/TIMES",
    )
    options = arguments.parse_args()
    options.threads = [int(number) for number in options.threads.split(",")]
    options.names = list(SPECS) if options.models == "all" else options.models.split(",")
    unknown = set(options.names) - set(SPECS)
    if unknown:
        arguments.error(f"unknown model {', '.join(sorted(unknown))}; known: {', '.join(SPECS)}")
    return options


def measure_all(options, threads, compiler, probe):
    """The records, and how many models failed."""
    records, failed = [], 0
    processors = sampling.pin(threads)
    print(f"Tenon beside ONNX Runtime {onnxruntime.__version__}, {threads} thread(s) on processors {processors}")
    with tempfile.TemporaryDirectory() as folder:
        for name in options.names:
            path = options.folder / (name + ".onnx")
            try:
                ours = (
                    Slowed(path, threads, options.self_check)
                    if options.self_check
                    else Ours(compiler, path, pathlib.Path(folder), threads)
                )
                records += measure(name, path, ours, Theirs(path, threads), probe, processors, options.seconds)
            except Exception as error:
                failed += 1
                print(f"FAILED: {name}: {error}", flush=True)
    if records:
        mean = np.exp(np.mean([np.log(record["ratio"]) for record in records]))
        print(f"geometric mean of {len(records)} ratios: {mean:.3f}")
    return records, failed


def main():
    options = parse()
    compiler = None if options.self_check else tenonc.Tenonc(options.tenonc)
    probe, allowed = sampling.load_probe(), os.sched_getaffinity(0)
    all_records, all_failed = [], 0
    for threads in options.threads:
        os.sched_setaffinity(0, allowed)
        records, failed = measure_all(options, threads, compiler, probe)
        all_records += records
        all_failed += failed
    if options.results:
        options.results.write_text(results.page(all_records))
    if options.json:
        options.json.write_text(json.dumps(all_records, indent=1) + "\n")
    return 1 if all_failed else 0


if __name__ == "__main__":
    sys.exit(main())
