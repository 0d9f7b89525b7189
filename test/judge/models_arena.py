"""models_arena.py --tenonc PATH [NAME ...]: the intermediate values of real models take little more memory than they must.

The least is what is alive at once, at the moment when that is most. At the sizes of each case a model's arena may be 1.05
times as large."""

import pathlib
import re
import sys
import tempfile

import numpy as np

import choose_models
import tenonc
from model_specs import SPECS

MOST = 1.05
ARENA = re.compile(r"arena (\d+) bytes \(the least is (\d+)\)")


def arena_of(compiler, path, inputs, folder):
    """(bytes, the least), or a text: what went wrong."""
    words = []
    for number, (name, value) in enumerate(inputs.items()):
        file = folder / f"{number}.npy"
        np.save(file, value)
        words += ["--input", f"{name}={file}"]
    done = compiler.run("explain", path, *words, seconds=600)
    found = ARENA.search(done.stdout)
    if done.returncode or not found:
        return f"tenonc explain: {tenonc.ended(done.returncode)}: {(done.stderr or done.stdout).strip()[:300]}"
    return int(found[1]), int(found[2])


def main():
    options = choose_models.parse(__doc__)
    compiler, passed, failed = tenonc.compiler(options), 0, 0
    for name in options.names:
        for case in SPECS[name].cases:
            inputs = case()
            with tempfile.TemporaryDirectory() as folder:
                found = arena_of(compiler, options.models / f"{name}.onnx", inputs, pathlib.Path(folder))
            right = not isinstance(found, str) and found[0] <= MOST * found[1]
            words = found if isinstance(found, str) else f"{found[0]} bytes, {found[0] / max(found[1], 1):.3f} of the least"
            sizes = ", ".join(f"{k} {list(v.shape)}" for k, v in inputs.items())
            print(f"{'' if right else 'FAILED: '}{name}: {sizes}: {words}", flush=True)
            passed, failed = passed + right, failed + (not right)
    print(f"{passed} passed, {failed} failed")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
