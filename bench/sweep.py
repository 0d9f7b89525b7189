#!/usr/bin/env python3
"""sweep.py [--kinds f32,int8] [--m M,...] [--n N,...] [--k K,...] [--peers NAME,...] [--threads N,...]: matrix products beside peers.

Each is a model of one node with constant weights, M x K by K x N, made on the fly: MatMul for f32, MatMulInteger of unsigned
bytes by signed ones with a zero point for int8. They are measured as bench/run.py measures models. The means are of groups:
f32 with M >= 32, with 2 <= M <= 16, with M = 1, and int8. Run with .venv/bin/python3."""

import argparse
import os
import pathlib
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "test/judge"), str(ROOT / "bench")]

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

import remote
import results
import run
import sampling
import tenonc
from sides import OnnxRuntime, Tenon

M = (1, 2, 4, 7, 16, 32, 128, 512, 1024)
SIZES = (256, 512, 1024, 2048, 4096)
KINDS = ("f32", "int8")


def f32_model(m, n, k, rng):
    weights = rng.uniform(-1, 1, (k, n)).astype(np.float32)
    return one_node(
        helper.make_node("MatMul", ["x", "w"], ["y"]),
        (TensorProto.FLOAT, [m, k]),
        (TensorProto.FLOAT, [m, n]),
        {"w": weights},
    )


def int8_model(m, n, k, rng):
    """Weights of 7 bits: with 8, ONNX Runtime's sums saturate on processors without VNNI."""
    weights = rng.integers(-63, 64, (k, n)).astype(np.int8)
    return one_node(
        helper.make_node("MatMulInteger", ["x", "w", "zero"], ["y"]),
        (TensorProto.UINT8, [m, k]),
        (TensorProto.INT32, [m, n]),
        {"w": weights, "zero": np.array(113, np.uint8)},
    )


def one_node(node, x, y, weights):
    graph = helper.make_graph(
        [node],
        "product",
        [helper.make_tensor_value_info("x", *x)],
        [helper.make_tensor_value_info("y", *y)],
        [numpy_helper.from_array(value, name) for name, value in weights.items()],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def made(kind, m, n, k):
    """The model and its input."""
    rng = np.random.default_rng([KINDS.index(kind), m, n, k])
    if kind == "f32":
        return f32_model(m, n, k, rng), {"x": rng.uniform(-1, 1, (m, k)).astype(np.float32)}
    return int8_model(m, n, k, rng), {"x": rng.integers(0, 256, (m, k)).astype(np.uint8)}


def group_of(kind, m):
    if kind != "f32":
        return kind
    return "f32, M >= 32" if m >= 32 else "f32, 2 <= M <= 16" if m >= 2 else "f32, M = 1"


def l2_bytes():
    """Of the first processor; 0 where it is not known."""
    path = pathlib.Path("/sys/devices/system/cpu/cpu0/cache/index2/size")
    return int(path.read_text().strip().rstrip("K")) * 1024 if path.exists() else 0


def fits_l2(kind, m, n, k):
    size = 4 if kind == "f32" else 1
    return size * (m * k + k * n) + 4 * m * n <= l2_bytes()


def measure(case, compiler, folder, probe, processors, options):
    """A record for each peer."""
    kind, m, n, k = case
    path = folder / f"{kind}-{m}-{n}-{k}.onnx"  # a library of the same name would be taken for the one that is loaded
    threads = len(processors)
    model, inputs = made(*case)
    onnx.save(model, path)
    ours, reference, records = Tenon(compiler, path, folder, threads), OnnxRuntime(path, threads), []
    try:
        for side in (ours, reference):
            side.bind(inputs)
            side.repeat(1)
        run.check(model, ours, reference, inputs)
        facts = {"kind": kind, "m": m, "n": n, "k": k, "threads": threads, "group": group_of(kind, m)}
        facts["fits_l2"] = fits_l2(*case)
        print(f"{kind} {m} x {n} x {k}{', fits L2' if facts['fits_l2'] else ''}", flush=True)
        for which in options.peers:
            peer = reference
            if which != reference.name:
                peer = remote.Remote(which, remote.python_of(which, ROOT), path, threads)
            try:
                if peer is reference:
                    record = run.measured(ours, peer, 2 * m * n * k, probe, processors, options.seconds)
                else:
                    record = run.beside(
                        peer, model, inputs, ours, reference, 2 * m * n * k, probe, processors, options.seconds
                    )
                records.append({**facts, **run.facts_of(peer), **record})
            finally:
                if peer is not reference:
                    peer.close()
    finally:
        reference.close()
        ours.close()
        ours.library.unlink()
        path.unlink()
    return records


def numbers(text):
    return [int(number) for number in text.split(",")]


def parse():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--tenonc", type=pathlib.Path, default=ROOT / "build/bin/tenonc")
    arguments.add_argument("--kinds", type=lambda text: text.split(","), default=KINDS)
    arguments.add_argument("--m", type=numbers, default=M)
    arguments.add_argument("--n", type=numbers, default=SIZES)
    arguments.add_argument("--k", type=numbers, default=SIZES)
    arguments.add_argument("--threads", type=numbers, default=[1])
    arguments.add_argument("--peers", default=OnnxRuntime.name, help="names, separated by commas, or `all`")
    arguments.add_argument("--seconds", type=float, default=4.0, help="the longest that one comparison may take")
    arguments.add_argument("--results", type=pathlib.Path, metavar="FILE", help="also write a page to FILE, in Markdown")
    arguments.add_argument("--json", type=pathlib.Path, metavar="FILE", help="also write what was measured to FILE")
    options = arguments.parse_args()
    options.peers = run.PEERS if options.peers == "all" else options.peers.split(",")
    unknown = set(options.kinds) - set(KINDS) or set(options.peers) - set(run.PEERS)
    if unknown:
        arguments.error(f"unknown: {', '.join(sorted(unknown))}")
    options.peers = run.installed(options.peers)
    return options


def main():
    options = parse()
    compiler, probe, allowed = tenonc.Tenonc(options.tenonc), sampling.load_probe(), os.sched_getaffinity(0)
    failed = 0
    for threads in options.threads:
        os.sched_setaffinity(0, allowed)
        processors, records = sampling.pin(threads), []
        print(f"Tenon beside {', '.join(options.peers)}, {threads} thread(s) on processors {processors}")
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for case in [(c, m, n, k) for c in options.kinds for n in options.n for k in options.k for m in options.m]:
                try:
                    records += measure(case, compiler, folder, probe, processors, options)
                except Exception as error:
                    failed += 1
                    print(f"FAILED: {case}: {type(error).__name__}: {error}", flush=True)
        for _, peer, group, count, mean, least, at, share in results.sweep_means(records):
            print(f"{group}, {peer}: geometric mean of {count} ratios {mean:.3f}, least {least:.3f} ({at}); {share} % of peak in L2")
        results.keep(options, "sweep", records)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
