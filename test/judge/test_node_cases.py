"""Runs the official node cases of the onnx package through the compiler and its artifacts."""

import argparse
import pathlib
import sys
import tempfile
import time
import warnings

import numpy as np
import onnx
from onnx import numpy_helper

import expectations
import tenonc
from compare import exact_or_close
from isolate import run_all

HERE = pathlib.Path(__file__).parent
EXPECTED = HERE / "node_cases_expected_failures.txt"


def value(data):
    if isinstance(data, onnx.TensorProto):
        return numpy_helper.to_array(data)
    if data is None or isinstance(data, (list, tuple, dict)):
        return data
    return np.asarray(data)


def run_case(loader, library, model_path, data_sets, rtol, atol):
    """Called in a worker. Raises where the artifact's outputs are not the case's."""
    model = onnx.load(model_path)
    artifact = tenonc.load(loader, library, model)
    names = [output.name for output in model.graph.output]
    for inputs, wanted in data_sets:
        inputs = [value(i) for i in inputs]
        if any(isinstance(v, (list, tuple, dict)) for v in [*inputs, *wanted]):
            raise TypeError("sequences cannot be passed as DLPack tensors")
        actual = artifact.run(inputs)
        if len(actual) != len(wanted):
            raise AssertionError(f"{len(actual)} outputs, expected {len(wanted)}")
        for name, got, want in zip(names, actual, wanted):
            exact_or_close(got, value(want), rtol, atol, name)


def collect(only):
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        from onnx.backend.test.case.node import collect_testcases

        cases = collect_testcases(None)
    return [case for case in cases if not only or any(text in case.name for text in only)]


def judge(compiler, cases, folder):
    """{case: None or what went wrong}"""
    jobs, pairs = {}, []
    for case in cases:
        model, library = folder / (case.name + ".onnx"), folder / (case.name + ".so")
        model.write_bytes(case.model.SerializeToString())
        pairs.append((model, library))
        jobs[str(library)] = (
            case.name,
            "test_node_cases",
            "run_case",
            (compiler.loader, str(library), str(model), case.data_sets, case.rtol, case.atol),
        )
    start = time.monotonic()
    problems = compiler.compile_all(pairs)
    compiled = time.monotonic()
    results = {jobs[library][0]: problem for library, problem in problems.items()}
    ready = [jobs[library] for library, problem in problems.items() if problem is None]
    for name, succeeded, what in run_all(ready):
        results[name] = None if succeeded else what
    print(f"compiled in {compiled - start:.0f} s, run in {time.monotonic() - compiled:.0f} s")
    return results


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    tenonc.add_arguments(arguments)
    expectations.add_arguments(arguments)
    options = arguments.parse_args()
    compiler = tenonc.compiler(options)
    known = expectations.Expectations(EXPECTED, "Official node cases that do not pass yet.")
    if options.self_check:
        known.expected = set()
    with tempfile.TemporaryDirectory() as folder:
        results = judge(compiler, collect(options.only), pathlib.Path(folder))
    return known.judge(results, options)


if __name__ == "__main__":
    sys.exit(main())
