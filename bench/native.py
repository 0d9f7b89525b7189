"""Builds the harness's C files for this machine."""

import ctypes
import os
import pathlib
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def build(source):
    """A file of this folder as a loaded library."""
    with tempfile.TemporaryDirectory(prefix="tenon-bench-") as folder:
        library = pathlib.Path(folder, "built.so")
        command = [os.environ.get("CC", "cc"), "-O3", "-march=native", "-ffp-contract=fast", "-shared", "-fPIC"]
        subprocess.run([*command, f"-I{HERE.parent}/include", HERE / source, "-o", library], check=True)
        return ctypes.CDLL(str(library))
