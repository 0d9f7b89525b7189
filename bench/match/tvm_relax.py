#!/usr/bin/env python3
"""tvm_relax.py GRAPH: the side of TVM's Relax pattern rewriter in bench/match; it answers as tenon.cpp does.

All nodes are bindings of one dataflow block. Whether a value has other users is no part of these patterns; the graphs leave
no room for a difference, which the driver checks."""
import collections
import sys
import time

from tvm import relax
from tvm.relax.dpl import PatternMatchingRewriter, is_expr, is_op, wildcard

OPS = {"neg": "negative", "mat_mul": "matmul", "mul": "multiply", "sub": "subtract", "relu": "nn.relu",
       "transpose": "permute_dims"}
CALLS = {name: relax.op.nn.relu if name == "relu" else getattr(relax.op, OPS.get(name, name))
         for name in ("add", "exp", "mat_mul", "mul", "neg", "relu", "sigmoid", "sub", "tanh", "transpose")}
NAMES = {f"relax.{OPS.get(name, name)}": name for name in CALLS}


def pattern(name, *operands):
    return is_op(f"relax.{OPS.get(name, name)}")(*operands)


def turned(x):
    return pattern("transpose", x).has_attr({"axes": [1, 0]})


def rules():
    """One rewriter of all rules, so that a visit of a node tries them all."""
    x, y, f, op = wildcard(), wildcard(), wildcard(), CALLS
    two, half = (is_expr(relax.const(number, "float32")) for number in (2.0, 0.5))
    all_rules = [
        (pattern("neg", pattern("neg", x)), lambda _, m: m[x]),
        (pattern("neg", pattern("sub", x, y)), lambda _, m: op["sub"](m[y], m[x])),
        (pattern("add", x, pattern("neg", y)), lambda _, m: op["sub"](m[x], m[y])),
        (pattern("relu", pattern("relu", x)), lambda _, m: op["relu"](m[x])),
        (turned(turned(x)), lambda _, m: m[x]),
        (turned(pattern("mat_mul", turned(x), turned(y))), lambda _, m: op["mat_mul"](m[y], m[x])),
        (pattern("mul", pattern("mul", x, two), half), lambda _, m: m[x]),
        (pattern("add", pattern("mul", x, f), pattern("mul", y, f)),
         lambda _, m: op["mul"](op["add"](m[x], m[y]), m[f])),
        (pattern("sub", pattern("relu", x), pattern("relu", pattern("neg", x))), lambda _, m: m[x]),
        (pattern("mul", pattern("exp", x), pattern("exp", y)), lambda _, m: op["exp"](op["add"](m[x], m[y]))),
    ]
    together = None
    for matched, replace in all_rules:
        one = PatternMatchingRewriter.from_pattern(matched, replace)
        together = one if together is None else together | one
    return together


def read(path):
    """The function; built as text is read, and typed by TVM."""
    builder, values, arguments = relax.BlockBuilder(), [], []
    lines = [line.split() for line in open(path)]
    for name, *_ in lines:
        if name == "argument":
            arguments.append(relax.Var(f"x{len(arguments)}", relax.TensorType([4, 4], "float32")))
    with builder.function("main", arguments):
        with builder.dataflow():
            for name, *operands in lines:
                if name == "argument":
                    values.append(arguments[len(values)])
                elif name == "constant":
                    values.append(relax.const(float(operands[0]), "float32"))
                else:
                    operands = [values[int(at)] for at in operands]
                    if name == "return":
                        result = builder.emit_output(relax.Tuple(operands))
                    elif name == "transpose":
                        values.append(builder.emit(CALLS[name](operands[0], [1, 0])))
                    else:
                        values.append(builder.emit(CALLS[name](*operands)))
        builder.emit_func_output(result)
    return builder.get()["main"]


def answer(seconds, function):
    left = collections.Counter()
    for block in function.body.blocks:
        for binding in block.bindings:
            if isinstance(binding.value, relax.Call):
                left[NAMES[binding.value.op.name]] += 1
    print(seconds, *(f"{name}={count}" for name, count in left.items()), flush=True)


def main():
    function, rewriter = read(sys.argv[1]), rules()
    for _ in sys.stdin:
        start = time.perf_counter()
        rewritten = rewriter(function)
        answer(time.perf_counter() - start, rewritten)


if __name__ == "__main__":
    main()
