"""test_allocations.py --tenonc PATH: once it has been called, a model asks for no memory and no threads.

Each model is called with every set of its inputs, on one thread and on two, and then again: the later calls may request
nothing of the system."""

import argparse
import collections
import pathlib
import sys
import tempfile

import calls
import tenonc
from small import save
from small_models import SMALL


def counts(compiler, library, words):
    """(what the first calls ask for, None or what the later ones ask for)"""
    asked = collections.Counter()
    for threads in (1, 2):
        found = calls.counted(compiler, library, words, threads)
        if isinstance(found, str):
            return asked, f"{threads} threads: {found}"
        later = [f"{name} {n} times" for name, n in found["later"].items() if n]
        if later:
            return asked, f"{threads} threads, {calls.CALLS} later calls with each of its inputs: {', '.join(later)}"
        asked.update(found["first"])
    return asked, None


def judge(compiler, name, path, sets, folder):
    """(what its first calls ask for, whether the later ones ask for nothing)"""
    library, asked = folder / "model.so", collections.Counter()
    wrong = compiler.compile(path, library, seconds=300)
    if not wrong:
        asked, wrong = counts(compiler, library, calls.arguments(path, sets, folder))
    library.unlink(missing_ok=True)
    words = wrong or f"{asked.total()} requests of the first calls, none of the later ones"
    print(f"{'FAILED: ' if wrong else ''}{name}: {words}", flush=True)
    return asked, wrong is None


def close(results):
    """Prints the counts and gives the exit code. Of everything the first calls of some model must ask for something, since
    otherwise it is not counted."""
    failed, asked = sum(not right for _, right in results), sum((asked for asked, _ in results), collections.Counter())
    print(f"{len(results) - failed} passed, {failed} failed")
    unseen = [what for what in ("aligned_alloc", "free", "threads") if not asked[what]]
    if unseen:
        print(f"FAILED: not counted, even in first calls: {', '.join(unseen)}")
    return bool(failed or unseen)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    tenonc.add_arguments(arguments)
    arguments.add_argument("names", nargs="*", metavar="NAME", help="default: all of small_models.py")
    options = arguments.parse_args()
    compiler, results = tenonc.compiler(options), []
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for name in options.names or SMALL:
            made, sets = SMALL[name]()
            results.append(judge(compiler, name, save(made, folder / "model.onnx"), sets, folder))
    return close(results)


if __name__ == "__main__":
    sys.exit(main())
