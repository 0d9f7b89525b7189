#!/usr/bin/env python3
"""run.py COMPILER SOURCE FLAG...: SOURCE compiles, and with -DREJECT is refused the way it promises.

A promise is a line `// expect: TEXT`, or `// expect(g++): TEXT` where only one compiler says it so. Refused well
means: one error, few lines, every promise kept, and the user's own file named. The error has a code of Tenon's, but for
the mistakes that the C++ compiler itself explains in a few lines: those are in files called mistake_*.cpp. A file that
says `// only what it includes` is compiled without the headers that the flags have read before it.
"""
import pathlib
import re
import subprocess
import sys

LONGEST = 15


def promises(text, compiler):
    for only, what in re.findall(r"^// expect(?:\((.+?)\))?: (.+)$", text, re.MULTILINE):
        if not only or only in pathlib.Path(compiler).name:
            yield what.strip()


def compile_quietly(compiler, source, flags):
    command = [compiler, "-fsyntax-only", *flags, str(source)]
    return subprocess.run(command, capture_output=True, text=True, env={"PATH": "/usr/bin:/bin", "LC_ALL": "C"})


def complaints(compiler, source, flags):
    twin = compile_quietly(compiler, source, flags)
    if twin.returncode or twin.stderr:
        return ["the accepted twin does not compile without a word"], twin.stderr
    refused = compile_quietly(compiler, source, ["-DREJECT", *flags])
    said = refused.stderr
    promised = list(promises(source.read_text(), compiler))
    errors, lines = len(re.findall(r"\b(?:fatal )?error: ", said)), len(said.splitlines())
    found = []
    if not source.name.startswith("mistake_") and not any(re.match(r"\[tenon/[A-Z]\d+\]", what) for what in promised):
        found.append("promises no [tenon/...] code")
    if refused.returncode == 0:
        found.append("compiles with -DREJECT")
    elif errors != 1:
        found.append(f"{errors} errors, not 1")
    if lines > LONGEST:
        found.append(f"{lines} lines, more than {LONGEST}")
    if refused.returncode and not re.search(rf"{re.escape(source.name)}:\d+", said):
        found.append("does not point at a line of its own")
    return found + [f"never says {what!r}" for what in promised if what not in said], said


def main():
    compiler, source, *flags = sys.argv[1:]
    source = pathlib.Path(source)
    if "-include-pch" in flags and "\n// only what it includes\n" in source.read_text():
        at = flags.index("-include-pch")
        del flags[at : at + 2]
    found, said = complaints(compiler, source, flags)
    for what in found:
        print(f"{source}: {what}", file=sys.stderr)
    if found:
        sys.exit(said)


if __name__ == "__main__":
    main()
