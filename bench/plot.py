#!/usr/bin/env python3
"""plot.py JSON PICTURE: draws the ratios of bench/run.py with their intervals; PICTURE's ending says the format (.svg, .png).

Needs matplotlib, which nothing else here does: python3 -m venv .venv-plot && .venv-plot/bin/pip install matplotlib."""

import argparse
import json
import pathlib
import sys


def panels(records):
    """(threads, peer) -> its records that were measured."""
    found = {}
    for record in records:
        if "ratio" in record:
            found.setdefault((record["threads"], record["peer"]), []).append(record)
    return found


def draw(axes, title, records):
    """One row for each case: the median of the pairs' ratios, and its interval. Right of the line Tenon is faster."""
    for row, record in enumerate(records):
        middle, low, high = record["ratio_of_all_pairs"]
        colour = "tab:green" if low > 1 else "tab:red" if high < 1 else "tab:gray"
        axes.errorbar(middle, row, xerr=[[middle - low], [high - middle]], fmt="o", color=colour, markersize=4, capsize=2)
    axes.axvline(1, color="black", linewidth=1)
    names = [f"{record['model']}  {record['inputs'].split(',')[0]}" for record in records]
    axes.set_yticks(range(len(records)), names, fontsize=7)
    axes.invert_yaxis()
    axes.set_xscale("log", base=2)
    axes.xaxis.set_major_formatter("{x:g}")
    axes.grid(axis="x", alpha=0.3)
    axes.set_xlabel("peer's latency by Tenon's")
    axes.set_title(title, fontsize=9)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("json", type=pathlib.Path, metavar="JSON", help="what bench/run.py --json wrote")
    arguments.add_argument("picture", type=pathlib.Path, metavar="PICTURE")
    options = arguments.parse_args()
    try:
        import matplotlib
    except ImportError:
        sys.exit("plot.py: matplotlib is not installed; --help says how")
    matplotlib.use("agg")
    from matplotlib import pyplot

    found = panels(json.loads(options.json.read_text()).get("models", []))
    if not found:
        sys.exit(f"plot.py: {options.json} has no comparison of models")
    threads, peers = (sorted({key[part] for key in found}) for part in (0, 1))
    height = 1 + 0.2 * max(map(len, found.values()))
    figure, all_axes = pyplot.subplots(
        len(peers), len(threads), figsize=(7 * len(threads), height * len(peers)), squeeze=False
    )
    for row, peer in enumerate(peers):
        for column, count in enumerate(threads):
            axes, records = all_axes[row][column], found.get((count, peer))
            if records:
                draw(axes, f"{peer} {records[0]['version']}, {count} thread{'s' if count > 1 else ''}", records)
            else:
                axes.set_axis_off()
    figure.tight_layout()
    figure.savefig(options.picture)


if __name__ == "__main__":
    main()
