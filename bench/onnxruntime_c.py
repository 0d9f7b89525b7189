"""ONNX Runtime's C interface, as far as a session with bound inputs and outputs needs it.

The package has the library but not the header. The interface is a table of functions to which each version only adds, so that
the positions below hold from version 1.6 on."""

import ctypes
import pathlib

import numpy as np
import onnx
import onnxruntime

VERSION_OF_TABLE = 6
POSITIONS = {
    "GetErrorMessage": 2,
    "CreateEnv": 3,
    "CreateSession": 7,
    "CreateSessionOptions": 10,
    "SetSessionExecutionMode": 13,
    "SetSessionGraphOptimizationLevel": 23,
    "SetIntraOpNumThreads": 24,
    "SetInterOpNumThreads": 25,
    "CreateTensorWithDataAsOrtValue": 49,
    "CreateCpuMemoryInfo": 69,
    "ReleaseStatus": 93,
    "ReleaseMemoryInfo": 94,
    "ReleaseSession": 95,
    "ReleaseValue": 96,
    "ReleaseSessionOptions": 100,
    "AddSessionConfigEntry": 130,
    "RunWithBinding": 133,
    "CreateIoBinding": 134,
    "ReleaseIoBinding": 135,
    "BindInput": 136,
    "BindOutput": 137,
}
ALL_OPTIMISATIONS, SEQUENTIAL, ERRORS_ONLY = 99, 0, 3
ARENA_ALLOCATOR, DEFAULT_MEMORY = 1, 0


class Base(ctypes.Structure):
    _fields_ = [
        ("table", ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_uint32)),
        ("version", ctypes.CFUNCTYPE(ctypes.c_char_p)),
    ]


class Interface:
    """`interface.Name(...)` calls; a function that makes something is called with `new`."""

    def __init__(self):
        (library,) = pathlib.Path(onnxruntime.__file__).parent.glob("capi/libonnxruntime.so.*")
        self.library = ctypes.CDLL(str(library))
        self.library.OrtGetApiBase.restype = ctypes.POINTER(Base)
        base = self.library.OrtGetApiBase().contents
        self.table = ctypes.cast(base.table(VERSION_OF_TABLE), ctypes.POINTER(ctypes.c_void_p))
        self.env = self.new("CreateEnv", ctypes.c_int(ERRORS_ONLY), b"bench")
        self.memory = self.new("CreateCpuMemoryInfo", ctypes.c_int(ARENA_ALLOCATOR), ctypes.c_int(DEFAULT_MEMORY))

    def address(self, name):
        return ctypes.c_void_p(self.table[POSITIONS[name]])

    def call(self, name, *arguments, restype=ctypes.c_void_p):
        arguments = [ctypes.c_char_p(a) if isinstance(a, bytes) else a for a in arguments]
        function = ctypes.CFUNCTYPE(restype, *map(type, arguments))(self.table[POSITIONS[name]])
        return function(*arguments)

    def check(self, status):
        if status:
            words = self.call("GetErrorMessage", ctypes.c_void_p(status), restype=ctypes.c_char_p).decode()
            self.call("ReleaseStatus", ctypes.c_void_p(status), restype=None)
            raise RuntimeError(f"ONNX Runtime: {words}")

    def do(self, name, *arguments):
        self.check(self.call(name, *arguments))

    def new(self, name, *arguments):
        made = ctypes.c_void_p()
        self.do(name, *arguments, ctypes.pointer(made))
        return made

    def release(self, what, handle):
        self.call(f"Release{what}", handle, restype=None)

    def session(self, path, threads):
        """At its best: all optimisations, denormals as zero as compiled models' peers have it."""
        options = self.new("CreateSessionOptions")
        self.do("SetSessionExecutionMode", options, ctypes.c_int(SEQUENTIAL))
        self.do("SetSessionGraphOptimizationLevel", options, ctypes.c_int(ALL_OPTIMISATIONS))
        self.do("SetIntraOpNumThreads", options, ctypes.c_int(threads))
        self.do("SetInterOpNumThreads", options, ctypes.c_int(1))
        self.do("AddSessionConfigEntry", options, b"session.set_denormal_as_zero", b"1")
        session = self.new("CreateSession", self.env, str(path).encode(), options)
        self.release("SessionOptions", options)
        return session

    def value(self, array):
        """A tensor on the array's memory."""
        shape = (ctypes.c_int64 * max(1, array.ndim))(*array.shape)
        kind = onnx.helper.np_dtype_to_tensor_dtype(np.dtype(array.dtype))
        return self.new(
            "CreateTensorWithDataAsOrtValue",
            self.memory,
            ctypes.c_void_p(array.ctypes.data),
            ctypes.c_size_t(array.nbytes),
            ctypes.pointer(shape),
            ctypes.c_size_t(array.ndim),
            ctypes.c_int(kind),
        )

    def bound(self, session, inputs, outputs):
        """A binding to arrays by name, and the values in it, which the caller releases."""
        binding, values = self.new("CreateIoBinding", session), []
        for how, arrays in (("BindInput", inputs), ("BindOutput", outputs)):
            for name, array in arrays.items():
                values.append(self.value(array))
                self.do(how, binding, name.encode(), values[-1])
        return binding, values
