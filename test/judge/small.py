"""Small models in a few words, for the judges of reports and of bad input."""
import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

DTYPES = {"f32": TensorProto.FLOAT, "f64": TensorProto.DOUBLE, "f16": TensorProto.FLOAT16, "bf16": TensorProto.BFLOAT16,
          "i8": TensorProto.INT8, "i32": TensorProto.INT32, "i64": TensorProto.INT64, "u8": TensorProto.UINT8,
          "u32": TensorProto.UINT32, "u64": TensorProto.UINT64, "bool": TensorProto.BOOL,
          "complex64": TensorProto.COMPLEX64, "string": TensorProto.STRING}


def node(op, inputs="", outputs="y", name=None, domain=None, **attributes):
    """Operands and results as words; `_` is an operand or result that is left out."""
    split = lambda words: ["" if w == "_" else w for w in words.split()]
    first = split(outputs)[0] if outputs else "none"
    return helper.make_node(op, split(inputs), split(outputs), name or f"{op}_{first}", domain=domain, **attributes)


def info(text):
    """`x f32 n 3` is a float32 [n, 3] named x; `x f32 ?` has an unnamed dimension, `x f32 *` an unknown rank."""
    name, dtype, *dims = text.split()
    shape = None if dims == ["*"] else [None if d == "?" else int(d) if d.lstrip("-").isdigit() else d for d in dims]
    return helper.make_tensor_value_info(name, DTYPES[dtype], shape)


def tensor(name, values, dtype=None):
    return numpy_helper.from_array(np.asarray(values, dtype), name)


def model(nodes, inputs, outputs, weights=(), opset=17, ir_version=8, functions=(), domains=()):
    """`inputs` and `outputs` are lists of `info` texts, `weights` tensors, or a dict of arrays."""
    if isinstance(weights, dict):
        weights = [tensor(name, value) for name, value in weights.items()]
    graph = helper.make_graph(list(nodes), "graph", [info(i) for i in inputs], [info(o) for o in outputs], list(weights))
    opsets = [helper.make_opsetid("", opset), *[helper.make_opsetid(d, 1) for d in domains]]
    made = helper.make_model(graph, opset_imports=opsets, functions=list(functions))
    made.ir_version = ir_version
    return made


def external(name, dtype, shape, location, offset=None, length=None):
    """A tensor whose bytes are in another file."""
    made = TensorProto(name=name, data_type=DTYPES[dtype], dims=shape, data_location=TensorProto.EXTERNAL)
    for key, value in (("location", location), ("offset", offset), ("length", length)):
        if value is not None:
            made.external_data.add(key=key, value=str(value))
    return made


def save(made, path):
    path.write_bytes(made.SerializeToString())
    return path


F32 = np.float32
I64 = np.int64
__all__ = ["F32", "I64", "DTYPES", "TensorProto", "external", "helper", "info", "model", "node", "np", "numpy_helper", "onnx",
           "save", "tensor"]
