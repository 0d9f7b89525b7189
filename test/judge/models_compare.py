"""models_compare.py --tenonc PATH [NAME ...]: compiles real models and compares the artifacts with ONNX Runtime.

An output is right when its largest difference from ONNX Runtime is at most 1e-4 of the output's largest magnitude, or,
where the graph amplifies rounding, when it is no further from a float64 evaluation than twice ONNX Runtime is. Every case
of a model (batch sizes, sequence lengths, sizes) runs on the one artifact."""

import pathlib
import sys
import tempfile
import time

import numpy as np
import onnx
import onnxruntime

import choose_models
import tenonc
from compare import relative_difference
from isolate import run_all
from model_specs import SPECS
from reference64 import evaluate

LIMIT = 1e-4


def reference_session(path):
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def verdict(actual, expected, exact):
    """(right, words). `exact` is called only where the plain criterion does not decide."""
    difference = relative_difference(actual, expected)
    if difference <= LIMIT:
        return True, f"{difference:.1e}"
    if not np.isfinite(difference):
        return False, f"shape {list(actual.shape)} or infinities and NaNs differ, expected shape {list(expected.shape)}"
    wide = exact()
    ours, theirs = relative_difference(actual, wide), relative_difference(expected, wide)
    return (
        ours <= 2 * theirs,
        f"{difference:.1e} from ONNX Runtime; from float64: {ours:.1e}, ONNX Runtime {theirs:.1e}",
    )


def compare(loader, library, path, name):
    """Called in a worker: the lines of a report; raises where a case is wrong."""
    model = onnx.load(path)
    artifact, session = tenonc.load(loader, library, model), reference_session(path)
    lines, wrong = [], []
    for case in SPECS[name].cases:
        inputs = case()
        before = {k: v.copy() for k, v in inputs.items()}
        actual, expected = artifact.run(inputs), session.run(None, inputs)
        exact = []

        def output64(index):
            if not exact:
                exact.extend(evaluate(model, inputs))
            return exact[index]

        sizes = ", ".join(f"{k} {list(v.shape)}" for k, v in inputs.items())
        for index, output in enumerate(model.graph.output):
            right, words = verdict(actual[index], expected[index], lambda: output64(index))
            lines.append(f"{name}: {sizes} -> {output.name} {list(expected[index].shape)}: {words}")
            if not right:
                wrong.append(lines[-1])
        if any(not np.array_equal(before[k], v, equal_nan=v.dtype.kind == "f") for k, v in inputs.items()):
            wrong.append(f"{name}: the caller's inputs were changed")
    if wrong:
        raise AssertionError("\n".join(wrong))
    return lines


def judge(compiler, name, folder, models):
    """(right, report)"""
    path, library = models / (name + ".onnx"), folder / (name + ".so")
    if not path.exists():
        return False, f"{name}: {path} is missing: scripts/models {name} fetches or writes it"
    start = time.monotonic()
    problem = compiler.compile(path, library, seconds=300)
    if problem:
        return False, f"{name}: {problem}"
    compiled = f"{name}: compiled in {time.monotonic() - start:.1f} s, {library.stat().st_size / 1e6:.1f} MB"
    job = (name, "models_compare", "compare", (compiler.loader, str(library), str(path), name))
    _, right, report = next(run_all([job], workers=1, seconds=600))
    library.unlink()
    return right, "\n".join([compiled, *report]) if right else f"{compiled}\n{name}: {report}"


def main():
    options = choose_models.parse(__doc__)
    compiler, failed = tenonc.compiler(options), 0
    with tempfile.TemporaryDirectory() as folder:
        for name in options.names:
            right, report = judge(compiler, name, pathlib.Path(folder), options.models)
            failed += not right
            print(report if right else f"FAILED: {report}", flush=True)
    print(f"{len(options.names) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
