"""Counts the multiply-adds of a model's contractions for given inputs; the rest of a network is small beside them."""

import numpy as np
import onnx
import onnxruntime

CONTRACTIONS = {"Conv", "ConvTranspose", "MatMul", "Gemm"}


def shapes_of(model, names, inputs):
    """Runs the model once with the named values as outputs."""
    copy = onnx.ModelProto()
    copy.CopyFrom(model)
    have = {output.name for output in copy.graph.output}
    copy.graph.output.extend(onnx.ValueInfoProto(name=name) for name in names if name not in have)
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(copy.SerializeToString(), options, providers=["CPUExecutionProvider"])
    return {name: value.shape for name, value in zip(names, session.run(names, inputs))}


def count(model, inputs):
    """Floating-point operations, two for each multiply-add."""
    graph = model.graph
    nodes = [node for node in graph.node if node.op_type in CONTRACTIONS]
    known = {tensor.name: tuple(tensor.dims) for tensor in graph.initializer}
    known.update({name: value.shape for name, value in inputs.items()})
    wanted = {name for node in nodes for name in (node.input[0], node.input[1], node.output[0])} - known.keys()
    known.update(shapes_of(model, sorted(wanted), inputs))
    return sum(2 * multiply_adds(node, known) for node in nodes)


def multiply_adds(node, shapes):
    left, right, result = shapes[node.input[0]], shapes[node.input[1]], shapes[node.output[0]]
    if node.op_type == "Conv":
        return int(np.prod(result)) * int(np.prod(right[1:]))
    if node.op_type == "ConvTranspose":
        return int(np.prod(left)) * int(np.prod(right[1:]))
    transposed = any(a.name == "transA" and a.i for a in node.attribute)
    return int(np.prod(result)) * left[0 if transposed else -1]
