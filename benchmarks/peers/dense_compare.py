"""phigp against other Gaussian process libraries on the same splits of real tables.

    python dense_compare.py run --phigp build/release/bin/phigp [--methods A,B] [--tables A,B] [--budget SECONDS]
    python dense_compare.py table          writes the section of docs/accuracy.md

Data: the folder PHIGP_DATA, files <name>.csv.gz with a header and the target last. Ten random
splits, 90 % for training; of banana a fixed 1000 of its 5300 rows. Every method learns its
hyperparameters, from its own starting point, on one thread. `run` adds to build/peers/dense.json what is not
there yet, split by split over all tables, until the budget of processor time of this call is spent:
fast methods first, slow ones as far as they come. Each peer runs in an environment of its own,
build/peers/<name>, made from requirements/<name>.txt.

Needs: numpy.
"""

import argparse
import gzip
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from environments import PEERS, ROOT, call, environment, processor_time

RESULTS = PEERS / "dense.json"
SPLITS = 10
TABLES = {  # name: is the target a label?
    "boston": False,
    "concrete": False,
    "heart_statlog": True,
    "ionosphere": True,
    "pima": True,
    "banana": True,
}
SUBSET = {"banana": 1000}
METHODS = {  # name: (environment, or None for phigp; further options of phigp fit; only regression)
    "phigp": (None, [], False),
    "phigp --refine": (None, ["--refine"], False),
    "phigp gaussian": (None, ["--likelihood", "gaussian"], True),
    "scikit-learn": ("sklearn", [], False),
    "GPBoost": ("gpboost", [], False),
    "GPBoost gaussian": ("gpboost", [], True),
    "GPflow": ("gpflow", [], False),
}
VARIANTS = {"phigp --refine", "phigp gaussian"}  # shown beside the default, never the best
BEGIN, END = "<!-- dense_compare: begin -->", "<!-- dense_compare: end -->"


def read(name):
    """Header line and rows of a table, as numbers; of the large ones a fixed part."""
    path = Path(os.environ["PHIGP_DATA"]) / f"{name}.csv.gz"
    with gzip.open(path, "rt") as file:
        header = file.readline()
        rows = np.loadtxt(file, delimiter=",", ndmin=2)
    if name in SUBSET:
        rows = rows[np.sort(np.random.default_rng(0).permutation(len(rows))[: SUBSET[name]])]
    return header, rows


def write_split(folder, name, split):
    """The two files of a split."""
    header, rows = read(name)
    order = np.random.default_rng(1000 + split).permutation(len(rows))
    held_out = len(rows) // 10
    paths = folder / "train.csv", folder / "test.csv"
    for path, part in zip(paths, (order[held_out:], order[:held_out])):
        with open(path, "w") as file:
            file.write(header)
            np.savetxt(file, rows[part], delimiter=",", fmt="%.17g")
    return *paths, rows[order[:held_out], -1]


def run_phigp(program, options, train, test, folder):
    """Predictions by the command line alone."""
    start = processor_time()
    fitted = json.loads(
        call([program, "fit", train, "--target", "y", "--threads", "1", "--out", "model", "--json", *options], folder)
    )
    seconds = processor_time() - start
    call([program, "predict", "model", test, "--quantiles", "0.025,0.975", "--threads", "1", "--out", "p.csv"], folder)
    scores = json.loads(call([program, "evaluate", "model", test, "--threads", "1", "--json"], folder))["scores"]
    with open(folder / "p.csv") as file:
        names = file.readline().strip().split(",")
        cells = [line.strip().split(",") for line in file]
    columns = {name: np.array([float(c[k]) for c in cells]) for k, name in enumerate(names) if name != "label"}
    result = {"mean": columns["mean"], "lower": columns["q0.025"], "upper": columns["q0.975"], "seconds": seconds}
    result["notes"] = [] if fitted["stop"] == "converged" else [fitted["stop"]]
    result["elbo"] = fitted["elbo"]
    if "nlpd" in scores:
        result["nlpd"] = scores["nlpd"]["value"]
    return result


def scores_of(result, target, label):
    """Means over the rows of a split."""
    mean = np.array(result["mean"])
    if label:
        p = np.where(target > 0.5, mean, 1.0 - mean)
        if not np.all((p >= 0) & (p <= 1)):
            raise RuntimeError("probabilities outside [0, 1]")
        ties = np.where(mean == 0.5, 0.5, (mean > 0.5) != (target > 0.5))
        with np.errstate(divide="ignore"):
            return {"error": float(np.mean(ties)), "nlpd": float(-np.mean(np.log(p)))}
    inside = (np.array(result["lower"]) <= target) & (target <= np.array(result["upper"]))
    nlpd = result["nlpd"] if "nlpd" in result else -np.mean(result["log_density"])
    found = {
        "rmse": float(np.sqrt(np.mean((mean - target) ** 2))),
        "nlpd": float(nlpd),
        "coverage": float(np.mean(inside)),
    }
    if not all(np.isfinite(v) for v in found.values()):
        raise RuntimeError("scores that are not finite")
    return found


def run_one(method, name, split, program):
    """One fit: scores and seconds, or why there are none."""
    peer, options, _ = METHODS[method]
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        train, test, target = write_split(folder, name, split)
        try:
            if peer is None:
                result = run_phigp(program, options, train, test, folder)
            else:
                worker = ROOT / "benchmarks" / "peers" / "dense_peer.py"
                result = json.loads(call([environment(peer), worker, method, train, test], folder))
            entry = {"scores": scores_of(result, target, TABLES[name])}
            for key in ("seconds", "notes", "elbo"):
                if key in result:
                    entry[key] = result[key]
            return entry
        except (RuntimeError, subprocess.TimeoutExpired, json.JSONDecodeError) as error:
            return {"failure": str(error)[:300]}


def run(arguments):
    """Fills in what is missing."""
    PEERS.mkdir(parents=True, exist_ok=True)
    for split in range(SPLITS):
        for name in arguments.tables.split(","):
            for method in arguments.methods.split(","):
                results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
                key = f"{name}/{method}/{split}"
                if key in results or (METHODS[method][2] and TABLES[name]):
                    continue
                if processor_time() > arguments.budget:
                    print("budget spent")
                    return 0
                entry = run_one(method, name, split, arguments.phigp)
                results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
                results[key] = entry
                temporary = RESULTS.with_suffix(f".{os.getpid()}")
                temporary.write_text(json.dumps(results, indent=1))
                temporary.replace(RESULTS)
                print(key, entry.get("scores", entry.get("failure")), flush=True)
    return 0


def standard_error(values):
    """Of their mean."""
    return float(np.std(values, ddof=1) / np.sqrt(len(values))) if len(values) > 1 else float("inf")


class Found:
    """What one method reached on one table."""

    def __init__(self, results, name, method):
        entries = {s: results.get(f"{name}/{method}/{s}") for s in range(SPLITS)}
        entries = {s: e for s, e in entries.items() if e is not None}
        self.scores = {s: e["scores"] for s, e in entries.items() if "scores" in e}
        self.failed = len(entries) - len(self.scores)
        self.complaints = sum(bool(e.get("notes")) for e in entries.values())
        self.seconds = [e["seconds"] for e in entries.values() if "seconds" in e]

    def of(self, score, splits):
        """One number for each of these splits that there is."""
        return {s: self.scores[s][score] for s in splits if s in self.scores}

    def row(self, method, cells, splits):
        """A line of the table."""
        seconds = f"{np.median(self.seconds):.1f}" if self.seconds else "–"
        used = len([s for s in splits if s in self.scores])
        return f"| {method} | " + " | ".join(cells) + f" | {used} | {self.failed} | {self.complaints} | {seconds} |"


def cell(score, values, best):
    """The mean; if it is not the best, how far from it on the splits that both have; ✗ beyond two standard errors."""
    if not values:
        return "–"
    mean = np.mean(list(values.values()))
    if score == "coverage":
        far = abs(mean - 0.95) > 2 * standard_error(list(values.values()))
        return f"{mean:.3f}" + (" ✗" if far else "")
    if values == best:
        return f"**{mean:.4f}**"
    gaps = [values[s] - best[s] for s in values if s in best]
    gap, error = np.mean(gaps), standard_error(gaps)
    spread = f" ± {error:.4f}" if np.isfinite(error) else ""
    return f"{mean:.4f} ({gap:+.4f}{spread}{' ✗' if gap > 2 * error else ''})"


def table_of(results, name):
    """Markdown lines of one data set. Methods with few splits are shown on those and are never the best; nor are
    variants of phigp: it is the default that is compared with other libraries."""
    scores = ("error", "nlpd") if TABLES[name] else ("rmse", "nlpd", "coverage")
    titles = {"nlpd": "NLPD", "rmse": "RMSE", "coverage": "95 % coverage", "error": "error"}
    found = {m: Found(results, name, m) for m in METHODS}
    found = {m: f for m, f in found.items() if f.scores or f.failed}
    whole = [f for f in found.values() if len(f.scores) > SPLITS // 2]
    shared = sorted(set.intersection(*(set(f.scores) for f in whole)))
    lines = [f"| {name} | " + " | ".join(titles[s] for s in scores) + " | splits | failed | complaints | s per fit |"]
    lines.append("|---" * (len(scores) + 5) + "|")
    rivals = [f for method, f in found.items() if f in whole and method not in VARIANTS]
    best = {s: min((f.of(s, shared) for f in rivals), key=lambda v: np.mean(list(v.values()))) for s in scores}
    for method, f in found.items():
        lines.append(f.row(method, [cell(s, f.of(s, shared), best[s]) for s in scores], shared))
    return lines


def table(_):
    """Puts the tables between the marks in docs/accuracy.md."""
    results = json.loads(RESULTS.read_text())
    lines = []
    for name in TABLES:
        lines += [*table_of(results, name), ""]
    page = ROOT / "docs" / "accuracy.md"
    text = page.read_text()
    head, rest = text.split(BEGIN)
    page.write_text(head + BEGIN + "\n\n" + "\n".join(lines) + "\n" + END + rest.split(END)[1])
    return 0


def main():
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(required=True)
    runner = commands.add_parser("run")
    runner.add_argument("--phigp", type=Path, default=ROOT / "build" / "release" / "bin" / "phigp")
    runner.add_argument("--methods", default=",".join(METHODS))
    runner.add_argument("--tables", default=",".join(TABLES), help="in this order")
    runner.add_argument("--budget", type=float, default=float("inf"), help="seconds of processor time")
    runner.set_defaults(call=run)
    commands.add_parser("table").set_defaults(call=table)
    arguments = parser.parse_args()
    return arguments.call(arguments)


if __name__ == "__main__":
    sys.exit(main())
