"""Counts the multiply-adds of a model's contractions for given inputs; the rest of a network is small beside them."""

import numpy as np
import onnx
import onnxruntime

CONTRACTIONS = {"Conv", "ConvTranspose", "MatMul", "Gemm"}


def values_of(model, names, inputs):
    """Runs the model once with the named values as outputs."""
    copy = onnx.ModelProto()
    copy.CopyFrom(model)
    have = {output.name for output in copy.graph.output}
    copy.graph.output.extend(onnx.ValueInfoProto(name=name) for name in names if name not in have)
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(copy.SerializeToString(), options, providers=["CPUExecutionProvider"])
    return dict(zip(names, session.run(names, inputs)))


def without_branches(model, inputs):
    """The model with every If replaced by the branch that runs for these inputs."""
    copy = onnx.ModelProto()
    copy.CopyFrom(model)
    nodes = copy.graph.node
    while conditions := sorted({node.input[0] for node in nodes if node.op_type == "If"}):
        holds = values_of(copy, conditions, inputs)
        straight = []
        for node in nodes:
            if node.op_type != "If":
                straight.append(node)
                continue
            name = "then_branch" if holds[node.input[0]].item() else "else_branch"
            branch = next(a.g for a in node.attribute if a.name == name)
            copy.graph.initializer.extend(branch.initializer)
            straight += branch.node
            straight += [
                onnx.helper.make_node("Identity", [inner.name], [outer])
                for inner, outer in zip(branch.output, node.output)
                if outer
            ]
        straight = [onnx.NodeProto.FromString(node.SerializeToString()) for node in straight]
        del nodes[:]
        nodes.extend(straight)
    return copy


def count(model, inputs):
    """Floating-point operations, two for each multiply-add."""
    model = without_branches(model, inputs)
    graph = model.graph
    nodes = [node for node in graph.node if node.op_type in CONTRACTIONS]
    known = {tensor.name: tuple(tensor.dims) for tensor in graph.initializer}
    known.update({name: value.shape for name, value in inputs.items()})
    wanted = {name for node in nodes for name in (node.input[0], node.input[1], node.output[0])} - known.keys()
    known.update({name: value.shape for name, value in values_of(model, sorted(wanted), inputs).items()})
    return sum(2 * multiply_adds(node, known) for node in nodes)


def multiply_adds(node, shapes):
    left, right, result = shapes[node.input[0]], shapes[node.input[1]], shapes[node.output[0]]
    if node.op_type == "Conv":
        return int(np.prod(result)) * int(np.prod(right[1:]))
    if node.op_type == "ConvTranspose":
        return int(np.prod(left)) * int(np.prod(right[1:]))
    transposed = any(a.name == "transA" and a.i for a in node.attribute)
    return int(np.prod(result)) * left[0 if transposed else -1]
