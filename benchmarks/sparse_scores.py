#!/usr/bin/env python3
"""Held-out scores and processor seconds of `phigp fit` on large tables, with its defaults but for the
number of inducing inputs, 200 (--inducing 0: phigp's own choice).

    PHIGP_DATA=folder benchmarks/sparse_scores.py --phigp build/phigp [--only protein] [--inference auto]
    PHIGP_DATA=folder benchmarks/sparse_scores.py --seeds 50 --only magic

With --seeds the first split is fitted with that many seeds (5 at most from 500,000 rows on): no fit may
fail, and the scores may spread by 1 % at most.

Test rows are those with i % 10 == s for five shifts s (9, 1, 3, 5, 7); of airline2008 the first 700,000
rows train and the next 100,000 test. NLPD in units of the standardised target. Results are kept in
build/sparse_scores.json as they come, and a run goes on where the last one ended.
"""

import argparse
import gzip
import json
import math
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

SHIFTS = (9, 1, 3, 5, 7)
AIRLINE_TRAIN, AIRLINE_TEST = 700_000, 100_000
# Name, file, likelihood, and what becomes of the target.
SETS = {
    "protein": ("protein", "student-t", None),
    "magic": ("magic", "logistic", None),
    "electricity": ("electricity", "logistic", None),
    "higgs_sub": ("higgs_sub", "logistic", None),
    "susy_21k": ("susy_21k", "logistic", None),
    "airline": ("airline2008", "laplace", None),
    "airline, y > 0": ("airline2008", "logistic", lambda y: float(y) > 0),
    "covtype, y == 2": ("covtype", "logistic", lambda y: float(y) == 2),
}


def split(name, shift, folder):
    """Writes train.csv and test.csv; returns the standard deviation of the training targets."""
    file, likelihood, label = SETS[name]
    source = Path(os.environ["PHIGP_DATA"]) / f"{file}.csv.gz"
    targets = []
    with gzip.open(source, "rt") as rows, open(folder / "train.csv", "w") as train, open(folder / "test.csv", "w") as test:
        header = rows.readline()
        train.write(header)
        test.write(header)
        for i, row in enumerate(rows):
            if label is not None:
                rest, y = row.rstrip("\n").rsplit(",", 1)
                row = f"{rest},{int(label(y))}\n"
            if file == "airline2008":
                if i >= AIRLINE_TRAIN + AIRLINE_TEST:
                    break
                held_out = i >= AIRLINE_TRAIN
            else:
                held_out = i % 10 == shift
            (test if held_out else train).write(row)
            if not held_out:
                targets.append(float(row.rsplit(",", 1)[1]))
    return 1.0 if likelihood == "logistic" else statistics.pstdev(targets)


def run(command):
    """Standard output of a command, and the processor seconds it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return out, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def score(name, shift, program, inference, inducing, seed=0):
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        unit = split(name, shift, folder)
        model = str(folder / "model.phigp")
        fit, seconds = run([program, "fit", str(folder / "train.csv"), "--target", "y", "--likelihood", SETS[name][1],
                            "--inference", inference, "--inducing", str(inducing), "--seed", str(seed), "--out", model, "--json"])
        scores = json.loads(run([program, "evaluate", model, str(folder / "test.csv"), "--json"])[0])["scores"]
        nlpd = scores["log_loss" if SETS[name][1] == "logistic" else "nlpd"]["value"]
        report = json.loads(fit)
        return {"nlpd": nlpd - math.log(unit), "seconds": seconds, "elbo": report["elbo"], "stop": report["stop"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--phigp", default="build/phigp")
    parser.add_argument("--only", action="append", choices=SETS)
    parser.add_argument("--inference", default="auto")
    parser.add_argument("--inducing", type=int, default=200)
    parser.add_argument("--shifts", type=int, default=len(SHIFTS))
    parser.add_argument("--seeds", type=int, default=0)
    arguments = parser.parse_args()
    if "PHIGP_DATA" not in os.environ:
        sys.exit("PHIGP_DATA must name the folder with the tables")
    kept = Path("build/sparse_scores.json")
    results = json.loads(kept.read_text()) if kept.exists() else {}
    how = (arguments.phigp, arguments.inference, arguments.inducing)
    failed = False
    for name in arguments.only or SETS:
        airline = SETS[name][0] == "airline2008"
        runs = [(shift, 0) for shift in (SHIFTS[:1] if airline else SHIFTS[: arguments.shifts])]
        if arguments.seeds:
            large = airline or name.startswith("covtype")
            runs = [(SHIFTS[0], seed) for seed in range(min(arguments.seeds, 5) if large else arguments.seeds)]
        rows = []
        for shift, seed in runs:
            key = f"{name} | {arguments.inference} | {arguments.inducing} | {shift} | {seed}"
            if key not in results:
                results[key] = score(name, shift, *how, seed)
                kept.parent.mkdir(exist_ok=True)
                kept.write_text(json.dumps(results, indent=1))
            rows.append(results[key])
        nlpd = [row["nlpd"] for row in rows]
        spread = (max(nlpd) - min(nlpd)) / abs(statistics.mean(nlpd))
        print(f"{name:<18} NLPD {statistics.mean(nlpd):.4f} (from {min(nlpd):.4f} to {max(nlpd):.4f}, {len(rows)} "
              f"{'seeds' if arguments.seeds else 'splits'})   "
              f"{statistics.mean(row['seconds'] for row in rows):.1f} processor s", flush=True)
        if arguments.seeds and not (math.isfinite(spread) and spread <= 0.01):
            print(f"{name:<18} spreads by {100 * spread:.2f} % over seeds", file=sys.stderr)
            failed = True
    sys.exit(failed)


if __name__ == "__main__":
    main()
