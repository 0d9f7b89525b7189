"""Models of the reports from users of other ONNX compilers, each with its right answer. The number in a name is the
report's; what went wrong elsewhere stands above each."""
from dataclasses import dataclass, field

from small import F32, I64, TensorProto, helper, model, node, np, tensor

NAN, INF = np.nan, np.inf
F16, F64, I8, U8, I32, U64, BOOL = np.float16, np.float64, np.int8, np.uint8, np.int32, np.uint64, np.bool_
WORDS = {"float32": "f32", "float64": "f64", "float16": "f16", "bfloat16": "bf16", "int8": "i8", "uint8": "u8", "int32": "i32",
         "int64": "i64", "uint32": "u32", "uint64": "u64", "bool": "bool"}


@dataclass
class Case:
    """`runs` are (inputs, wanted outputs) of one artifact. `wanted` is None where only "no crash" is asked, RAISES where the
    call must fail. `refused` holds words of the compiler's message where it must refuse the model."""
    name: str
    model: object
    runs: list = field(default_factory=list)
    rtol: float = 1e-5
    refused: list = None


RAISES = "raises"


def f32(*values):
    return np.array(values, F32)


def i64(*values):
    return np.array(values, I64)


def dtype_word(array):
    return WORDS[np.asarray(array).dtype.name]


def static(name, array):
    return " ".join([name, dtype_word(array), *map(str, np.shape(array))])


def dynamic(name, array):
    return " ".join([name, dtype_word(array), *(f"{name}_{axis}" for axis in range(np.ndim(array)))])


def variants(name, nodes, values, wanted, fixed=None, only="static dynamic folded", rtol=1e-5, **more):
    """One model thrice: `values` as inputs of fixed shapes, as inputs of symbolic shapes, and as initialisers.
    `fixed` are initialisers in all three. `wanted` maps outputs to arrays."""
    nodes = nodes if isinstance(nodes, list) else [nodes]
    fixed = fixed or {}
    wanted = wanted if isinstance(wanted, dict) else {"y": wanted}
    expected = [np.asarray(w) for w in wanted.values()]
    exact = [static(n, w) for n, w in wanted.items()]
    free = [" ".join([n, dtype_word(w), *["?"] * np.ndim(w)]) for n, w in wanted.items()]
    inputs = list(values.values())
    if "static" in only:
        yield Case(f"{name}, static", model(nodes, [static(n, v) for n, v in values.items()], exact, fixed, **more),
                   [(inputs, expected)], rtol)
    if "dynamic" in only:
        yield Case(f"{name}, dynamic", model(nodes, [dynamic(n, v) for n, v in values.items()], free, fixed, **more),
                   [(inputs, expected)], rtol)
    if "folded" in only:
        yield Case(f"{name}, folded", model(nodes, [], exact, {**fixed, **values}, **more), [([], expected)], rtol)


# --- Integer arithmetic -----------------------------------------------------------------------------------------------

def br_01():
    """Integer Div in shape arithmetic folded as a floating-point division."""
    nodes = [node("Shape", "x", "s"), node("Gather", "s zero", "n", axis=0), node("Div", "n three", "d"),
             node("Unsqueeze", "d axis", "e"), node("Slice", "x start e")]
    weights = {"zero": np.array(0, I64), "three": np.array(3, I64), "axis": i64(0), "start": i64(0)}
    x = np.arange(386, dtype=F32)
    yield Case("BR-01 slice by a third", model(nodes, ["x f32 n"], ["y f32 ?"], weights, opset=13),
               [([x[:8]], [x[:2]]), ([x], [x[:128]])])
    a, b = np.array([-7, 7, -7, 7], I32), np.array([2, -2, -2, 2], I32)
    yield from variants("BR-01 Div truncates", node("Div", "a b"), {"a": a, "b": b}, np.array([-3, -3, 3, 3], I32))


def br_02():
    """Mod's two sign conventions swapped when folded."""
    a, b = np.array([-5, 5, -5, 5], I32), np.array([3, -3, -3, 3], I32)
    operands = {"a": a, "b": b}
    yield from variants("BR-02 Mod fmod=0", node("Mod", "a b", fmod=0), operands, np.array([1, -1, -2, 2], I32))
    yield from variants("BR-02 Mod fmod=1", node("Mod", "a b", fmod=1), operands, np.array([-2, 2, -2, 2], I32))
    yield from variants("BR-02 Mod float", node("Mod", "a b", fmod=1), {"a": f32(-5.5, 5.5), "b": f32(3, -3)}, f32(-2.5, 2.5))


def br_04():
    """uint8 Mul and int8 Add saturate instead of wrapping."""
    a, b = np.array([200, 100, 50, 10], U8), np.array([200, 3, 6, 30], U8)
    yield from variants("BR-04 uint8 Mul", node("Mul", "a b"), {"a": a, "b": b}, np.array([64, 44, 44, 44], U8), opset=14)
    a, b = np.array([100, 127, -128, -100], I8), np.array([100, 10, -10, -50], I8)
    yield from variants("BR-04 int8 Add", node("Add", "a b"), {"a": a, "b": b}, np.array([-56, -119, 118, 106], I8), opset=14)


# --- Quantisation -----------------------------------------------------------------------------------------------------

def br_05():
    """QuantizeLinear clamps to [-127, 127], or converts before it clamps."""
    scale = {"s": np.array(1, F32)}
    yield from variants("BR-05 int8", node("QuantizeLinear", "x s z"), {"x": f32(-129, -128, -127, -126, 126, 127, 128, 129)},
                        np.array([-128, -128, -127, -126, 126, 127, 127, 127], I8), {**scale, "z": np.array(0, I8)})
    yield from variants("BR-05 infinities", node("QuantizeLinear", "x s z"), {"x": f32(INF, -INF, 3e9)},
                        np.array([255, 0, 255], U8), {**scale, "z": np.array(128, U8)})
    yield from variants("BR-05 Dequantize per axis", node("DequantizeLinear", "x s z", axis=-1),
                        {"x": np.array([[10, 10], [20, 20]], U8)}, f32([10, 0], [20, 5]),
                        {"s": f32(1, 0.5), "z": np.array([0, 10], U8)})


def br_07():
    """DynamicQuantizeLinear rounds ties away from zero."""
    for name, x, y, scale, zero in (("a", [-127, 128, 0.5], [0, 255, 127], 1, 127), ("b", [-253, 257], [0, 254], 2, 126),
                                    ("c", [1, 2, 3], [85, 170, 255], 3 / 255, 0)):
        wanted = {"y": np.array(y, U8), "scale": np.array(scale, F32), "zero": np.array(zero, U8)}
        yield from variants(f"BR-07 {name}", node("DynamicQuantizeLinear", "x", "y scale zero"), {"x": f32(*x)}, wanted)


def br_08():
    """int8 dot products saturate in 16 bits, or widen after subtracting the zero point."""
    yield from variants("BR-08 a", node("MatMulInteger", "a b"), {"a": np.array([[255, 255]], U8), "b": np.array([[127], [127]], I8)},
                        np.array([[64770]], I32))
    a = np.array([[238, 115, 94], [245, 111, 102], [158, 225, 48]], U8)
    b = np.array([[25, 36, 125], [42, -123, 76], [-81, -86, 35]], I8)
    wanted = np.array([[12100, 1951, 40214], [11745, 2293, 41351], [18030, -10919, 36548]], I32)
    zeros = {"za": np.array(42, U8), "zb": np.array(-26, I8)}
    yield from variants("BR-08 b", node("MatMulInteger", "a b za zb"), {"a": a, "b": b}, wanted, zeros)
    scales = {"sa": np.array(0.01, F32), "sb": np.array(0.01, F32), "sy": np.array(0.01, F32), "za": np.array(0, U8),
              "zb": np.array(0, I8), "zy": np.array(128, U8)}
    yield from variants("BR-08 c", node("QLinearMatMul", "a sa za b sb zb sy zy"),
                        {"a": np.array([[210, 198, 234]], U8), "b": np.array([[-81], [-80], [127]], I8)},
                        np.array([[97]], U8), scales)


# --- Pooling and convolution ------------------------------------------------------------------------------------------

def line(*values):
    return f32(*values).reshape(1, 1, -1)


def br_10():
    """ceil_mode makes a window that lies wholly in the padding."""
    pool = dict(kernel_shape=[3], strides=[3], pads=[1, 1], ceil_mode=1)
    x = line(1, 2, 3, 4, 5)
    yield from variants("BR-10 MaxPool", node("MaxPool", "x", **pool), {"x": x}, line(2, 5))
    yield from variants("BR-10 AveragePool", node("AveragePool", "x", count_include_pad=0, **pool), {"x": x}, line(1.5, 4))
    yield from variants("BR-10 kernel 1", node("MaxPool", "x", kernel_shape=[1], strides=[2], ceil_mode=1), {"x": line(1, 2)}, line(1))


def br_11():
    """AveragePool with ceil_mode divides by a wrong count at the borders."""
    pool = dict(kernel_shape=[3], strides=[2], pads=[1, 1], ceil_mode=1)
    x = line(*range(1, 9))
    yield from variants("BR-11 pads count", node("AveragePool", "x", count_include_pad=1, **pool), {"x": x}, line(1, 3, 5, 7, 4), opset=19)
    yield from variants("BR-11 pads do not", node("AveragePool", "x", count_include_pad=0, **pool), {"x": x}, line(1.5, 3, 5, 7, 8), opset=19)
    yield from variants("BR-11 no pads", node("AveragePool", "x", kernel_shape=[2], strides=[2], ceil_mode=1),
                        {"x": line(1, 2, 3, 4, 5)}, line(1.5, 3.5, 5), opset=19)


def br_13():
    """auto_pad SAME_UPPER and SAME_LOWER swapped or ignored."""
    weights = {"w": line(1, 10, 100)}
    for pad, wanted in (("SAME_UPPER", line(1, 10, 102, 20)), ("SAME_LOWER", line(10, 102, 20, 200))):
        transposed = node("ConvTranspose", "x w", strides=[2], auto_pad=pad)
        yield from variants(f"BR-13 ConvTranspose {pad}", transposed, {"x": line(1, 2)}, wanted, weights)
    square = node("ConvTranspose", "x w", strides=[1, 1], auto_pad="SAME_UPPER")
    yield from variants("BR-13 ConvTranspose 2-D", square, {"x": f32([2, 3], [4, 5]).reshape(1, 1, 2, 2)},
                        f32([49, 63], [91, 105]).reshape(1, 1, 2, 2), {"w": np.arange(2, 11, dtype=F32).reshape(1, 1, 3, 3)})
    for pad, wanted in (("SAME_UPPER", line(21, 32, 43, 4)), ("SAME_LOWER", line(10, 21, 32, 43))):
        yield from variants(f"BR-13 Conv {pad}", node("Conv", "x w", auto_pad=pad), {"x": line(1, 2, 3, 4)}, wanted,
                            {"w": line(1, 10)})


def br_14():
    """ConvTranspose's size with stride and dilation, its groups; asymmetric pads."""
    strided = node("ConvTranspose", "x w", strides=[2], dilations=[3], pads=[1, 1])
    yield from variants("BR-14 a", strided, {"x": line(1, 2, 3)}, line(0, 2, 10, 3, 20, 0), {"w": line(1, 10)})
    yield from variants("BR-14 b", node("ConvTranspose", "x w", group=2), {"x": f32(1, 2).reshape(1, 2, 1)},
                        f32(1, 2, 6, 8).reshape(1, 4, 1), {"w": f32(1, 2, 3, 4).reshape(2, 2, 1)})
    yield from variants("BR-14 c", node("Conv", "x w", pads=[0, 1, 1, 0]), {"x": f32(1, 2, 3).reshape(1, 1, 1, 3)},
                        f32([10, 21, 32], [0, 0, 0]).reshape(1, 1, 2, 3), {"w": f32(1, 10).reshape(1, 1, 1, 2)})


def br_16():
    """Resize: nearest_mode not honoured with asymmetric coordinates."""
    for name, scale, mode, wanted in (("a", 3, "floor", [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4]),
                                      ("b", 3, "round_prefer_floor", [1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 4]),
                                      ("c", 2, "round_prefer_floor", [1, 1, 2, 2, 3, 3, 4, 4]),
                                      ("d", 2, "round_prefer_ceil", [1, 2, 2, 3, 3, 4, 4, 4])):
        resize = node("Resize", "x _ scales", mode="nearest", coordinate_transformation_mode="asymmetric", nearest_mode=mode)
        yield from variants(f"BR-16 {name}", resize, {"x": f32(1, 2, 3, 4).reshape(1, 1, 1, 4)},
                            f32(*wanted).reshape(1, 1, 1, -1), {"scales": f32(1, 1, 1, scale)})


# --- NaN, infinity, rounding ------------------------------------------------------------------------------------------

def with_nans(*places):
    x = np.linspace(-3, 3, 33, dtype=F32)
    x[list(places)] = NAN
    return x


def br_17():
    """NaN lost by Relu, Sign and ReduceMax, depending on its place."""
    yield from variants("BR-17 Relu", node("Relu", "x"), {"x": f32(NAN, 1, -2, -0.0)}, f32(NAN, 1, 0, 0))
    yield from variants("BR-17 Sign", node("Sign", "x"), {"x": f32(NAN, 9, -9)}, f32(NAN, 1, -1))
    x = with_nans(0, 7, 8, 32)
    yield from variants("BR-17 Relu, vectors", node("Relu", "x"), {"x": x}, np.maximum(x, 0))
    yield from variants("BR-17 Max", node("Max", "x z"), {"x": x, "z": np.zeros(33, F32)}, np.maximum(x, 0))
    yield from variants("BR-17 Max, other side", node("Max", "z x"), {"x": x, "z": np.zeros(33, F32)}, np.maximum(x, 0))
    yield from variants("BR-17 Min", node("Min", "x z"), {"x": x, "z": np.zeros(33, F32)}, np.minimum(x, 0))
    rows = f32([NAN, 1], [2, NAN])
    yield from variants("BR-17 ReduceMax", node("ReduceMax", "x", axes=[1], keepdims=0), {"x": rows}, f32(NAN, NAN), opset=13)
    wide = np.stack([with_nans(p) for p in (0, 7, 8, 32)])
    yield from variants("BR-17 ReduceMax, vectors", node("ReduceMax", "x", axes=[1], keepdims=0), {"x": wide},
                        f32(NAN, NAN, NAN, NAN), opset=13)


def br_19():
    """Cast of what does not fit."""
    cast = lambda to: node("Cast", "x", to=getattr(TensorProto, to))
    yield from variants("BR-19 toward zero", cast("INT8"), {"x": f32(-1.9, 50.9, -50.9)}, np.array([-1, 50, -50], I8))
    yield from variants("BR-19 integers wrap", cast("INT8"), {"x": np.array([200, -1, 256, 300], I32)}, np.array([-56, -1, 0, 44], I8))
    yield from variants("BR-19 to bool", cast("BOOL"), {"x": f32(0, -0.0, 0.5, NAN, -2)}, np.array([0, 0, 1, 1, 1], BOOL))
    yield from variants("BR-19 to float16", cast("FLOAT16"), {"x": f32(65504, 65519, 65520)}, np.array([65504, 65504, INF], F16))
    for case in variants("BR-19 undefined values", [cast("INT8")], {"x": f32(300, NAN, INF, -1.9, 50.9, -50.9)},
                         np.zeros(6, I8)):
        case.runs = [(inputs, None) for inputs, _ in case.runs]
        yield case


def br_20():
    """ReduceLogSumExp overflows; the fix makes NaN of a row of -inf."""
    reduce = node("ReduceLogSumExp", "x", axes=[1], keepdims=0)
    yield from variants("BR-20 large", reduce, {"x": f32([100, 100, 100])}, f32(101.09861), opset=13)
    yield from variants("BR-20 -inf", reduce, {"x": f32([-INF, -INF])}, f32(-INF), opset=13)
    yield from variants("BR-20 Softmax", node("Softmax", "x"), {"x": f32(1000, 1001, -INF)}, f32(0.2689414, 0.7310586, 0))
    yield from variants("BR-20 LogSoftmax", node("LogSoftmax", "x"), {"x": f32(-781, 890, -1234)}, f32(-1671, 0, -2124))


def br_22():
    """Round takes ties away from zero."""
    x = f32(0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 0.49999997, NAN)
    yield from variants("BR-22 Round", node("Round", "x"), {"x": x}, f32(0, 2, 2, -0.0, -2, -2, 0, NAN))
    yield from variants("BR-22 of Sigmoid", [node("Sigmoid", "x", "s"), node("Round", "s")], {"x": f32(0)}, f32(0))


def br_23():
    """float16 sums accumulated in float16."""
    ones = np.ones(4096, F16)
    axis = {"axes": i64(0)}
    yield from variants("BR-23 ReduceSum", node("ReduceSum", "x axes", keepdims=0), {"x": ones}, np.array(4096, F16), axis)
    yield from variants("BR-23 ReduceMean", node("ReduceMean", "x", axes=[0], keepdims=0), {"x": np.full(2048, 64, F16)},
                        np.array(64, F16), opset=13)
    yield from variants("BR-23 MatMul", node("MatMul", "a b"), {"a": ones.reshape(1, -1), "b": ones.reshape(-1, 1)},
                        np.array([[4096]], F16))


# --- Indices ----------------------------------------------------------------------------------------------------------

def br_25():
    """Shape with a negative start."""
    x = np.zeros((2, 3, 4), F32)
    for attributes, wanted in ((dict(start=-1), [4]), (dict(start=-2, end=-1), [3]), (dict(start=-10, end=10), [2, 3, 4])):
        yield from variants(f"BR-25 {attributes}", node("Shape", "x", **attributes), {"x": x}, i64(*wanted), opset=15)


def br_26():
    """Negative indices passed through as they are."""
    yield from variants("BR-26 Gather", node("Gather", "x i"), {"x": f32(1, 2, 3, 4, 5), "i": i64(-1, -3, 0)}, f32(5, 3, 1))
    grid = np.arange(12, dtype=F32).reshape(3, 4)
    yield from variants("BR-26 GatherND", node("GatherND", "x i"), {"x": grid, "i": i64([-1, -1], [0, -2])}, f32(11, 2))
    yield from variants("BR-26 ScatterND", node("ScatterND", "x i u"),
                        {"x": np.zeros((3, 2), F32), "i": i64([-1], [0]), "u": f32([1, 2], [5, 6])}, f32([5, 6], [0, 0], [1, 2]))
    rows = np.zeros((4, 5), F32)
    rows[0, 0] = rows[1, 4] = rows[2, 4] = 1
    yield from variants("BR-26 OneHot", node("OneHot", "i depth values"), {"i": i64(0, 4, -1, 5)}, rows,
                        {"depth": np.array(5, I64), "values": f32(0, 1)})
    yield from variants("BR-26 Shape and Gather", [node("Shape", "x", "s"), node("Gather", "s i")], {"x": np.zeros((8, 3), F32)},
                        np.array(8, I64), {"i": np.array(-2, I64)})


def br_28():
    """Concat with an empty tensor divides by a zero size."""
    empty, pair = np.zeros(0, F32), f32(1, 2)
    join = lambda words, axis: node("Concat", words, axis=axis)
    yield from variants("BR-28 empty first", join("e a", 0), {"e": empty, "a": pair}, pair)
    yield from variants("BR-28 empty last", join("a e", 0), {"e": empty, "a": pair}, pair)
    flat, grid = np.zeros((2, 0), F32), np.arange(6, dtype=F32).reshape(2, 3)
    yield from variants("BR-28 no columns first", join("e a", 1), {"e": flat, "a": grid}, grid)
    yield from variants("BR-28 no columns last", join("a e", 1), {"e": flat, "a": grid}, grid)


def br_29():
    """MatMul and Gemm over nothing leave their output as it was."""
    zeros = lambda *shape: np.zeros(shape, F32)
    yield from variants("BR-29 MatMul", node("MatMul", "a b"), {"a": zeros(2, 0), "b": zeros(0, 3)}, zeros(2, 3))
    yield from variants("BR-29 Gemm", node("Gemm", "a b c", beta=2.0), {"a": zeros(2, 0), "b": zeros(0, 3), "c": f32(1, 2, 3)},
                        f32([2, 4, 6], [2, 4, 6]))
    yield from variants("BR-29 no rows", node("MatMul", "a b"), {"a": zeros(0, 2), "b": zeros(2)}, zeros(0))
    yield from variants("BR-29 batch without rows", node("MatMul", "a b"), {"a": zeros(1, 0, 3), "b": zeros(3, 2)}, zeros(1, 0, 2))


# --- Versions of operators --------------------------------------------------------------------------------------------

def br_31():
    """Softmax of opset 12 and before treated as opset 13's."""
    x = np.zeros((1, 2, 2), F32)
    full = lambda value: np.full((1, 2, 2), value, F32)
    hard = lambda *ones: f32(*ones).reshape(1, 2, 2)
    for op, old, new in (("Softmax", full(0.25), full(0.5)), ("LogSoftmax", full(np.log(0.25)), full(np.log(0.5))),
                         ("Hardmax", hard(1, 0, 0, 0), hard(1, 1, 0, 0))):
        yield from variants(f"BR-31 {op} 11 axis 1", node(op, "x", axis=1), {"x": x}, old, opset=11)
        yield from variants(f"BR-31 {op} 11 default", node(op, "x"), {"x": x}, old, opset=11)
        yield from variants(f"BR-31 {op} 13 axis 1", node(op, "x", axis=1), {"x": x}, new, opset=13)


def br_32():
    """An operand of a newer version read where an older one has an attribute."""
    x = f32(1, 2, 3, 6).reshape(1, 2, 2)
    two = {"axes": i64(2)}

    def pair(name, old, old_opset, new, new_opset, fixed, wanted, values=None):
        values = values or {"x": x}
        yield from variants(f"BR-32 {name} {old_opset}", old, values, wanted, opset=old_opset)
        yield from variants(f"BR-32 {name} {new_opset}", new, values, wanted, fixed, opset=new_opset)

    yield from pair("ReduceMean", node("ReduceMean", "x", axes=[2], keepdims=0), 13,
                    node("ReduceMean", "x axes", keepdims=0), 18, two, f32([1.5, 4.5]))
    yield from pair("ReduceSum", node("ReduceSum", "x", axes=[2], keepdims=0), 11,
                    node("ReduceSum", "x axes", keepdims=0), 13, two, f32([3, 9]))
    yield from pair("Squeeze", node("Squeeze", "x", axes=[0]), 11, node("Squeeze", "x axes"), 13, {"axes": i64(0)}, x[0])
    yield from pair("Unsqueeze", node("Unsqueeze", "x", axes=[1]), 11, node("Unsqueeze", "x axes"), 13, {"axes": i64(1)}, x[:, None])
    halves = {"y": x[:, :1], "z": x[:, 1:]}
    yield from pair("Split", node("Split", "x", "y z", axis=1, split=[1, 1]), 11,
                    node("Split", "x sizes", "y z", axis=1), 13, {"sizes": i64(1, 1)}, halves)
    yield from pair("Clip", node("Clip", "x", min=2.0, max=3.0), 6, node("Clip", "x low high"), 11,
                    {"low": np.array(2, F32), "high": np.array(3, F32)}, np.clip(x, 2, 3))
    padded = np.pad(x, [(0, 0), (1, 0), (0, 2)], constant_values=7)
    yield from pair("Pad", node("Pad", "x", pads=[0, 1, 0, 0, 0, 2], value=7.0), 10, node("Pad", "x pads value"), 11,
                    {"pads": i64(0, 1, 0, 0, 0, 2), "value": np.array(7, F32)}, padded)
    top = {"y": f32([[2], [6]]), "i": i64([[1], [1]])}
    yield from pair("TopK", node("TopK", "x", "y i", k=1), 9, node("TopK", "x k", "y i"), 10, {"k": i64(1)}, top)
    yield from pair("Slice", node("Slice", "x", axes=[2], starts=[1], ends=[2]), 9, node("Slice", "x starts ends axes"), 10,
                    {"starts": i64(1), "ends": i64(2), "axes": i64(2)}, x[:, :, 1:])
    yield from pair("Dropout", node("Dropout", "x", ratio=0.4), 10, node("Dropout", "x ratio"), 12, {"ratio": np.array(0.4, F32)}, x)
    image = x.reshape(1, 1, 2, 2)
    scales = {"scales": f32(1, 1, 2, 2)}
    larger = np.kron(image, np.ones((1, 1, 2, 2), F32))
    yield from variants("BR-32 Upsample 9", node("Upsample", "x scales", mode="nearest"), {"x": image}, larger, scales, opset=9)
    yield from variants("BR-32 Resize 10", node("Resize", "x scales", mode="nearest"), {"x": image}, larger, scales, opset=10)
    resize = node("Resize", "x _ scales", mode="nearest", coordinate_transformation_mode="asymmetric", nearest_mode="floor")
    yield from variants("BR-32 Resize 13", resize, {"x": image}, larger, scales, opset=13)


def br_34():
    """Split into parts that do not divide the size."""
    for size, parts, wanted in ((10, 3, [4, 4, 2]), (10, 4, [3, 3, 3, 1]), (7, 3, [3, 3, 1])):
        x = np.arange(size, dtype=F32)
        names = " ".join(f"y{k}" for k in range(parts))
        pieces = dict(zip(names.split(), np.split(x, np.cumsum(wanted)[:-1])))
        split = node("Split", "x", names, num_outputs=parts)
        yield from variants(f"BR-34 {size} into {parts}", split, {"x": x}, pieces, opset=18)
    x = f32(1, 2, 3)
    pieces = {"y0": x[:0], "y1": x, "y2": x[:0]}
    yield from variants("BR-34 empty parts", node("Split", "x sizes", "y0 y1 y2"), {"x": x}, pieces, {"sizes": i64(0, 3, 0)}, opset=18)


def br_35():
    """Opset entries: the default domain's other name, none, too new, unknown."""
    made = model([node("Neg", "x", domain="ai.onnx")], ["x f32 2"], ["y f32 2"])
    made.opset_import[0].domain, made.opset_import[0].version = "ai.onnx", 14
    yield Case("BR-35 ai.onnx", made, [([f32(1, -2)], [f32(-1, 2)])])
    none = model([node("Neg", "x")], ["x f32 2"], ["y f32 2"])
    del none.opset_import[:]
    yield Case("BR-35 no opset", none, refused=["opset"])
    yield Case("BR-35 opset 99", model([node("Neg", "x")], ["x f32 2"], ["y f32 2"], opset=99), refused=["99"])
    yield Case("BR-35 IR version 99", model([node("Neg", "x")], ["x f32 2"], ["y f32 2"], ir_version=99), refused=["99"])
    far = model([node("Neg", "x", domain="com.example")], ["x f32 2"], ["y f32 2"], domains=["com.example"])
    yield Case("BR-35 unknown domain", far, refused=["com.example"])


# --- Broadcasting and inference ---------------------------------------------------------------------------------------

def br_37():
    """Gemm's bias in all its shapes."""
    operands = {"a": f32([1, 2], [3, 4]), "b": f32([1, 0], [0, 1], [1, 1])}
    product = f32([1, 2, 3], [3, 4, 7])
    yield from variants("BR-37 vector", node("Gemm", "a b c", transB=1), {**operands, "c": f32(10, 20, 30)}, f32([11, 22, 33], [13, 24, 37]))
    column = {**operands, "c": f32([10], [20])}
    yield from variants("BR-37 column", node("Gemm", "a b c", transB=1, alpha=0.5, beta=2.0), column, f32([20.5, 21, 21.5], [41.5, 42, 43.5]))
    yield from variants("BR-37 scalar", node("Gemm", "a b c", transB=1), {**operands, "c": np.array(5, F32)}, product + 5)
    yield from variants("BR-37 none", node("Gemm", "a b", transB=1), operands, product)


def br_38():
    """A dynamic dimension that is 1 at run time is not broadcast."""
    b = np.arange(6, dtype=F32).reshape(3, 2)
    three, two = np.ones((3, 2), F32), np.ones((2, 2), F32)
    yield Case("BR-38 with a fixed size", model([node("Add", "a b")], ["a f32 n 2"], ["y f32 ? 2"], {"b": b}),
               [([f32([1, 2])], [f32([1, 3], [3, 5], [5, 7])]), ([three], [b + 1]), ([two], RAISES)])
    yield Case("BR-38 two symbols", model([node("Add", "a b")], ["a f32 n", "b f32 m"], ["y f32 ?"]),
               [([f32(1, 2, 3), f32(10)], [f32(11, 12, 13)]), ([f32(10), f32(1, 2, 3)], [f32(11, 12, 13)]),
                ([f32(1, 2), f32(3, 4)], [f32(4, 6)]), ([f32(1, 2), f32(1, 2, 3)], RAISES)])


def br_40():
    """Range with a negative or fractional step; ConstantOfShape of no dimensions."""
    for name, numbers, wanted in (("down", f32(5, 0, -1.5), f32(5, 3.5, 2, 0.5)), ("fractions", f32(0, 1, 0.3), f32(0, 0.3, 0.6, 0.9)),
                                  ("nothing", f32(3, 1, 1), f32()), ("int64", i64(10, 4, -4), i64(10, 6))):
        start, limit, delta = (np.array(v, numbers.dtype) for v in numbers)
        yield from variants(f"BR-40 {name}", node("Range", "start limit delta"), {"start": start, "limit": limit, "delta": delta}, wanted)
    scalar = node("ConstantOfShape", "none", value=tensor("", [2.5], F32))
    yield Case("BR-40 scalar", model([scalar], [], ["y f32"], {"none": i64()}), [([], [np.array(2.5, F32)])])


def br_41():
    """Einsum with repeated labels and the implicit form."""
    x = f32([1, 2], [3, 4])
    for equation, values, wanted in (("ii->i", {"a": x}, f32(1, 4)), ("ii", {"a": x}, np.array(5, F32)),
                                     ("ba", {"a": f32([0, 1, 2], [3, 4, 5])}, f32([0, 3], [1, 4], [2, 5])),
                                     ("...ij,jk->...ik", {"a": np.stack([x, x + 1]), "b": x}, np.stack([x, x + 1]) @ x)):
        yield from variants(f"BR-41 {equation}", node("Einsum", " ".join(values), equation=equation), values, wanted)


# --- Recurrent, selection ---------------------------------------------------------------------------------------------

def br_43():
    """GRU: linear_before_reset ignored."""
    one = lambda *values: f32(*values).reshape(1, -1, 1)
    weights = {"w": one(0.5, 0.25, 1), "r": one(0.1, 0.2, 0.7), "b": f32([0, 0, 0, 0, 0, 1]), "h": f32(2).reshape(1, 1, 1)}
    for linear, wanted in ((0, 1.666262), (1, 1.664375)):
        gru = node("GRU", "x w r b _ h", "_ y", hidden_size=1, linear_before_reset=linear)
        yield from variants(f"BR-43 linear_before_reset {linear}", gru, {"x": f32(1).reshape(1, 1, 1)},
                            f32(wanted).reshape(1, 1, 1), weights)


def br_44():
    """A reverse RNN starts from the padded end."""
    x = np.stack([f32(1, 2, 3), f32(10, 20, 30)], axis=1)[..., None]
    weights = {"w": np.ones((1, 1, 1), F32), "r": np.ones((1, 1, 1), F32), "lengths": np.array([3, 2], I32)}
    for direction, y in (("forward", [[1, 3, 6], [10, 30, 0]]), ("reverse", [[6, 5, 3], [30, 20, 0]])):
        rnn = node("RNN", "x w r _ lengths", "y h", hidden_size=1, direction=direction, activations=["Affine"],
                   activation_alpha=[1.0], activation_beta=[0.0])
        wanted = {"y": np.array(y, F32).T.reshape(3, 1, 2, 1), "h": f32(6, 30).reshape(1, 2, 1)}
        yield from variants(f"BR-44 {direction}", rnn, {"x": x}, wanted, weights)


def br_46():
    """TopK's ties; unsigned values negated."""
    top = lambda **more: node("TopK", "x k", "y i", **more)
    yield from variants("BR-46 tie", top(), {"x": f32(0, 1, 2, 2)}, {"y": f32(2), "i": i64(2)}, {"k": i64(1)})
    yield from variants("BR-46 three", top(), {"x": f32(3, 1, 3, 2, 3)}, {"y": f32(3, 3, 3), "i": i64(0, 2, 4)}, {"k": i64(3)})
    for dtype in (I64, U64):
        values = {"x": np.array([0, 5, 0, 5], dtype)}
        wanted = {"y": np.array([0, 0, 5], dtype), "i": i64(0, 2, 1)}
        yield from variants(f"BR-46 smallest {np.dtype(dtype).name}", top(largest=0), values, wanted, {"k": i64(3)})
    yield from variants("BR-46 ArgMax", node("ArgMax", "x", keepdims=0, select_last_index=1), {"x": f32(1, 3, 3, 0)}, np.array(2, I64))


def br_47():
    """CumSum nodes that differ only in an operand or attribute merged."""
    sums = lambda **more: node("CumSum", "x axis", **more)
    yield from variants("BR-47 exclusive", sums(exclusive=1), {"x": f32([1, 2])}, f32([0, 0]), {"axis": np.array(-2, I32)})
    yield from variants("BR-47 exclusive reverse", sums(exclusive=1, reverse=1), {"x": f32(1, 2, 3, 4)}, f32(9, 7, 4, 0),
                        {"axis": np.array(0, I32)})
    nodes = [node("CumSum", "x zero", "y"), node("CumSum", "x one", "z"), node("CumSum", "x one", "u", reverse=1)]
    wanted = {"y": f32([1, 2], [4, 6]), "z": f32([1, 3], [3, 7]), "u": f32([3, 2], [7, 4])}
    yield from variants("BR-47 three in one graph", nodes, {"x": f32([1, 2], [3, 4])}, wanted,
                        {"zero": np.array(0, I32), "one": np.array(1, I32)})


# --- Optimisers -------------------------------------------------------------------------------------------------------

def br_49():
    """Buffers reused while they are still read."""
    yield from variants("BR-49 a", [node("Add", "x one", "a"), node("Sub", "x a")], {"x": f32(5)}, f32(-1), {"one": f32(1)})
    nodes = [node("Slice", "x start end axis", "a"), node("Sub", "a a", "b"), node("Add", "a b", "c"), node("Concat", "c b", axis=1)]
    yield from variants("BR-49 b", nodes, {"x": f32([1, 2, 3])}, f32([2, 3, 0, 0]),
                        {"start": i64(1), "end": i64(2**31), "axis": i64(1)})


def br_50():
    """A Pad folded into a pooling, where padding means something else."""
    pads = {"pads": i64(0, 0, 1, 0, 0, 1)}
    pool = lambda op: [node("Pad", "x pads", "p"), node(op, "p", kernel_shape=[2])]
    yield from variants("BR-50 AveragePool", pool("AveragePool"), {"x": line(2, 4, 6)}, line(1, 3, 5, 3), pads)
    yield from variants("BR-50 MaxPool", pool("MaxPool"), {"x": line(-2, -4, -6)}, line(0, -2, -4, 0), pads)


def br_52():
    """Constants merged that are not equal."""
    nodes = [node("Div", "x two", "a"), node("Mul", "z four", "b"), node("Add", "a b")]
    yield from variants("BR-52 2 and 4", nodes, {"x": np.array(10, F32), "z": np.array(3, F32)}, np.array(17, F32),
                        {"two": np.array(2, F32), "four": np.array(4, F32)})
    nodes = [node("Div", "one plus", "a"), node("Div", "one minus", "b"), node("Concat", "a b", "c", axis=0), node("Mul", "c x")]
    yield from variants("BR-52 zeros of both signs", nodes, {"x": f32(1, 1)}, f32(INF, -INF),
                        {"one": f32(1), "plus": f32(0.0), "minus": f32(-0.0)})
    nodes = [node("Cast", "whole", "w", to=TensorProto.FLOAT), node("Div", "w broken", "d"), node("Add", "x d")]
    yield from variants("BR-52 int32 2 and float 2", nodes, {"x": f32(1)}, f32(2), {"whole": np.array([2], I32), "broken": f32(2)})
    nodes = [node("Reshape", "x shape", "r"), node("Slice", "r start end axis step", "s"), node("Transpose", "s", "t"), node("Reshape", "t flat")]
    weights = {"shape": i64(-1, 2), "start": i64(-1), "end": i64(-2**63), "axis": i64(0), "step": i64(-1), "flat": i64(-1)}
    yield from variants("BR-52 rows reversed", nodes, {"x": i64(1, 2, 3, 4, 0, 0, 0, 0)}, i64(0, 0, 3, 1, 0, 0, 4, 2), weights)


# --- Control flow -----------------------------------------------------------------------------------------------------

def loop_body(nodes, inputs, outputs):
    from small import info
    return helper.make_graph(nodes, "body", [info(i) for i in inputs], [info(o) for o in outputs])


def br_53():
    """Scan outputs shifted by one iteration."""
    body = loop_body([node("Identity", "c", "d"), node("Add", "v one", "v2"), node("Identity", "v", "s")],
                     ["i i64", "c bool", "v f32 1"], ["d bool", "v2 f32 1", "s f32 1"])
    made = model([node("Loop", "m _ start", "y s", body=body)], ["start f32 1"], ["y f32 1", "s f32 ? 1"],
                 {"m": np.array(3, I64), "one": f32(1)})
    yield Case("BR-53 scan", made, [([f32(10)], [f32(13), f32([10], [11], [12])])])


def br_55():
    """A trip count of INT64_MAX allocates for all of them."""
    body = loop_body([node("Add", "v one", "v2"), node("Less", "v2 three", "d1"), node("Squeeze", "d1", "d"), node("Identity", "v2", "s")],
                     ["i i64", "c bool", "v f32 1"], ["d bool", "v2 f32 1", "s f32 1"])
    made = model([node("Loop", "m go start", "y s", body=body)], ["start f32 1"], ["y f32 1", "s f32 ? 1"],
                 {"m": np.array(2**63 - 1, I64), "one": f32(1), "three": f32(3), "go": np.array(True)})
    yield Case("BR-55 while", made, [([f32(0)], [f32(3), f32([1], [2], [3])])])


def br_56():
    """A body input that shadows an outer value."""
    body = loop_body([node("Identity", "c", "d"), node("Add", "b one", "b2")], ["i i64", "c bool", "b f32 1"], ["d bool", "b2 f32 1"])
    made = model([node("Loop", "m _ b", "y", body=body)], ["b f32 1"], ["y f32 1"], {"m": np.array(3, I64), "one": f32(1)})
    yield Case("BR-56 shadow", made, [([f32(10)], [f32(13)])])


# --- Model-local functions --------------------------------------------------------------------------------------------

def function(name, inputs, outputs, nodes, attributes=(), defaults=()):
    return helper.make_function("local", name, inputs.split(), outputs.split(), nodes, [helper.make_opsetid("", 17),
                                helper.make_opsetid("local", 1)], attributes=list(attributes), attribute_protos=list(defaults))


def refers(made, name, attribute, kind):
    made.attribute.add(name=name, ref_attr_name=attribute, type=kind)
    return made


def br_58():
    """Attribute references lost in nested calls."""
    import onnx
    kind = onnx.AttributeProto.INT
    inner = function("inner", "x", "y", [refers(node("Constant", "", "c"), "value_int", "inner", kind),
                                         node("Cast", "c", "f", to=TensorProto.FLOAT), node("Add", "x f")], ["inner"])
    outer = function("outer", "x", "y", [refers(node("inner", "x", domain="local"), "inner", "outer", kind)],
                     defaults=[helper.make_attribute("outer", 1)])
    yield Case("BR-58 nested", model([node("outer", "x", domain="local")], ["x f32 3"], ["y f32 3"], functions=[inner, outer], domains=["local"]),
               [([f32(0, 0, 0)], [f32(1, 1, 1)])])
    dup = function("dup", "x", "y", [refers(node("Concat", "x x"), "axis", "dim", kind)], ["dim"])
    calls = [node("dup", "x", "t", domain="local", dim=0), node("dup", "t", "y", domain="local", dim=1)]
    yield Case("BR-58 renamed", model(calls, ["x f32 1 2"], ["y f32 2 4"], functions=[dup], domains=["local"]),
               [([f32([1, 2])], [f32([1, 2, 1, 2], [1, 2, 1, 2])])])


def br_59():
    """Inlined bodies collide with outer names."""
    f = function("f", "x", "y", [node("Neg", "x", "t"), node("Add", "t t")])
    nodes = [node("Abs", "x", "t"), node("f", "x", "u", domain="local"), node("Sub", "u t")]
    yield Case("BR-59 names", model(nodes, ["x f32 2"], ["y f32 2"], functions=[f], domains=["local"]), [([f32(1, -2)], [f32(-3, 2)])])
    g = function("g", "a b", "y", [node("Neg", "a")])
    yield Case("BR-59 unused", model([node("g", "x x", domain="local")], ["x f32 2"], ["y f32 2"], functions=[g], domains=["local"]),
               [([f32(1, -2)], [f32(-1, 2)])])


# --- Operands left out, graph inputs and outputs ----------------------------------------------------------------------

def br_61():
    """An operand left out in the middle shifts the later ones."""
    zeros = lambda *shape: np.zeros(shape, F32)
    weights = {"w": zeros(1, 4, 1), "r": zeros(1, 4, 1), "h0": zeros(1, 1, 1), "c0": np.ones((1, 1, 1), F32)}
    lstm = lambda outputs: node("LSTM", "x w r _ _ h0 c0", outputs, hidden_size=1)
    state = f32(0.2310586).reshape(1, 1, 1)
    wanted = {"y": state.reshape(1, 1, 1, 1), "h": state, "c": f32(0.5).reshape(1, 1, 1)}
    yield from variants("BR-61 LSTM", lstm("y h c"), {"x": zeros(1, 1, 1)}, wanted, weights)
    yield from variants("BR-61 LSTM's second output", lstm("_ h"), {"x": zeros(1, 1, 1)}, {"h": state}, weights)
    yield from variants("BR-61 Clip", node("Clip", "x _ high"), {"x": f32(-5, 0.5, 11)}, f32(-5, 0.5, 6), {"high": np.array(6, F32)})
    x = f32(0, 1, 2, 3)
    split = node("Split", "x _", "y z")
    yield from variants("BR-61 Split", split, {"x": x}, {"y": x[:2], "z": x[2:]}, opset=13)


def br_62():
    """An initialiser that is also an input is folded."""
    nodes = [node("Mul", "c c", "d"), node("Add", "x d")]
    made = model(nodes, ["x f32 1", "c f32 1"], ["y f32 1"], {"c": f32(3)}, ir_version=7)
    yield Case("BR-62 default", made, [([f32(1), f32(10)], [f32(101)]), ([f32(1), None], [f32(10)])])


def br_64():
    """A graph output that is an initialiser is missing."""
    made = model([node("Min", "c x")], ["x f32 2"], ["y f32 2", "c f32 1"], {"c": f32(3)})
    yield Case("BR-64 beside a node", made, [([f32(1, 5)], [f32(1, 3), f32(3)])])
    yield Case("BR-64 alone", model([], [], ["c f32 2"], {"c": f32(3, 4)}), [([], [f32(3, 4)])])


def br_65():
    """Unused inputs, empty graphs, dangling outputs."""
    yield Case("BR-65 a", model([], ["x f32 2"], ["x f32 2"]), [([f32(1, 2)], [f32(1, 2)])])
    yield Case("BR-65 b", model([node("Neg", "a")], ["a f32 2", "b f32 2"], ["y f32 2"]), [([f32(1, 2), f32(0, 0)], [f32(-1, -2)])])
    made = model([node("Neg", "a")], ["a f32 2", "t f32 2"], ["y f32 2"], {"t": f32(0, 0)})
    yield Case("BR-65 c", made, [([f32(1, 2), f32(7, 7)], [f32(-1, -2)]), ([f32(1, 2), None], [f32(-1, -2)])])
    yield Case("BR-65 d", model([node("Constant", "", "c", value=tensor("", [1, 2], F32)), node("Neg", "c")], [], ["y f32 2"]),
               [([], [f32(-1, -2)])])
    yield Case("BR-65 e", model([node("Dropout", "x", "y mask")], ["x f32 2"], ["y f32 2"], opset=13), [([f32(1, 2)], [f32(1, 2)])])


def br_67():
    """Unsorted nodes, names that occur twice."""
    unsorted = [node("Neg", "t", name="later"), node("Abs", "x", "t", name="earlier")]
    yield Case("BR-67 a", model(unsorted, ["x f32 2"], ["y f32 2"]), [([f32(1, -2)], [f32(-1, -2)])])
    twice = [node("Neg", "x", "y", name="one"), node("Abs", "x", "y", name="two")]
    yield Case("BR-67 b", model(twice, ["x f32 2"], ["y f32 2"]), refused=["y"])
    same = [node("Neg", "x", "t", name="same"), node("Abs", "t", name="same")]
    yield Case("BR-67 c", model(same, ["x f32 2"], ["y f32 2"]), [([f32(1, -2)], [f32(1, 2)])])
    weights = [tensor("w", [1, 2], F32), tensor("w", [3, 4], F32)]
    yield Case("BR-67 d", model([node("Add", "x w")], ["x f32 2"], ["y f32 2"], weights), refused=["w"])
    yield Case("BR-67 e", model([node("Add", "x nobody")], ["x f32 2"], ["y f32 2"]), refused=["nobody"])


# --- Typed fields, indices out of range -------------------------------------------------------------------------------

def br_71():
    """Tensors whose data is in the typed fields."""
    make = lambda dtype, count, **data: TensorProto(name="w", data_type=getattr(TensorProto, dtype), dims=[count], **data)

    def as_float(weight):
        nodes = [node("Cast", "w", "f", to=TensorProto.FLOAT), node("Add", "x f")]
        return model(nodes, ["x f32 1"], ["y f32 ?"], [weight])

    for dtype, weight, wanted in (("float16", make("FLOAT16", 3, int32_data=[15360, 49152, 14336]), f32(1, -2, 0.5)),
                                  ("bfloat16", make("BFLOAT16", 2, int32_data=[16256, 49152]), f32(1, -2)),
                                  ("bool", make("BOOL", 2, int32_data=[1, 0]), f32(1, 0)),
                                  ("int8", make("INT8", 2, int32_data=[-1, 5]), f32(-1, 5)),
                                  ("uint32", make("UINT32", 2, uint64_data=[1, 4294967295]), f32(1, 4294967295)),
                                  ("uint64", make("UINT64", 2, uint64_data=[1, 1 << 40]), f32(1, 1 << 40)),
                                  ("double", make("DOUBLE", 2, double_data=[0.5, -3]), f32(0.5, -3)),
                                  ("int4", make("INT4", 3, int32_data=[0x2F, 0x07]), f32(-1, 2, 7))):
        yield Case(f"BR-71 {dtype}", model_of_version(as_float(weight), dtype), [([f32(0)], [wanted])])
    both = tensor("w", [1, 2], F32)
    both.float_data.extend([1, 2])
    yield Case("BR-71 raw and typed", as_float(both), refused=["w"])
    yield Case("BR-71 neither", as_float(make("FLOAT", 2)), refused=["w"])


def model_of_version(made, dtype):
    if dtype == "int4":
        made.opset_import[0].version, made.ir_version = 21, 10
    return made


def br_73():
    """Run-time indices outside of the tensor."""
    x = f32(1, 2, 3)
    for name, made, values in (("Gather", node("Gather", "x i"), {"x": x, "i": i64(1000000)}),
                               ("Gather below", node("Gather", "x i"), {"x": x, "i": i64(-4)}),
                               ("ScatterElements", node("ScatterElements", "x i u"), {"x": x, "i": i64(3), "u": f32(9)}),
                               ("ScatterND", node("ScatterND", "x i u"), {"x": x, "i": i64([3]), "u": f32(9)}),
                               ("GatherND", node("GatherND", "x i"), {"x": x, "i": i64([1000000])}),
                               ("GatherElements", node("GatherElements", "x i"), {"x": x, "i": i64(3)})):
        shape = x if name.startswith("Scatter") else x[:1]
        for case in variants(f"BR-73 {name}", made, values, shape, only="static dynamic"):
            case.runs = [(inputs, RAISES) for inputs, _ in case.runs]
            yield case


def all_cases():
    for name, builder in sorted(globals().items()):
        if name.startswith("br_"):
            yield from builder()
