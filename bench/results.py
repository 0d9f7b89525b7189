"""Keeps what bench/run.py, sweep.py and startup.py measure in one file of JSON, and writes it as a page."""

import datetime
import json
import pathlib
import subprocess

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
KEYS = {
    "models": ("model", "inputs", "threads", "peer"),
    "sweep": ("kind", "m", "n", "k", "threads", "peer"),
    "startup": ("model",),
}
HEAD = """# Compiled models beside their peers

Written by `scripts/bench`: {when}, at commit {commit}. {machine}

A ratio is the peer's latency by ours (above 1: Tenon is faster), medians over the pairs of samples around which a multiply-add
probe found the machine undisturbed, with a bootstrap 95 % interval. A row with less than 30 such pairs is marked: it concludes
nothing. The last column has the median of each pair's own ratio over all pairs, disturbed or not; the means are of that column.
% of peak is the share of the probe's best. The numbers are printed only where the outputs agree.
"""
COLUMNS = ("model", "inputs", "Tenon ms", "peer ms", "ratio", "interval", "% of peak", "pairs", "ratio of all pairs")
ORT, OPENVINO = "onnxruntime", "openvino"


def processor():
    """What the system tells of the first one."""
    described = {}
    for line in pathlib.Path("/proc/cpuinfo").read_text().split("\n\n")[0].splitlines():
        key, _, value = line.partition(":")
        described[key.strip()] = value.strip()
    return described


def widest_vectors():
    return next((f for f in ("avx512f", "avx2", "avx") if f in processor().get("flags", "").split()), "no AVX")


def machine():
    """The processor by its kind and what it can do; no names."""
    described, widest = processor(), widest_vectors()
    maker = {"GenuineIntel": "Intel", "AuthenticAMD": "AMD"}.get(described.get("vendor_id"), "unknown")
    family = f"family {described.get('cpu family')}, model {described.get('model')}"
    return f"The machine: a virtual one, {maker} {family}, {widest}, shared with other guests."


def commit():
    shown = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, cwd=HERE)
    return shown.stdout.strip() if shown.returncode == 0 else "unknown"


def keep(options, section, records):
    """Puts records of a section in the places of those of the same cases, in the files that the options name."""
    stamp = {"date": datetime.date.today().isoformat(), "commit": commit(), "machine": machine()}
    data = json.loads(options.json.read_text()) if options.json and options.json.exists() else {}
    key = lambda record: tuple(record[name] for name in KEYS[section])
    new = {key(record): {**record, **stamp} for record in records}
    old = {key(record): record for record in data.get(section, [])}
    data[section] = list({**old, **new}.values())
    if options.json:
        options.json.write_text(json.dumps(data, indent=1) + "\n")
    if options.results:
        options.results.write_text(page(data))


def geometric_mean(ratios):
    return float(np.exp(np.mean(np.log(ratios))))


def ratio_of(record):
    return record["ratio_of_all_pairs"][0]


def table(columns, rows):
    lines = [columns, ["---"] * len(columns), *rows]
    return "".join("| " + " | ".join(map(str, line)) + " |\n" for line in lines)


def threads_text(count):
    return f"{count} thread{'s' if count > 1 else ''}"


def means(records):
    """For each number of threads and peer: threads, peer, how many cases, the geometric mean of the ratios, the least and its
    case. Also for the faster of ONNX Runtime and OpenVINO in each case that both run."""
    measured = [record for record in records if "ratio" in record]
    for threads in sorted({record["threads"] for record in measured}):
        by_peer = {}
        for record in measured:
            if record["threads"] == threads:
                case = f"{record['model']} {record['inputs']}"
                by_peer.setdefault(record["peer"], {})[case] = ratio_of(record)
        if {ORT, OPENVINO} <= by_peer.keys():
            both = by_peer[ORT].keys() & by_peer[OPENVINO].keys()
            by_peer["the faster of the two"] = {case: min(by_peer[ORT][case], by_peer[OPENVINO][case]) for case in both}
        for peer, ratios in by_peer.items():
            if ratios:
                worst = min(ratios, key=ratios.get)
                yield threads, peer, len(ratios), geometric_mean(list(ratios.values())), ratios[worst], worst


def means_text(records):
    lines = [
        f"{threads_text(threads)}, {peer}: geometric mean of {count} ratios {mean:.3f}, least {least:.3f} ({worst})"
        for threads, peer, count, mean, least, worst in means(records)
    ]
    return "\n".join(lines)


def row(record):
    if "problem" in record:
        return [record["model"], record["inputs"], *[""] * 6, f"not measured: {record['problem']}".replace("|", "/")]
    low, high = record["interval"]
    of_all, all_low, all_high = record["ratio_of_all_pairs"]
    accepted, total = record["pairs"]
    mark = "" if record["conclusive"] else " (inconclusive)"
    return [
        record["model"],
        record["inputs"],
        f"{1e3 * record['seconds']:.3f}",
        f"{1e3 * record['peer_seconds']:.3f}",
        f"{record['ratio']:.2f}{mark}",
        f"{low:.2f} to {high:.2f}",
        f"{100 * record['share_of_peak']:.0f}",
        f"{accepted} of {total}",
        f"{of_all:.2f} ({all_low:.2f} to {all_high:.2f})",
    ]


def one_of(records, name):
    """What the records agree on, but for those that lack it."""
    return ", ".join(sorted({str(record[name]) for record in records if record.get(name)})) or "unknown"


def models_page(records):
    summary = [
        [threads, peer, count, f"{mean:.2f}", f"{least:.2f}", worst]
        for threads, peer, count, mean, least, worst in means(records)
    ]
    text = "\n" + table(("threads", "peer", "cases", "geometric mean", "least", "where"), summary)
    for threads, peer in sorted({(record["threads"], record["peer"]) for record in records}):
        some = [record for record in records if (record["threads"], record["peer"]) == (threads, peer)]
        text += f"\n## {peer} {one_of(some, 'version')}, {threads_text(threads)}\n\n"
        text += f"Instruction set: {one_of(some, 'instruction_set')}.\n\n" + table(COLUMNS, map(row, some))
        peaks = [record["peak_gflops"] for record in some if "peak_gflops" in record]
        if peaks:
            text += f"\nThe probe's best: {max(peaks):.0f} GFLOP/s{' on both' if threads == 2 else ''}.\n"
    return text


def sweep_means(records):
    """For each group, peer and number of threads: how many, mean, least and its case, mean share of peak in L2."""
    groups = {}
    for record in records:
        if "ratio" in record:
            groups.setdefault((record["threads"], record["peer"], record["group"]), []).append(record)
    for (threads, peer, group), some in sorted(groups.items()):
        worst = min(some, key=ratio_of)
        shares = [record["share_of_peak"] for record in some if record["fits_l2"] and record["kind"] == "f32"]
        share = f"{100 * np.mean(shares):.0f} ({100 * min(shares):.0f} to {100 * max(shares):.0f})" if shares else ""
        case = "x".join(str(worst[size]) for size in "mnk")
        yield threads, peer, group, len(some), geometric_mean([ratio_of(r) for r in some]), ratio_of(worst), case, share


def sweep_page(records):
    columns = ("threads", "peer", "group", "cases", "geometric mean", "least", "at M x N x K", "% of peak in L2")
    rows = [[*r[:4], ratio_text(r[4]), ratio_text(r[5]), *r[6:]] for r in sweep_means(records)]
    text = "\n## Matrix products\n\nOne node with constant weights, M x K by K x N. The last column: the mean (least to most) share "
    text += "of the probe's\nbest over the f32 products whose operands and result fit the L2 cache together.\n\n" + table(columns, rows)
    groups = {}
    for r in records:
        groups.setdefault((r["threads"], r["peer"], r["kind"]), {})[r["m"], r["n"], r["k"]] = r
    for (threads, peer, kind), some in sorted(groups.items()):
        rows_of = sorted({m for m, _, _ in some})
        text += f"\n{kind} beside {peer}, {threads_text(threads)}: ratio of all pairs, and % of peak\n\n"
        body = []
        for n, k in sorted({(n, k) for _, n, k in some}):
            cells = [some.get((m, n, k)) for m in rows_of]
            body.append([f"{n} x {k}", *[cell_text(cell) for cell in cells]])
        text += table(["N x K", *[f"M={m}" for m in rows_of]], body)
    return text


def cell_text(record):
    if record is None:
        return ""
    if "problem" in record:
        return "refused"
    return f"{ratio_text(ratio_of(record))}, {100 * record['share_of_peak']:.0f} %"


def ratio_text(ratio):
    return f"{ratio:.2f}" if ratio >= 0.1 else f"{ratio:.2g}"


def startup_page(records):
    columns = (
        "model",
        "file MB",
        "compile s",
        "peak memory MB",
        "library MB",
        "load to first result ms",
        "beyond a warm run ms",
        "ONNX Runtime's ms",
    )
    number = lambda value, digits: f"{value:.{digits}f}"
    rows = [
        [
            r["model"],
            number(r["file_bytes"] / 1e6, 1),
            number(r["compile_seconds"], 2),
            number(r["compile_peak_bytes"] / 1e6, 0),
            number(r["library_bytes"] / 1e6, 1),
            number(1e3 * r["first_result_seconds"], 2),
            number(1e3 * (r["first_result_seconds"] - r["warm_seconds"]), 2),
            number(1e3 * r["peer_first_result_seconds"], 1),
        ]
        for r in records
    ]
    text = "\n## Compiling, starting, memory\n\nEach the median of several processes: from before the library is loaded until the "
    text += "first result is there, with the file in\nthe page cache; ONNX Runtime's is from the making of its session.\n\n"
    return text + table(columns, rows)


PAGES = {"models": models_page, "sweep": sweep_page, "startup": startup_page}


def page(data):
    records = [record for section in PAGES for record in data.get(section, [])]
    text = HEAD.format(when=one_of(records, "date"), commit=one_of(records, "commit"), machine=one_of(records, "machine"))
    return text + "".join(write(data[section]) for section, write in PAGES.items() if data.get(section))
