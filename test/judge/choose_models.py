"""What the judges of real models are told: a compiler, where the models are, and which of them."""

import argparse
import pathlib

import tenonc
from model_specs import SPECS

ROOT = pathlib.Path(__file__).resolve().parents[2]


def parse(description):
    arguments = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    tenonc.add_arguments(arguments)
    arguments.add_argument("--models", type=pathlib.Path, default=ROOT / "models")
    arguments.add_argument("names", nargs="*", metavar="NAME", help="default: all of model_specs.py")
    options = arguments.parse_args()
    unknown = set(options.names) - set(SPECS)
    if unknown:
        arguments.error(f"unknown model {', '.join(sorted(unknown))}; known: {', '.join(SPECS)}")
    options.names = options.names or list(SPECS)
    return options
