"""ONNX Runtime's own operators (domain com.microsoft) as one-node models: compiled, and compared with ONNX Runtime."""

import argparse
import pathlib
import re
import sys
import tempfile

import numpy as np
import onnxruntime

import tenonc
from compare import exact_or_close
from isolate import run_all
from small import model, node

RANDOM = np.random.default_rng(7)
BATCH, LENGTH, PAST, HEADS, SIZE = 2, 5, 3, 4, 8
HIDDEN = HEADS * SIZE


def floats(*shape):
    return RANDOM.normal(size=shape).astype(np.float32)


def ints(*values):
    return np.array(values, np.int32)


def one_node(op, values, outputs="y", **attributes):
    """(name, model, inputs): `values` are the operands, None for one that is left out; dimensions are symbols."""
    words = {"float32": "f32", "int32": "i32", "int64": "i64"}
    names = ["_" if v is None else f"x{i}" for i, v in enumerate(values)]
    given = [(n, v) for n, v in zip(names, values) if v is not None]
    # Of equal symbols the sizes are equal; weights, whose sizes the operators need, are fixed.
    inputs = [" ".join([n, words[v.dtype.name], *[{BATCH: "b", LENGTH: "s", PAST: "p"}.get(d, str(d)) for d in v.shape]])
              for n, v in given]
    results = [f"{o} f32 *" for o in outputs.split() if o != "_"]
    made = model([node(op, " ".join(names), outputs, domain="com.microsoft", **attributes)], inputs, results,
                 domains=["com.microsoft"])
    for value in made.graph.output:
        value.type.tensor_type.ClearField("shape")
    shown = [op, *[f"{k}={v}" for k, v in attributes.items()], f"given {''.join('01'[v is not None] for v in values)}",
             f"ranks {''.join(str(v.ndim) for _, v in given)}", f"results {len(results)}"]
    return " ".join(shown), made, [v for _, v in given]


def cases():
    x, skip, vector = floats(BATCH, LENGTH, HIDDEN), floats(BATCH, LENGTH, HIDDEN), lambda: floats(HIDDEN)
    yield one_node("Gelu", [x])
    yield one_node("BiasGelu", [x, vector()])
    yield one_node("FastGelu", [x])
    yield one_node("FastGelu", [x, vector()])
    yield one_node("QuickGelu", [x])
    yield one_node("QuickGelu", [x], alpha=1.0)
    yield one_node("SkipLayerNormalization", [x, skip, vector()], epsilon=0.125)
    yield one_node("SkipLayerNormalization", [x, skip, vector(), vector()])
    yield one_node("SkipLayerNormalization", [x, skip, vector(), vector(), vector()], "y _ _ s", epsilon=1e-5)
    yield one_node("SkipSimplifiedLayerNormalization", [x, skip, vector()], "y _ _ s", epsilon=0.125)
    yield one_node("SkipSimplifiedLayerNormalization", [x, skip, vector(), vector()], "y _ _ s", epsilon=1e-5)
    yield from packed_attention(x)
    yield from multi_head_attention()
    yield from rotary()


def packed_attention(x):
    weights, bias, past = floats(HIDDEN, 3 * HIDDEN), floats(3 * HIDDEN), floats(2, BATCH, HEADS, PAST, SIZE)
    seen, all_seen = ints([1, 1, 1, 0, 1], [1, 0, 0, 0, 0]), ints([1] * (PAST + LENGTH), [0] * 3 + [1] * LENGTH)
    yield one_node("Attention", [x, weights, bias], num_heads=HEADS)
    yield one_node("Attention", [x, weights, bias, seen], num_heads=HEADS, mask_filter_value=-3.0, scale=0.5)
    yield one_node("Attention", [x, weights, bias, ints(4, 2)], num_heads=HEADS)
    yield one_node("Attention", [x, weights, bias, seen[:, None, :] * np.ones((1, LENGTH, 1), np.int32)], num_heads=HEADS)
    yield one_node("Attention", [x, weights, bias], num_heads=HEADS, unidirectional=1)
    yield one_node("Attention", [x, weights, bias, None, None, floats(BATCH, HEADS, LENGTH, LENGTH)], num_heads=HEADS)
    yield one_node("Attention", [x, weights, bias, all_seen, past], "y p", num_heads=HEADS)
    yield one_node("Attention", [x, weights, bias, None, past], "y p", num_heads=HEADS, unidirectional=1)
    yield one_node("Attention", [x, floats(HIDDEN, 2 * HIDDEN + 16), floats(2 * HIDDEN + 16)], num_heads=HEADS,
                   qkv_hidden_sizes=[HIDDEN, HIDDEN, 16])


def multi_head_attention():
    q, k, v = floats(BATCH, LENGTH, HIDDEN), floats(BATCH, 7, HIDDEN), floats(BATCH, 7, 16)
    own = [floats(BATCH, LENGTH, HIDDEN) for _ in "qkv"]
    past = [floats(BATCH, HEADS, PAST, SIZE) for _ in "kv"]
    yield one_node("MultiHeadAttention", [q, k, v], num_heads=HEADS)
    yield one_node("MultiHeadAttention", [q, k, v, floats(2 * HIDDEN + 16)], num_heads=HEADS, scale=0.5)
    yield one_node("MultiHeadAttention", [q, k, v, None, ints([1] * 6 + [0], [1] * 2 + [0] * 5)], num_heads=HEADS)
    yield one_node("MultiHeadAttention", [q, k, v, None, None, floats(BATCH, HEADS, LENGTH, 7)], num_heads=HEADS)
    yield one_node("MultiHeadAttention", own, num_heads=HEADS, unidirectional=1)
    yield one_node("MultiHeadAttention", [*own, None, None, None, *past], "y k v", num_heads=HEADS)
    yield one_node("MultiHeadAttention", [*own, None, None, None, *past], "y k v", num_heads=HEADS, unidirectional=1)
    yield one_node("MultiHeadAttention", [q, floats(BATCH, HEADS, 7, SIZE), floats(BATCH, HEADS, 7, SIZE)], num_heads=HEADS)


def rotary():
    joined, apart, tables = floats(BATCH, LENGTH, HIDDEN), floats(BATCH, HEADS, LENGTH, SIZE), lambda n: [floats(16, n), floats(16, n)]
    places = np.array([[3, 4, 5, 6, 7], [0, 9, 1, 15, 2]], np.int64)
    for value in (joined, apart):
        for interleaved in (0, 1):
            yield one_node("RotaryEmbedding", [value, places, *tables(SIZE // 2)], interleaved=interleaved)
    yield one_node("RotaryEmbedding", [joined, np.array([6], np.int64), *tables(SIZE // 2)])
    yield one_node("RotaryEmbedding", [apart, places, *tables(2)], num_heads=HEADS, rotary_embedding_dim=4)


def refusals():
    """What must be refused, and words of the message."""
    x, weights = floats(BATCH, LENGTH, HIDDEN), floats(HIDDEN, 3 * HIDDEN)
    yield one_node("Attention", [x, weights], num_heads=HEADS, do_rotary=1), "attribute do_rotary is set"
    yield one_node("Attention", [x, weights]), "attribute num_heads is not given"
    yield one_node("Attention", [x, weights], num_heads=HEADS, heads=2), "attribute heads is not one"
    yield one_node("Attention", [x, weights], num_heads=5), "elements beyond whole heads"
    yield one_node("MultiHeadAttention", [floats(BATCH, LENGTH, HEADS, 3, SIZE)], num_heads=HEADS), "are packed"
    yield one_node("RotaryEmbedding", [x, np.zeros((BATCH, LENGTH), np.int64), floats(16, 4), floats(16, 4)],
                   is_packed_batching=1), "is_packed_batching"
    yield one_node("Gelu", [x, x]), "it has 2 inputs, expected 1"


def run_case(loader, library, path, inputs, wanted):
    """Called in a worker."""
    import onnx

    artifact = tenonc.load(loader, library, onnx.load(path))
    for number, (got, want) in enumerate(zip(artifact.run(inputs), wanted, strict=True)):
        exact_or_close(got, want, 2e-5, 2e-5, f"output {number}")


def expected(path, inputs):
    options = onnxruntime.SessionOptions()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    return session.run(None, dict(zip([i.name for i in session.get_inputs()], inputs)))


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    tenonc.add_arguments(arguments)
    compiler = tenonc.compiler(arguments.parse_args())
    failed, passed = [], 0
    with tempfile.TemporaryDirectory() as folder:
        folder, jobs, pairs = pathlib.Path(folder), [], []
        for number, (name, made, inputs) in enumerate(cases()):
            path, library = folder / f"{number}.onnx", folder / f"{number}.so"
            path.write_bytes(made.SerializeToString())
            pairs.append((path, library))
            jobs.append((name, "test_runtime_ops", "run_case",
                         (compiler.loader, str(library), str(path), inputs, expected(path, inputs))))
        problems = compiler.compile_all(pairs)
        failed += [f"{job[0]}: {problems[str(pair[1])]}" for job, pair in zip(jobs, pairs) if problems[str(pair[1])]]
        for name, right, what in run_all([j for j, p in zip(jobs, pairs) if not problems[str(p[1])]]):
            passed += right
            failed += [] if right else [f"{name}: {what}"]
        for number, ((name, made, _), words) in enumerate(refusals()):
            path = folder / f"refused{number}.onnx"
            path.write_bytes(made.SerializeToString())
            problem = compiler.compile(path, folder / "refused.so")
            right = problem is not None and "tenon/O3" in problem and words in problem
            passed += right
            failed += [] if right else [f"{name}: expected a refusal with {words!r}, got {problem}"]
    print("\n".join(re.sub(r"\s+", " ", f)[:400] for f in failed))
    print(f"{passed} passed, {len(failed)} failed")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
