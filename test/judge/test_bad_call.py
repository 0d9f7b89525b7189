"""Wrong calls of an artifact through tvm_ffi: a ValueError or TypeError that names the argument, and nothing written."""

import argparse
import pathlib
import re
import sys
import tempfile

import numpy as np

import tenonc
from artifact import Artifact, Output
from checks import Checks
from dlpack_view import View
from isolate import run_all
from small import F32, I64, model, node, save

CUDA = (2, 0)


def pair_model():
    """y = relu(first + second) over a symbol both inputs share; `second` has a fixed column count."""
    nodes = [node("Add", "first second", "s"), node("Relu", "s", "y")]
    return model(nodes, ["first f32 n 3", "second f32 n 3"], ["y f32 n 3"])


def good():
    """Right arguments, by name, for a batch of 4."""
    return {"first": np.ones((4, 3), F32), "second": np.full((4, 3), -0.5, F32), "y": Output((4, 3), F32)}


def strided(shape):
    return np.ones((shape[0], shape[1] * 2), F32)[:, ::2]


def alias_of(arguments):
    return View.of(arguments["first"])


# name: (argument that is wrong, what is passed for it, words the message must hold)
WRONG = {
    "rank too low": ("first", lambda a: np.ones(4, F32), ["2", "1"]),
    "rank too high": ("second", lambda a: np.ones((4, 3, 1), F32), ["2", "3"]),
    "fixed dimension": ("second", lambda a: np.ones((4, 5), F32), ["3", "5"]),
    "inputs disagree": ("second", lambda a: np.ones((7, 3), F32), ["4", "7"]),
    "output's batch": ("y", lambda a: np.ones((5, 3), F32), ["4", "5"]),
    "output's rank": ("y", lambda a: np.ones(12, F32), ["2", "1"]),
    "float64 input": ("first", lambda a: np.ones((4, 3)), ["float32|f32", "float64|f64"]),
    "int64 input": ("second", lambda a: np.ones((4, 3), I64), ["float32|f32", "int64|i64"]),
    "float16 output": ("y", lambda a: np.ones((4, 3), np.float16), ["float32|f32", "float16|f16"]),
    "elements of no bits": ("first", lambda a: View.of(a["first"], dtype=(2, 0)), []),
    "None for an input": ("first", lambda a: None, []),
    "None for an output": ("y", lambda a: None, []),
    "null data": ("first", lambda a: View(None, (4, 3), F32), ["null"]),
    "null output data": ("y", lambda a: View(None, (4, 3), F32), ["null"]),
    "strided input": ("first", lambda a: strided((4, 3)), ["stride|contiguous"]),
    "transposed input": ("second", lambda a: np.ones((3, 4), F32).T, ["stride|contiguous"]),
    "strided output": ("y", lambda a: strided((4, 3)), ["stride|contiguous"]),
    "broadcast by stride 0": (
        "second",
        lambda a: View.of(np.ones(3, F32), shape=(4, 3), strides=(0, 1)),
        ["stride|contiguous"],
    ),
    "another device": ("first", lambda a: View.of(a["first"], device=CUDA), ["device|CPU|cpu"]),
    "output on another device": ("y", lambda a: View.of(np.ones((4, 3), F32), device=CUDA), ["device|CPU|cpu"]),
    "misaligned input": ("first", lambda a: View.of(np.ones(13, F32), shape=(4, 3), byte_offset=2), ["align"]),
    "negative dimension": ("first", lambda a: View.of(a["first"], shape=(-4, 3)), ["-4"]),
    "dimension that overflows": ("first", lambda a: View.of(a["first"], shape=(1 << 62, 3)), []),
    "output is an input": ("y", alias_of, ["overlap|share|memory"]),
    "a number for a tensor": ("first", lambda a: 3, []),
    "a text for a tensor": ("second", lambda a: "tensor", []),
}


def holds(words, text):
    return re.search(rf"(?<!\w)(?:{words})", text)


def refused(artifact, arguments, words):
    """The call raises, says why, and no byte of the output changes."""
    output = arguments.pop("__output__", None)
    try:
        artifact.function()(*arguments.values())
    except (ValueError, TypeError) as error:
        said = str(error)
    else:
        raise AssertionError("the call succeeded")
    missing = [w for w in words if not holds(w, said)]
    assert not missing, f"the message does not name {missing}: {said}"
    assert output is None or (output.memory == 0xA5).all(), "the output was written"


def wrong_call(library, path, name):
    """Called in a worker."""
    artifact, (culprit, wrong, words) = Artifact(library, load(path)), WRONG[name]
    arguments = good()
    output = arguments["y"]
    arguments["y"] = output.argument()
    arguments[culprit] = wrong(arguments)
    refused(artifact, {**arguments, "__output__": output}, [culprit, *words])


def wrong_count(library, path, name):
    """Called in a worker."""
    artifact, arguments = Artifact(library, load(path)), good()
    output = arguments["y"]
    values = [arguments["first"], arguments["second"], output.argument()]
    values = {"too few": values[:2], "too many": values + values[:1], "none": []}[name]
    refused(artifact, {**dict(enumerate(values)), "__output__": output}, ["3", str(len(values))])


def wrong_shapes_call(library, path, name):
    """Called in a worker: the same checks guard the entry that computes shapes."""
    artifact, shape = Artifact(library, load(path)), np.empty(2, I64)
    first, second = np.ones((4, 3), F32), np.ones((4, 3), F32)
    call = artifact.function("_shapes")
    arguments = {
        "inputs disagree": (first, np.ones((7, 3), F32), shape),
        "rank": (np.ones(4, F32), second, shape),
        "shape array too short": (first, second, np.empty(1, I64)),
        "shape array of floats": (first, second, np.empty(2)),
        "too few": (first,),
    }[name]
    try:
        call(*arguments)
    except (ValueError, TypeError) as error:
        assert str(error).strip()
    else:
        raise AssertionError("the call succeeded")


def right_calls(library, path, _):
    """Called in a worker: what looks odd and is right. Also that a refused call leaves the library usable."""
    artifact = Artifact(library, load(path))
    wanted = np.maximum(good()["first"] + good()["second"], 0)
    for batch in (4, 1, 0):
        (y,) = artifact.run([np.ones((batch, 3), F32), np.full((batch, 3), -0.5, F32)])
        assert y.shape == (batch, 3) and np.array_equal(y, wanted[:batch]), f"batch {batch}: {y}"
    output = Output((1, 3), F32)
    odd = View.of(np.ones(3, F32), shape=(1, 3), strides=(77, 1))
    artifact.function()(odd, np.full((1, 3), -0.5, F32), output.argument())
    assert np.array_equal(output.result(), wanted[:1]), "a stride over a dimension of one element matters"
    empty = View(None, (0, 3), F32)
    artifact.function()(empty, View(None, (0, 3), F32), View(None, (0, 3), F32))
    shifted = View.of(np.ones(16, F32), shape=(4, 3), byte_offset=8)
    output = Output((4, 3), F32)
    artifact.function()(shifted, np.full((4, 3), -0.5, F32), output.argument())
    assert np.array_equal(output.result(), wanted), "byte_offset is ignored"
    same = np.ones((4, 3), F32)
    output = Output((4, 3), F32)
    artifact.function()(same, same, output.argument())
    assert np.array_equal(output.result(), same + same), "one array for two inputs"


def load(path):
    import onnx

    return onnx.load(path)


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    tenonc.add_arguments(arguments)
    options = arguments.parse_args()
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder:
        library, path = pathlib.Path(folder) / "pair.so", save(pair_model(), pathlib.Path(folder) / "pair.onnx")
        problem = tenonc.Tenonc(options.tenonc).compile(path, library)
        if problem:
            checks.report("the model compiles", problem)
            return checks.close()
        place = (str(library), str(path))
        jobs = [(f"call: {n}", "test_bad_call", "wrong_call", (*place, n)) for n in WRONG]
        jobs += [(f"count: {n}", "test_bad_call", "wrong_count", (*place, n)) for n in ("too few", "too many", "none")]
        jobs += [
            (f"shapes: {n}", "test_bad_call", "wrong_shapes_call", (*place, n))
            for n in ("inputs disagree", "rank", "shape array too short", "shape array of floats", "too few")
        ]
        jobs += [("right calls", "test_bad_call", "right_calls", (*place, ""))]
        for name, right, what in run_all(jobs, workers=1):
            checks.report(name, None if right else what)
    return checks.close()


if __name__ == "__main__":
    sys.exit(main())
