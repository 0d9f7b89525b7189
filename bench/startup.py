#!/usr/bin/env python3
"""startup.py [--models NAME,...] [--processes N]: what compiling a model costs, and how long its first result takes.

For each model: seconds and peak memory of tenonc, the size of the library, and in fresh processes the time from before the
library is loaded until the first result is there, on one thread, beside the same from the making of ONNX Runtime's session.
Files are in the page cache, and the medians over the processes count. A second call tells what a warm run takes. The first
results are compared with ONNX Runtime's before anything is printed. Run with .venv/bin/python3."""

import argparse
import ctypes
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "test/judge"), str(ROOT / "bench")]

import numpy as np
import onnx
import onnxruntime

import cases
import onnxruntime_c
import results
import sides
import tenonc
from artifact import Signature
from models_compare import verdict
from reference64 import evaluate

MODELS = ("mnist_cnn", "seed_cnn", "minilm_l6", "resnet50", "bert_base")


def compile_cost(compiler, path, library):
    """Seconds, and bytes at most. On all processors, as a user compiles."""
    start = time.perf_counter()
    process = subprocess.Popen([compiler.path, path, "-o", library])
    _, status, used = os.wait4(process.pid, 0)
    if status != 0:
        raise RuntimeError(f"tenonc ended with status {status}")
    return time.perf_counter() - start, used.ru_maxrss * 1024


def start_tenon(library, inputs, outputs):
    arguments, entry = sides.arguments_of([*inputs.values(), *outputs.values()]), ctypes.c_void_p()
    first = sides.loops.first_result(str(library).encode(), b"tenon_main", arguments, len(arguments), ctypes.byref(entry))
    again = sides.loops.repeat_tenon(entry, arguments, len(arguments), 1, None)
    if min(first, again) < 0:
        raise RuntimeError("the compiled model failed")
    return first, again


def start_onnxruntime(path, inputs, outputs):
    interface, status = onnxruntime_c.Interface(), ctypes.c_void_p()
    start = time.perf_counter()
    session = interface.session(path, 1)
    binding, _ = interface.bound(session, inputs, outputs)
    call = interface.address("RunWithBinding"), session, binding, 1, ctypes.byref(status)
    sides.loops.repeat_onnxruntime(*call)
    first = time.perf_counter() - start
    interface.check(status.value)
    return first, sides.loops.repeat_onnxruntime(*call)


STARTS = {"tenon": start_tenon, "onnxruntime": start_onnxruntime}


def one(kind, file, inputs, outputs):
    """What a process of its own does; it overwrites the outputs, and prints the seconds of the first call and the second."""
    arrays = []
    for name in (inputs, outputs):
        with np.load(name) as loaded:
            arrays.append({key: loaded[key] for key in loaded.files})
    for value in arrays[1].values():
        value.fill(0)
    print(json.dumps(STARTS[kind](file, *arrays)))
    np.savez(outputs, **arrays[1])


def median_start(kind, file, inputs, expected, folder, processes):
    """Medians over processes, and the last one's outputs."""
    names = [folder / "inputs.npz", folder / "outputs.npz"]
    times = []
    for _ in range(processes):
        for name, arrays in zip(names, (inputs, expected)):
            np.savez(name, **arrays)
        command = [sys.executable, __file__, "--one", kind, str(file), *map(str, names)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(done.stderr.strip().splitlines()[-1])
        times.append(json.loads(done.stdout))
    with np.load(names[1]) as loaded:
        return [statistics.median(column) for column in zip(*times)], {key: loaded[key] for key in loaded.files}


def reference_of(path, inputs):
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    return dict(zip([output.name for output in session.get_outputs()], session.run(None, inputs)))


def measure(name, compiler, folder, options):
    path, library = cases.path_of(name, options.folder, folder), folder / (name + ".so")
    path.read_bytes()  # into the page cache
    compiled = [compile_cost(compiler, path, library) for _ in range(options.processes)]
    model = onnx.load(path)
    given = cases.inputs_of(name)[0]
    inputs = {argument.name: given[argument.name] for argument in Signature(model).inputs if argument.name in given}
    expected = reference_of(path, inputs)
    # one thread for the start, as for ONNX Runtime
    problem = compiler.compile(path, library, "--threads", 1, seconds=600)
    if problem:
        raise RuntimeError(problem)
    (first, warm), outputs = median_start("tenon", library, inputs, expected, folder, options.processes)
    for index, (key, value) in enumerate(outputs.items()):
        right, words = verdict(value, expected[key], lambda: evaluate(model, inputs)[index])
        if not right:
            raise RuntimeError(f"{key} is wrong: {words}")
    (peer_first, peer_warm), _ = median_start("onnxruntime", path, inputs, expected, folder, options.processes)
    record = {
        "model": name,
        "file_bytes": path.stat().st_size,
        "library_bytes": library.stat().st_size,
        "compile_seconds": statistics.median(seconds for seconds, _ in compiled),
        "compile_peak_bytes": max(peak for _, peak in compiled),
        "first_result_seconds": first,
        "warm_seconds": warm,
        "peer": f"onnxruntime {onnxruntime.__version__}",
        "peer_first_result_seconds": peer_first,
        "peer_warm_seconds": peer_warm,
    }
    limit = 3 * record["file_bytes"] + 300e6
    print(
        f"{name}: compiled in {record['compile_seconds']:.2f} s with {record['compile_peak_bytes'] / 1e6:.0f} MB "
        f"({100 * record['compile_peak_bytes'] / limit:.0f} % of 3 x {record['file_bytes'] / 1e6:.1f} MB + 300 MB); "
        f"load to first result {1e3 * first:.2f} ms, {1e3 * (first - warm):.2f} ms beyond a warm run; "
        f"ONNX Runtime {1e3 * peer_first:.1f} ms, {1e3 * (peer_first - peer_warm):.1f} ms beyond one",
        flush=True,
    )
    return record


def parse():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--tenonc", type=pathlib.Path, default=ROOT / "build/bin/tenonc")
    arguments.add_argument("--models", default=",".join(MODELS), help="names, separated by commas")
    arguments.add_argument("--folder", type=pathlib.Path, default=ROOT / "models")
    arguments.add_argument("--processes", type=int, default=5)
    arguments.add_argument("--results", type=pathlib.Path, metavar="FILE", help="also write a page to FILE, in Markdown")
    arguments.add_argument("--json", type=pathlib.Path, metavar="FILE", help="also write what was measured to FILE")
    arguments.add_argument("--one", nargs=4, help=argparse.SUPPRESS)
    options = arguments.parse_args()
    options.names = options.models.split(",")
    unknown = set(options.names) - set(cases.NAMES)
    if unknown:
        arguments.error(f"unknown model {', '.join(sorted(unknown))}; known: {', '.join(cases.NAMES)}")
    return options


def main():
    options = parse()
    if options.one:
        return one(*options.one)
    compiler, records, failed = tenonc.Tenonc(options.tenonc), [], 0
    with tempfile.TemporaryDirectory() as folder:
        for name in options.names:
            try:
                records.append(measure(name, compiler, pathlib.Path(folder), options))
            except Exception as error:
                failed += 1
                print(f"FAILED: {name}: {type(error).__name__}: {error}", flush=True)
    results.keep(options, "startup", records)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
