"""test_spills.py --tenonc PATH [NAME ...]: the micro-kernels of small models keep their sums in registers, on several processors.

Those of 8-bit numbers differ most from one to the next: some add products to a sum in an instruction of its own. What counts
as a spill is models_spills.py's."""

import argparse
import pathlib
import sys
import tempfile

import tenonc
from models_spills import SKIPPED, judged, look, supported
from small import save
from small_models import SMALL

# By model and processor, kernels that do store some. With 16 registers a mask is a vector, and the tiles of a panel's last columns
# have as many sums as those of whole panels. Of v4's two the last columns' tile keeps sums in memory on purpose or by LLVM's choice;
# the convolution of bytes reads windows in loops that LLVM unrolls.
EXCUSED = {
    ("few rows", "x86-64-v3"): ["4x8"],
    ("many rows", "x86-64-v3"): ["6x16", "6x8"],
    ("many rows", "x86-64-v4"): ["13x32", "14x32"],
    ("many rows", "cascadelake"): ["13x32", "14x32"],
    ("rows as they come", "x86-64-v3"): ["4x8", "5x8", "6x8"],
    ("8-bit convolution", "x86-64-v4"): ["10x32"],
    ("convolution 3x3", "x86-64-v3"): ["5x8", "6x8"],
    ("first convolution", "x86-64-v3"): ["5x8", "6x8"],
    ("depthwise between pointwise", "x86-64-v3"): ["5x8", "6x8"],
    ("attention", "x86-64-v3"): ["4x8", "5x8", "6x8", "7x8", "10x8", "11x8", "12x8", "13x8", "14x8"],
}

CPUS = ("x86-64-v3", "x86-64-v4", "cascadelake")  # 16 registers; 32; 32 and products of four bytes that are added at once


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    tenonc.add_arguments(arguments)
    arguments.add_argument("names", nargs="*", metavar="NAME", help="default: all of small_models.py")
    options = arguments.parse_args()
    if "x86-64" not in supported():
        print("skipped: no objdump that knows x86")
        return SKIPPED
    compiler, kernels, excused, failed = tenonc.compiler(options), 0, 0, 0
    names = options.names or list(SMALL)
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            path = save(SMALL[name]()[0], pathlib.Path(folder) / "model.onnx")
            for cpu in CPUS:
                count, _, found = look(compiler, path, path.with_suffix(".so"), cpu)
                wrong = judged({kernel.rsplit(".", 1)[-1]: what for kernel, what in found.items()}, EXCUSED.get((name, cpu), ()))
                kernels, excused = kernels + count, excused + len(found)
                failed += bool(wrong)
                if wrong:
                    print(f"FAILED: {name}, {cpu}:", *wrong, sep="\n    ", flush=True)
    if not kernels:
        print("FAILED: no model has a micro-kernel")
    print(f"{len(names) * len(CPUS) - failed} passed, {failed} failed; {kernels} kernels, of which {excused} store sums")
    return bool(failed or not kernels)


if __name__ == "__main__":
    sys.exit(main())
