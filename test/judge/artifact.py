"""How the judges call a compiled model. Everything they know of the artifact's interface is here."""
import numpy as np
import onnx
from onnx import helper

from dlpack_view import View, dtype_of, exported, pack, unpack

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
        return self.memory[self.start:self.start + self.size]

    def argument(self):
        if below_a_byte(self.dtype):
            return View(self.memory.ctypes.data + self.start, self.shape, self.dtype, owner=self.memory)
        return exported(self.bytes().view(self.dtype).reshape(self.shape))

    def result(self):
        before, after = self.memory[:self.start], self.memory[self.start + self.size:]
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
        """Allocates outputs of the shapes the artifact asks for, calls it and returns them."""
        shapes = self.shapes(inputs)
        if shapes is None or any(-1 in shape for shape in shapes):
            return self.run_managed(inputs)
        outputs = [Output(shape, argument.dtype) for shape, argument in zip(shapes, self.signature.outputs)]
        arguments = [input_argument(v) for v in self.ordered(inputs)]
        self.function()(*arguments, *[output.argument() for output in outputs])
        return [output.result() for output in outputs]

    def run_managed(self, inputs):
        """For outputs whose size only the data decides: the artifact hands out tensors that own their memory."""
        returned = self.function("_managed")(*[input_argument(v) for v in self.ordered(inputs)])
        values = [returned] if hasattr(returned, "__dlpack__") else list(returned)
        return [np.from_dlpack(value).copy() for value in values]


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

