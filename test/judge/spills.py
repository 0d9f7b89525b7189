"""Vector registers that micro-kernels of contractions store to the stack, found in what objdump prints for x86."""

import re

KERNEL = re.compile(r"^[0-9a-f]+ <(.*\.\d+x\d+(?:\.part)?)>:$")
INSTRUCTION = re.compile(r"^\s*([0-9a-f]+):\s+(?:[a-z]+ )??(\S+)\s*([^#<]*)")
STORE = re.compile(r"%[xyz]mm\d+.*,([^,()]*\([^()]*\))(?:\{%k\d\})?$")
MULTIPLY_ADD = re.compile(r"^v?f(n?)m(add|sub)\d*p|^v?mulp[sd]$|^v?pmull|^v?pmadd|^vpdp")
MUCH = 8  # instructions of an epilogue for each vector of results


class Kernel:
    def __init__(self, name):
        self.name, self.code = name, []  # (address, mnemonic, operands)

    def stack_stores(self):
        """Addresses of vector stores to the stack, and of those elsewhere."""
        framed = any(m.startswith("mov") and o == "%rsp,%rbp" for _, m, o in self.code)
        on_stack, elsewhere = [], []
        for address, _, operands in self.code:
            found = STORE.search(operands)
            if found:
                base = re.search(r"\((%\w+)?", found[1])[1]
                (on_stack if base == "%rsp" or (framed and base == "%rbp") else elsewhere).append(address)
        return on_stack, elsewhere

    def loops(self):
        """Ranges of addresses, from a jump's target to the jump."""
        for address, mnemonic, operands in self.code:
            if mnemonic.startswith("j") and re.fullmatch(r"[0-9a-f]+", operands) and int(operands, 16) <= address:
                yield int(operands, 16), address

    def problem(self):
        """None, or what is wrong. In the reduction nothing may be stored, elsewhere only by kernels with much to do to each sum:
        while some are being worked on the others and the constants do not fit the registers, which costs once per tile."""
        on_stack, elsewhere = self.stack_stores()
        inside = lambda addresses, loop: [a for a in addresses if loop[0] <= a <= loop[1]]
        sums = [a for a, mnemonic, _ in self.code if MULTIPLY_ADD.match(mnemonic)]
        reduction = [loop for loop in self.loops() if inside(sums, loop) and not inside(elsewhere, loop)]
        stored = {a for loop in reduction for a in inside(on_stack, loop)}
        if stored:
            return f"{len(stored)} vector stores to the stack in the reduction"
        end = max((loop[1] for loop in reduction), default=0)
        epilogue = sum(1 for a, _, _ in self.code if a > end)
        if on_stack and epilogue <= MUCH * len(elsewhere):
            return f"{len(on_stack)} vector stores to the stack, and the epilogue is short"
        return None


def kernels_of(listing):
    """The micro-kernels in the output of `objdump -d --no-show-raw-insn`."""
    kernel = None
    for line in listing.splitlines():
        if line.endswith(">:"):
            named = KERNEL.match(line)
            if kernel:
                yield kernel
            kernel = Kernel(named[1]) if named else None
        elif kernel:
            found = INSTRUCTION.match(line)
            if found:
                kernel.code.append((int(found[1], 16), found[2], found[3].strip()))
    if kernel:
        yield kernel
