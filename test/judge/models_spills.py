"""models_spills.py --tenonc PATH [NAME ...]: the micro-kernels of real models keep their sums in registers.

Compiles each model for AVX-512, whatever this machine is, and reads what objdump prints. A kernel may not store a vector
register to the stack in its reduction; elsewhere only one with much to do to each sum may. EXCUSED lists those that do, and
has to name no other. Skipped where objdump is missing or knows no x86."""

import pathlib
import shutil
import subprocess
import sys
import tempfile

import spills
import choose_models
import tenonc

SKIPPED = 77
MACHINE = "x86-64-v4"

# By model: kernels of convolutions of one channel by 3x3 windows, whose inner loop is so short that it is written out within
# the loop over the window's rows. LLVM 19 keeps some of the sums in memory there: 3 and 9 of 22 for 66 multiply-adds.
EXCUSED = {
    "faceplugin_fr_landmark": ["Conv_0_Relu_1.11x32"],
    "oww_embedding_model": ["model_conv2d_Conv2D_model_leaky_re_lu_LeakyRelu_model_tf_math_maximum_Maximum.11x32"],
}


def supported():
    objdump = shutil.which("objdump")
    return subprocess.run([objdump, "--info"], capture_output=True, text=True).stdout if objdump else ""


def look(compiler, path, library, cpu):
    """(kernels, how many store to the stack for their epilogue, {kernel: what is wrong})"""
    problem = compiler.compile(path, library, "--target", "x86_64-unknown-linux-gnu", "--cpu", cpu, seconds=600)
    if problem:
        return 0, 0, {path.name: problem}
    command = ["objdump", "-d", "--no-show-raw-insn", str(library)]
    kernels = list(spills.kernels_of(subprocess.run(command, capture_output=True, text=True, check=True).stdout))
    wrong = {k.name: k.problem() for k in kernels if k.problem()}
    long = sum(1 for k in kernels if k.stack_stores()[0] and not k.problem())
    return len(kernels), long, wrong


def judged(wrong, excused):
    """Lines about what is wrong and not excused, or excused and not wrong."""
    lines = [f"{name}: {problem}" for name, problem in wrong.items() if name not in excused]
    return lines + [f"{name}: is excused, and stores nothing" for name in excused if name not in wrong]


def main():
    options = choose_models.parse(__doc__)
    if "x86-64" not in supported():
        print("skipped: no objdump that knows x86")
        return SKIPPED
    compiler, failed = tenonc.compiler(options), 0
    with tempfile.TemporaryDirectory() as folder:
        for name in options.names:
            library = pathlib.Path(folder) / f"{name}.so"
            count, long, found = look(compiler, options.models / f"{name}.onnx", library, MACHINE)
            found = found if count else {name: "no micro-kernel found", **found}
            library.unlink(missing_ok=True)
            wrong = judged(found, EXCUSED.get(name, ()))
            failed += bool(wrong)
            words = f"{name}: {count} kernels, {len(found)} spill in the reduction, {long} in a long epilogue"
            print(f"{'FAILED: ' if wrong else ''}{words}", *wrong, sep="\n    ", flush=True)
    print(f"{len(options.names) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
