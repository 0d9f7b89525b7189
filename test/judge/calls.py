"""Calls of artifacts from a program that counts (test/runtime/count_calls.c), which lies beside tenonc."""

import pathlib
import subprocess

import numpy as np
import onnx
import onnxruntime

from dlpack_view import dtype_of

CALLS = 3


def program(compiler):
    return pathlib.Path(compiler.path).parent / "count_calls"


def outputs_of(path, inputs):
    """Arrays of the shapes and dtypes that the model gives for these inputs, by ONNX Runtime."""
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"]).run(None, inputs)


def tensor(array, file=""):
    code, bits = dtype_of(array.dtype)[:2]
    return f"{int(code)}:{bits}:{','.join(map(str, array.shape))}:{file}"


def arguments(path, sets, folder):
    """The words of the command line for sets of inputs by name, which are written into files."""
    names = [i.name for i in onnx.load(path, load_external_data=False).graph.input]
    words = []
    for number, inputs in enumerate(sets):
        words += ["+"] if number else []
        for name in names:
            if name not in inputs:
                words.append("-")
                continue
            array = np.asarray(inputs[name], order="C")
            file = folder / f"{number}.{len(words)}.bin"
            file.write_bytes(array.tobytes())
            words.append(tensor(array, file))
        words += [tensor(output) for output in outputs_of(path, inputs)]
    return words


def counted(compiler, library, words, threads, calls=CALLS, under=()):
    """{"first": {what: how often}, "later": ...}, or a text: what went wrong."""
    command = [*map(str, under), str(program(compiler)), str(library), str(threads), str(calls), *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    if done.returncode:
        return f"exit code {done.returncode}: {done.stderr.strip()[-300:]}"
    lines = [line.split() for line in done.stdout.splitlines() if line.startswith(("first ", "later "))]
    return {when: {name: int(n) for name, n in (p.split("=") for p in parts)} for when, *parts in lines}
