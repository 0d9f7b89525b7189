"""What is measured by turns. A side has inputs and outputs of its own and says how long so many calls take."""

import _ctypes
import ctypes
import pathlib
import time

import numpy as np
import onnx
import onnxruntime

import native
import onnxruntime_c
import results
from artifact import Artifact
from dlpack_view import DLTensor, dtype_of


class Side:
    """`inputs` are read by each call and `outputs` written; `fresh` is what inputs hold before each sample."""

    def take(self, inputs):
        self.fresh = {name: np.asarray(value, order="C") for name, value in inputs.items()}
        self.inputs = {name: value.copy() for name, value in self.fresh.items()}

    def sample(self, count, wake):
        """Seconds of `count` calls on inputs just written; `wake`: after one that does not count, for its threads' sake."""
        for name, value in self.inputs.items():
            value[...] = self.fresh[name]
        if wake:
            self.repeat(1)
        return self.repeat(count)

    def close(self):
        pass


loops = native.build("calls.c")
for function in (loops.repeat_tenon, loops.repeat_onnxruntime, loops.first_result):
    function.restype = ctypes.c_double


def tensor(array):
    shape = (ctypes.c_int64 * max(1, array.ndim))(*array.shape)
    return DLTensor(array.ctypes.data, 1, 0, array.ndim, *dtype_of(array.dtype), 1, shape, None, 0)


def arguments_of(values):
    """Arrays as a compiled model's C interface takes them, which must outlive it."""
    pointers = [None if value is None else ctypes.pointer(tensor(value)) for value in values]
    return (ctypes.POINTER(DLTensor) * len(pointers))(*pointers)


class Tenon(Side):
    """A compiled model, called through its C interface."""

    def __init__(self, compiler, path, folder, threads):
        self.library = folder / (pathlib.Path(path).stem + ".so")
        start = time.perf_counter()
        problem = compiler.compile(path, self.library, "--threads", threads, seconds=600)
        if problem:
            raise RuntimeError(problem)
        self.compile_seconds = time.perf_counter() - start
        self.model = onnx.load(path)
        start = time.perf_counter()
        self.artifact = Artifact(self.library, self.model)
        self.load_seconds = time.perf_counter() - start
        self.loaded = ctypes.CDLL(str(self.library))
        self.entry = self.loaded.tenon_main

    def bind(self, inputs):
        self.take(inputs)
        shapes = self.artifact.shapes(self.inputs)
        self.outputs = [np.empty(s, a.dtype) for s, a in zip(shapes, self.artifact.signature.outputs)]
        self.arguments = arguments_of([*self.artifact.ordered(self.inputs), *self.outputs])

    def repeat(self, count):
        seconds = loops.repeat_tenon(self.entry, self.arguments, len(self.arguments), count, None)
        if seconds < 0:
            raise RuntimeError("a call of the compiled model failed")
        return seconds

    def close(self):
        """Unloads the library, of which a sweep has hundreds."""
        del self.artifact, self.entry
        _ctypes.dlclose(self.loaded._handle)


class OnnxRuntime(Side):
    """All optimisations, inputs and outputs bound, called through its C interface."""

    # Loaded before anything is pinned: a process that starts on one processor gets no tile instructions (AMX) from it.
    interface = onnxruntime_c.Interface()
    name, version = "onnxruntime", onnxruntime.__version__
    told = f"it does not tell what it chooses, from CPUID; {results.widest_vectors()} at most here"

    def __init__(self, path, threads):
        start = time.perf_counter()
        self.session = self.interface.session(path, threads)
        self.load_seconds = time.perf_counter() - start
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        options.add_session_config_entry("session.set_denormal_as_zero", "1")
        self.reference = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        self.binding, self.values = None, []

    def bind(self, inputs):
        self.take(inputs)
        self.unbind()
        # the package's own session says what the outputs' shapes are
        self.outputs = [np.empty_like(value) for value in self.reference.run(None, self.inputs)]
        names = [output.name for output in self.reference.get_outputs()]
        self.binding, self.values = self.interface.bound(self.session, self.inputs, dict(zip(names, self.outputs)))

    def unbind(self):
        for value in self.values:
            self.interface.release("Value", value)
        if self.binding:
            self.interface.release("IoBinding", self.binding)
        self.binding, self.values = None, []

    def repeat(self, count):
        status, run = ctypes.c_void_p(), self.interface.address("RunWithBinding")
        seconds = loops.repeat_onnxruntime(run, self.session, self.binding, count, ctypes.byref(status))
        self.interface.check(status.value)
        return seconds

    def close(self):
        self.unbind()
        self.interface.release("Session", self.session)


class Repeated(OnnxRuntime):
    """ONNX Runtime in Tenon's place, called several times for each call: the harness must find that it takes as many times."""

    def __init__(self, path, threads, times):
        super().__init__(path, threads)
        self.times, self.compile_seconds, self.library = times, 0.0, pathlib.Path(path)

    def repeat(self, count):
        return super().repeat(count * self.times)
