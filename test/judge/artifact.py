"""How the judges call a compiled model. Everything they know of the artifact's interface is here."""

import ctypes

import numpy as np
import onnx
from onnx import helper

from dlpack_view import EIGHT_BITS_OR_LESS, View, dtype_of, exported, pack, unpack

GUARD = 64
PATTERN = 0xA5


class Damage(AssertionError):
    """The artifact wrote where it must not."""


class Argument:
    """An input or output of the signature. `shape` holds numbers, names or None; it is None where the rank is unknown."""

    def __init__(self, info, optional=False):
        self.name, self.optional, self.dtype, self.shape = info.name, optional, None, None
        if info.type.WhichOneof("value") != "tensor_type":
            raise TypeError(f"{info.name}: {info.type.WhichOneof('value')} is not a tensor")
        tensor = info.type.tensor_type
        if tensor.elem_type == onnx.TensorProto.STRING:
            raise TypeError(f"{info.name}: strings cannot be passed as DLPack tensors")
        self.dtype = helper.tensor_dtype_to_np_dtype(tensor.elem_type)
        if tensor.HasField("shape"):
            self.shape = [getattr(d, d.WhichOneof("value") or "", None) for d in tensor.shape.dim]


class Signature:
    def __init__(self, model):
        graph = model.graph
        defaults = {tensor.name for tensor in graph.initializer}
        self.inputs = [Argument(info, info.name in defaults) for info in graph.input]
        self.outputs = [Argument(info) for info in graph.output]


def below_a_byte(dtype):
    return dtype_of(dtype)[1] < 8


class Output:
    """Memory the caller owns, filled with a pattern and with guard bytes on both sides."""

    def __init__(self, shape, dtype):
        self.shape, self.dtype = tuple(shape), np.dtype(dtype)
        count = int(np.prod(self.shape))
        bits = dtype_of(dtype)[1]
        self.size = (count * bits + 7) // 8
        self.memory = np.full(self.size + 2 * GUARD + GUARD, PATTERN, np.uint8)
        self.start = GUARD + -self.memory.ctypes.data % GUARD

    def bytes(self):
        return self.memory[self.start : self.start + self.size]

    def argument(self):
        if below_a_byte(self.dtype):
            return View(self.memory.ctypes.data + self.start, self.shape, self.dtype, owner=self.memory)
        return exported(self.bytes().view(self.dtype).reshape(self.shape))

    def result(self):
        before, after = self.memory[: self.start], self.memory[self.start + self.size :]
        if (before != PATTERN).any() or (after != PATTERN).any():
            raise Damage(f"bytes around an output of shape {list(self.shape)} were overwritten")
        if below_a_byte(self.dtype):
            return unpack(self.bytes(), self.shape, self.dtype)
        return self.bytes().view(self.dtype).reshape(self.shape)


def input_argument(value):
    if value is None:
        return None
    value = np.asarray(value)
    if below_a_byte(value.dtype):
        packed = pack(value)
        return View(packed.ctypes.data, value.shape, value.dtype, owner=packed)
    return exported(value if value.flags.c_contiguous else np.copy(value, order="C"))


class Artifact:
    """A loaded library. `inputs` of every call: a list in the signature's order, or a dict by name."""

    def __init__(self, path, model, entry="main"):
        import tvm_ffi

        self.path, self.signature = str(path), Signature(model)
        self.module = tvm_ffi.load_module(self.path)
        self.entry = entry

    def ordered(self, inputs):
        if not isinstance(inputs, dict):
            return list(inputs) + [None] * (len(self.signature.inputs) - len(inputs))
        return [inputs.get(argument.name) for argument in self.signature.inputs]

    def function(self, suffix=""):
        return self.module.get_function(self.entry + suffix)

    def shapes(self, inputs):
        """The shape of each output, from the artifact itself; -1 where the inputs' values decide. None: not for caller-owned
        outputs, since a rank is unknown."""
        if any(argument.shape is None for argument in self.signature.outputs):
            return None
        found = [np.full(len(argument.shape), -2, np.int64) for argument in self.signature.outputs]
        self.function("_shapes")(*[input_argument(v) for v in self.ordered(inputs)], *found)
        shapes = [tuple(int(d) for d in shape) for shape in found]
        if any(d < -1 for shape in shapes for d in shape):
            raise Damage(f"{self.entry}_shapes left dimensions unwritten: {shapes}")
        return shapes

    def run(self, inputs):
        """Allocates outputs of the shapes the artifact asks for, calls it and returns them. Where the data decides a shape, the
        artifact is asked for the outputs first, and must then fill the caller's of that shape with the same."""
        shapes, handed_out = self.shapes(inputs), None
        if shapes is None or any(-1 in shape for shape in shapes):
            handed_out = self.run_managed(inputs)
            shapes = [value.shape for value in handed_out]
        outputs = [
            Output(shape, argument.dtype) for shape, argument in zip(shapes, self.signature.outputs, strict=True)
        ]
        arguments = [input_argument(v) for v in self.ordered(inputs)]
        self.function()(*arguments, *[output.argument() for output in outputs])
        results = [output.result() for output in outputs]
        if handed_out and any(a.tobytes() != b.tobytes() for a, b in zip(results, handed_out)):
            raise AssertionError(f"{self.entry} and {self.entry}_managed give different results")
        return results

    def run_managed(self, inputs):
        """Outputs that the artifact has allocated, copied."""
        returned = self.function("_managed")(*[input_argument(v) for v in self.ordered(inputs)])
        tensors = [returned] if hasattr(returned, "data_ptr") else list(returned)
        return [copied(t, a) for t, a in zip(tensors, self.signature.outputs, strict=True)]


def copied(tensor, argument):
    """A tvm_ffi tensor as a numpy array of its own."""
    dtype, shape = np.dtype(argument.dtype), tuple(int(d) for d in tensor.shape)
    if dtype.kind in "iufb" and dtype.name not in EIGHT_BITS_OR_LESS and str(tensor.dtype) != dtype.name:
        raise AssertionError(f"output {argument.name}: dtype {tensor.dtype}, expected {dtype.name}")
    size = (int(np.prod(shape)) * dtype_of(dtype)[1] + 7) // 8
    data = np.frombuffer(ctypes.string_at(tensor.data_ptr(), size) if size else b"", np.uint8)
    return unpack(data, shape, dtype) if below_a_byte(dtype) else data.view(dtype).reshape(shape)


class OrtArtifact:
    """ONNX Runtime in the artifact's place, to try a judge without a compiler. `damage` changes the outputs, so that a
    judge can show that it notices."""

    def __init__(self, path, model, damage=None):
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.log_severity_level = 4
        self.signature = Signature(model)
        self.session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        self.damage = damage

    def run(self, inputs):
        if not isinstance(inputs, dict):
            inputs = {a.name: v for a, v in zip(self.signature.inputs, inputs)}
        feed = {name: np.asarray(value) for name, value in inputs.items() if value is not None}
        outputs = self.session.run(None, feed)
        return [self.damage(o) for o in outputs] if self.damage else outputs


def largest_element_changed(output):
    """The smallest damage worth catching in numbers: one element is off by a hundredth of the largest."""
    output = np.array(output)
    if output.size and output.dtype.kind == "f":
        flat = output.reshape(-1)
        flat[-1] += max(np.abs(np.nan_to_num(flat.astype(np.float64))).max() * 1e-2, 1e-2)
    elif output.size and output.dtype.kind in "iub":
        flat = output.reshape(-1).view(np.uint8)
        flat[0] ^= 1
    return output
