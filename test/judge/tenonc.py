"""How the judges run the compiler: one model, or many in one call, blaming the model that crashes it."""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor

from artifact import Artifact, OrtArtifact, largest_element_changed

BATCH = 40


def ended(code):
    return f"killed by {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"


class Tenonc:
    loader = "tenon"

    def __init__(self, path):
        self.path = str(pathlib.Path(path).resolve())
        if not os.access(self.path, os.X_OK):
            raise SystemExit(f"{path} is not an executable: build it first (scripts/build)")
        self.has_batch = "--batch" in self.run("--help", seconds=60).stdout

    def run(self, *arguments, seconds=120, cwd=None, **keywords):
        """The finished process; a time-out counts as killed by SIGALRM."""
        command = [self.path, *map(str, arguments)]
        try:
            return subprocess.run(
                command,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=seconds,
                cwd=cwd,
                stdin=subprocess.DEVNULL,
                **keywords,
            )
        except subprocess.TimeoutExpired:
            return subprocess.CompletedProcess(command, -signal.SIGALRM, "", f"took longer than {seconds} s")

    def compile(self, model, library, *options, seconds=120):
        """None, or what went wrong."""
        done = self.run(model, "-o", library, *options, seconds=seconds)
        return self.problem(done, library)

    def problem(self, done, library):
        if done.returncode == 0 and pathlib.Path(library).exists():
            return None
        words = done.stderr.strip() or "no message"
        return f"tenonc: {ended(done.returncode)}: {words}"

    def compile_all(self, pairs, processes=2, seconds=20):
        """{library: None or what went wrong} for (model, library) pairs."""
        pairs = list(pairs)
        size = min(BATCH, max(1, len(pairs) // processes))
        parts = [pairs[i : i + size] for i in range(0, len(pairs), size)]
        compile_part = self.compile_batch if self.has_batch else self.compile_each
        with ThreadPoolExecutor(processes) as pool:
            results = pool.map(lambda part: compile_part(part, seconds), parts)
            return {library: problem for result in results for library, problem in result.items()}

    def compile_each(self, pairs, seconds):
        return {str(library): self.compile(model, library, seconds=seconds) for model, library in pairs}

    def compile_batch(self, pairs, seconds):
        """A call that dies takes its remaining lines with it: the first without an answer is to blame, the rest are
        compiled again."""
        results = {}
        while pairs:
            done, messages = self.batch(pairs, seconds)
            silent = []
            for line, (model, library) in enumerate(pairs, 1):
                if pathlib.Path(library).exists():
                    results[str(library)] = None
                elif line in messages:
                    results[str(library)] = f"tenonc: {messages[line]}"
                else:
                    silent.append((model, library))
            if silent:
                results[str(silent[0][1])] = (
                    self.compile(*silent[0], seconds=seconds)
                    or f"tenonc --batch: {ended(done.returncode)}, but alone it compiles"
                )
            pairs = silent[1:]
        return results

    def batch(self, pairs, seconds):
        with tempfile.NamedTemporaryFile("w", suffix=".list") as file:
            file.writelines(f"{model}\t{library}\n" for model, library in pairs)
            file.flush()
            done = self.run("--batch", file.name, seconds=seconds + 2 * len(pairs))
            messages = {}
            for found in re.finditer(r"line (\d+): (.*)", done.stderr):
                messages.setdefault(int(found[1]), found[2])
            return done, messages


class OrtCompiler:
    """Stands in for Tenonc in self-checks: "compiling" keeps the model, "calling" it runs ONNX Runtime."""

    has_batch = False

    def __init__(self, damaged):
        self.loader = "damaged" if damaged else "ort"

    def compile(self, model, library, *_, **__):
        try:
            shutil.copyfile(model, library)
        except OSError as error:
            return str(error)
        return None

    def compile_all(self, pairs, **_):
        return {str(library): self.compile(model, library) for model, library in pairs}


def load(loader, library, model):
    """Loads what a compiler wrote; `loader` is a word so that it can cross a process boundary."""
    if loader == "tenon":
        return Artifact(library, model)
    return OrtArtifact(library, model, largest_element_changed if loader == "damaged" else None)


def add_arguments(arguments):
    arguments.add_argument("--tenonc", type=pathlib.Path, help="the compiler to judge")
    arguments.add_argument(
        "--self-check",
        choices=("clean", "damaged"),
        help="judge ONNX Runtime instead, as it is or with damaged outputs, to try the judge itself",
    )


def compiler(options):
    if options.self_check:
        return OrtCompiler(options.self_check == "damaged")
    if not options.tenonc:
        raise SystemExit("--tenonc PATH is missing (or --self-check)")
    return Tenonc(options.tenonc)
