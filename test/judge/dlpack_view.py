"""DLPack tensors over raw memory: for dtypes numpy does not export, and for arguments that are wrong on purpose."""

import ctypes

import numpy as np

CPU = (1, 0)
INT, UINT, FLOAT, BFLOAT, BOOL = 0, 1, 2, 4, 6
EIGHT_BITS_OR_LESS = {
    "float8_e4m3fn": (10, 8),
    "float8_e4m3fnuz": (11, 8),
    "float8_e5m2": (12, 8),
    "float8_e5m2fnuz": (13, 8),
    "float8_e8m0fnu": (14, 8),
    "float4_e2m1fn": (17, 4),
    "int4": (INT, 4),
    "uint4": (UINT, 4),
    "int2": (INT, 2),
    "uint2": (UINT, 2),
}


class DLTensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


class ManagedTensor(ctypes.Structure):
    pass


Deleter = ctypes.CFUNCTYPE(None, ctypes.POINTER(ManagedTensor))
ManagedTensor._fields_ = [("tensor", DLTensor), ("context", ctypes.c_void_p), ("deleter", Deleter)]
NO_DELETER = ctypes.cast(None, Deleter)

new_capsule = ctypes.pythonapi.PyCapsule_New
new_capsule.restype = ctypes.py_object
new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]


def dtype_of(dtype):
    """DLPack's code and bits."""
    name = np.dtype(dtype).name
    if name in EIGHT_BITS_OR_LESS:
        return EIGHT_BITS_OR_LESS[name]
    if name == "bfloat16":
        return BFLOAT, 16
    codes = {"i": INT, "u": UINT, "f": FLOAT, "b": BOOL, "c": 5}
    if np.dtype(dtype).kind not in codes:
        raise TypeError(f"DLPack has no dtype for {name}")
    return codes[np.dtype(dtype).kind], np.dtype(dtype).itemsize * 8


def c_int64s(values):
    return (ctypes.c_int64 * max(1, len(values)))(*values)


class View:
    """A tensor that says exactly what it is told to, true or not. The owner of the memory must outlive it."""

    def __init__(self, data, shape, dtype, strides=None, device=CPU, byte_offset=0, owner=None):
        code, bits = dtype if isinstance(dtype, tuple) else dtype_of(dtype)
        self.owner, self.device = owner, device
        self.shape = c_int64s(shape)
        self.strides = None if strides is None else c_int64s(strides)
        self.managed = ManagedTensor(
            DLTensor(data, *device, len(shape), code, bits, 1, self.shape, self.strides, byte_offset), None, NO_DELETER
        )

    @classmethod
    def of(cls, array, **claims):
        described = {"shape": array.shape, "dtype": array.dtype, **claims}
        return cls(array.ctypes.data, owner=array, **described)

    def __dlpack__(self, **_):
        return new_capsule(ctypes.addressof(self.managed), b"dltensor", None)

    def __dlpack_device__(self):
        return self.device


def pack(array):
    """Elements of less than a byte as DLPack lays them out: the first one in the lowest bits."""
    bits = dtype_of(array.dtype)[1]
    flat = array.reshape(-1).view(np.uint8) & ((1 << bits) - 1)
    per_byte = 8 // bits
    flat = np.pad(flat, (0, -len(flat) % per_byte)).reshape(-1, per_byte)
    return np.bitwise_or.reduce(flat << (np.arange(per_byte, dtype=np.uint8) * bits), axis=1).astype(np.uint8)


def unpack(packed, shape, dtype):
    bits = dtype_of(dtype)[1]
    count = int(np.prod(shape))
    shifts = np.arange(8 // bits, dtype=np.uint8) * bits
    values = ((packed[:, None] >> shifts) & ((1 << bits) - 1)).reshape(-1)[:count].astype(np.uint8)
    if np.dtype(dtype).name.startswith("int"):
        values = ((values ^ (1 << (bits - 1))).astype(np.int8) - (1 << (bits - 1))).astype(np.int8)
        return values.astype(dtype).reshape(shape)
    if np.dtype(dtype).name.startswith("uint"):
        return values.astype(dtype).reshape(shape)
    return values.view(dtype).reshape(shape)


def exported(array):
    """What to pass for a numpy array: itself where numpy can export it, else a view of its memory."""
    if array.dtype.kind in "iufb" and array.flags.writeable and array.dtype.name not in EIGHT_BITS_OR_LESS:
        return array
    return View.of(array)
