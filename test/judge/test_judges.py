"""The judges judged: with ONNX Runtime in the compiler's place they pass, with its outputs damaged they fail, and a job that
crashes or hangs is blamed alone."""

import argparse
import contextlib
import io
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import types

import numpy as np

from artifact import Damage, Output
from checks import Checks
from compare import exact_or_close, relative_difference
from dlpack_view import dtype_of, pack, unpack
from expectations import Expectations
from isolate import run_all
from spills import kernels_of

HERE = pathlib.Path(__file__).parent


# --- Called in a worker -----------------------------------------------------------------------------------------------


def job(what):
    if what == "crash":
        os.kill(os.getpid(), 11)
    if what == "exit":
        os._exit(3)
    if what == "hang":
        time.sleep(60)
    if what == "raise":
        raise ValueError("on purpose")
    if what == "print":
        print("not an answer", flush=True)
    return what


# --- Checks -----------------------------------------------------------------------------------------------------------


def blamed_alone():
    kinds = ["fine", "crash", "fine again", "hang", "raise", "print", "exit", "last"]
    answers = {
        key: (right, what)
        for key, right, what in run_all([(k, "test_judges", "job", (k,)) for k in kinds], workers=2, seconds=3)
    }
    right = {k for k, (good, _) in answers.items() if good}
    assert right == {"fine", "fine again", "print", "last"}, f"right: {right}"
    for kind, words in (
        ("crash", "SIGSEGV"),
        ("hang", "longer than 3 s"),
        ("raise", "ValueError: on purpose"),
        ("exit", "code 3"),
    ):
        assert words in answers[kind][1], f"{kind}: {answers[kind][1]}"


def judged(script, mode, *arguments):
    done = subprocess.run(
        [sys.executable, HERE / script, "--self-check", mode, *arguments], capture_output=True, text=True
    )
    last = done.stdout.splitlines()[-1] if done.stdout else done.stderr
    return done.returncode, last


def sees_damage(script, *arguments):
    code, last = judged(script, "clean", *arguments)
    assert code == 0 and " 0 failed" in last, f"clean: exit {code}, {last}"
    code, last = judged(script, "damaged", *arguments)
    assert code == 1 and last.startswith("0 passed"), f"damaged: exit {code}, {last}"


def lists_only_shrink():
    quiet = lambda **given: types.SimpleNamespace(
        **{"update": False, "grow": False, "only": [], "verbose": False, **given}
    )
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "list.txt")

        def judge(results, **given):
            with contextlib.redirect_stdout(io.StringIO()):
                return Expectations(path, "A list.").judge(results, quiet(**given))

        def listed():
            return Expectations(path, "A list.").expected

        path.write_text("# A list.\nfails\n")
        assert judge({"fails": "why", "passes": None}) == 0, "an expected failure fails the run"
        assert judge({"fails": None, "passes": None}) == 1, "an unexpected pass does not fail the run"
        assert judge({"fails": "why", "passes": "why"}) == 1, "a new failure does not fail the run"
        assert judge({"passes": None}) == 1, "a name that is no case does not fail the run"
        assert judge({"fails": "why", "passes": "why"}, update=True) == 1 and "passes" not in listed(), "the list grew"
        assert judge({"fails": None, "passes": None}, update=True) == 0 and "fails" not in listed(), "it did not shrink"
        assert judge({"fails": "why"}, update=True, grow=True) == 0 and "fails" in listed(), (
            "it did not grow when asked"
        )


def guards_see_writes():
    for at in (-1, 24):
        output = Output((2, 3), np.float32)
        output.memory[output.start + at] ^= 1
        try:
            output.result()
        except Damage:
            continue
        raise AssertionError(f"a write at byte {at} of 24 was not seen")


def comparisons_see_differences():
    x = np.array([1, 2, 3], np.float32)
    for wrong in (x + 0.01, x[:2], x.astype(np.float64), np.array([1, 2, np.nan], np.float32)):
        try:
            exact_or_close(wrong, x, 1e-3, 1e-7)
        except AssertionError:
            assert wrong.dtype != x.dtype or relative_difference(wrong, x) > 1e-3
            continue
        raise AssertionError(f"{wrong} counts as {x}")
    exact_or_close(np.array([np.nan, np.inf]), np.array([np.nan, np.inf]), 0, 0)


def packing_round_trips():
    import ml_dtypes

    for dtype in (ml_dtypes.int4, ml_dtypes.uint4, ml_dtypes.int2, ml_dtypes.uint2, ml_dtypes.float4_e2m1fn):
        bits = dtype_of(dtype)[1]
        values = (np.arange(7) % (1 << (bits - 1))).astype(dtype)
        packed = pack(values)
        assert len(packed) == (7 * bits + 7) // 8 and np.array_equal(unpack(packed, (7,), dtype), values), dtype


def spills_are_seen():
    """In a kernel with a store to the stack in each place, whose epilogue is short or long."""

    def problem(name="k.2x32", epilogue=2, **places):
        before, reduction, after = (places.get(place, "nop") for place in ("before", "reduction", "after"))
        loop = [before, "vfmadd231ps (%rsi),%zmm1,%zmm0", reduction, f"jb     1 <{name}+0x1>", after]
        code = [*loop, *["vmulps %zmm2,%zmm1,%zmm0"] * epilogue, "vmovups %zmm0,0x40(%rdi,%rcx,4){%k1}", "ret"]
        listing = [f"0000000000000000 <{name}>:", *(f"       {i:x}:\t{line}" for i, line in enumerate(code))]
        (kernel,) = kernels_of("\n".join(listing))
        return kernel.problem()

    spill = "vmovaps %zmm0,0x40(%rsp)"
    for epilogue in (2, 20):
        assert not problem(epilogue=epilogue)
        assert not problem(epilogue=epilogue, reduction="vmovaps 0x40(%rsp),%zmm0")
        assert "in the reduction" in problem(epilogue=epilogue, reduction=spill)
        assert "in the reduction" in problem("k.14x32.part", epilogue, reduction="vmovups %ymm3,(%rsp)")
    for place in ("before", "after"):
        assert "epilogue is short" in problem(**{place: spill})
        assert not problem(epilogue=20, **{place: spill})
    assert not list(kernels_of("0000000000000000 <k.run>:\n       0:\tvmovaps %zmm0,(%rsp)\n"))


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--tenonc", help="not used: the judges are tried without a compiler")
    arguments.parse_args()
    checks = Checks()
    checks.run("a job is blamed alone", blamed_alone)
    checks.run(
        "node cases see damage",
        sees_damage,
        "test_node_cases.py",
        "--only",
        "test_softmax_axis",
        "--only",
        "test_xor",
        "--only",
        "test_gather",
    )
    checks.run("reports see damage", sees_damage, "test_reports.py", "--only", "BR-37", "--only", "BR-04")
    checks.run("lists only shrink", lists_only_shrink)
    checks.run("guard bytes see writes", guards_see_writes)
    checks.run("comparisons see differences", comparisons_see_differences)
    checks.run("packing round-trips", packing_round_trips)
    checks.run("spills are seen", spills_are_seen)
    return checks.close()


if __name__ == "__main__":
    sys.exit(main())
