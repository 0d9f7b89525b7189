#!/usr/bin/env python3
"""run.py [--nodes N] [--shares SHARE,...] [--repetitions N] [--least RATIO]: nodes per second that rewriting visits.

Tenon, MLIR's greedy pattern rewrite driver and TVM's Relax pattern rewriter apply the same ten rules to the same graph, by
turns in random order, each in a process of its own. A rule matches at the given share of the nodes, and nearly matches at most
others. Only the rewriting is timed. What is left of the graph is compared with what its generator says first: no speed is
printed for wrong rewriting. Speeds are the number of nodes given divided by the least and the median time; `ratio` is how many
times faster Tenon is. Exit code 1 if a graph is wrong, or if the ratio to the fastest peer is below --least."""

import argparse
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile

import graph

ROOT = pathlib.Path(__file__).resolve().parents[2]
LONGEST = 10  # seconds that a repetition may take; a side that takes longer gets a smaller graph


class Side:
    """A program that reads a graph, and rewrites it once per line that it is sent."""

    def __init__(self, name, *command, shares_equal_nodes=False):
        self.name, self.command, self.shares_equal_nodes = name, command, shares_equal_nodes

    def start(self, g, folder):
        self.nodes = g.nodes()
        self.may_be_left = [g.left(), g.left_shared()] if self.shares_equal_nodes else [g.left()]
        path = pathlib.Path(folder, f"{g.nodes()}.txt")
        path.write_text(g.text())
        self.process = subprocess.Popen([*self.command, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.seconds = []

    def stop(self):
        self.process.stdin.close()
        self.process.wait()

    def run(self):
        print(file=self.process.stdin, flush=True)
        seconds, *left = self.process.stdout.readline().split() or [None]
        if seconds is None:
            raise RuntimeError(f"{self.name} stopped")
        left = {op: int(count) for op, count in (word.split("=") for word in left)}
        if left not in self.may_be_left:
            raise RuntimeError(f"{self.name} leaves {left}, expected {dict(self.may_be_left[0])}")
        self.seconds.append(float(seconds))
        return self.seconds[-1]

    def start_with(self, nodes, share, folder):
        """With the largest graph that it rewrites in time."""
        tried = [size for size in (1000, 10000) if size < nodes and self.shares_equal_nodes] + [nodes]
        for size, larger in zip(tried, [*tried[1:], None]):
            self.start(graph.make(size, share), folder)
            taken = self.run()
            # Each takes ten times as long as the one before at least.
            if larger is None or 10 * taken > LONGEST:
                break
            self.stop()
        self.seconds.clear()
        if self.nodes < nodes:
            print(f"  {self.name}: {self.nodes} nodes only, since they take {taken:.1f} s already")

    def speed(self, how):
        return self.nodes / how(self.seconds)


def installed(options):
    """Tenon, and those of its peers that are there."""
    sides = [Side("Tenon", options.bin / "bench_match")]
    if (options.bin / "bench_match_mlir").exists():
        sides.append(Side("MLIR", options.bin / "bench_match_mlir"))
    else:
        print("MISSING: MLIR. Debian has it as libmlir-19-dev and mlir-19-tools; then configure with -DTENON_BUILD_BENCH=ON "
              "and build bench_match_mlir")
    try:
        imported = subprocess.run([options.tvm_python, "-c", "import tvm.relax.dpl"], capture_output=True)
        has_tvm = imported.returncode == 0
    except OSError:
        has_tvm = False
    if has_tvm:
        here = pathlib.Path(__file__).parent
        sides.append(Side("TVM Relax", options.tvm_python, here / "tvm_relax.py", shares_equal_nodes=True))
    else:
        print("MISSING: TVM. python3 -m venv .venv-tvm && .venv-tvm/bin/pip install apache-tvm; or --tvm-python PYTHON")
    return sides


def measure(sides, options, share):
    """How many times faster Tenon is than the fastest of the others."""
    print(f"a rule matches at {100 * share:g} % of {options.nodes:,} nodes")
    with tempfile.TemporaryDirectory() as folder:
        for side in sides:
            side.start_with(options.nodes, share, folder)
        for _ in range(options.repetitions):
            for side in random.sample(sides, len(sides)):
                side.run()
        for side in sides:
            side.stop()
    ours = sides[0]
    for side in sides:
        best, middle = (side.speed(how) / 1e6 for how in (min, statistics.median))
        line = f"  {side.name:10} best {best:8.3f}, median {middle:8.3f} million nodes/s"
        if side is not ours:
            ratios = [ours.speed(how) / side.speed(how) for how in (min, statistics.median)]
            line += "; ratio {:.2f}, of medians {:.2f}".format(*ratios)
        print(line, flush=True)
    return min((ours.speed(min) / side.speed(min) for side in sides[1:]), default=None)


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--nodes", type=int, default=100000)
    words.add_argument("--shares", default="0,0.1", help="of the nodes, where a rule matches")
    words.add_argument("--repetitions", type=int, default=15)
    words.add_argument("--least", type=float, default=0, metavar="RATIO")
    words.add_argument("--bin", type=pathlib.Path, default=ROOT / "build/bin", help="where bench_match is")
    words.add_argument("--tvm-python", type=pathlib.Path, default=ROOT / ".venv-tvm/bin/python3", metavar="PYTHON")
    options = words.parse_args()
    if not (options.bin / "bench_match").exists():
        words.error(f"no bench_match in {options.bin}: configure with -DTENON_BUILD_BENCH=ON and build it")
    sides, slow = installed(options), False
    for share in map(float, options.shares.split(",")):
        ratio = measure(sides, options, share)
        slow |= ratio is not None and ratio < options.least
    if slow:
        print(f"Tenon is not {options.least:g} times as fast as its fastest peer")
    return slow


if __name__ == "__main__":
    sys.exit(main())
