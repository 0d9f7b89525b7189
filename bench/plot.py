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
    return dict(sorted(found.items()))


def draw(axes, title, records):
    """One row for each case: the median of the pairs' ratios, and its interval. Right of the line Tenon is faster."""
    names = [f"{record['model']}\n{record['inputs'].split(',')[0]}" for record in records]
    middles, lows, highs = zip(*(record["ratio_of_all_pairs"] for record in records))
    errors = [[m - low for m, low in zip(middles, lows)], [high - m for m, high in zip(middles, highs)]]
    colours = ["tab:green" if low > 1 else "tab:red" if high < 1 else "tab:gray" for low, high in zip(lows, highs)]
    rows = range(len(records))
    axes.barh(rows, middles, xerr=errors, color=colours, height=0.6, capsize=2)
    axes.axvline(1, color="black", linewidth=1)
    axes.set_yticks(rows, names, fontsize=6)
    axes.invert_yaxis()
    axes.set_xscale("log")
    axes.set_xlabel("peer's latency by Tenon's")
    axes.set_title(title)


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
    tallest = max(map(len, found.values()))
    figure, all_axes = pyplot.subplots(1, len(found), figsize=(5 * len(found), 1 + 0.35 * tallest), squeeze=False)
    for axes, ((threads, peer), records) in zip(all_axes[0], found.items()):
        draw(axes, f"{peer} {records[0]['version']}, {threads} thread{'s' if threads > 1 else ''}", records)
    figure.tight_layout()
    figure.savefig(options.picture)


if __name__ == "__main__":
    main()
