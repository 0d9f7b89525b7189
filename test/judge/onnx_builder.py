"""Writes ONNX graphs the way exporters do: numbered node outputs, scoped node names, named parameters."""

import zlib

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper


class Builder:
    def __init__(self, name, opset, seed=0):
        self.name, self.opset, self.seed = name, opset, seed
        self.nodes, self.parameters, self.inputs, self.outputs = [], [], [], []
        self.scope, self.used = "", {}

    def input(self, name, dtype, dims):
        self.inputs.append(helper.make_tensor_value_info(name, dtype, dims))
        return name

    def output(self, value, name, dtype, dims):
        for node in self.nodes:
            node.output[:] = [name if o == value else o for o in node.output]
            node.input[:] = [name if i == value else i for i in node.input]
        self.outputs.append(helper.make_tensor_value_info(name, dtype, dims))

    def unique(self, base):
        self.used[base] = self.used.get(base, -1) + 1
        return base if not self.used[base] else f"{base}_{self.used[base]}"

    def add(self, op, inputs, outputs=1, **attributes):
        """Adds a node and returns its output's name, or a list of names where it has several."""
        name = self.unique(f"{self.scope}/{op}")
        results = [f"{name}_output_{i}" for i in range(outputs)]
        self.nodes.append(helper.make_node(op, inputs, results, name=name, **attributes))
        return results[0] if outputs == 1 else results

    def parameter(self, name, array):
        self.parameters.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def random(self, name, shape, scale, mean=0.0):
        """A parameter drawn from a normal distribution; the same for a given model, seed and name."""
        rng = np.random.default_rng([self.seed, zlib.crc32(f"{self.name}/{name}".encode())])
        array = rng.standard_normal(shape, dtype=np.float32) * np.float32(scale) + np.float32(mean)
        return self.parameter(name, array)

    def constant(self, value, dtype):
        """A Constant node, which is how exporters write the small numbers of a graph."""
        return self.add("Constant", [], value=numpy_helper.from_array(np.array(value, dtype)))

    def integers(self, *values):
        return self.constant(list(values), np.int64)

    def model(self, producer="pytorch"):
        graph = helper.make_graph(self.nodes, self.name, self.inputs, self.outputs, self.parameters)
        model = helper.make_model(graph, producer_name=producer, opset_imports=[helper.make_opsetid("", self.opset)])
        model.ir_version = 8
        return model


def float_image(builder, batch="batch_size", size=224):
    return builder.input("input", TensorProto.FLOAT, [batch, 3, size, size])


def save(model, path):
    onnx.checker.check_model(model)
    partial = path.with_suffix(".part")
    partial.write_bytes(model.SerializeToString(deterministic=True))
    partial.replace(path)
