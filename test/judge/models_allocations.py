"""models_allocations.py --tenonc PATH [NAME ...]: test_allocations.py for real models, at all sizes of each."""

import argparse
import pathlib
import sys
import tempfile

import tenonc
from model_specs import SPECS
from test_allocations import close, judge

ROOT = pathlib.Path(__file__).resolve().parents[2]


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    tenonc.add_arguments(arguments)
    arguments.add_argument("--models", type=pathlib.Path, default=ROOT / "models")
    arguments.add_argument("names", nargs="*", metavar="NAME", help="default: all of model_specs.py")
    options = arguments.parse_args()
    compiler, results = tenonc.compiler(options), []
    for name in options.names or SPECS:
        with tempfile.TemporaryDirectory() as folder:
            sets = [case() for case in SPECS[name].cases]
            results.append(judge(compiler, name, options.models / f"{name}.onnx", sets, pathlib.Path(folder)))
    return close(results)


if __name__ == "__main__":
    sys.exit(main())
