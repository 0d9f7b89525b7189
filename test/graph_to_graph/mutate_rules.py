#!/usr/bin/env python3
"""mutate_rules.py [COMPILER [HEADER...]]: would a standard rule that is slightly wrong be refused?

Each rule of the named sets is changed in one place: a sign, two operands, an op, a number, an attribute, a capture.
The changed rules are compiled in batches and put to the proof (R4, R5). What the proof lets pass is put into its
header, whose sets and tests must then not compile. What passes that too must be explained in docs/mutants.md.
"""
import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "include/tenon/graph_to_graph"
TESTS = ROOT / "test/graph_to_graph"
EXPLAINED = ROOT / "docs/mutants.md"
HEADERS = ["clean_up", "decompose", "decompose_activation", "decompose_attention", "decompose_normalization", "fold_scale_into_conv",
           "sum_quantized_products"]
LEAST, SHARE, BATCH = 200, 0.98, 24
FLAGS = ["-std=c++20", "-w", f"-I{ROOT}/include", f"-I{ROOT}/test"]

SET = re.compile(r"inline constexpr auto (\w+_rules) = \[\] \{\n(.*?)    return rules\((.*?)\n    \);\n\}\(\);", re.S)
START = "match::library_rule<"
INSTEAD = [("add", "sub"), ("sub", "add"), ("mul", "add"), ("div", "mul"), ("max", "min"), ("min", "max"), ("exp", "neg"),
           ("log", "exp"), ("sqrt", "abs"), ("neg", "abs"), ("abs", "neg"), ("erf", "tanh"), ("tanh", "erf"),
           ("less", "greater"), ("greater", "less"), ("reciprocal", "neg"), ("sigmoid", "tanh"),
           ("reduce_sum", "reduce_mean"), ("reduce_mean", "reduce_sum"), ("reduce_max", "reduce_min"),
           ("reduce_l1", "reduce_sum"), ("reduce_sum_square", "reduce_sum"), ("relu", "abs"), ("equal", "less"),
           ("axes_from_own", "own_axis"), ("own_axis", "axes_behind_channels"),
           ("per_channel_vector", "per_output_channel"), ("alpha", 'attribute_of_root<"beta">')]
ORDERED = ["sub", "div", "less", "greater", "less_or_equal", "where_", "mat_mul", "pow", "gemm"]


def closing(text, at):
    """The place of the bracket that closes the one at `at`."""
    depth = 0
    for i in range(at, len(text)):
        depth += text[i] in "([{"
        depth -= text[i] in ")]}"
        if depth == 0:
            return i
    sys.exit(f"no bracket closes: {text[at:at + 60]}")


def parts(text):
    """Arguments, as they stand between commas that no bracket hides."""
    found, depth, start = [], 0, 0
    for i, c in enumerate(text):
        depth += c in "([{"
        depth -= c in ")]}"
        if c == "," and depth == 0 and not re.search(r"<[^<>()]*$", text[start:i]):
            found.append((start, i))
            start = i + 1
    return [*found, (start, len(text))]


def rules_of(text):
    for m in re.finditer(re.escape(START) + r'"([^"]+)">\(', text):
        end = closing(text, m.end() - 1)
        yield m.group(1), text[m.end():end]


def splice(text, span, new):
    return text[:span[0]] + new + text[span[1]:]


def swaps(text, offset=0):
    """Two operands of an op whose order counts, the other way round; of where_, the last two."""
    for m in re.finditer(r"\b(" + "|".join(ORDERED) + r")\(", text):
        inner = (m.end(), closing(text, m.end() - 1))
        args = [(a + inner[0], b + inner[0]) for a, b in parts(text[inner[0]:inner[1]])]
        pair = args[1:3] if m.group(1) == "where_" else args[:2]
        if len(pair) == 2 and "attr<" not in text[pair[1][0]:pair[1][1]].split("(")[0]:
            (a, b), (c, d) = pair
            yield f"operands of {m.group(1)} swapped", text[:a] + text[c:d].strip() + ", " + text[a:b].strip() + text[d:]


def numbers(text):
    for m in re.finditer(r"(?<![\w.])-?\d+\.\d+(?:e-?\d+)?", text):
        value = float(m.group())
        for new in {-value if value else -1.0, value + 1.0, value * 0.5 if value else 0.5}:
            yield f"{m.group()} becomes {new}", splice(text, m.span(), repr(new))


def attributes(text):
    for m in re.finditer(r'(attr<"\w+"> = )(\d+)(?![\d.])', text):
        yield f"{m.group()} becomes {1 - min(int(m.group(2)), 1)}", splice(text, m.span(2), str(1 - min(int(m.group(2)), 1)))
    for m in re.finditer(r'"(none|tanh)"', text):
        yield f"{m.group()} becomes the other", splice(text, m.span(1), {"none": "tanh", "tanh": "none"}[m.group(1)])
    names = re.findall(r'(?:attribute_of_root|as_constant)<"(\w+)"', text)
    for m in re.finditer(r'(?:attribute_of_root|as_constant)<"(\w+)"', text):
        for new in sorted(set(names) - {m.group(1)}):
            yield f"attribute {m.group(1)} becomes {new}", splice(text, m.span(1), new)


def captures(left, right):
    known = sorted(set(re.findall(r"\b([a-z])\b(?!\(|<|\")", re.sub(r'"[^"]*"', lambda m: '"' + "_" * (len(m.group()) - 2) + '"', left))))
    plain = re.sub(r'"[^"]*"', lambda m: '"' + "_" * (len(m.group()) - 2) + '"', right)
    for m in re.finditer(r"\b([a-z])\b(?!\(|<|\"|\.)", plain):
        for new in known:
            if new != m.group(1) and m.group(1) in known:
                yield f"{m.group(1)} becomes {new}", splice(right, m.span(), new)


def mutants_of(rule):
    """What is changed, and the rule's arguments with that change."""
    spans = parts(rule)
    sides, clauses = rule[:spans[0][1]], rule[spans[0][1]:]
    left, right = sides.split(">>", 1)
    left, right = left.strip(), right.strip()
    made = [("the sign of the result", left, f"neg({right})")]
    for change in (swaps, numbers, attributes):
        made += [("right: " + what, left, new) for what, new in change(right)]
    for change in (numbers, attributes):
        made += [("left: " + what, new, right) for what, new in change(left)]
    made += [("right: " + what, left, new) for what, new in captures(left, right)]
    for old, new in INSTEAD:
        made += [(f"right: {old} becomes {new}", left, splice(right, m.span(1), new))
                 for m in re.finditer(r"\b(" + old + r")\b(?![<\"])(?=\(|,|\))", right)]
    seen = set()
    for what, new_left, new_right in made:
        text = f"{new_left} >> {new_right}{clauses}"
        if text not in seen and text != f"{left} >> {right}{clauses}":
            seen.add(text)
            yield what, text


def collect(header):
    text = (FOLDER / f"{header}.hpp").read_text()
    for name, prelude, body in SET.findall(text):
        for rule, arguments in rules_of(body):
            for what, changed in mutants_of(arguments):
                yield dict(header=header, set=name, prelude=prelude, rule=rule, what=what, old=arguments, new=changed)


PROGRAM = """#include <tenon/graph_to_graph/{header}.hpp>
#include <tenon/graph/cast.hpp>
#include <cstdio>
namespace tenon::graph_to_graph {{
template <class Rule> void judge(int number, match::rule_set<Rule> const& set) {{
    auto const table = set.table();
    match::proof found;
    for (int step = 0; step != match::proof::steps && !found.done; ++step)
        found = match::detail::prove<Rule>(table.numbers, table.fixed, step, found, 1000);
    std::printf("%d %d\\n", number, static_cast<int>(found.settled().what));
}}
{functions}
}}
int main() {{
{calls}
}}
"""


def compile_batch(compiler, folder, batch):
    """The outcome of each mutant's proof; of one that does not compile, 'compiler'."""
    source, program = folder / f"{id(batch)}.cpp", folder / f"{id(batch)}"
    functions = "\n".join(f"auto mutant_{m['number']}() {{\n{m['prelude']}    return match::rule_set({START}\"{m['rule']}\">({m['new']}));\n}}"
                          for m in batch)
    calls = "\n".join(f"    tenon::graph_to_graph::judge({m['number']}, tenon::graph_to_graph::mutant_{m['number']}());" for m in batch)
    source.write_text(PROGRAM.format(header=batch[0]["header"], functions=functions, calls=calls))
    built = subprocess.run([compiler, *FLAGS, "-O0", str(source), "-o", str(program)], capture_output=True, text=True)
    if built.returncode:
        if len(batch) == 1:
            return {batch[0]["number"]: "compiler"}
        half = len(batch) // 2
        return compile_batch(compiler, folder, batch[:half]) | compile_batch(compiler, folder, batch[half:])
    said = subprocess.run([str(program)], capture_output=True, text=True).stdout
    outcomes = dict(map(int, line.split()) for line in said.splitlines())
    if len(outcomes) != len(batch):
        sys.exit(f"the proofs of a batch end early: {said}")
    return {m["number"]: "proof" if outcomes[m["number"]] else "" for m in batch}


def refused_in_place(compiler, folder, mutant):
    """Whether the header with this mutant in it, its sets and its tests, does not compile."""
    own = folder / f"include_{mutant['number']}" / "tenon/graph_to_graph"
    own.mkdir(parents=True)
    text = (FOLDER / f"{mutant['header']}.hpp").read_text()
    old = f'{START}"{mutant["rule"]}">({mutant["old"]})'
    assert text.count(old) == 1, old
    (own / f"{mutant['header']}.hpp").write_text(text.replace(old, f'{START}"{mutant["rule"]}">({mutant["new"]})'))
    test = TESTS / f"{mutant['header']}.cpp"
    return subprocess.run([compiler, f"-I{own.parent.parent}", *FLAGS, "-fsyntax-only", str(test)], capture_output=True).returncode != 0


def main():
    compiler, *headers = sys.argv[1:] or ["g++"]
    mutants = [m for header in headers or HEADERS for m in collect(header)]
    for number, m in enumerate(mutants):
        m["number"] = number
    batches = []
    for header in headers or HEADERS:
        own = [m for m in mutants if m["header"] == header]
        batches += [own[i:i + BATCH] for i in range(0, len(own), BATCH)]
    with tempfile.TemporaryDirectory() as temporary, concurrent.futures.ThreadPoolExecutor(2) as pool:
        folder, by = pathlib.Path(temporary), {}
        for outcomes in pool.map(lambda batch: compile_batch(compiler, folder, batch), batches):
            by |= outcomes
        left = [m for m in mutants if not by[m["number"]]]
        for m, refused in zip(left, pool.map(lambda m: refused_in_place(compiler, folder, m), left)):
            by[m["number"]] = "tests" if refused else ""
    survivors = [m for m in mutants if not by[m["number"]]]
    counts = {how: sum(b == how for b in by.values()) for how in ("proof", "tests", "compiler")}
    refused = len(mutants) - len(survivors)
    print(f"{len(mutants)} mutants of the standard rules: {refused} refused ({refused / len(mutants):.1%}), "
          + ", ".join(f"{n} by {how}" for how, n in counts.items()))
    for m in mutants:
        if by[m["number"]] == "tests":
            print(f"only tests refuse: | {m['rule']} | {m['what']} |")
    explained = EXPLAINED.read_text() if EXPLAINED.exists() else ""
    unexplained = [m for m in survivors if f"| {m['rule']} | {m['what']} |" not in explained]
    for m in survivors:
        print(f"survives{' unexplained' if m in unexplained else ''}: | {m['rule']} | {m['what']} | {m['new']}")
    if not headers and len(mutants) < LEAST:
        sys.exit(f"only {len(mutants)} mutants, expected at least {LEAST}")
    if refused < SHARE * len(mutants) or unexplained:
        sys.exit("too few are refused, or a survivor is not explained in docs/mutants.md")


if __name__ == "__main__":
    main()
