"""Small models, one for each way in which contractions and what stands between them are compiled, and inputs for them.

Each has sets of inputs: more than one where sizes are symbols."""

import functools

import numpy as np

from small import F32, I64, helper, info, model, node

RNG = functools.partial(np.random.default_rng, 11)


def floats(*shape):
    return RNG().normal(0, 0.5, shape).astype(F32)


def matrices(rows, depth, columns):
    """A row count of 0 stands for a symbol."""
    weights = {"w": floats(depth, columns), "b": floats(columns)}
    nodes = [node("MatMul", "x w", "p"), node("Add", "p b", "s"), node("Relu", "s")]
    made = model(nodes, [f"x f32 {rows or 'n'} {depth}"], [f"y f32 {rows or 'n'} {columns}"], weights)
    return made, [{"x": floats(n, depth)} for n in ([rows] if rows else [37, 1, 12])]


def matrices_of_inputs():
    """No operand is a weight: one of them is laid out in panels by each call."""
    made = model([node("MatMul", "a b")], ["a f32 2 n 40", "b f32 2 40 m"], ["y f32 2 n m"])
    return made, [{"a": floats(2, n, 40), "b": floats(2, 40, m)} for n, m in ((50, 70), (3, 5), (64, 33))]


def bytes_of_rows():
    weights = {"w": RNG().integers(-128, 128, (96, 80)).astype(np.int8), "one": np.float32(0.02), "zero": np.uint8(128),
               "two": np.float32(0.01), "none": np.int8(0), "out": np.float32(0.3), "half": np.uint8(120)}
    nodes = [node("QuantizeLinear", "x one zero", "q"), node("QLinearMatMul", "q one zero w two none out half", "r"),
             node("DequantizeLinear", "r out half")]
    return model(nodes, ["x f32 33 96"], ["y f32 33 80"], weights), [{"x": floats(33, 96)}]


def bytes_of_pictures():
    weights = {"w": RNG().integers(-128, 128, (40, 32, 3, 3)).astype(np.int8), "b": np.arange(40, dtype=np.int32),
               "one": np.float32(0.02), "zero": np.uint8(128), "two": np.full(40, 0.01, F32), "none": np.zeros(40, np.int8),
               "out": np.float32(0.3), "half": np.uint8(120)}
    nodes = [node("QuantizeLinear", "x one zero", "q"),
             node("QLinearConv", "q one zero w two none out half b", "r", pads=[1] * 4), node("DequantizeLinear", "r out half")]
    return model(nodes, ["x f32 1 32 18 18"], ["y f32 1 40 18 18"], weights), [{"x": floats(1, 32, 18, 18)}]


def integers_as_they_come():
    made = model([node("MatMulInteger", "x w zero")], ["x i8 n 70", "zero i8"], ["y i32 n 90"],
                 {"w": RNG().integers(-128, 128, (70, 90)).astype(np.int8)})
    return made, [{"x": RNG().integers(-128, 128, (n, 70)).astype(np.int8), "zero": np.array(3, np.int8)} for n in (37, 1)]


def convolution(channels, filters, size, window, groups=1, **attributes):
    weights = {"w": floats(filters, channels // groups, window, window), "b": floats(filters)}
    nodes = [node("Conv", "x w b", "c", group=groups, pads=[window // 2] * 4, **attributes), node("Relu", "c")]
    made = model(nodes, [f"x f32 1 {channels} {size} {size}"], ["y f32 a b c d"], weights)
    made.graph.output[0].type.tensor_type.ClearField("shape")
    return made, [{"x": floats(1, channels, size, size)}]


def separable():
    """A depthwise convolution between two of 1x1, with the sum of what went in."""
    weights = {"u": floats(48, 16, 1, 1), "v": floats(48, 1, 3, 3), "w": floats(16, 48, 1, 1), "b": floats(48), "c": floats(16)}
    nodes = [node("Conv", "x u b", "p"), node("Relu", "p", "q"), node("Conv", "q v b", "r", group=48, pads=[1] * 4),
             node("Relu", "r", "s"), node("Conv", "s w c", "t"), node("Add", "t x")]
    return model(nodes, ["x f32 n 16 20 20"], ["y f32 n 16 20 20"], weights), [{"x": floats(n, 16, 20, 20)} for n in (3, 1)]


def attention():
    """Four heads, a mask, and a normalised sum around it."""
    weights = {"q": floats(32, 32), "k": floats(32, 32), "v": floats(32, 32), "g": floats(32), "b": floats(32),
               "heads": np.array([0, 0, 4, 8], I64), "whole": np.array([0, 0, 32], I64), "scale": np.float32(0.35)}
    nodes = []
    for name in "qkv":
        order = [0, 2, 3, 1] if name == "k" else [0, 2, 1, 3]
        nodes += [node("MatMul", f"x {name}", f"{name}1"), node("Reshape", f"{name}1 heads", f"{name}2"),
                  node("Transpose", f"{name}2", f"{name}3", perm=order)]
    nodes += [node("MatMul", "q3 k3", "s"), node("Mul", "s scale", "t"), node("Add", "t mask", "u"), node("Softmax", "u", "p"),
              node("MatMul", "p v3", "r"), node("Transpose", "r", "m", perm=[0, 2, 1, 3]), node("Reshape", "m whole", "o"),
              node("Add", "o x", "z"), node("LayerNormalization", "z g b")]
    made = model(nodes, ["x f32 n s 32", "mask f32 n 1 1 s"], ["y f32 n s 32"], weights)
    return made, [{"x": floats(n, s, 32), "mask": np.zeros((n, 1, 1, s), F32)} for n, s in ((2, 24), (1, 7), (1, 65))]


def recurrent():
    weights = {"w": floats(1, 128, 24), "r": floats(1, 128, 32), "b": floats(1, 256)}
    nodes = [node("LSTM", "x w r b", "_ y", hidden_size=32)]
    return model(nodes, ["x f32 t 2 24"], ["y f32 1 2 32"], weights), [{"x": floats(t, 2, 24)} for t in (20, 3)]


def loop():
    """x is doubled and shifted as long as its sum is below a limit."""
    body = helper.make_graph(
        [node("Add", "v v", "d"), node("Add", "d one", "next"), node("ReduceSum", "next", "sum", keepdims=0),
         node("Less", "sum limit", "go")],
        "body", [info("i i64"), info("c bool"), info("v f32 n 30")], [info("go bool"), info("next f32 n 30")])
    weights = {"most": np.int64(40), "true": np.bool_(True), "one": np.float32(1), "limit": np.float32(1e6)}
    made = model([node("Abs", "x", "a"), node("Loop", "most true a", body=body)], ["x f32 n 30"], ["y f32 n 30"], weights)
    return made, [{"x": floats(n, 30)} for n in (20, 2)]


def elementwise():
    nodes = [node("Sigmoid", "x", "s"), node("Mul", "s x", "t"), node("Erf", "t", "e"), node("Exp", "e", "f"), node("Add", "f x")]
    return model(nodes, ["x f32 n 103"], ["y f32 n 103"]), [{"x": floats(n, 103)} for n in (40, 3)]


def reductions():
    nodes = [node("ReduceMean", "x", "m", axes=[1], keepdims=1), node("Sub", "x m", "d"), node("Softmax", "d", "s", axis=2),
             node("ReduceMax", "s", "y", axes=[2], keepdims=0)]
    return model(nodes, ["x f32 n 24 50"], ["y f32 n 24"]), [{"x": floats(n, 24, 50)} for n in (4, 1)]


def movement():
    weights = {"table": floats(50, 24), "i": RNG().integers(0, 50, 40), "pads": np.array([0, 1, 2, 0, 3, 1], I64)}
    nodes = [node("Gather", "table i", "g"), node("Add", "g x", "a"), node("Transpose", "a", "t", perm=[2, 0, 1]),
             node("Pad", "t pads", "p"), node("Concat", "p p", "y", axis=2)]
    made = model(nodes, ["x f32 n 40 24"], ["y f32 24 a b"], weights)
    made.graph.output[0].type.tensor_type.ClearField("shape")
    return made, [{"x": floats(n, 40, 24)} for n in (3, 1)]


SMALL = {
    "one row": functools.partial(matrices, 1, 256, 200),
    "few rows": functools.partial(matrices, 7, 256, 200),
    "many rows": functools.partial(matrices, 300, 250, 260),
    "rows as they come": functools.partial(matrices, 0, 64, 72),
    "matrices of inputs": matrices_of_inputs,
    "8-bit matrices": bytes_of_rows,
    "8-bit convolution": bytes_of_pictures,
    "8-bit integers": integers_as_they_come,
    "convolution 3x3": functools.partial(convolution, 32, 40, 18, 3),
    "first convolution": functools.partial(convolution, 3, 16, 40, 3, strides=[2, 2]),
    "convolution 1x1": functools.partial(convolution, 48, 40, 14, 1),
    "convolution in groups": functools.partial(convolution, 32, 32, 14, 3, groups=4),
    "depthwise between pointwise": separable,
    "attention": attention,
    "recurrent": recurrent,
    "loop": loop,
    "elementwise": elementwise,
    "reductions": reductions,
    "movement": movement,
}
