"""test_instruction_counts.py --tenonc PATH [--write] [NAME ...]: small models take as many instructions as they did.

Each model is compiled for one processor, whatever this one is, and called on one thread under callgrind. What its library's own
code executes in one call with each set of inputs may differ from instruction_counts.json by 3 %, so that a change of the
generated code that times do not show is seen; --write records what is counted now. Skipped where valgrind is missing or this
processor cannot run the code."""

import argparse
import json
import pathlib
import platform
import re
import shutil
import sys
import tempfile

import calls
import tenonc
from small import save
from small_models import SMALL

KEPT = pathlib.Path(__file__).with_name("instruction_counts.json")
CPU, NEEDED = "x86-64-v3", {"avx2", "fma", "bmi1", "bmi2", "f16c", "movbe", "abm"}
TOLERANCE = 0.03
SKIPPED = 77


def why_not():
    """None, or why nothing can be counted here."""
    if platform.machine() != "x86_64":
        return f"the processor is no x86-64 but {platform.machine()}"
    if not shutil.which("valgrind"):
        return "valgrind is not installed"
    flags = re.search(r"^flags\s*:(.*)$", pathlib.Path("/proc/cpuinfo").read_text(), re.M)
    missing = NEEDED - set(flags[1].split() if flags else ())
    return f"the processor lacks {', '.join(sorted(missing))} of {CPU}" if missing else None


def executed(profile, library):
    """Instructions of the library's own functions in what callgrind has written."""
    names, object_of, total, of_callee = {}, None, 0, False
    for line in profile.read_text().splitlines():
        named = re.match(r"c?ob=(\(\d+\))(?: (.*))?$", line)
        if named:
            names.setdefault(named[1], named[2])
            object_of = object_of if line.startswith("c") else names[named[1]]
        elif line.startswith("calls="):
            of_callee = True
        elif re.match(r"[+*\d-]", line):
            if object_of == str(library) and not of_callee:
                total += int(line.split()[1])
            of_callee = False
    return total


def count(compiler, made, sets, folder):
    """The number of instructions, or a text: what went wrong."""
    path, library, profile = save(made, folder / "model.onnx"), folder / "model.so", folder / "profile"
    wrong = compiler.compile(path, library, "--target", "x86_64-unknown-linux-gnu", "--cpu", CPU, "--threads", 1)
    if wrong:
        return wrong
    valgrind = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={profile}", "--dump-line=no",
                "--toggle-collect=later_calls"]
    found = calls.counted(compiler, library, calls.arguments(path, sets, folder), 1, calls=1, under=valgrind)
    if isinstance(found, str):
        return found
    return executed(profile, library) or "callgrind saw no instruction of the library"


def problem(counted, kept):
    """None, or what is wrong."""
    if isinstance(counted, str):
        return counted
    if kept is None:
        return f"{counted} instructions, and none are recorded; --write records them"
    change = counted / kept - 1
    if abs(change) <= TOLERANCE:
        return None
    return f"{counted} instructions instead of {kept}, {change:+.1%}; --write records them, if that is what you want"


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    tenonc.add_arguments(arguments)
    arguments.add_argument("--write", action="store_true", help="record what is counted")
    arguments.add_argument("names", nargs="*", metavar="NAME", help="default: all of small_models.py")
    options = arguments.parse_args()
    reason = why_not()
    if reason:
        print(f"skipped: {reason}")
        return SKIPPED
    compiler, failed = tenonc.compiler(options), 0
    kept = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    recorded = kept.setdefault(CPU, {})
    names = options.names or list(SMALL)
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            counted = count(compiler, *SMALL[name](), pathlib.Path(folder).resolve())
        if options.write and not isinstance(counted, str):
            recorded[name] = counted
        wrong = problem(counted, recorded.get(name))
        failed += wrong is not None
        print(f"{'FAILED: ' if wrong else ''}{name}: {wrong or f'{counted} instructions'}", flush=True)
    if options.write:
        kept[CPU] = {name: recorded[name] for name in SMALL if name in recorded}
        KEPT.write_text(json.dumps(kept, indent=2) + "\n")
    print(f"{len(names) - failed} passed, {failed} failed")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
