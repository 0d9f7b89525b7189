#!/usr/bin/env python3
"""The checks of the sources refuse what they are there to refuse: each is run on a small wrong tree."""
import pathlib
import subprocess
import sys
import tempfile

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent.parent / "scripts"
GOOD = "// A header.\n#pragma once\n"

# check, file, its text, what the check says (nothing: it is content)
CASES = [
    ("check-layers", "include/tenon/core/a.hpp", GOOD, None),
    ("check-layers", "include/tenon/graph/a.hpp", GOOD + "#include <tenon/match/b.hpp>\n", None),
    ("check-layers", "src/graph_to_loop/a.cpp", "#include <tenon/loop/b.hpp>\n", None),
    ("check-layers", "src/standard/a.cpp", "#include <tenon/loop_to_llvm/b.hpp>\n", None),
    ("check-layers", "include/tenon/core/a.hpp", GOOD + "#include <tenon/graph/b.hpp>\n", "core may not include graph"),
    ("check-layers", "include/tenon/loop/a.hpp", GOOD + "#include <tenon/graph/b.hpp>\n", "loop may not include graph"),
    ("check-layers", "include/tenon/graph/a.hpp", GOOD + "#include <tenon/core/detail/b.hpp>\n", "core/detail is private"),
    ("check-layers", "include/tenon/graph_to_loop/a.hpp", GOOD + "#include <tenon/graph_to_graph/b.hpp>\n",
     "graph_to_loop may not include graph_to_graph"),
    ("check-layers", "src/graph/a.cpp", "#include <llvm/IR/Module.h>\n", "src/graph may not include llvm"),
    ("check-layers", "include/tenon/core/a.hpp", GOOD + "#include <functional>\n", "core may not include <functional>"),
    ("check-layers", "include/tenon/core/a.hpp", GOOD + "#include <tenon/core/a.hpp>\n", "includes itself"),
    ("check-layers", "src/loop_to_loop/a.cpp", '#include "graph/b.hpp"\n', "loop_to_loop may not include graph"),
    ("check-sizes", "include/tenon/core/a.hpp", GOOD, None),
    ("check-sizes", "include/tenon/core/a.hpp", "// A header.\n", "no #pragma once"),
    ("check-sizes", "include/tenon/core/a.hpp", "#pragma once\n", "does not say what is in the header"),
]


def complaint(check, file, text, says):
    with tempfile.TemporaryDirectory() as root:
        path = pathlib.Path(root, file)
        path.parent.mkdir(parents=True)
        path.write_text(text)
        ran = subprocess.run([SCRIPTS / check, root], capture_output=True, text=True)
    if bool(ran.returncode) != bool(says) or (says or "ok") not in ran.stdout:
        return f"{check} on {file} with {text!r}: expected {says or 'no complaint'}, got {ran.stdout}{ran.stderr}"
    return None


if __name__ == "__main__":
    found = [what for case in CASES if (what := complaint(*case))]
    print(f"{len(CASES)} cases")
    sys.exit("\n".join(found) or 0)
