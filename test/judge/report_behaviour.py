"""Reports that are no single model's values: where files lie, threads, several libraries at once, the stack."""
import threading

import numpy as np
import onnx
import onnxruntime

from artifact import Artifact
from compare import relative_difference
from isolate import run_all
from report_cases import f32, loop_body
from small import F32, I64, external, helper, info, model, node, save, tensor


# --- Called in a worker -----------------------------------------------------------------------------------------------

def gives(library, path, inputs, wanted):
    actual, = Artifact(library, onnx.load(path, load_external_data=False)).run(inputs)
    assert np.array_equal(actual, wanted), f"{actual}, expected {wanted}"


def many_threads(library, path):
    """8 threads x 1,000 calls, different inputs and sizes, the first calls at once."""
    artifact, together, problems = Artifact(library, onnx.load(path)), threading.Barrier(8), []

    def calls(index):
        x = np.arange(1 + 3 * index, dtype=F32) - index
        wanted = control_flow(x)
        together.wait()
        for count in range(1000):
            y, = artifact.run([x])
            if not np.allclose(y, wanted, rtol=1e-5):
                problems.append(f"thread {index}, call {count}: {y}, expected {wanted}")
                return

    threads = [threading.Thread(target=calls, args=(index,)) for index in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not problems, problems[0]


def small_stack(library, path, shapes):
    """On a thread whose stack has 256 KB."""
    inputs = [np.random.default_rng(5).normal(0, 1, shape).astype(F32) for shape in shapes]
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    wanted = session.run(None, {i.name: v for i, v in zip(session.get_inputs(), inputs)})[0]
    artifact, answers = Artifact(library, onnx.load(path)), []
    threading.stack_size(256 * 1024)
    thread = threading.Thread(target=lambda: answers.extend(artifact.run(inputs)))
    thread.start()
    thread.join()
    assert answers, "the call failed"
    assert relative_difference(answers[0], wanted) < 1e-5


def both(first, second, path):
    """Two libraries with the same names inside, loaded together, called in turns."""
    made = onnx.load(path)
    one, two = Artifact(first, made), Artifact(second, made)
    for _ in range(3):
        assert np.array_equal(one.run([f32(1, 2)])[0], f32(2, 4)), "the first library is wrong"
        assert np.array_equal(two.run([f32(1, 2)])[0], f32(11, 22)), "the second library is wrong"


# --- Models -----------------------------------------------------------------------------------------------------------

def branch(nodes, output, weights=()):
    return helper.make_graph(nodes, "branch", [], [info(output)], list(weights))


def control_flow(x):
    """What control_flow_model computes."""
    for _ in range(3):
        x = x * F32(0.5) + 1
    return x + 1 if x.sum() > 0 else -x


def control_flow_model():
    body = loop_body([node("Identity", "c", "d"), node("Mul", "v half", "w"), node("Add", "w one", "v2")],
                     ["i i64", "c bool", "v f32 n"], ["d bool", "v2 f32 n"])
    nodes = [node("Loop", "m _ x", "z", body=body), node("ReduceSum", "z", "s", keepdims=0), node("Greater", "s zero", "p"),
             node("If", "p", "y", then_branch=branch([node("Add", "z one", "a")], "a f32 n"),
                  else_branch=branch([node("Neg", "z", "b")], "b f32 n"))]
    weights = {"m": np.array(3, I64), "half": F32(0.5), "one": F32(1), "zero": F32(0)}
    return model(nodes, ["x f32 n"], ["y f32 n"], weights, opset=13)


def external_models():
    """(name, model): the same four numbers, wherever a tensor may stand."""
    outer = lambda name: external(name, "f32", [4], "w.bin", 4096, 16)
    scalar = external("", "f32", [1], "w.bin", 4096, 4)
    add = node("Add", "x w")
    yield "initialiser", model([add], ["x f32 4"], ["y f32 4"], [outer("w")])
    yield "Constant", model([node("Constant", "", "w", value=outer("")), add], ["x f32 4"], ["y f32 4"])
    yield "ConstantOfShape", model([node("ConstantOfShape", "four", "ones", value=scalar), node("Mul", "ones w", "v"),
                                    node("Add", "x v")], ["x f32 4"], ["y f32 4"], [outer("w"), tensor("four", [4], I64)])
    then = branch([node("Add", "x w", "a")], "a f32 4", [outer("w")])
    other = branch([node("Neg", "x", "b")], "b f32 4")
    yield "If", model([node("If", "yes", "y", then_branch=then, else_branch=other)], ["x f32 4"], ["y f32 4"], {"yes": np.array(True)})


def write_external(folder):
    folder.mkdir(parents=True)
    (folder / "w.bin").write_bytes(bytes(4096) + f32(1, 2, 3, 4).tobytes() + bytes(64))


# --- Judging ----------------------------------------------------------------------------------------------------------

def externals(compiler, folder):
    """BR-68: relative to the model's file, however it is named."""
    home = folder / "external"
    write_external(home)
    for kind, made in external_models():
        save(made, home / "m.onnx")
        for how, argument, cwd in (("bare", "m.onnx", home), ("relative", "external/m.onnx", folder), ("absolute", home / "m.onnx", "/")):
            library = folder / f"external-{kind}-{how}.so"
            problem = compiler.problem(compiler.run(argument, "-o", library, cwd=cwd), library)
            yield f"BR-68 {kind}, {how}", problem, ("gives", (str(library), str(home / "m.onnx"), [f32(0, 0, 0, 0)], f32(1, 2, 3, 4)))


def unusual_paths(compiler, folder):
    """BR-70: other scripts, accents and a blank in every path."""
    home = folder / "模型 für émoi"
    write_external(home)
    path, library = home / "modèle 一.onnx", home / "bibliothèque 二.so"
    save(next(external_models())[1], path)
    problem = compiler.compile(path, library)
    yield "BR-70 unusual paths", problem, ("gives", (str(library), str(path), [f32(0, 0, 0, 0)], f32(1, 2, 3, 4)))


def threads(compiler, folder):
    path, library = save(control_flow_model(), folder / "control.onnx"), folder / "control.so"
    yield "BR-74 threads", compiler.compile(path, library), ("many_threads", (str(library), str(path)))


def several(compiler, folder):
    paths = []
    for name, factor in (("first", 2), ("second", 11)):
        made = model([node("Mul", "x w")], ["x f32 2"], ["y f32 2"], {"w": F32(factor)})
        paths.append((save(made, folder / f"{name}.onnx"), folder / f"{name}-library.so"))
    problem = next((p for p in (compiler.compile(*pair) for pair in paths) if p), None)
    yield "BR-76 two libraries", problem, ("both", (str(paths[0][1]), str(paths[1][1]), str(paths[0][0])))


def stack(compiler, folder):
    rng = np.random.default_rng(6)
    conv = node("Conv", "x w", "c", kernel_shape=[3, 3], pads=[1, 1, 1, 1])
    pool = node("MaxPool", "c", "y", kernel_shape=[2, 2], strides=[2, 2])
    weights = {"w": rng.normal(0, 0.1, (8, 8, 3, 3)).astype(F32)}
    for name, made, shapes in (
            ("Conv and MaxPool", model([conv, pool], ["x f32 1 8 512 512"], ["y f32 1 8 256 256"], weights), [(1, 8, 512, 512)]),
            ("Softmax", model([node("Softmax", "x")], ["x f32 n"], ["y f32 n"]), [(1000000,)])):
        path, library = save(made, folder / f"stack-{name}.onnx"), folder / f"stack-{name}.so"
        yield f"BR-77 {name}", compiler.compile(path, library), ("small_stack", (str(library), str(path), shapes))
    body = loop_body([node("Identity", "c", "d"), node("Add", "v one", "v2")], ["i i64", "c bool", "v f32 1"], ["d bool", "v2 f32 1"])
    made = model([node("Loop", "m _ x", "y", body=body)], ["x f32 1"], ["y f32 1"], {"m": np.array(100000, I64), "one": f32(1)})
    path, library = save(made, folder / "stack-loop.onnx"), folder / "stack-loop.so"
    yield "BR-77 Loop", compiler.compile(path, library), ("gives", (str(library), str(path), [f32(0)], f32(100000)))


def judge(compiler, folder, wanted):
    results, jobs = {}, []
    for part in (externals, unusual_paths, threads, several, stack):
        for name, problem, (function, arguments) in part(compiler, folder):
            if not wanted(name):
                continue
            results[name] = problem
            if problem is None:
                jobs.append((name, "report_behaviour", function, arguments))
    for name, right, what in run_all(jobs, seconds=60):
        results[name] = None if right else what
    return results
