"""The seed's example, run as its README says: the three languages print the same numbers, ONNX Runtime agrees, and the
model's code touches the caller's memory itself."""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np

import tenonc
from checks import Checks

ROOT = pathlib.Path(__file__).resolve().parents[2]


def rows(text, language):
    """{batch: (shape, first row)}"""
    found = re.findall(rf"^{re.escape(language)}: batch (\d+): output (\[.*?\]), first row (.*)$", text, re.M)
    return {int(batch): (shape, [float(v) for v in row.split()]) for batch, shape, row in found}


def same_numbers(text):
    wanted = rows(text, "python")
    assert [(b, s) for b, (s, _) in wanted.items()] == [(1, "[1, 10]"), (5, "[5, 10]")], f"python printed {wanted}"
    for language in ("c", "c++"):
        got = rows(text, language)
        assert got.keys() == wanted.keys(), f"{language} printed {got}"
        for batch, (shape, row) in got.items():
            assert shape == wanted[batch][0] and np.allclose(row, wanted[batch][1], rtol=0, atol=2e-6), (
                f"{language}: {row}"
            )


def close_to_onnx_runtime(text):
    found = re.findall(r"largest difference from ONNX Runtime: (\S+)", text)
    assert len(found) == 2 and all(float(f) < 1e-4 for f in found), f"differences {found}"


def zero_copy(text, folder):
    found = re.findall(r"^c: (input|output) at (\S+)\.\.(\S+) was first touched at (\S+) by code in (.*)$", text, re.M)
    assert [f[0] for f in found] == ["input", "output"] * 2, f"reports: {found}"
    for name, begin, end, touched, library in found:
        assert int(begin, 16) <= int(touched, 16) < int(end, 16), f"{name}: nobody touched it"
        assert library == str(folder / "dummy_cnn.so"), f"{name} was touched by {library}"
    passed = re.findall(r"numpy's data at (\S+), the pointer that is passed (\S+)", text)
    assert len(passed) == 2 and all(a == b for a, b in passed), f"pointers: {passed}"


def shows_each_level(text):
    parts = text.split("\n== ")
    for level in ("as it was read", "IR: graph", "IR: loop", "IR: llvm", "IR: asm"):
        part = next((p for p in parts if p.startswith(level)), "")
        assert len(part.splitlines()) > 3, f"'{level}' shows nothing"
    assert "batch_size" in next(p for p in parts if p.startswith("IR: graph")), "the batch is no symbol"


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    tenonc.add_arguments(arguments)
    options = arguments.parse_args()
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "TENONC": str(options.tenonc.resolve()), "PYTHON": sys.executable}
        done = subprocess.run(
            [ROOT / "examples/seed/run.sh", folder],
            env=environment,
            capture_output=True,
            text=True,
            timeout=600,
            stdin=subprocess.DEVNULL,
        )
        checks.report("run.sh", None if done.returncode == 0 else f"exit {done.returncode}: {done.stderr[-2000:]}")
        if not checks.failed:
            checks.run("the three languages agree", same_numbers, done.stdout)
            checks.run("ONNX Runtime agrees", close_to_onnx_runtime, done.stdout)
            checks.run("nothing is copied", zero_copy, done.stdout, pathlib.Path(folder))
            checks.run("each level is shown", shows_each_level, done.stdout)
    return checks.close()


if __name__ == "__main__":
    sys.exit(main())
