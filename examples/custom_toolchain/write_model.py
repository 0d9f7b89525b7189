"""write_model.py MODEL: the power spectrum of a smoothed signal, with operators of the domain acme."""
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

LENGTH = 48


def model():
    window = np.hanning(LENGTH).astype(np.float32)
    nodes = [
        helper.make_node("Mul", ["signal", "window"], ["smooth"]),
        helper.make_node("Fft", ["smooth"], ["spectrum"], domain="acme"),
        helper.make_node("Power", ["spectrum"], ["power"], domain="acme", scale=1 / LENGTH),
        helper.make_node("Log", ["power"], ["loudness"]),
    ]
    shape = ["batch", LENGTH]
    graph = helper.make_graph(
        nodes, "spectrum",
        [helper.make_tensor_value_info("signal", TensorProto.FLOAT, shape)],
        [helper.make_tensor_value_info("loudness", TensorProto.FLOAT, shape)],
        [numpy_helper.from_array(window, "window")],
    )
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid("acme", 2)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=8)


if __name__ == "__main__":
    onnx.save(model(), sys.argv[1])
