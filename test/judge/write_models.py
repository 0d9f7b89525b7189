"""write_models.py --out DIR [NAME ...]: ResNet-50 v1.5, MobileNetV2, SqueezeNet 1.1, BERT-base and MiniLM-L6-H384 to
their published architectures with random weights, in the form in which exporters write them, dynamic in batch and sequence.
Each is checked and run once in ONNX Runtime before it is kept."""

import argparse
import math
import pathlib

import numpy as np
from onnx import TensorProto, numpy_helper

from onnx_builder import Builder, float_image, save


# --- Convolutional networks -------------------------------------------------------------------------------------------


def conv(b, x, name, channels, kernel, stride=1, pad=0, group=1, bias=True, gain=2.0):
    """A convolution whose weights keep the second moment of its input (gain 2: a ReLU follows)."""
    inputs, outputs = channels
    fan_in = inputs // group * kernel * kernel
    operands = [x, b.random(name + ".weight", (outputs, inputs // group, kernel, kernel), math.sqrt(gain / fan_in))]
    if bias:
        operands.append(b.random(name + ".bias", (outputs,), 0.05))
    return b.add(
        "Conv",
        operands,
        dilations=[1, 1],
        group=group,
        kernel_shape=[kernel, kernel],
        pads=[pad] * 4,
        strides=[stride, stride],
    )


def batch_norm(b, x, name, channels, gamma=1.0):
    """Running statistics near those of the data, so that depth neither blows activations up nor kills them."""
    scale = b.random(name + ".weight", (channels,), 0.1 * gamma, gamma)
    bias = b.random(name + ".bias", (channels,), 0.1)
    mean = b.random(name + ".running_mean", (channels,), 0.1)
    rng = np.random.default_rng([b.seed, len(b.parameters)])
    variance = b.parameter(name + ".running_var", rng.uniform(1.0, 2.0, channels).astype(np.float32))
    return b.add("BatchNormalization", [x, scale, bias, mean, variance], epsilon=1e-5, momentum=0.9)


def classifier(b, x, features, name="fc"):
    x = b.add("Flatten", [b.add("GlobalAveragePool", [x])], axis=1)
    weight = b.random(name + ".weight", (1000, features), math.sqrt(1.0 / features))
    return b.add("Gemm", [x, weight, b.random(name + ".bias", (1000,), 0.05)], alpha=1.0, beta=1.0, transB=1)


def bottleneck(b, x, name, inputs, width, stride):
    """v1.5: the stride is in the 3x3 convolution. Four times as many channels leave as `width`."""
    outputs = 4 * width

    def step(value, index, channels, kernel, stride=1, gamma=1.0):
        value = conv(b, value, f"{name}.conv{index}", channels, kernel, stride, kernel // 2, bias=False)
        return batch_norm(b, value, f"{name}.bn{index}", channels[1], gamma)

    y = b.add("Relu", [step(x, 1, (inputs, width), 1)])
    y = b.add("Relu", [step(y, 2, (width, width), 3, stride)])
    y = step(y, 3, (width, outputs), 1, gamma=0.4)
    if inputs != outputs or stride != 1:
        x = conv(b, x, f"{name}.downsample.0", (inputs, outputs), 1, stride, bias=False, gain=1.0)
        x = batch_norm(b, x, f"{name}.downsample.1", outputs)
    return b.add("Relu", [b.add("Add", [y, x])])


def resnet50():
    b = Builder("resnet50", 13)
    x = conv(b, float_image(b), "conv1", (3, 64), 7, 2, 3, bias=False)
    x = b.add("Relu", [batch_norm(b, x, "bn1", 64)])
    x = b.add("MaxPool", [x], kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2], ceil_mode=0)
    channels = 64
    for layer, (blocks, width) in enumerate(((3, 64), (4, 128), (6, 256), (3, 512)), 1):
        for block in range(blocks):
            b.scope = f"/layer{layer}/layer{layer}.{block}"
            stride = 2 if block == 0 and layer > 1 else 1
            x = bottleneck(b, x, f"layer{layer}.{block}", channels, width, stride)
            channels = 4 * width
    b.scope = ""
    b.output(classifier(b, x, 2048), "output", TensorProto.FLOAT, ["batch_size", 1000])
    return b.model()


def relu6(b, x):
    return b.add("Clip", [x, b.constant(0.0, np.float32), b.constant(6.0, np.float32)])


def inverted_residual(b, x, name, inputs, outputs, stride, expansion):
    hidden = inputs * expansion
    y, index = x, 0
    if expansion != 1:
        y, index = relu6(b, conv(b, y, f"{name}.conv.0.0", (inputs, hidden), 1)), 1
    y = relu6(b, conv(b, y, f"{name}.conv.{index}.0", (hidden, hidden), 3, stride, 1, group=hidden))
    y = conv(b, y, f"{name}.conv.{index + 1}", (hidden, outputs), 1, gain=1.0)
    return b.add("Add", [x, y]) if stride == 1 and inputs == outputs else y


def mobilenet_v2():
    """Batch normalisation folded into the convolutions, as an exporter leaves an evaluated network."""
    b = Builder("mobilenet_v2", 13)
    x = relu6(b, conv(b, float_image(b), "features.0.0", (3, 32), 3, 2, 1))
    inputs, index = 32, 1
    for expansion, outputs, repeats, stride in (
        (1, 16, 1, 1),
        (6, 24, 2, 2),
        (6, 32, 3, 2),
        (6, 64, 4, 2),
        (6, 96, 3, 1),
        (6, 160, 3, 2),
        (6, 320, 1, 1),
    ):
        for repeat in range(repeats):
            b.scope = f"/features/features.{index}"
            first = stride if repeat == 0 else 1
            x = inverted_residual(b, x, f"features.{index}", inputs, outputs, first, expansion)
            inputs, index = outputs, index + 1
    b.scope = ""
    x = relu6(b, conv(b, x, "features.18.0", (320, 1280), 1))
    b.output(classifier(b, x, 1280, "classifier.1"), "output", TensorProto.FLOAT, ["batch_size", 1000])
    return b.model()


def fire(b, x, index, inputs, squeeze, expand):
    b.scope = f"/features/features.{index}"
    name = f"features.{index}"
    x = b.add("Relu", [conv(b, x, name + ".squeeze", (inputs, squeeze), 1)])
    one = b.add("Relu", [conv(b, x, name + ".expand1x1", (squeeze, expand), 1)])
    three = b.add("Relu", [conv(b, x, name + ".expand3x3", (squeeze, expand), 3, 1, 1)])
    return b.add("Concat", [one, three], axis=1)


def squeezenet1_1():
    b = Builder("squeezenet1_1", 13)
    x = b.add("Relu", [conv(b, float_image(b), "features.0", (3, 64), 3, 2)])
    inputs = 64
    plan = (
        (2, 0, 0),
        (3, 16, 64),
        (4, 16, 64),
        (5, 0, 0),
        (6, 32, 128),
        (7, 32, 128),
        (8, 0, 0),
        (9, 48, 192),
        (10, 48, 192),
        (11, 64, 256),
        (12, 64, 256),
    )
    for index, squeeze, expand in plan:
        if expand:
            x, inputs = fire(b, x, index, inputs, squeeze, expand), 2 * expand
        else:
            x = b.add("MaxPool", [x], kernel_shape=[3, 3], pads=[0] * 4, strides=[2, 2], ceil_mode=1)
    b.scope = "/classifier"
    x = b.add("Relu", [conv(b, x, "classifier.1", (512, 1000), 1)])
    x = b.add("Flatten", [b.add("GlobalAveragePool", [x])], axis=1)
    b.output(x, "output", TensorProto.FLOAT, ["batch_size", 1000])
    return b.model()


# --- Transformers -----------------------------------------------------------------------------------------------------


def dimension(b, x, axis):
    """`x.size(axis)` as an exporter writes it: a scalar from Shape and Gather."""
    return b.add("Gather", [b.add("Shape", [x]), b.constant(axis, np.int64)], axis=0)


def vector(b, *entries):
    """A shape operand out of scalars and known sizes."""
    parts = [b.integers(e) if isinstance(e, int) else b.add("Unsqueeze", [e, b.integers(0)]) for e in entries]
    return b.add("Concat", parts, axis=0)


def linear(b, x, name, inputs, outputs, scale=0.04):
    product = b.add("MatMul", [x, b.random(name + ".weight", (inputs, outputs), scale)])
    return b.add("Add", [b.random(name + ".bias", (outputs,), 0.02), product])


def layer_norm(b, x, name, width, epsilon=1e-12):
    scale, bias = b.random(name + ".weight", (width,), 0.1, 1.0), b.random(name + ".bias", (width,), 0.05)
    if b.opset >= 17:
        return b.add("LayerNormalization", [x, scale, bias], axis=-1, epsilon=epsilon)
    centred = b.add("Sub", [x, b.add("ReduceMean", [x], axes=[-1], keepdims=1)])
    square = b.add("Pow", [centred, b.constant(2.0, np.float32)])
    variance = b.add("Add", [b.add("ReduceMean", [square], axes=[-1], keepdims=1), b.constant(epsilon, np.float32)])
    normal = b.add("Div", [centred, b.add("Sqrt", [variance])])
    return b.add("Add", [b.add("Mul", [normal, scale]), bias])


def gelu(b, x):
    error = b.add("Erf", [b.add("Div", [x, b.constant(math.sqrt(2), np.float32)])])
    product = b.add("Mul", [x, b.add("Add", [error, b.constant(1.0, np.float32)])])
    return b.add("Mul", [product, b.constant(0.5, np.float32)])


def split_heads(b, x, heads, width, perm):
    shape = vector(b, dimension(b, x, 0), dimension(b, x, 1), heads, width // heads)
    return b.add("Transpose", [b.add("Reshape", [x, shape])], perm=perm)


def merge_heads(b, x, width):
    x = b.add("Transpose", [x], perm=[0, 2, 1, 3])
    return b.add("Reshape", [x, vector(b, dimension(b, x, 0), dimension(b, x, 1), width)])


def embeddings(b, width):
    """Words, token types and positions; the positions are a stored range cut to the sequence's length."""
    b.scope = "/embeddings"
    length = b.add("Unsqueeze", [dimension(b, "input_ids", 1), b.integers(0)])
    stored = b.parameter("embeddings.position_ids", np.arange(512, dtype=np.int64)[None])
    positions = b.add("Slice", [stored, b.integers(0), length, b.integers(1), b.integers(1)])

    def rows(name, count, index):
        return b.add("Gather", [b.random(f"embeddings.{name}_embeddings.weight", (count, width), 0.05), index])

    x = b.add("Add", [rows("word", 30522, "input_ids"), rows("token_type", 2, "token_type_ids")])
    x = b.add("Add", [x, rows("position", 512, positions)])
    return layer_norm(b, x, "embeddings.LayerNorm", width)


def additive_mask(b):
    """(1 - mask) * lowest float, broadcast over heads and queries."""
    b.scope = ""
    mask = b.add("Unsqueeze", [b.add("Unsqueeze", ["attention_mask", b.integers(1)]), b.integers(2)])
    outside = b.add("Sub", [b.constant(1.0, np.float32), b.add("Cast", [mask], to=TensorProto.FLOAT)])
    return b.add("Mul", [outside, b.constant(np.finfo(np.float32).min, np.float32)])


def expanded_mask(b):
    """The form of newer exports: the mask expanded to [batch, 1, query, key], then the lowest float where it is off."""
    b.scope = ""
    mask = b.add("Unsqueeze", [b.add("Unsqueeze", ["attention_mask", b.integers(1)]), b.integers(2)])
    length = dimension(b, "attention_mask", 1)
    wanted = vector(b, dimension(b, "attention_mask", 0), 1, length, length)
    ones = b.add("ConstantOfShape", [b.add("Shape", [wanted])], value=numpy_helper.from_array(np.array([1], np.int64)))
    kept = b.add("Equal", [wanted, b.add("Mul", [ones, b.constant(-1, np.int64)])])
    mask = b.add("Expand", [mask, b.add("Where", [kept, ones, wanted])])
    outside = b.add("Sub", [b.constant(1.0, np.float32), b.add("Cast", [mask], to=TensorProto.FLOAT)])
    off = b.add("Cast", [outside], to=TensorProto.BOOL)
    return b.add("Where", [off, b.constant(np.finfo(np.float32).min, np.float32), outside])


def scores_divided(b, query, key, heads):
    return b.add("Div", [b.add("MatMul", [query, key]), b.constant(math.sqrt(heads), np.float32)])


def scores_scaled(b, query, key, _):
    """As scaled_dot_product_attention is exported: the root of the scale, found from the shape, on both operands."""
    size = b.add("Slice", [b.add("Shape", [query]), b.integers(-1), b.integers(2**63 - 1)])
    root = b.add("Sqrt", [b.add("Cast", [size], to=TensorProto.FLOAT)])
    scale = b.add("Sqrt", [b.add("Div", [b.constant([1.0], np.float32), root])])
    return b.add("MatMul", [b.add("Mul", [query, scale]), b.add("Mul", [key, scale])])


def encoder_layer(b, x, index, mask, scores, heads, width):
    name = f"encoder.layer.{index}"
    b.scope = f"/encoder/layer.{index}/attention/self"
    query, key, value = (
        linear(b, x, f"{name}.attention.self.{part}", width, width) for part in ("query", "key", "value")
    )
    query, value = (split_heads(b, part, heads, width, [0, 2, 1, 3]) for part in (query, value))
    key = split_heads(b, key, heads, width, [0, 2, 3, 1])
    weights = b.add("Softmax", [b.add("Add", [scores(b, query, key, width // heads), mask])], axis=-1)
    context = merge_heads(b, b.add("MatMul", [weights, value]), width)
    b.scope = f"/encoder/layer.{index}/attention/output"
    attended = b.add("Add", [linear(b, context, f"{name}.attention.output.dense", width, width), x])
    attended = layer_norm(b, attended, f"{name}.attention.output.LayerNorm", width)
    b.scope = f"/encoder/layer.{index}/output"
    hidden = gelu(b, linear(b, attended, f"{name}.intermediate.dense", width, 4 * width))
    hidden = b.add("Add", [linear(b, hidden, f"{name}.output.dense", 4 * width, width), attended])
    return layer_norm(b, hidden, f"{name}.output.LayerNorm", width)


def encoder(b, layers, heads, width, mask, scores):
    for name in ("input_ids", "attention_mask", "token_type_ids"):
        b.input(name, TensorProto.INT64, ["batch_size", "sequence_length"])
    x = embeddings(b, width)
    mask = mask(b)
    for index in range(layers):
        x = encoder_layer(b, x, index, mask, scores, heads, width)
    return x


def bert_base():
    b = Builder("bert_base", 17)
    x = encoder(b, 12, 12, 768, additive_mask, scores_divided)
    b.scope = "/pooler"
    first = b.add("Gather", [x, b.constant(0, np.int64)], axis=1)
    weight, bias = b.random("pooler.dense.weight", (768, 768), 0.04), b.random("pooler.dense.bias", (768,), 0.02)
    pooled = b.add("Tanh", [b.add("Gemm", [first, weight, bias], alpha=1.0, beta=1.0, transB=1)])
    b.output(x, "last_hidden_state", TensorProto.FLOAT, ["batch_size", "sequence_length", 768])
    b.output(pooled, "pooler_output", TensorProto.FLOAT, ["batch_size", 768])
    return b.model()


def minilm_l6():
    b = Builder("minilm_l6", 14)
    x = encoder(b, 6, 12, 384, expanded_mask, scores_scaled)
    b.output(x, "last_hidden_state", TensorProto.FLOAT, ["batch_size", "sequence_length", 384])
    return b.model()


# --- Command ----------------------------------------------------------------------------------------------------------

WRITERS = {
    "resnet50": resnet50,
    "mobilenet_v2": mobilenet_v2,
    "squeezenet1_1": squeezenet1_1,
    "bert_base": bert_base,
    "minilm_l6": minilm_l6,
}


def run_once(path):
    """The largest magnitude of each output, to see that the activations are sane."""
    import onnxruntime
    from model_specs import SPECS

    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    outputs = session.run(None, SPECS[path.stem].cases[0]())
    if not all(np.isfinite(o).all() and 1e-3 < np.abs(o).max() < 1e3 for o in outputs):
        raise SystemExit(f"{path.name}: outputs are not sane: {[float(np.abs(o).max()) for o in outputs]}")
    return ", ".join(f"{list(o.shape)} up to {np.abs(o).max():.3g}" for o in outputs)


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--out", type=pathlib.Path, required=True)
    arguments.add_argument("--force", action="store_true", help="write again what is already there")
    arguments.add_argument("names", nargs="*", metavar="NAME")
    options = arguments.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    for name in options.names or WRITERS:
        path = options.out / (name + ".onnx")
        if path.exists() and not options.force:
            continue
        save(WRITERS[name](), path)
        print(f"{path.name}: {path.stat().st_size / 1e6:.1f} MB, {run_once(path)}", flush=True)


if __name__ == "__main__":
    main()
