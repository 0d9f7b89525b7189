"""Peers in processes and virtual environments of their own, so that their packages do not meet."""

import json
import os
import pathlib
import select
import signal
import subprocess
import tempfile

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
NAMES = ("openvino", "iree", "tvm")
LOADING = 300  # seconds that a peer may take to compile a model
LONGEST_CALL = 10  # seconds; a peer that takes longer is not measured


class Refused(Exception):
    """A peer that cannot run a model, which is no fault of Tenon's."""


def python_of(name, environments):
    """Its interpreter, or None where it is not installed."""
    python = environments / f".venv-{name}" / "bin/python3"
    return python if python.exists() else None


class Remote:
    def __init__(self, name, python, path, threads):
        self.name, self.path, self.threads = name, path, threads
        self.folder = tempfile.TemporaryDirectory(prefix=f"tenon-bench-{name}-")
        self.log = open(pathlib.Path(self.folder.name, "log"), "w")
        self.process = subprocess.Popen(
            [python, HERE / "peers" / f"with_{name}.py"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.log,
            text=True,
            bufsize=1,
            env={**os.environ, "TVM_NUM_THREADS": str(threads)},
            process_group=0,
        )

    def ask(self, what, longest=600, **words):
        try:
            print(json.dumps({"do": what, **words}), file=self.process.stdin, flush=True)
            if not select.select([self.process.stdout], [], [], longest)[0]:
                raise Refused(f"takes longer than {longest:.0f} s to {what}")
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            raise Refused(f"its process ended with code {self.process.wait(10)}")
        answer = json.loads(line)
        if "problem" in answer:
            raise Refused(answer["problem"])
        return answer

    def bind(self, inputs):
        files = [pathlib.Path(self.folder.name, name) for name in ("inputs.npz", "outputs.npz")]
        np.savez(files[0], **inputs)
        loaded = self.ask(
            "load", longest=LOADING, model=str(self.path.resolve()), inputs=str(files[0]), threads=self.threads
        )
        self.version, self.load_seconds = loaded["version"], loaded["seconds"]
        self.told = self.ask("results", longest=LOADING, outputs=str(files[1]))["instruction_set"]
        with np.load(files[1]) as file:
            self.outputs = [file[name] for name in file.files]

    def repeat(self, count):
        return self.ask("repeat", count=count)["seconds"]

    def sample(self, count, wake):
        return self.ask("sample", count=count, wake=wake)["seconds"]

    def instruction_set(self):
        return self.told

    def close(self):
        """Its own process group ends with it, compilers that it started included."""
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()
        self.log.close()
        self.folder.cleanup()
