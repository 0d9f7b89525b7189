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


# What the runner of test/rejects says of a file that does not do what a reject test must.
TWIN, BROKEN = "#ifndef REJECT\n#else\n", "\n#endif\nint main() {}\n"
SENTENCE = 'static_assert(sizeof(int) == 1, "[tenon/X1] sentence");'
REJECTS = [
    ("// expect: [tenon/X1] sentence\n" + TWIN + SENTENCE + BROKEN, None),
    (TWIN + SENTENCE + BROKEN, "promises no [tenon/...] code"),
    ("// expect: [tenon/X2]\n" + TWIN + SENTENCE + BROKEN, "never says '[tenon/X2]'"),
    ("// expect: [tenon/X1]\n" + TWIN + BROKEN, "compiles with -DREJECT"),
    ("// expect: [tenon/X1]\n" + SENTENCE, "the accepted twin does not compile"),
    ("// expect: [tenon/X1]\n" + TWIN + SENTENCE + "\n" + SENTENCE + BROKEN, "2 errors, not 1"),
]


def complaint_of_runner(text, says):
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "x.cpp")
        source.write_text(text)
        ran = subprocess.run([sys.executable, SCRIPTS.parent / "test/rejects/run.py", "g++", str(source)],
                             capture_output=True, text=True)
    if bool(ran.returncode) != bool(says) or (says or "") not in ran.stderr:
        return f"rejects/run.py on {text!r}: expected {says or 'no complaint'}, got {ran.stderr}"
    return None


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
    found += [what for case in REJECTS if (what := complaint_of_runner(*case))]
    print(f"{len(CASES) + len(REJECTS)} cases")
    sys.exit("\n".join(found) or 0)
