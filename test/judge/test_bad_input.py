"""Broken models, files and command lines: tenonc answers with the documented exit code and a message that names the
culprit, and leaves no file behind. docs/exit-codes.md is the table."""
import argparse
import os
import pathlib
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile

import tenonc
from checks import Checks, Skip
from small import F32, I64, TensorProto, external, helper, model, node, np, save, tensor

USAGE, REFUSED, INPUT_OUTPUT = 1, 2, 3


def relu_model():
    return model([node("Relu", "x")], ["x f32 n 3"], ["y f32 n 3"])


def relu_bytes():
    return relu_model().SerializeToString()


def large_model():
    """A library of some megabytes, for disks that are too small."""
    weight = np.ones((1024, 1024), F32)
    return model([node("MatMul", "x w")], ["x f32 n 1024"], ["y f32 n 1024"], {"w": weight})


# --- Broken models: (name, model or bytes, words the message must hold) -------------------------------------------------

def broken_files():
    whole = model([node("MatMul", "x w")], ["x f32 n 64"], ["y f32 n 64"], {"w": np.ones((64, 64), F32)}).SerializeToString()
    yield "empty file", b"", ["broken.onnx"]
    for share in (1, 10, 50, 90):
        yield f"truncated to {share} %", whole[:len(whole) * share // 100], ["broken.onnx"]
    yield "last byte missing", whole[:-1], ["broken.onnx"]
    yield "garbage", random.Random(1).randbytes(5000), ["broken.onnx"]
    yield "text", b"This is not a model.\n" * 10, ["broken.onnx"]
    yield "zeros", bytes(4096), ["broken.onnx"]


def broken_structure():
    add, neg = node("Add", "x b", "a", name="first_of_cycle"), node("Neg", "a", "b", name="second_of_cycle")
    yield "cycle", model([add, neg], ["x f32 3"], ["a f32 3"]), ["first_of_cycle"]
    yield "node reads its own result", model([node("Add", "x y", name="selfish")], ["x f32 3"], ["y f32 3"]), ["selfish"]
    twice = [node("Relu", "x", "twice", name="one"), node("Neg", "x", "twice", name="two")]
    yield "two nodes write one value", model(twice, ["x f32 3"], ["twice f32 3"]), ["twice"]
    yield "two inputs of one name", model([node("Relu", "x")], ["x f32 3", "x f32 3"], ["y f32 3"]), ["x"]
    same = [tensor("weight_twice", [1, 2, 3], F32), tensor("weight_twice", [4, 5, 6], F32)]
    yield "two initialisers of one name", model([node("Add", "x weight_twice")], ["x f32 3"], ["y f32 3"], same), ["weight_twice"]
    lost = model([node("Add", "x lost_weight", name="loser")], ["x f32 3"], ["y f32 3"])
    yield "missing initialiser", lost, ["lost_weight", "loser"]
    yield "output nobody writes", model([node("Relu", "x", "z")], ["x f32 3"], ["never_written f32 3"]), ["never_written"]
    no_graph = relu_model()
    no_graph.ClearField("graph")
    yield "no graph", no_graph, ["graph"]


def broken_operators():
    one = lambda made, **more: model([made], ["x f32 2 3"], ["y f32 2 3"], **more)
    yield "unknown operator", one(node("Frobnicate", "x", name="strange")), ["Frobnicate", "strange"]
    yield "unknown domain", one(node("Relu", "x", name="far", domain="com.example"), domains=["com.example"]), ["com.example", "far"]
    yield "operator newer than the opset", one(node("Gelu", "x", name="early"), opset=17), ["Gelu", "early"]
    yield "too many operands", one(node("Relu", "x x", name="greedy")), ["greedy", "Relu"]
    yield "too few operands", one(node("Add", "x", name="lonely")), ["lonely", "Add"]
    yield "required attribute missing", one(node("Concat", "x x", name="axisless")), ["axisless", "axis"]
    wrong = node("Concat", "x x", name="worded")
    wrong.attribute.append(helper.make_attribute("axis", "zero"))
    yield "attribute of the wrong type", one(wrong), ["worded", "axis"]
    yield "attribute the operator lacks", one(node("Relu", "x", name="fancy", slope=0.1)), ["fancy", "slope"]
    yield "complex dtype", model([node("Add", "x x", name="complicated")], ["x complex64 3"], ["y complex64 3"]), ["complex64"]
    yield "operand dtypes differ", model([node("Add", "x z", name="mixed")], ["x f32 3", "z i64 3"], ["y f32 3"]), ["mixed"]
    yield "dtype the operator refuses", model([node("Sqrt", "x", name="rooted")], ["x bool 3"], ["y bool 3"]), ["rooted", "bool"]
    undefined = relu_model()
    undefined.graph.input[0].type.tensor_type.elem_type = 0
    yield "input without dtype", undefined, ["x"]
    future = relu_model()
    future.graph.input[0].type.tensor_type.elem_type = 200
    yield "dtype number from the future", future, ["200"]
    yield "opset too new", one(node("Relu", "x"), opset=99), ["99"]
    yield "IR version too new", one(node("Relu", "x"), ir_version=99), ["99"]
    no_opset = relu_model()
    del no_opset.opset_import[:]
    yield "no opset", no_opset, ["opset"]


def broken_shapes():
    yield "MatMul", model([node("MatMul", "a b", name="product")], ["a f32 2 3", "b f32 4 5"], ["y f32 2 5"]), ["product", "3", "4"]
    yield "Add", model([node("Add", "a b", name="sum")], ["a f32 2 3", "b f32 2 4"], ["y f32 2 4"]), ["sum", "3", "4"]
    conv = node("Conv", "x w", name="convolution", kernel_shape=[3, 3])
    yield "Conv channels", model([conv], ["x f32 1 3 8 8"], ["y f32 1 4 6 6"], {"w": np.ones((4, 5, 3, 3), F32)}), ["convolution", "5"]
    huge = node("Conv", "x w", name="narrow")
    yield "Conv kernel larger than input", model([huge], ["x f32 1 1 2 2"], ["y f32 1 1 1 1"], {"w": np.ones((1, 1, 5, 5), F32)}), ["narrow"]
    reshape = [node("Reshape", "x shape", name="reshaped")]
    yield "Reshape", model(reshape, ["x f32 2 3"], ["y f32 4"], {"shape": np.array([4], I64)}), ["reshaped", "4"]
    yield "Reshape with two -1", model(reshape, ["x f32 2 3"], ["y f32 ? ?"], {"shape": np.array([-1, -1], I64)}), ["reshaped"]
    yield "Concat", model([node("Concat", "a b", name="joined", axis=0)], ["a f32 2 3", "b f32 2 4"], ["y f32 4 3"]), ["joined"]
    yield "axis out of range", model([node("Concat", "a a", name="far_axis", axis=5)], ["a f32 2 3"], ["y f32 2 3"]), ["far_axis", "5"]
    yield "Transpose", model([node("Transpose", "x", name="turned", perm=[0, 0])], ["x f32 2 3"], ["y f32 2 3"]), ["turned"]
    yield "Gemm", model([node("Gemm", "a b", name="general")], ["a f32 2 3", "b f32 4 5"], ["y f32 2 5"]), ["general"]
    yield "declared output", model([node("Relu", "x", "wrong_output")], ["x f32 2 3"], ["wrong_output f32 2 4"]), ["wrong_output"]
    yield "declared output dtype", model([node("Relu", "x", "wrong_output")], ["x f32 2"], ["wrong_output i64 2"]), ["wrong_output"]
    yield "negative dimension", model([node("Relu", "x")], ["x f32 -2 3"], ["y f32 -2 3"]), ["x", "-2"]
    both = [node("Frobnicate", "a", "u", name="strange"), node("MatMul", "a b", "v", name="product"), node("Add", "u v", "y")]
    yield "all problems in one go", model(both, ["a f32 2 3", "b f32 4 5"], ["y f32 2 5"]), ["strange", "Frobnicate", "product"]


def broken_tensors():
    def with_weight(weight):
        return model([node("Add", "x bad_weight")], ["x f32 3"], ["y f32 3"], [weight])

    weight = tensor("bad_weight", [1, 2, 3], F32)
    weight.raw_data = weight.raw_data[:-1]
    yield "raw data too short", with_weight(weight), ["bad_weight"]
    weight = tensor("bad_weight", [1, 2, 3, 4], F32)
    weight.dims[0] = 3
    yield "raw data too long", with_weight(weight), ["bad_weight"]
    both = tensor("bad_weight", [1, 2, 3], F32)
    both.float_data.extend([1, 2, 3])
    yield "raw and typed data", with_weight(both), ["bad_weight"]
    yield "no data", with_weight(TensorProto(name="bad_weight", data_type=1, dims=[3])), ["bad_weight"]
    yield "typed data too short", with_weight(TensorProto(name="bad_weight", data_type=1, dims=[3], float_data=[1])), ["bad_weight"]
    yield "data in another type's field", with_weight(TensorProto(name="bad_weight", data_type=1, dims=[3], int64_data=[1, 2, 3])), ["bad_weight"]
    huge = TensorProto(name="bad_weight", data_type=1, dims=[1 << 40, 1 << 40], raw_data=b"1234")
    yield "size overflows", with_weight(huge), ["bad_weight"]
    yield "negative size", with_weight(TensorProto(name="bad_weight", data_type=1, dims=[-3], raw_data=b"")), ["bad_weight"]


def broken_external():
    def with_external(*place):
        return model([node("Add", "x outer_weight")], ["x f32 4"], ["y f32 4"], [external("outer_weight", "f32", [4], *place)])

    yield "file missing", with_external("lost.bin"), ["outer_weight", "lost.bin"]
    yield "file too short", with_external("short.bin", 0, 16), ["outer_weight", "short.bin"]
    yield "offset past the end", with_external("whole.bin", 4096, 16), ["outer_weight", "whole.bin"]
    yield "offset overflows", with_external("whole.bin", (1 << 63) - 8, 16), ["outer_weight"]
    yield "length is not the tensor's", with_external("whole.bin", 0, 12), ["outer_weight", "12"]
    yield "offset is no number", with_external("whole.bin", "start", 16), ["outer_weight", "start"]
    yield "negative offset", with_external("whole.bin", -16, 16), ["outer_weight"]
    yield "no location", with_external(None, 0, 16), ["outer_weight"]
    yield "outside the folder", with_external("../outside.bin", 0, 16), ["outer_weight", "../outside.bin"]
    yield "outside by a detour", with_external("inner/../../outside.bin", 0, 16), ["outer_weight"]
    yield "absolute path", with_external("/etc/passwd", 0, 16), ["outer_weight", "/etc/passwd"]
    yield "link that leads outside", with_external("link.bin", 0, 16), ["outer_weight", "link.bin"]
    yield "a folder", with_external("inner", 0, 16), ["outer_weight", "inner"]


TEXTS = (("unclosed operand list", "func main(%x: f32[n, 3]) -> f32[n, 3] {\n  %y = relu(%x\n  return %y\n}\n"),
         ("not the language", "this is no intermediate representation\n"),
         ("unknown value", "func main(%x: f32[3]) -> f32[3] {\n  %y = relu(%nowhere)\n  return %y\n}\n"),
         ("unknown op", "func main(%x: f32[3]) -> f32[3] {\n  %y = frobnicate(%x)\n  return %y\n}\n"),
         ("ends in the middle", "func main(%x: f32[3]) -> f32[3] {\n  %y = "),
         ("bytes that are no text", "func main(\x01\x02\x03"))


# --- Running ----------------------------------------------------------------------------------------------------------

class Judge:
    def __init__(self, compiler, folder):
        self.tenonc, self.folder, self.checks = compiler, folder, Checks()

    def place(self, name):
        """A folder of its own, with one above it that an artifact or a model must not reach."""
        room = pathlib.Path(tempfile.mkdtemp(prefix="case-", dir=self.folder)) / "room"
        (room / "inner").mkdir(parents=True)
        (room / "whole.bin").write_bytes(np.arange(4, dtype=F32).tobytes())
        (room / "short.bin").write_bytes(b"12345")
        (room.parent / "outside.bin").write_bytes(bytes(64))
        (room / "link.bin").symlink_to(room.parent / "outside.bin")
        return room

    def call(self, code, words, *arguments, **keywords):
        done = self.tenonc.run(*arguments, **keywords)
        said = done.stderr.strip()
        assert done.returncode == code, f"{tenonc.ended(done.returncode)}, expected {code}; it said: {said[-600:] or 'nothing'}"
        named = said.replace(str(self.folder), "")
        missing = [word for word in words if not re.search(rf"(?<!\w){re.escape(word)}(?!\w)", named)]
        assert said and not missing, f"the message does not name {missing}: {said[-600:] or '(none)'}"
        assert "AddressSanitizer" not in said and "runtime error:" not in said, said[-2000:]
        return said

    def refuse(self, room, source, words, code=REFUSED):
        """Compiles over an older library: it must be left as it was, and nothing be added."""
        old = room / "model.so"
        old.write_bytes(b"an older library")
        before = sorted(os.listdir(room))
        self.call(code, words, source, "-o", old)
        assert old.read_bytes() == b"an older library", "the older output file was touched"
        assert sorted(os.listdir(room)) == before, f"files left: {set(os.listdir(room)) - set(before)}"

    def refuse_model(self, made, words):
        room = self.place("model")
        source = room / "broken.onnx"
        source.write_bytes(made if isinstance(made, bytes) else made.SerializeToString())
        self.refuse(room, source, words)

    def models(self):
        for family in (broken_files, broken_structure, broken_operators, broken_shapes, broken_tensors, broken_external):
            for name, made, words in family():
                self.checks.run(f"{family.__name__}: {name}", self.refuse_model, made, words)

    def texts(self):
        for name, text in TEXTS:
            self.checks.run(f".tenon: {name}", self.refuse_text, text)

    def refuse_text(self, text):
        room = self.place("text")
        source = room / "broken.tenon"
        source.write_text(text)
        said = self.call(REFUSED, ["broken.tenon"], source, "-o", room / "model.so")
        place = said.split("broken.tenon:", 1)[1].split(":")
        assert place[0].isdigit() and place[1].isdigit(), f"no line and column: {said[:300]}"
        assert any(line.strip() == "^" or line.strip().startswith("^") for line in said.splitlines()), f"no caret: {said[:300]}"
        assert not (room / "model.so").exists(), "an output file was left"

    # --- Files and command lines

    def files(self):
        for name in ("no_such_model", "model_is_a_folder", "folder_missing", "output_is_a_folder", "folder_is_a_file",
                     "file_size_limit", "disk_full"):
            self.checks.run(f"files: {name}", getattr(self, name))

    def no_such_model(self):
        room = self.place("files")
        self.refuse(room, room / "nowhere.onnx", ["nowhere.onnx"], INPUT_OUTPUT)

    def model_is_a_folder(self):
        room = self.place("files")
        self.refuse(room, room / "inner", ["inner"], INPUT_OUTPUT)

    def folder_missing(self):
        room = self.place("files")
        self.call(INPUT_OUTPUT, ["missing"], save(relu_model(), room / "m.onnx"), "-o", room / "missing/model.so")

    def output_is_a_folder(self):
        room = self.place("files")
        self.call(INPUT_OUTPUT, ["inner"], save(relu_model(), room / "m.onnx"), "-o", room / "inner")
        assert (room / "inner").is_dir() and not list((room / "inner").iterdir())

    def folder_is_a_file(self):
        room = self.place("files")
        self.call(INPUT_OUTPUT, ["whole.bin"], save(relu_model(), room / "m.onnx"), "-o", room / "whole.bin/model.so")

    def file_size_limit(self):
        """A write that fails half way, as on a full disk, where nothing may be mounted."""
        room = self.place("files")
        source = save(large_model(), room / "m.onnx")

        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))

        before = sorted(os.listdir(room))
        self.call(INPUT_OUTPUT, ["model.so"], source, "-o", room / "model.so", preexec_fn=limit, restore_signals=False)
        assert sorted(os.listdir(room)) == before, f"files left: {set(os.listdir(room)) - set(before)}"

    def disk_full(self):
        room = self.place("files")
        small = room / "inner"
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "none", small], capture_output=True).returncode:
            raise Skip("a small disk cannot be mounted here")
        try:
            self.call(INPUT_OUTPUT, ["model.so"], save(large_model(), room / "m.onnx"), "-o", small / "model.so")
            assert not list(small.iterdir()), f"files left: {list(small.iterdir())}"
        finally:
            subprocess.run(["umount", small], check=True)

    def command_lines(self):
        room = self.place("usage")
        good = save(relu_model(), room / "good.onnx")
        for name, words, arguments in (
                ("nothing", [], []), ("unknown option", ["--frobnicate"], [good, "--frobnicate"]),
                ("unknown symbol", ["nowhere"], [good, "-o", room / "m.so", "--dim", "nowhere=3"]),
                ("dimension is no number", ["n=many"], [good, "-o", room / "m.so", "--dim", "n=many"]),
                ("negative dimension", ["n=-1"], [good, "-o", room / "m.so", "--dim", "n=-1"]),
                ("unknown level", ["frobnicate"], [good, "--emit", "frobnicate"]),
                ("unknown processor", ["frobnicate"], [good, "-o", room / "m.so", "--cpu", "frobnicate"]),
                ("unknown target", ["frobnicate"], [good, "-o", room / "m.so", "--target", "frobnicate"])):
            self.checks.run(f"usage: {name}", self.call, USAGE, words, *arguments)

    def runs(self):
        room = self.place("run")
        good = save(relu_model(), room / "good.onnx")
        np.save(room / "x.npy", np.zeros((2, 4), F32))
        np.save(room / "i.npy", np.zeros((2, 3), I64))
        (room / "text.npy").write_text("not an array")
        for name, code, words, given in (
                ("wrong shape", REFUSED, ["x", "4", "3"], "x=x.npy"), ("wrong dtype", REFUSED, ["x"], "x=i.npy"),
                ("no such input", USAGE, ["nowhere"], "nowhere=x.npy"),
                ("no such file", INPUT_OUTPUT, ["lost.npy"], "x=lost.npy"),
                ("no array", REFUSED, ["text.npy"], "x=text.npy")):
            self.checks.run(f"run: {name}", self.call_in, room, code, words,
                            "run", good, "--input", given, "--output-dir", room / "inner")

    def call_in(self, room, code, words, *arguments):
        self.call(code, words, *arguments, cwd=room)
        assert not list((room / "inner").iterdir()), "an output was left"

    # --- Luck

    def flipped_bytes(self, count=300):
        """Mutants of one model in one call: some are fine, most are refused, none may crash or hang."""
        room = self.place("mutants")
        conv = node("Conv", "x w b", "c", kernel_shape=[3, 3], pads=[1, 1, 1, 1])
        nodes = [conv, node("Relu", "c", "r"), node("Reshape", "r shape", "f"), node("Gemm", "f v", "y", transB=1)]
        weights = {"w": np.ones((2, 1, 3, 3), F32), "b": np.zeros(2, F32), "shape": np.array([0, -1], I64),
                   "v": np.ones((3, 32), F32)}
        whole = model(nodes, ["x f32 n 1 4 4"], ["y f32 n 3"], weights).SerializeToString()
        luck = random.Random(20)
        pairs = []
        for index in range(count):
            mutant = bytearray(whole)
            for _ in range(luck.randint(1, 4)):
                mutant[luck.randrange(len(mutant))] = luck.randrange(256)
            path = room / f"{index}.onnx"
            path.write_bytes(mutant)
            pairs.append((path, room / f"{index}.so"))
        results = self.tenonc.compile_all(pairs, seconds=10)
        bad = {pathlib.Path(k).stem: v for k, v in results.items() if v and ("killed by" in v or "exit code 70" in v)}
        assert not bad, f"{len(bad)} of {count} mutants crash it, the first: {next(iter(bad.items()))}"
        leftovers = [p.name for p in room.iterdir() if p.suffix not in (".onnx", ".so", ".bin") and p.is_file()]
        assert not leftovers, f"files left: {leftovers}"


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    tenonc.add_arguments(arguments)
    options = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        judge = Judge(tenonc.Tenonc(options.tenonc), pathlib.Path(folder))
        for part in (judge.models, judge.texts, judge.files, judge.command_lines, judge.runs):
            part()
        judge.checks.run("flipped bytes", judge.flipped_bytes)
    return judge.checks.close()


if __name__ == "__main__":
    sys.exit(main())
