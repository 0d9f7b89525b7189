"""Lists of expected failures that may only shrink, and the closing line of a judge."""

import pathlib


def add_arguments(arguments):
    arguments.add_argument("--update", action="store_true", help="take cases that pass now off the list")
    arguments.add_argument("--grow", action="store_true", help="with --update: put cases that fail now on the list")
    arguments.add_argument(
        "--only",
        metavar="TEXT",
        action="append",
        default=[],
        help="run only cases whose name holds TEXT; the list is left alone",
    )
    arguments.add_argument("--verbose", action="store_true", help="print why each expected failure fails")


class Expectations:
    def __init__(self, path, title):
        self.path, self.title = pathlib.Path(path), title
        lines = self.path.read_text().splitlines() if self.path.exists() else []
        self.expected = {line.strip() for line in lines if line.strip() and not line.startswith("#")}

    def save(self, names):
        header = f"# {self.title}\n# May only shrink: rewritten by --update, which takes off what passes now.\n"
        self.path.write_text(header + "".join(name + "\n" for name in sorted(names)))

    def judge(self, results, options):
        """`results` is {name: None or what went wrong}. Prints what is unexpected and the counts; returns the exit code."""
        failing = {name for name, problem in results.items() if problem}
        surprising_failures = sorted(failing - self.expected)
        surprising_passes = sorted(name for name in self.expected if name in results and name not in failing)
        gone = sorted(self.expected - set(results)) if not options.only else []
        for name in sorted(failing) if options.verbose else surprising_failures:
            print(f"{'expected' if name in self.expected else 'FAILED'}: {name}: {shorten(results[name])}")
        failed = self.settle(failing, surprising_failures, surprising_passes, gone, options)
        passed = len(results) - len(failing)
        print(f"{passed} of {len(results)} cases pass, {len(failing & self.expected)} fail as expected")
        print(f"{passed} passed, {failed} failed, {len(failing) - len(surprising_failures)} skipped")
        return 1 if failed else 0

    def settle(self, failing, failures, passes, gone, options):
        """The number of surprises that remain after an update, if one was asked for."""
        if options.update and options.only:
            raise SystemExit("--update needs a whole run: leave out --only")
        if options.update:
            kept = (self.expected & failing) | (failing if options.grow else set())
            if failures and not options.grow:
                print(f"{self.path.name}: not grown by {len(failures)} new failures; --grow would")
            self.save(kept)
            return 0 if options.grow else len(failures)
        for name in passes:
            print(f"UNEXPECTED PASS: {name}: take it off {self.path.name} with --update")
        for name in gone:
            print(f"UNKNOWN: {name} on {self.path.name} is no case: take it off with --update")
        return len(failures) + len(passes) + len(gone)


def shorten(text, length=300):
    text = " ".join(str(text).split())
    return text if len(text) <= length else text[:length] + " ..."
