"""Models above 2 GB: 64 external tensors that together exceed it, and one tensor alone. The files are sparse. A compile may
map them, but has a quarter of their size for data of its own: constants are never copied into memory. What is mapped counts
too: the model, what the linker reads and what it writes."""

import argparse
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

import numpy as np
import onnx

import tenonc
from artifact import Artifact
from checks import Checks
from isolate import run_all
from small import F32, I64, external, model, node, save

WIDTH = 1024
ROWS = 9 << 10  # of one of the 64 tensors: 36 MB
ALL_ROWS = 64 * ROWS  # of the single one: 2.25 GB
OWN_MEMORY = ALL_ROWS * WIDTH  # bytes, a quarter of the constants
RESIDENT = 3 * ALL_ROWS * WIDTH * 4 + 300_000_000  # bytes, mapped files included


def mark(row):
    """What a marked row holds: small, so that sums of it are exact."""
    return float(row % 97 + 1)


def write_sparse(path, marks):
    """Zeros, but for a few rows."""
    with path.open("wb") as file:
        file.truncate(ALL_ROWS * WIDTH * 4)
        for row in marks:
            file.seek(row * WIDTH * 4)
            file.write(np.full(WIDTH, mark(row), F32).tobytes())


def many():
    """The sum of one chosen row of each of the 64."""
    part = ROWS * WIDTH * 4
    weights = [external(f"w{k}", "f32", [ROWS, WIDTH], "w.bin", k * part, part) for k in range(64)]
    nodes = [node("Gather", f"w{k} i", f"g{k}") for k in range(64)] + [
        node("Sum", " ".join(f"g{k}" for k in range(64)))
    ]
    return model(nodes, ["i i64 n"], [f"y f32 n {WIDTH}"], weights)


def single():
    weight = external("w", "f32", [ALL_ROWS, WIDTH], "w.bin", 0, ALL_ROWS * WIDTH * 4)
    return model([node("Gather", "w i")], ["i i64 n"], [f"y f32 n {WIDTH}"], [weight])


def run(library, path, indices, wanted):
    """Called in a worker."""
    artifact = Artifact(library, onnx.load(path, load_external_data=False))
    (y,) = artifact.run([np.array(indices, I64)])
    assert np.array_equal(y[:, 0], np.array(wanted, F32)) and (y == y[:, :1]).all(), f"{y[:, 0]}, expected {wanted}"


def compile_and_run(compiler, folder, name, made, indices, wanted):
    path, library = save(made, folder / f"{name}.onnx"), folder / f"{name}.so"
    limit = lambda: resource.setrlimit(resource.RLIMIT_DATA, (OWN_MEMORY, OWN_MEMORY))
    child = subprocess.Popen([compiler.path, str(path), "-o", str(library)], preexec_fn=limit)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    assert child.returncode == 0, f"tenonc ended with status {child.returncode}, given {OWN_MEMORY >> 20} MB"
    resident = usage.ru_maxrss * 1024
    assert resident <= RESIDENT, f"{resident / 1e9:.1f} GB were in memory, expected {RESIDENT / 1e9:.1f} GB at most"
    _, right, what = next(
        run_all(
            [(name, "long_large_models", "run", (str(library), str(path), indices, wanted))], workers=1, seconds=120
        )
    )
    library.unlink()
    assert right, what


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    tenonc.add_arguments(arguments)
    options = arguments.parse_args()
    compiler, checks = tenonc.Tenonc(options.tenonc), Checks()
    last = ALL_ROWS - 1
    marks = [0, 5, *(k * ROWS + 5 for k in range(1, 64)), last]
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR")) as name:
        folder = pathlib.Path(name)
        free = os.statvfs(folder)
        if free.f_bavail * free.f_frsize < 4 << 30:
            raise SystemExit("4 GB of free disk are needed for temporary files")
        write_sparse(folder / "w.bin", marks)
        fives = sum(mark(k * ROWS + 5) for k in range(64))
        checks.run("64 tensors", compile_and_run, compiler, folder, "many", many(), [5, 6], [fives, 0])
        checks.run(
            "one tensor", compile_and_run, compiler, folder, "single", single(), [last, 5, 6], [mark(last), mark(5), 0]
        )
    return checks.close()


if __name__ == "__main__":
    sys.exit(main())
