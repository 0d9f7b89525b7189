"""models_allocations.py --tenonc PATH [NAME ...]: test_allocations.py for real models, at all sizes of each."""

import pathlib
import sys
import tempfile

import choose_models
import tenonc
from model_specs import SPECS
from test_allocations import close, judge


def main():
    options = choose_models.parse(__doc__)
    compiler, results = tenonc.compiler(options), []
    for name in options.names:
        with tempfile.TemporaryDirectory() as folder:
            sets = [case() for case in SPECS[name].cases]
            results.append(judge(compiler, name, options.models / f"{name}.onnx", sets, pathlib.Path(folder)))
    return close(results)


if __name__ == "__main__":
    sys.exit(main())
