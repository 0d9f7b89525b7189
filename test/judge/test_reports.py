"""What users of other ONNX compilers reported: report_cases.py has the models, this runs them and what is no model alone."""

import argparse
import pathlib
import re
import sys
import tempfile

import numpy as np
import onnx

import expectations
import report_behaviour
import tenonc
from compare import exact_or_close
from isolate import run_all
from report_cases import all_cases

EXPECTED = pathlib.Path(__file__).parent / "reports_expected_failures.txt"


def run_case(loader, library, path, runs, rtol):
    """Called in a worker."""
    made = onnx.load(path)
    artifact = tenonc.load(loader, library, made)
    for inputs, wanted in runs:
        before = [None if v is None else v.copy() for v in inputs]
        if isinstance(wanted, str):
            must_raise(artifact, inputs)
            continue
        actual = artifact.run(inputs)
        for got, want, info in zip(actual, wanted or [], made.graph.output, strict=wanted is not None):
            exact_or_close(got, want, rtol, 1e-6, info.name)
            assert (
                np.array_equal(np.signbit(got[want == 0]), np.signbit(want[want == 0]))
                or not is_float(want)
                or "Round" not in path
            ), f"{info.name}: the sign of zero"
        again = artifact.run(inputs)
        assert all(a.tobytes() == b.tobytes() for a, b in zip(actual, again)), "a second call gives another result"
        assert all(b is None or b.tobytes() == v.tobytes() for b, v in zip(before, inputs)), "an input was changed"


def is_float(array):
    return np.asarray(array).dtype.kind == "f"


def must_raise(artifact, inputs):
    try:
        artifact.run(inputs)
    except (AssertionError, AttributeError):
        raise
    except Exception as error:
        assert str(error).strip(), "an error without a message"
        return
    raise AssertionError("the call succeeded, an error was expected")


def refusal_problem(case, problem):
    """None where the compiler refused with the words that it must hold."""
    if not problem:
        return "it compiles, a refusal was expected"
    if "killed by" in problem or "exit code 70" in problem:
        return problem
    missing = [w for w in case.refused if not re.search(rf"(?<!\w){re.escape(w)}(?!\w)", problem)]
    return f"the message does not name {missing}: {problem}" if missing else None


def judge_cases(compiler, cases, folder):
    results, jobs, pairs = {}, [], []
    for index, case in enumerate(cases):
        path, library = folder / f"{index}-{re.sub('[^A-Za-z0-9]+', '-', case.name)}.onnx", folder / f"{index}.so"
        path.write_bytes(case.model.SerializeToString())
        pairs.append((path, library))
    problems = list(compiler.compile_all(pairs).items())
    problems = dict(problems)
    for case, (path, library) in zip(cases, pairs):
        problem = problems[str(library)]
        if case.refused is not None:
            results[case.name] = refusal_problem(case, problem)
        elif problem:
            results[case.name] = problem
        else:
            jobs.append(
                (
                    case.name,
                    "test_reports",
                    "run_case",
                    (compiler.loader, str(library), str(path), case.runs, case.rtol),
                )
            )
    for name, right, what in run_all(jobs):
        results[name] = None if right else what
    return results


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    tenonc.add_arguments(arguments)
    expectations.add_arguments(arguments)
    options = arguments.parse_args()
    compiler = tenonc.compiler(options)
    known = expectations.Expectations(EXPECTED, "Reports whose right answer Tenon does not give yet.")
    if options.self_check:
        known.expected = set()
    wanted = lambda name: not options.only or any(text in name for text in options.only)
    cases = [case for case in all_cases() if wanted(case.name)]
    with tempfile.TemporaryDirectory() as folder:
        results = judge_cases(compiler, cases, pathlib.Path(folder))
        if not options.self_check:
            results.update(report_behaviour.judge(compiler, pathlib.Path(folder), wanted))
    return known.judge(results, options)


if __name__ == "__main__":
    sys.exit(main())
