"""Gives an ONNX model the shapes of the inputs at hand, for peers that compile for fixed shapes."""

import onnx


def with_shapes(path, arrays):
    model = onnx.load(path)
    constants = {tensor.name for tensor in model.graph.initializer}
    for value in model.graph.input:
        if value.name in arrays:
            shape = value.type.tensor_type.shape
            del shape.dim[:]
            for size in arrays[value.name].shape:
                shape.dim.add().dim_value = size
    for value in [v for v in model.graph.input if v.name in constants]:
        model.graph.input.remove(value)  # old exporters list weights among the inputs
    del model.graph.value_info[:]
    for value in model.graph.output:
        for dim in value.type.tensor_type.shape.dim:
            dim.ClearField("value")  # of the dynamic sizes; inference finds them again
    return onnx.shape_inference.infer_shapes(model, data_prop=True)
