#!/usr/bin/env python3
"""check.py COMPILER ROOT FLAG...: every header compiles alone, all of them twice in one program, and none is dear.

What a header costs is counted in lines after the preprocessor with g++, which do not depend on the machine:
<vector> costs 15,000, <string> 19,000, both together 23,000, <memory> 35,000, <filesystem> 41,000.
"""
import concurrent.futures
import pathlib
import subprocess
import sys
import tempfile

BUDGETS = [({"tenon.hpp"}, 60_000), ({"core", "match"}, 26_000), ({"pass"}, 40_000), (None, 55_000)]
FORWARD = 100
WARNINGS = ["-Wall", "-Wextra", "-Wshadow", "-Wno-missing-field-initializers", "-Werror"]


def budget(header):
    if header.name == "fwd.hpp":
        return FORWARD
    return next(lines for places, lines in BUDGETS if places is None or header.parts[1] in places)


def run(compiler, *arguments, text=None):
    return subprocess.run([compiler, "-std=c++20", *arguments], input=text, capture_output=True, text=True)


def alone(compiler, flags, header):
    """The complaints about one header."""
    include = f"#include <{header}>\n"
    built = run(compiler, *flags, *WARNINGS, "-fsyntax-only", "-x", "c++", "-", text=include)
    if built.returncode:
        return [f"{header} does not compile alone:\n{built.stderr}"]
    lines = len(run(compiler, *flags, "-E", "-P", "-x", "c++", "-", text=include).stdout.splitlines())
    if lines > budget(header):
        return [f"{header} costs {lines} lines after the preprocessor, more than {budget(header)}"]
    return []


def together(compiler, flags, headers):
    """Two translation units that include everything, in opposite orders, are one program."""
    with tempfile.TemporaryDirectory() as folder:
        sources = []
        for name, order in (("main", headers), ("other", headers[::-1])):
            source = pathlib.Path(folder, name + ".cpp")
            body = "int main() {}\n" if name == "main" else ""
            source.write_text("".join(f"#include <{header}>\n" * 2 for header in order) + body)
            sources.append(str(source))
        built = run(compiler, *flags, *WARNINGS, "-O0", *sources, "-o", f"{folder}/program")
    return [f"the headers are not one program:\n{built.stderr}"] if built.returncode else []


def main():
    compiler, root, *flags = sys.argv[1:]
    include = pathlib.Path(root, "include")
    headers = sorted(path.relative_to(include) for path in include.rglob("*.hpp"))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        last = pool.submit(together, compiler, flags, headers)
        # A header lacks the same includes with any compiler: they share the library.
        each = [] if "clang" in compiler else headers
        found = [what for some in pool.map(lambda h: alone(compiler, flags, h), each) for what in some]
        found += last.result()
    print(f"{len(headers)} headers")
    if found or not headers:
        sys.exit("\n".join(found) or "no headers")


if __name__ == "__main__":
    main()
