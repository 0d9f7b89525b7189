"""Evaluates a float32 model in float64 with onnx's reference evaluator: the yardstick where rounding is amplified."""

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator
from onnx.reference.op_run import OpRun


def widened(tensor):
    return numpy_helper.from_array(numpy_helper.to_array(tensor).astype(np.float64), tensor.name)


def widen_node(node):
    """Tensors in attributes and the target of Cast; the graph's other numbers are float32 values already."""
    for attribute in node.attribute:
        if attribute.type == onnx.AttributeProto.TENSOR and attribute.t.data_type == TensorProto.FLOAT:
            attribute.t.CopyFrom(widened(attribute.t))
        if node.op_type == "Cast" and attribute.name == "to" and attribute.i == TensorProto.FLOAT:
            attribute.i = TensorProto.DOUBLE
        if attribute.type == onnx.AttributeProto.GRAPH:
            widen_graph(attribute.g)
    if node.op_type == "Constant" and node.attribute[0].name in ("value_float", "value_floats"):
        only = node.attribute[0]
        value = np.array(only.f if only.name == "value_float" else list(only.floats), np.float64)
        only.CopyFrom(helper.make_attribute("value", numpy_helper.from_array(value)))
    if node.op_type == "ConstantOfShape" and not node.attribute:
        node.attribute.append(helper.make_attribute("value", numpy_helper.from_array(np.zeros(1, np.float64))))


def widen_graph(graph):
    for index, tensor in enumerate(graph.initializer):
        if tensor.data_type == TensorProto.FLOAT:
            graph.initializer[index].CopyFrom(widened(tensor))
    for node in graph.node:
        widen_node(node)
    for info in (*graph.input, *graph.output):
        if info.type.tensor_type.elem_type == TensorProto.FLOAT:
            info.type.tensor_type.elem_type = TensorProto.DOUBLE
    del graph.value_info[:]


def spatial_pads(auto_pad, pads, shape, kernel, strides, dilations):
    """Begin and end padding of each spatial axis."""
    rank = len(kernel)
    if auto_pad in (b"NOTSET", "NOTSET", None):
        pads = pads or [0] * (2 * rank)
        return list(zip(pads[:rank], pads[rank:]))
    if auto_pad in ("VALID", b"VALID"):
        return [(0, 0)] * rank
    result = []
    for size, k, s, d in zip(shape, kernel, strides, dilations):
        total = max(0, (-(-size // s) - 1) * s + (k - 1) * d + 1 - size)
        small = total // 2
        result.append((total - small, small) if "LOWER" in str(auto_pad) else (small, total - small))
    return result


def windows(x, kernel, strides, dilations):
    """A view [N, C, out..., kernel...] of padded input."""
    view = np.lib.stride_tricks.sliding_window_view(
        x, [(k - 1) * d + 1 for k, d in zip(kernel, dilations)], tuple(range(2, x.ndim))
    )
    steps = [slice(None)] * 2 + [slice(None, None, s) for s in strides] + [slice(None, None, d) for d in dilations]
    return view[tuple(steps)]


class Conv(OpRun):
    """onnx's own is far too slow for whole networks."""

    def _run(self, x, w, b=None, auto_pad=None, dilations=None, group=None, kernel_shape=None, pads=None, strides=None):
        rank = x.ndim - 2
        kernel, group = w.shape[2:], group or 1
        strides, dilations = strides or [1] * rank, dilations or [1] * rank
        around = spatial_pads(auto_pad, pads, x.shape[2:], kernel, strides, dilations)
        view = windows(np.pad(x, [(0, 0), (0, 0), *around]), kernel, strides, dilations)
        parts = []
        for g, part in enumerate(np.split(w, group)):
            channels = view[:, g * w.shape[1] : (g + 1) * w.shape[1]]
            axes = [1, *range(2 + rank, 2 + 2 * rank)]
            parts.append(np.moveaxis(np.tensordot(channels, part, (axes, list(range(1, 2 + rank)))), -1, 1))
        y = np.concatenate(parts, axis=1)
        return (y if b is None else y + b.reshape(1, -1, *[1] * rank),)


class MaxPool(OpRun):
    def _run(
        self,
        x,
        auto_pad=None,
        ceil_mode=None,
        dilations=None,
        kernel_shape=None,
        pads=None,
        storage_order=None,
        strides=None,
    ):
        rank = x.ndim - 2
        strides, dilations = strides or [1] * rank, dilations or [1] * rank
        around = spatial_pads(auto_pad, pads, x.shape[2:], kernel_shape, strides, dilations)
        if ceil_mode:
            for axis, (size, (begin, end)) in enumerate(zip(x.shape[2:], around)):
                reach = (kernel_shape[axis] - 1) * dilations[axis] + 1
                count = -(-(size + begin + end - reach) // strides[axis]) + 1
                if (count - 1) * strides[axis] >= size + begin:
                    count -= 1
                around[axis] = begin, max(end, (count - 1) * strides[axis] + reach - size - begin)
        padded = np.pad(x, [(0, 0), (0, 0), *around], constant_values=-np.inf)
        view = windows(padded, kernel_shape, strides, dilations)
        return (view.max(axis=tuple(range(2 + rank, 2 + 2 * rank))),)


class Erf(OpRun):
    def _run(self, x):
        from math import erf

        return (np.vectorize(erf, otypes=[np.float64])(x),)


class HardSigmoid(OpRun):
    def _run(self, x, alpha=None, beta=None):
        return (np.clip(x * alpha + beta, 0, 1),)


class BatchNormalization(OpRun):
    def _run(self, x, scale, bias, mean, variance, epsilon=None, momentum=None, training_mode=None, spatial=None):
        channels = lambda v: v.reshape(1, -1, *[1] * (x.ndim - 2))
        return (channels(scale) * (x - channels(mean)) / np.sqrt(channels(variance) + epsilon) + channels(bias),)


OVERRIDES = [Conv, MaxPool, Erf, HardSigmoid, BatchNormalization]


def evaluate(model, inputs):
    """The model's outputs in float64."""
    wide = onnx.ModelProto()
    wide.CopyFrom(model)
    widen_graph(wide.graph)
    feed = {name: v.astype(np.float64) if v.dtype == np.float32 else v for name, v in inputs.items()}
    return ReferenceEvaluator(wide, new_ops=OVERRIDES).run(None, feed)
