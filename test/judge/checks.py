"""Named checks: run one by one, each failure told, a closing line at the end."""

import traceback


class Skip(Exception):
    """This machine cannot run the check; the text says why."""


class Checks:
    def __init__(self):
        self.passed, self.failed, self.skipped = 0, 0, 0

    def report(self, name, problem):
        self.passed += problem is None
        self.failed += problem is not None
        if problem is not None:
            print(f"FAILED: {name}: {problem}", flush=True)

    def run(self, name, function, *arguments):
        try:
            function(*arguments)
        except Skip as why:
            self.skipped += 1
            print(f"skipped: {name}: {why}")
        except AssertionError as error:
            self.report(name, str(error) or "assertion failed: " + traceback.extract_tb(error.__traceback__)[-1].line)
        except Exception as error:
            self.report(name, f"{type(error).__name__}: {error}")
        else:
            self.report(name, None)

    def close(self):
        print(f"{self.passed} passed, {self.failed} failed, {self.skipped} skipped")
        return 1 if self.failed else 0
