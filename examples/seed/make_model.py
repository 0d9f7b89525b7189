"""make_model.py MODEL.onnx: writes the dummy CNN: Conv2d 3->16 (3x3, padding 1), ReLU, Flatten, Linear to 10.

The batch is a named dimension, `batch_size`; the weights are drawn as PyTorch's layers draw them, with a fixed seed."""

import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper


def uniform(rng, name, fan_in, *shape):
    bound = 1 / np.sqrt(fan_in)
    return numpy_helper.from_array(rng.uniform(-bound, bound, shape).astype(np.float32), name)


def dummy_cnn():
    rng = np.random.default_rng(0)
    flat = 16 * 224 * 224
    weights = [
        uniform(rng, "conv.weight", 27, 16, 3, 3, 3),
        uniform(rng, "conv.bias", 27, 16),
        uniform(rng, "fc.weight", flat, 10, flat),
        uniform(rng, "fc.bias", flat, 10),
    ]
    nodes = [
        helper.make_node(
            "Conv",
            ["input", "conv.weight", "conv.bias"],
            ["/conv/Conv_output_0"],
            "/conv/Conv",
            dilations=[1, 1],
            group=1,
            kernel_shape=[3, 3],
            pads=[1, 1, 1, 1],
            strides=[1, 1],
        ),
        helper.make_node("Relu", ["/conv/Conv_output_0"], ["/relu/Relu_output_0"], "/relu/Relu"),
        helper.make_node("Flatten", ["/relu/Relu_output_0"], ["/Flatten_output_0"], "/Flatten", axis=1),
        helper.make_node(
            "Gemm", ["/Flatten_output_0", "fc.weight", "fc.bias"], ["output"], "/fc/Gemm", alpha=1.0, beta=1.0, transB=1
        ),
    ]
    graph = helper.make_graph(
        nodes,
        "dummy_cnn",
        [helper.make_tensor_value_info("input", TensorProto.FLOAT, ["batch_size", 3, 224, 224])],
        [helper.make_tensor_value_info("output", TensorProto.FLOAT, ["batch_size", 10])],
        weights,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)])
    model.ir_version = 8
    return model


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    model = dummy_cnn()
    onnx.checker.check_model(model)
    onnx.save(model, sys.argv[1])
