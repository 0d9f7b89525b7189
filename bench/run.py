#!/usr/bin/env python3
"""run.py [--models NAME,...] [--peers NAME,...] [--threads N,...] [--json FILE] [--results FILE]: how fast compiled models are
beside their peers. Run with .venv/bin/python3.

A peer gets the same bytes as the compiled model, the same threads, pinned to the same processors, by turns in random order; a
sample counts only when a multiply-add probe before and after it finds the machine undisturbed. Outputs are compared with ONNX
Runtime's first: no speed is printed for wrong numbers, of Tenon or of a peer. `ratio` is how many times faster Tenon is than
the peer (above 1: faster), medians over the accepted pairs, with a bootstrap 95 % interval; % of peak is against the probe.

The peers are onnxruntime, openvino, iree and tvm. All but the first are found in .venv-NAME, where scripts/bench installs
them; one that is not there is left out, and one that cannot run a model, or takes long, is reported. With --json, what FILE has
of other cases stays, so that a run may be split; --results writes a page of all of it."""

import argparse
import os
import pathlib
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "test/judge"), str(ROOT / "bench")]

import numpy as np
import onnx

import cases
import flops
import remote
import results
import sampling
import tenonc
from models_compare import verdict
from reference64 import evaluate
from sides import OnnxRuntime, Repeated, Tenon

PEERS = (OnnxRuntime.name, *remote.NAMES)


def check(model, side, reference, inputs):
    """Raises where an output is wrong; nothing is measured then."""
    names, exact = [output.name for output in model.graph.output], []

    def output64(index):
        exact.extend(evaluate(model, inputs) if not exact else ())
        return exact[index]

    for index, name in enumerate(names):
        right, words = verdict(side.outputs[index], reference.outputs[index], lambda: output64(index))
        if not right:
            raise remote.Refused(f"its output {name} is wrong: {words}")


def first_call(side):
    start = time.perf_counter()
    side.repeat(1)
    return time.perf_counter() - start


def describe(result, operations):
    if not result.accepted.any():
        ratio, low, high = result.ratio_of_all()
        return (
            f"none of {result.total} pairs was undisturbed; of all of them: ratio {ratio:.3f} [{low:.3f}, {high:.3f}]  "
            f"{1e3 * np.median(result.ours_of_all):.3f} ms {1e3 * np.median(result.theirs_of_all):.3f} ms  inconclusive"
        )
    ratio, low, high = result.ratio()
    ours, theirs = np.median(result.ours), np.median(result.theirs)
    share = lambda seconds: 100 * operations / seconds / (result.peak * 1e9)
    word = "" if result.conclusive else "  inconclusive"
    return (
        f"{1e3 * ours:9.3f} ms {1e3 * theirs:9.3f} ms  ratio {ratio:.3f} [{low:.3f}, {high:.3f}], best 5 % {result.best_ratio():.3f}"
        f"  peak {share(ours):.0f} % / {share(theirs):.0f} %  pairs {len(result.ours)}/{result.total}{word}"
    )


def as_record(result, operations):
    """One comparison for machines; times in seconds."""
    # where no pair was undisturbed, all of them speak, and the record says that they conclude nothing
    some = result.accepted.any()
    ratio, low, high = result.ratio() if some else result.ratio_of_all()
    pairs = (result.ours, result.theirs) if some else (result.ours_of_all, result.theirs_of_all)
    medians = [float(np.median(times)) for times in pairs]
    return {
        "seconds": medians[0],
        "peer_seconds": medians[1],
        "ratio": float(ratio),
        "interval": [float(low), float(high)],
        "conclusive": bool(result.conclusive),
        "pairs": [int(result.accepted.sum()), result.total],
        "ratio_of_all_pairs": [float(r) for r in result.ratio_of_all()],
        "peak_gflops": result.peak,
        "operations": operations,
        "share_of_peak": operations / medians[0] / (result.peak * 1e9),
    }


def measured(ours, peer, operations, probe, processors, longest):
    """A record of the peer, which is bound and right."""
    took = first_call(peer)
    if took > remote.LONGEST_CALL:
        raise remote.Refused(f"a call takes {took:.1f} s, too long to measure")
    result = sampling.compare(ours, peer, probe, processors, longest)
    print(f"  {peer.name:12} {describe(result, operations)}", flush=True)
    return as_record(result, operations)


def beside(peer, model, inputs, ours, reference, operations, probe, processors, longest):
    """A record, also where the peer refuses; `peer` is another one than the reference."""
    try:
        peer.bind(inputs)
        check(model, peer, reference, inputs)
        return measured(ours, peer, operations, probe, processors, longest)
    except remote.Refused as refused:
        print(f"  {peer.name:12} not measured: {refused}", flush=True)
        return {"problem": str(refused)}


def facts_of(peer):
    return {"peer": peer.name, "version": getattr(peer, "version", None), "instruction_set": getattr(peer, "told", None)}


def measure(name, path, ours, reference, probe, processors, options):
    records, threads = [], len(processors)
    model = onnx.load(path)
    print(
        f"{name}: compiled in {ours.compile_seconds:.2f} s, {ours.library.stat().st_size / 1e6:.1f} MB, "
        f"loaded in {1e3 * ours.load_seconds:.1f} ms (ONNX Runtime's session: {1e3 * reference.load_seconds:.1f} ms)"
    )
    for inputs in cases.inputs_of(name):
        ours.bind(inputs)
        reference.bind(inputs)
        first = first_call(ours), first_call(reference)
        check(model, ours, reference, inputs)
        sizes = ", ".join("x".join(map(str, value.shape)) for value in inputs.values())
        print(f"  {sizes}: first call {1e3 * first[0]:.2f} ms / {1e3 * first[1]:.2f} ms", flush=True)
        operations = flops.count(model, inputs)
        facts = {
            "model": name,
            "inputs": sizes,
            "threads": threads,
            "compile_seconds": ours.compile_seconds,
            "library_bytes": ours.library.stat().st_size,
        }
        for which in options.peers:
            if which == reference.name:
                record = measured(ours, reference, operations, probe, processors, options.seconds)
                records.append({**facts, **facts_of(reference), **record})
                continue
            peer = remote.Remote(which, remote.python_of(which, ROOT), path, threads)
            try:
                record = beside(peer, model, inputs, ours, reference, operations, probe, processors, options.seconds)
                records.append({**facts, **facts_of(peer), **record})
            finally:
                peer.close()
    return records


def parse():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--tenonc", type=pathlib.Path, default=ROOT / "build/bin/tenonc")
    arguments.add_argument("--models", default="resnet50", help="names, separated by commas, or `all`")
    arguments.add_argument("--peers", default=OnnxRuntime.name, help="names, separated by commas, or `all`")
    arguments.add_argument("--folder", type=pathlib.Path, default=ROOT / "models")
    arguments.add_argument("--threads", default="1", metavar="N,...", help="numbers of threads, one after the other")
    arguments.add_argument("--seconds", type=float, default=60.0, help="the longest that one comparison may take")
    arguments.add_argument("--results", type=pathlib.Path, metavar="FILE", help="also write a page to FILE, in Markdown")
    arguments.add_argument("--json", type=pathlib.Path, metavar="FILE", help="also write what was measured to FILE")
    arguments.add_argument(
        "--self-check",
        type=int,
        metavar="TIMES",
        help="ONNX Runtime against itself, called TIMES times: the ratio must be 1/TIMES",
    )
    options = arguments.parse_args()
    options.threads = [int(number) for number in options.threads.split(",")]
    options.names = cases.NAMES if options.models == "all" else options.models.split(",")
    options.peers = PEERS if options.peers == "all" else options.peers.split(",")
    for kind, given, known in (("model", options.names, cases.NAMES), ("peer", options.peers, PEERS)):
        unknown = set(given) - set(known)
        if unknown:
            arguments.error(f"unknown {kind} {', '.join(sorted(unknown))}; known: {', '.join(known)}")
    options.peers = installed(options.peers)
    return options


def installed(peers):
    here = []
    for name in peers:
        if name == OnnxRuntime.name or remote.python_of(name, ROOT):
            here.append(name)
        else:
            print(f"MISSING: {name}, which scripts/bench installs in .venv-{name}")
    return here


def measure_all(options, threads, compiler, probe):
    """The records, and how many models failed."""
    records, failed = [], 0
    processors = sampling.pin(threads)
    print(f"Tenon beside {', '.join(options.peers)}, {threads} thread(s) on processors {processors}")
    with tempfile.TemporaryDirectory() as name_of_folder:
        folder = pathlib.Path(name_of_folder)
        for name in options.names:
            path, reference = cases.path_of(name, options.folder, folder), None
            try:
                ours = (
                    Repeated(path, threads, options.self_check)
                    if options.self_check
                    else Tenon(compiler, path, folder, threads)
                )
                reference = OnnxRuntime(path, threads)
                records += measure(name, path, ours, reference, probe, processors, options)
            except Exception as error:
                failed += 1
                print(f"FAILED: {name}: {type(error).__name__}: {error}", flush=True)
            finally:
                if reference:
                    reference.close()
    print(results.means_text(records))
    return records, failed


def main():
    options = parse()
    compiler = None if options.self_check else tenonc.Tenonc(options.tenonc)
    probe, allowed = sampling.load_probe(), os.sched_getaffinity(0)
    all_records, all_failed = [], 0
    for threads in options.threads:
        os.sched_setaffinity(0, allowed)
        records, failed = measure_all(options, threads, compiler, probe)
        all_records += records
        all_failed += failed
        results.keep(options, "models", records)
    return 1 if all_failed else 0


if __name__ == "__main__":
    sys.exit(main())
