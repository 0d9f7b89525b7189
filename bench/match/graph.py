"""The graphs that every side of bench/match rewrites, one line per value; the same for the same arguments.

    argument                 a 4 x 4 matrix of f32
    constant 2               a scalar
    add 12 7                 an op and the values (numbers of lines, from 0) that it reads
    return 90 93             the last line
"""

import collections
import random

# What a rule matches, what it nearly matches (the root is right, something below it is not), and what it leaves.
RULES = [
    (("neg", ("neg", "x")), ("neg", ("exp", "x")), "x"),
    (("neg", ("sub", "x", "y")), ("neg", ("add", "x", "y")), ("sub", "y", "x")),
    (("add", "x", ("neg", "y")), ("add", "x", ("exp", "y")), ("sub", "x", "y")),
    (("relu", ("relu", "x")), ("relu", ("neg", "x")), ("relu", "x")),
    (("transpose", ("transpose", "x")), ("transpose", ("relu", "x")), "x"),
    (
        ("transpose", ("mat_mul", ("transpose", "x"), ("transpose", "y"))),
        ("transpose", ("mat_mul", ("transpose", "x"), "y")),
        ("mat_mul", "y", "x"),
    ),
    (("mul", ("mul", "x", "two"), "half"), ("mul", ("mul", "x", "two"), "three"), "x"),
    (
        ("add", ("mul", "x", "three"), ("mul", "y", "three")),
        ("add", ("mul", "x", "three"), ("mul", "y", "two")),
        ("mul", ("add", "x", "y"), "three"),
    ),
    (("sub", ("relu", "x"), ("relu", ("neg", "x"))), ("sub", ("relu", "x"), ("relu", ("neg", "y"))), "x"),
    (("mul", ("exp", "x"), ("exp", "y")), ("mul", ("exp", "x"), ("neg", "y")), ("exp", ("add", "x", "y"))),
]
# What no rule looks at from above.
OTHERS = [("relu", ("add", ("mat_mul", "x", "y"), "z")), ("mat_mul", "x", "y")]
PLAIN = ["tanh", "sigmoid"]
LEAVES = ["argument", "mat_mul", *PLAIN]  # below these no rule looks, and mat_mul only between transposes
LIVE = 64  # values that can be read at any time, and the results at the end


class Lines:
    """A graph as text. Values are numbers of lines."""

    def __init__(self):
        self.ops, self.lines = [], []

    def add(self, op, *operands):
        self.ops.append(op)
        self.lines.append(" ".join([op, *map(str, operands)]))
        return len(self.lines) - 1

    def write(self, expression, values):
        """Adds the nodes of an expression; the names in it are keys of `values`."""
        if isinstance(expression, str):
            return values[expression]
        op, *operands = expression
        return self.add(op, *[self.write(operand, values) for operand in operands])


class Graph:
    """The same graph before and after the rules, written side by side: a live value is a place in both."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.before, self.after = Lines(), Lines()
        self.live = [self.both("argument") for _ in range(LIVE)]
        self.constants = {name: self.both("constant", n) for name, n in (("two", 2), ("half", 0.5), ("three", 3))}
        self.first = len(self.before.lines)

    def both(self, *line):
        return self.before.add(*line), self.after.add(*line)

    def nodes(self):
        return len(self.before.lines) - self.first

    def is_leaf(self, place):
        return self.before.ops[self.live[place][0]] in LEAVES

    def shuffled(self, expression):
        """Either order of operands where that says the same, but not further down: Relax finds one order only there."""
        op, *operands = expression
        if op in ("add", "mul"):
            self.random.shuffle(operands)
        return (op, *operands)

    def block(self, before, after, root=None):
        """Reads leaves of the pool and puts a result in the place of one, so that no value is left without a reader."""
        leaves = [place for place in range(LIVE) if self.is_leaf(place)]
        x, y, z = self.random.sample(leaves, 3)
        places = {"x": self.live[x], "y": self.live[y], "z": self.live[z], **self.constants}
        results = [
            lines.write(root and (root, expression) or expression, {name: pair[side] for name, pair in places.items()})
            for side, (lines, expression) in enumerate(((self.before, before), (self.after, after)))
        ]
        self.live[x] = tuple(results)

    def plain(self):
        """Reads what is no leaf, and makes it one."""
        place = self.random.choice([place for place in range(LIVE) if not self.is_leaf(place)])
        op = self.random.choice(PLAIN)
        self.live[place] = tuple(lines.add(op, v) for lines, v in zip((self.before, self.after), self.live[place]))

    def left(self):
        return collections.Counter(self.after.ops[self.first :])

    def left_shared(self):
        """The same if equal nodes are made one."""
        same, found, left = [], {}, collections.Counter()
        for number, line in enumerate(self.after.lines):
            op, *operands = line.split()
            if number >= self.first:
                operands = [same[int(v)] for v in operands]
            key = (number,) if op == "argument" else (op, *operands)
            same.append(found.setdefault(key, number))
            left[op] += number >= self.first and same[-1] == number
        return +left

    def text(self):
        results = " ".join(str(before) for before, _ in self.live)
        return "\n".join([*self.before.lines, f"return {results}"]) + "\n"


def make(nodes, share, seed=1):
    """A graph of so many nodes; a rule matches at the given share of them."""
    g, matches = Graph(seed), 0
    while g.nodes() < nodes:
        if sum(map(g.is_leaf, range(LIVE))) < LIVE // 2:
            g.plain()
        elif matches < share * g.nodes():
            matched, _, after = g.random.choice(RULES)
            g.block(g.shuffled(matched), after, root=g.random.choice(PLAIN))
            matches += 1
        elif g.random.random() < 0.7:
            almost = g.shuffled(g.random.choice(RULES)[1])
            g.block(almost, almost)
        else:
            other = g.random.choice(OTHERS)
            g.block(other, other)
    return g
