"""Runs jobs in worker processes that may crash or hang: the job gets the blame, the rest go on."""

import importlib
import os
import pickle
import pathlib
import queue
import select
import signal
import struct
import subprocess
import sys
import threading
import time
import traceback

HEADER = struct.Struct("<Q")


class Worker:
    """One process that answers one job after another and is started again after a crash."""

    def __init__(self):
        self.process = None

    def start(self):
        here = pathlib.Path(__file__)
        self.process = subprocess.Popen(
            [sys.executable, str(here)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=here.parent,
        )

    def stop(self):
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process.stdin.close()
            self.process.stdout.close()
        self.process = None

    def read(self, count, deadline):
        data = b""
        descriptor = self.process.stdout.fileno()
        while len(data) < count:
            ready = select.select([descriptor], [], [], max(0.0, deadline - time.monotonic()))[0]
            if not ready:
                raise TimeoutError
            chunk = os.read(descriptor, min(count - len(data), 1 << 20))
            if not chunk:
                raise EOFError
            data += chunk
        return data

    def call(self, module, function, arguments, seconds):
        """(True, the function's result) or (False, what went wrong)."""
        if self.process is None:
            self.start()
        message = pickle.dumps((module, function, arguments))
        deadline = time.monotonic() + seconds
        try:
            self.process.stdin.write(HEADER.pack(len(message)) + message)
            self.process.stdin.flush()
            size = HEADER.unpack(self.read(HEADER.size, deadline))[0]
            return pickle.loads(self.read(size, deadline))
        except TimeoutError:
            self.stop()
            return False, f"took longer than {seconds} s"
        except (EOFError, BrokenPipeError):
            code = self.process.wait()
            self.stop()
            return False, f"killed by {signal.Signals(-code).name}" if code < 0 else f"exited with code {code}"


def run_all(jobs, workers=2, seconds=20):
    """Runs (key, module, function, arguments) jobs; yields (key, succeeded, result or what went wrong)."""
    waiting, done = queue.SimpleQueue(), queue.SimpleQueue()
    count = 0
    for job in jobs:
        waiting.put(job)
        count += 1

    def serve():
        worker = Worker()
        while True:
            try:
                key, *call = waiting.get_nowait()
            except queue.Empty:
                break
            try:
                done.put((key, *worker.call(*call, seconds)))
            except Exception as error:  # a job that cannot be sent fails alone
                worker.stop()
                done.put((key, False, f"{type(error).__name__}: {error}"))
        worker.stop()

    for _ in range(workers):
        threading.Thread(target=serve, daemon=True).start()
    for _ in range(count):
        yield done.get()


def first_line(error):
    return f"{type(error).__name__}: {str(error).strip()}"


def worker_main():
    """The artifact may print: answers go to a descriptor it does not know."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    requests = sys.stdin.buffer
    sys.path.insert(0, os.getcwd())
    while header := requests.read(HEADER.size):
        module, function, arguments = pickle.loads(requests.read(HEADER.unpack(header)[0]))
        try:
            answer = True, getattr(importlib.import_module(module), function)(*arguments)
        except Exception as error:
            answer = False, first_line(error) or traceback.format_exc()
        message = pickle.dumps(answer)
        answers.write(HEADER.pack(len(message)) + message)
        answers.flush()


if __name__ == "__main__":
    worker_main()
