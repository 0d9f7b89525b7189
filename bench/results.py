"""Writes what bench/run.py measured as a page."""

import datetime
import pathlib
import subprocess

import numpy as np

HEAD = """# Compiled models beside their peers

Written by `bench/run.py`, which `scripts/bench` calls: one run, {when}, at {commit}. {machine}

A ratio is the peer's latency by ours (above 1: Tenon is faster), medians over the pairs of samples around which a multiply-add
probe found the machine undisturbed, with a bootstrap 95 % interval. A row with less than 30 such pairs is marked: it concludes
nothing. The last column has the median of each pair's own ratio over all pairs, disturbed or not. % of peak is the share of
the probe's best.
"""
COLUMNS = "| model | inputs | Tenon ms | peer ms | ratio | interval | % of peak | pairs | ratio of all pairs |\n" + "| --- " * 9 + "|\n"


def machine():
    """The processor by its kind and what it can do; no names."""
    described = {}
    for line in pathlib.Path("/proc/cpuinfo").read_text().split("\n\n")[0].splitlines():
        key, _, value = line.partition(":")
        described[key.strip()] = value.strip()
    widest = next((f for f in ("avx512f", "avx2", "avx") if f in described.get("flags", "").split()), "no AVX")
    maker = {"GenuineIntel": "Intel", "AuthenticAMD": "AMD"}.get(described.get("vendor_id"), "unknown")
    family = f"family {described.get('cpu family')}, model {described.get('model')}"
    return f"The machine: a virtual one, {maker} {family}, {widest}, shared with other guests."


def commit():
    shown = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, cwd=pathlib.Path(__file__).parent)
    return f"commit {shown.stdout.strip()}" if shown.returncode == 0 else "no commit"


def row(record):
    low, high = record["interval"]
    of_all, all_low, all_high = record["ratio_of_all_pairs"]
    accepted, total = record["pairs"]
    mark = "" if record["conclusive"] else " (inconclusive)"
    return (
        f"| {record['model']} | {record['inputs']} | {1e3 * record['seconds']:.3f} | {1e3 * record['peer_seconds']:.3f} | "
        f"{record['ratio']:.2f}{mark} | {low:.2f} to {high:.2f} | {100 * record['share_of_peak']:.0f} | {accepted} of {total} | "
        f"{of_all:.2f} ({all_low:.2f} to {all_high:.2f}) |\n"
    )


def page(records):
    text = HEAD.format(when=datetime.date.today().isoformat(), commit=commit(), machine=machine())
    for key in sorted({(record["threads"], record["peer"]) for record in records}):
        some = [record for record in records if (record["threads"], record["peer"]) == key]
        mean = np.exp(np.mean([np.log(record["ratio_of_all_pairs"][0]) for record in some]))
        peak = max(record["peak_gflops"] for record in some)
        text += f"\n## {key[1]}, {key[0]} thread{'s' if key[0] > 1 else ''}\n\n{COLUMNS}" + "".join(map(row, some))
        text += f"\nGeometric mean of the last column: {mean:.2f}. The probe's best: {peak:.0f} GFLOP/s a processor.\n"
    return text
