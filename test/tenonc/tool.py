"""tool.py TENONC: the commands and options of tenonc, on a model written as text. Needs nothing but Python.

Bad input is test/judge/test_bad_input.py's; numbers are held against ONNX Runtime there, too."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

TENONC = os.path.abspath(sys.argv.pop(1))
TEXT = """func main(%x: f32[n, 3]) -> (y: f32[n, 2]) {
  %w = constant {value = f32[3, 2](0.5, -1.0, 0.25, 2.0, -0.75, 1.5)}
  %b = constant {value = f32[2](1.0, -1.0)}
  %m = mat_mul %x, %w
  %a = add %m, %b @ "shifted"
  %y = relu %a
  return %y
}
"""
WRONG = TEXT.replace("mat_mul %x, %w", "mat_mul %w, %w")


def tenonc(*arguments, **keywords):
    command = [TENONC, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, **keywords)


class Tool(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.model = self.folder / "model.tenon"
        self.model.write_text(TEXT)

    def ok(self, *arguments, **keywords):
        done = tenonc(*arguments, **keywords)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def library(self, *options):
        path = self.folder / "model.so"
        self.ok(self.model, "-o", path, *options)
        return path

    def test_levels(self):
        for level, word in (("graph", "mat_mul"), ("loop", "kernel"), ("llvm", "define"), ("asm", ".text"),
                            ("header", "#pragma once")):
            with self.subTest(level):
                self.assertIn(word, self.ok(self.model, "--emit", level).stdout)
                path = self.folder / level
                self.assertEqual(self.ok(self.model, "--emit", level, "-o", path).stdout, "")
                self.assertIn(word, path.read_text())
        self.ok(self.model, "--emit", "obj", "-o", self.folder / "model.o")
        self.assertEqual((self.folder / "model.o").read_bytes()[:4], b"\x7fELF")

    def test_what_is_emitted_can_be_compiled(self):
        before, after = self.folder / "read.tenon", self.folder / "again.tenon"
        self.ok(self.model, "--emit", "graph", "--no-optimize", "-o", before)
        self.ok(before, "--emit", "graph", "--no-optimize", "-o", after)
        self.assertEqual(before.read_text(), after.read_text())
        self.ok("check", before)

    def test_optimising_changes_no_result(self):
        self.ok("check", self.model)
        graph = self.folder / "optimised.tenon"
        self.ok(self.model, "--emit", "graph", "-o", graph)
        for kind, source in (("a", self.model), ("b", graph)):
            (self.folder / kind).mkdir()
            self.ok("run", source, "--reference", "--output-dir", self.folder / kind)
        self.assertEqual((self.folder / "a/y.npy").read_bytes(), (self.folder / "b/y.npy").read_bytes())

    def test_narrow_floats(self):
        """Rounding, denormals and overflow of each format, in compiled code as by reference."""
        lines, results = [], []
        for kind in ("f16", "bf16", "f8e4m3fn", "f8e4m3fnuz", "f8e5m2", "f8e5m2fnuz", "f8e8m0"):
            for size, factor in (("small", "small"), ("large", "large")):
                name = f"{kind}_{size}"
                lines += [f"  %{name}_a = mul %x, %{factor}", f"  %{name}_b = cast %{name}_a {{to = {kind}}}",
                          f"  %{name} = cast %{name}_b {{to = f32}}"]
                results.append(name)
        self.model.write_text(
            "func main(%x: f32[n]) -> (" + ", ".join(f"{r}: f32[n]" for r in results) + ") {\n"
            "  %small = constant {value = f32[](0.01)}\n  %large = constant {value = f32[](100.0)}\n"
            + "\n".join(lines) + "\n  return " + ", ".join(f"%{r}" for r in results) + "\n}\n")
        said = self.ok("check", self.model, "--dim", "n=2000").stdout
        self.assertEqual(said.count("largest difference 0,"), len(results), said)

    def test_run(self):
        library = self.library()
        for source in (library, self.model):
            self.ok("run", source, "--dim", "n=4", "--output-dir", self.folder)
            array = (self.folder / "y.npy").read_bytes()
            self.assertIn(b"'shape': (4, 2)", array)
            self.ok("run", source, "--dim", "n=4", "--output-dir", self.folder)
            self.assertEqual((self.folder / "y.npy").read_bytes(), array, "the same seed draws the same")
            self.ok("run", source, "--dim", "n=4", "--seed", 1, "--output-dir", self.folder)
            self.assertNotEqual((self.folder / "y.npy").read_bytes(), array)

    def test_explain(self):
        # per row: six multiplications, six additions of the product, two of the bias, two of relu; 3 + 2 floats
        said = self.ok("explain", self.model, "--dim", "n=100000").stdout
        self.assertIn("1 kernel: 1.6 MFLOP, 2.0 MB of operands and results, arena 0 bytes (the least is 0)\n", said)
        self.assertIn("shifted", said)
        self.assertIn("-> f32[100000, 2]", said)
        said = self.ok("explain", self.model).stdout
        self.assertIn("1 kernel for n = 1: ", said)
        said = self.ok("explain", self.model, "--measure", "--dim", "n=100000").stdout
        peak = float(re.search(r" ms a call on one thread, [0-9.]+ % of the (\d+) GFLOP/s ", said)[1])
        rows = [line.split() for line in said.splitlines()[3:]]
        self.assertEqual(len(rows), 2)
        self.assertAlmostEqual(sum(float(row[1]) for row in rows), 100, delta=0.2)
        rate, of_peak = float(rows[0][3]), float(rows[0][4])
        self.assertAlmostEqual(of_peak, 100 * rate / peak, delta=0.1 + 0.1 * of_peak)
        self.assertGreater(of_peak, 0)
        self.assertEqual(tenonc("explain", self.folder / "lost.onnx").returncode, 3)

    def test_explain_branches(self):
        source = self.folder / "branches.tenon"
        source.write_text(
            "func main(%c: bool[], %x: f32[8]) -> (y: f32[8]) {\n"
            '  %y = if %c do {\n    %a = neg %x @ "yes"\n    yield %a\n'
            '  } do {\n    %b = exp %x @ "no"\n    yield %b\n  } : f32[8]\n'
            "  return %y\n}\n"
        )
        said = self.ok("explain", source).stdout
        self.assertIn("2 kernels: ", said)
        self.assertIn("yes -> f32[8]", said)
        self.assertIn("no -> f32[8]", said)

    def test_inspect(self):
        said = self.ok("inspect", self.library("--threads", 3, "--prefix", "mine")).stdout
        self.assertIn("main(x: f32[n, 3]) -> (y: f32[n, 2])", said)
        self.assertIn("mine_*", said)
        self.assertIn("threads   3", said)
        self.assertIn("      1 kernel, 0 buffers\n", said)
        self.assertEqual(tenonc("inspect", self.model).returncode, 2)
        self.assertEqual(tenonc("inspect", self.folder / "lost.so").returncode, 3)

    def test_inspect_memory(self):
        """The plan is what `explain` says it comes to, in words and in numbers; the weights are counted."""
        source, library = self.folder / "chain.tenon", self.folder / "chain.so"
        source.write_text(
            "func main(%x: f32[n, 3], %w: f32[3, m]) -> (y: f32[n, m]) {\n"
            "  %u = constant {value = f32[3, 3](1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0)}\n"
            '  %a = mat_mul %x, %u @ "first"\n  %b = mat_mul %a, %u @ "second"\n  %c = mat_mul %b, %u @ "third"\n'
            '  %y = mat_mul %c, %w @ "last"\n  return %y\n}\n'
        )
        self.ok(source, "-o", library)
        said = self.ok("inspect", library).stdout
        self.assertRegex(said, r"\n  memory of main\n      4 kernels, 3 buffers\n")
        self.assertRegex(said, r"#0 +0 +64\*floordiv\(12\*n \+ 63, 64\) +first to second\n")
        self.assertGreaterEqual(int(re.search(r"weights   (\d+) bytes", said)[1]), 36)
        said = self.ok("inspect", library, "--dim", "n=100", "--dim", "m=2").stdout
        self.assertIn(": an arena of 2432 bytes (the least is 2432)\n", said)
        said = self.ok("explain", source, "--dim", "n=100", "--dim", "m=2").stdout
        self.assertIn(" arena 2432 bytes (the least is 2432)\n", said)
        plan = json.loads(self.ok("inspect", library, "--json").stdout)["functions"][0]
        self.assertEqual([b["kernels"] for b in plan["buffers"]], [[0, 1], [1, 2], [2, 3]])
        self.assertEqual(plan["kernels"], ["first", "second", "third", "last"])
        wrong = tenonc("inspect", library, "--dim", "k=1")
        self.assertEqual(wrong.returncode, 1)
        self.assertIn("--dim k: the library has no such symbol; it has n, m", wrong.stderr)

    def test_dim(self):
        said = self.ok(self.model, "--emit", "graph", "--dim", "n=7").stdout
        self.assertIn("f32[7, 3]", said)
        self.assertNotIn("[n", said)
        self.assertEqual(tenonc(self.model, "--emit", "graph", "--dim", "m=7").returncode, 1)

    def test_passes_are_shown(self):
        known = [line.split()[0] for line in self.ok("passes").stdout.splitlines()]
        self.assertIn("group-kernels", known)
        said = self.ok(self.model, "-o", self.folder / "m.so", "--print-after", "group-kernels")
        self.assertEqual(said.stdout.count("// after group-kernels"), 1)
        self.assertIn("fused", said.stdout)
        wrong = tenonc(self.model, "-o", self.folder / "m.so", "--print-after", "nothing")
        self.assertEqual((wrong.returncode, "nothing" in wrong.stderr), (1, True))
        dump = self.folder / "dump"
        self.ok(self.model, "-o", self.folder / "m.so", "--dump", dump)
        names = sorted(path.name for path in dump.iterdir())
        self.assertTrue(set(known) >= {name[3:].removesuffix(".tenon") for name in names}, names)
        self.assertIn("kernel", (dump / names[-1]).read_text())
        table = self.ok(self.model, "-o", self.folder / "m.so", "--time").stderr
        self.assertIn("group-kernels", table)
        self.assertIn("total", table)

    def test_lists(self):
        self.assertIn("mat_mul(", self.ok("ops").stdout)
        rules = self.ok("rules").stdout
        self.assertIn("decompose-gemm: ", rules)
        self.assertRegex(rules, r"decompose-batch-normalization: batch-normalization +within 0\.\d+\n")
        self.assertRegex(rules, r"decompose-normalizations: softmax +equal\n")
        self.assertRegex(rules, r"\n\d+ rules, \d+ of them unchecked\n$")

    def test_batch(self):
        wrong = self.folder / "wrong.tenon"
        wrong.write_text(WRONG)
        jobs = self.folder / "jobs"
        jobs.write_text(f"{self.model}\t{self.folder}/1.so\n\n{wrong}\t{self.folder}/3.so\n"
                        f"{self.model}\t{self.folder}/no/4.so\n{self.model}\t{self.folder}/5.so\n")
        done = tenonc("--batch", jobs)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn(f"{jobs}: line 3: ", done.stderr)
        self.assertIn(f"{jobs}: line 4: ", done.stderr)
        self.assertEqual((self.folder / "1.so").read_bytes(), (self.folder / "5.so").read_bytes())
        self.assertEqual((self.folder / "1.so").read_bytes(), self.library().read_bytes())
        self.assertFalse((self.folder / "3.so").exists())

    def test_other_machine(self):
        path = self.library("--target", "aarch64-linux-gnu")
        self.assertEqual(path.read_bytes()[18:20], (183).to_bytes(2, "little"), "EM_AARCH64")
        self.assertIn("aarch64", self.ok("inspect", path).stdout)

    def test_all_problems_at_once(self):
        wrong = self.folder / "wrong.tenon"
        wrong.write_text(WRONG.replace("add %m", "add %w"))
        done = tenonc(wrong, "-o", self.folder / "m.so")
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr.count("wrong.tenon:"), len([l for l in done.stderr.splitlines() if "error:" in l]))
        self.assertFalse((self.folder / "m.so").exists())


if __name__ == "__main__":
    unittest.main()
