"""What every artifact promises: it stands alone, is reproducible and re-entrant, copies nothing, changes no input."""

import argparse
import os
import pathlib
import pickle
import re
import subprocess
import sys
import tempfile
import threading

import numpy as np
import onnx
import onnxruntime

import tenonc
from artifact import Artifact
from checks import Checks, Skip
from compare import relative_difference
from isolate import run_all
from small import F32, I64, model, node, save

ALLOWED = re.compile(r"^(linux-vdso\.so\.\d+|libc\.so\.\d+|libm\.so\.\d+|(/\S*/)?ld-linux\S*\.so\.\d+)$")
THREADS, CALLS = 4, 1000


def network():
    """A little of everything: convolution, pooling, matrices, a reduction, an exponential, shape arithmetic."""
    rng = np.random.default_rng(3)
    weights = {
        "w": rng.normal(0, 0.3, (8, 3, 3, 3)).astype(F32),
        "b": rng.normal(0, 0.1, 8).astype(F32),
        "v": rng.normal(0, 0.1, (8 * 6 * 5, 16)).astype(F32),
        "rest": np.array([-1], I64),
        "zero": np.array([0], I64),
        "one": np.array([1], I64),
    }
    nodes = [
        node("Conv", "x w b", "c", kernel_shape=[3, 3], pads=[1, 1, 1, 1]),
        node("Relu", "c", "r"),
        node("MaxPool", "r", "p", kernel_shape=[2, 2], strides=[2, 2]),
        node("Shape", "p", "s"),
        node("Slice", "s zero one", "n"),
        node("Concat", "n rest", "t", axis=0),
        node("Reshape", "p t", "f"),
        node("MatMul", "f v", "m"),
        node("Softmax", "m", "y", axis=-1),
    ]
    return model(nodes, ["x f32 batch 3 12 10"], ["y f32 batch 16"], weights)


def sample(batch, seed=0):
    return np.random.default_rng([batch, seed]).normal(0, 1, (batch, 3, 12, 10)).astype(F32)


def reference(path, x):
    return onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"]).run(None, {"x": x})[0]


# --- Called in a worker -----------------------------------------------------------------------------------------------


def right_numbers(library, path):
    artifact = Artifact(library, onnx.load(path))
    for batch in (1, 2, 7, 64):
        (y,) = artifact.run([sample(batch)])
        assert relative_difference(y, reference(path, sample(batch))) < 1e-5, f"batch {batch}: wrong numbers"


def same_from_all_threads(library, path):
    """Different inputs and sizes at once, and the first call is made by all threads together."""
    artifact = Artifact(library, onnx.load(path))
    inputs = [sample(1 + index, index) for index in range(THREADS)]
    wanted = [reference(path, x) for x in inputs]
    together, problems = threading.Barrier(THREADS), []

    def calls(index):
        run, x, y = artifact.function(), inputs[index], np.empty_like(wanted[index])
        together.wait()
        first = None
        for count in range(CALLS):
            y.fill(np.nan)
            run(x, y)
            first = y.copy() if first is None else first
            if not np.array_equal(y, first):
                problems.append(f"thread {index}, call {count}: another result than the first call's")
                return
        if relative_difference(first, wanted[index]) > 1e-5:
            problems.append(f"thread {index}: wrong numbers")

    threads = [threading.Thread(target=calls, args=(index,)) for index in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not problems, "; ".join(problems)


def inputs_unchanged(library, path):
    artifact, x = Artifact(library, onnx.load(path)), sample(3)
    before = pickle.dumps(x)
    artifact.run([x])
    assert pickle.dumps(x) == before, "the caller's input was changed"


def read_only_input(library, path):
    """An input in memory that cannot be written: a write would be a crash that is blamed on this check."""
    import mmap
    from dlpack_view import View

    x = sample(3)
    with tempfile.TemporaryFile() as file:
        file.write(x.tobytes())
        file.flush()
        memory = mmap.mmap(file.fileno(), x.nbytes, prot=mmap.PROT_READ)
        frozen = np.frombuffer(memory, F32).reshape(x.shape)
        artifact = Artifact(library, onnx.load(path))
        y = np.empty((3, 16), F32)
        artifact.function()(View.of(frozen), y)
        assert relative_difference(y, reference(path, x)) < 1e-5
        del frozen


def two_at_once(library, other, path):
    """Two libraries of one model, loaded together, and a third of the same names with other constants."""
    first, second = Artifact(library, onnx.load(path)), Artifact(other, onnx.load(path))
    y, z = first.run([sample(2)])[0], second.run([sample(2)])[0]
    assert relative_difference(y, reference(path, sample(2))) < 1e-5
    assert not np.allclose(y, z), "the second library gives the first one's numbers"


def errors_are_python_errors(library, path):
    artifact = Artifact(library, onnx.load(path))
    for wrong, kinds in (
        (np.ones((2, 3, 12, 11), F32), ValueError),
        (np.ones((2, 3, 12, 10)), (TypeError, ValueError)),
    ):
        try:
            artifact.function()(wrong, np.empty((2, 16), F32))
        except kinds as error:
            assert "x" in str(error), f"the message does not name x: {error}"
        else:
            raise AssertionError("a wrong call succeeded")


# --- Looking at the file ----------------------------------------------------------------------------------------------


def needs_only_libc(library):
    lines = subprocess.run(["ldd", library], capture_output=True, text=True, check=True).stdout.splitlines()
    names = [line.split()[0] for line in lines if line.strip() and "statically linked" not in line]
    foreign = [name for name in names if not ALLOWED.match(name)]
    assert not foreign, f"needs {foreign}"


def exports_only_the_documented(library):
    table = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True, text=True)
    if table.returncode:
        raise Skip("nm is not installed")
    names = {line.split()[-1] for line in table.stdout.splitlines()}
    wanted = {f"{prefix}main{suffix}" for prefix in ("tenon_", "__tvm_ffi_") for suffix in ("", "_shapes", "_managed")}
    wanted.add("tenon_module_info")
    assert names == wanted, f"unexpected {sorted(names - wanted)}, missing {sorted(wanted - names)}"


def same_bytes(compiler, path, folder):
    """Two folders, two output names, two environments: nothing of them may be in the file."""
    (folder / "elsewhere").mkdir()
    first, second = folder / "first.so", folder / "elsewhere/second.so"
    assert compiler.compile(path, first) is None
    copy = folder / "elsewhere/copy.onnx"
    copy.write_bytes(path.read_bytes())
    environment = {**os.environ, "TZ": "Pacific/Auckland", "LANG": "C", "HOME": str(folder)}
    done = compiler.run("copy.onnx", "-o", "second.so", cwd=folder / "elsewhere", env=environment)
    assert done.returncode == 0, done.stderr
    assert first.read_bytes() == second.read_bytes(), "the bytes differ"


def no_temporary_files(folder):
    known = {"network.onnx", "other.onnx", "network.so", "other.so", "first.so", "elsewhere"}
    assert set(os.listdir(folder)) <= known, f"left over: {set(os.listdir(folder)) - known}"


def other_network(made):
    other = onnx.ModelProto()
    other.CopyFrom(made)
    for tensor in other.graph.initializer:
        if tensor.name == "b":
            tensor.raw_data = np.arange(8, dtype=F32).tobytes()
    return other


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    tenonc.add_arguments(arguments)
    options = arguments.parse_args()
    compiler, checks = tenonc.Tenonc(options.tenonc), Checks()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        path, other = save(network(), folder / "network.onnx"), save(other_network(network()), folder / "other.onnx")
        library, second = folder / "network.so", folder / "other.so"
        for source, target in ((path, library), (other, second)):
            checks.report(f"{source.name} compiles", compiler.compile(source, target))
        if checks.failed:
            return checks.close()
        checks.run("ldd shows libc and libm at most", needs_only_libc, library)
        checks.run("only documented symbols", exports_only_the_documented, library)
        checks.run("two compiles give the same bytes", same_bytes, compiler, path, folder)
        checks.run("no temporary files", no_temporary_files, folder)
        place = (str(library), str(path))
        jobs = [
            (function, "test_artifact", function, place)
            for function in (
                "right_numbers",
                "same_from_all_threads",
                "inputs_unchanged",
                "read_only_input",
                "errors_are_python_errors",
            )
        ]
        jobs.append(("two_at_once", "test_artifact", "two_at_once", (str(library), str(second), str(path))))
        for job, right, what in run_all(jobs, workers=1, seconds=120):
            checks.report(job, None if right else what)
    return checks.close()


if __name__ == "__main__":
    sys.exit(main())
