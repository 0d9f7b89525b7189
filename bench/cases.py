"""What bench/run.py measures: the models that the tests compare, and small ones written here."""

import functools
import importlib.util
import pathlib

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from model_specs import SPECS, generator, normalised, picture, tokens

ROOT = pathlib.Path(__file__).resolve().parent.parent


def mnist_cnn():
    """Two convolutions with pooling and one product, as networks for handwritten digits have them."""
    rng = np.random.default_rng(0)

    def weight(name, *shape):
        bound = 1 / np.sqrt(np.prod(shape[1:]))
        return numpy_helper.from_array(rng.uniform(-bound, bound, shape).astype(np.float32), name)

    weights = [weight("w1", 8, 1, 5, 5), weight("b1", 8), weight("w2", 16, 8, 5, 5), weight("b2", 16)]
    weights += [weight("w3", 10, 256), weight("b3", 10)]
    nodes = [
        helper.make_node("Conv", ["input", "w1", "b1"], ["c1"], pads=[2, 2, 2, 2]),
        helper.make_node("Relu", ["c1"], ["r1"]),
        helper.make_node("MaxPool", ["r1"], ["p1"], kernel_shape=[2, 2], strides=[2, 2]),
        helper.make_node("Conv", ["p1", "w2", "b2"], ["c2"], pads=[2, 2, 2, 2]),
        helper.make_node("Relu", ["c2"], ["r2"]),
        helper.make_node("MaxPool", ["r2"], ["p2"], kernel_shape=[3, 3], strides=[3, 3]),
        helper.make_node("Flatten", ["p2"], ["flat"]),
        helper.make_node("Gemm", ["flat", "w3", "b3"], ["output"], transB=1),
    ]
    graph = helper.make_graph(
        nodes,
        "mnist_cnn",
        [helper.make_tensor_value_info("input", TensorProto.FLOAT, ["batch", 1, 28, 28])],
        [helper.make_tensor_value_info("output", TensorProto.FLOAT, ["batch", 10])],
        weights,
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def seed_cnn():
    """The model of examples/seed."""
    spec = importlib.util.spec_from_file_location("make_model", ROOT / "examples/seed/make_model.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.dummy_cnn()


def pictures(name, channels, size, batch):
    pixels = picture(generator(name, batch), (batch, channels, size, size))
    return {"input": normalised(pixels) if channels == 3 else pixels.astype(np.float32)}


WRITTEN = {"mnist_cnn": (mnist_cnn, 1, 28), "seed_cnn": (seed_cnn, 3, 224)}
MORE_CASES = {"minilm_l6": [functools.partial(tokens, "minilm_l6", 1, 16)]}
NAMES = [*WRITTEN, *SPECS]


def path_of(name, models, folder):
    """The model's file; the small ones are written to `folder`."""
    if name not in WRITTEN:
        return models / (name + ".onnx")
    path = folder / (name + ".onnx")
    if not path.exists():
        onnx.save(WRITTEN[name][0](), path)
    return path


def inputs_of(name):
    """The cases: a dict of arrays each."""
    if name in WRITTEN:
        _, channels, size = WRITTEN[name]
        return [pictures(name, channels, size, batch) for batch in (1, 8)]
    return [case() for case in [*SPECS[name].cases, *MORE_CASES.get(name, [])]]
