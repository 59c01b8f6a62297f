"""Held-out scores and processor seconds of `phigp fit` on large tables, with its defaults but for the
number of inducing inputs, 200 (--inducing 0: phigp's own choice).

    PHIGP_DATA=folder python3 benchmarks/sparse_scores.py --phigp build/phigp [--only protein] [--inference auto]
    PHIGP_DATA=folder python3 benchmarks/sparse_scores.py --seeds 50 --only magic

With --seeds the first split is fitted with that many seeds (5 at most from 500,000 rows on): no fit may
fail or leave a score that is no number, and the scores may spread by 1 % at most.

Test rows are those with i % 10 == s for five shifts s (9, 1, 3, 5, 7); of airline2008 the first 700,000
rows train and the next 100,000 test. NLPD in units of the standardised target. Results are kept in
build/sparse_scores.json as they come, and a run of the same program goes on where the last one ended.
"""

import argparse
import fcntl
import gzip
import hashlib
import json
import math
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from functools import cache
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
    out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return out, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def score(name, folder, unit, arguments, seed):
    """Scores of one fit; what the program said where it failed."""
    model = str(folder / "model.phigp")
    options = ["--inference", arguments.inference, "--inducing", str(arguments.inducing), "--seed", str(seed), "--threads", str(arguments.threads)]
    try:
        fit, seconds = run([arguments.phigp, "fit", str(folder / "train.csv"), "--target", "y", "--likelihood", SETS[name][1],
                            *options, "--out", model, "--json"])
        scores = json.loads(run([arguments.phigp, "evaluate", model, str(folder / "test.csv"), "--json"])[0])["scores"]
    except subprocess.CalledProcessError as error:
        return {"failed": error.stderr.strip()[-300:]}
    nlpd = scores["log_loss" if SETS[name][1] == "logistic" else "nlpd"]["value"]
    report = json.loads(fit)
    if not (isinstance(nlpd, float) and math.isfinite(nlpd)):
        return {"failed": f"NLPD {nlpd}"}
    return {"nlpd": nlpd - math.log(unit), "seconds": seconds, "elbo": report["elbo"], "stop": report["stop"]}


class Results:
    """What is known of one program, kept as it comes."""

    def __init__(self, arguments):
        """Reads what there is."""
        self.file = Path("build/sparse_scores.json")
        self.arguments = arguments
        digest = hashlib.sha256(Path(arguments.phigp).read_bytes()).hexdigest()[:12]
        self.how = f"{arguments.inference} | {arguments.inducing} | {digest}"

    def known(self):
        """Read anew each time, so that two runs may go on at once."""
        return json.loads(self.file.read_text()) if self.file.exists() else {}

    def of(self, name, shift, seeds):
        """One split with these seeds."""
        with tempfile.TemporaryDirectory() as temporary:
            folder = Path(temporary)
            unit = cache(lambda: split(name, shift, folder))  # written when first needed
            return [self.one(name, shift, seed, folder, unit) for seed in seeds]

    def one(self, name, shift, seed, folder, unit):
        """One fit."""
        key = f"{name} | {self.how} | {shift} | {seed}"
        if key not in self.known():
            found = score(name, folder, unit(), self.arguments, seed)
            if "failed" not in found:  # which may have a reason outside
                self.keep(key, found)
            return found
        return self.known()[key]

    def keep(self, key, found):
        """Adds to what other runs have found meanwhile."""
        self.file.parent.mkdir(exist_ok=True)
        with open(self.file.with_suffix(".lock"), "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            temporary = self.file.with_suffix(f".{os.getpid()}")
            temporary.write_text(json.dumps(self.known() | {key: found}, indent=1))
            temporary.replace(self.file)


def main():
    """Reads the command line; fails where a fit failed or seeds disagree."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--phigp", default="build/phigp")
    parser.add_argument("--only", action="append", choices=SETS)
    parser.add_argument("--inference", default="auto")
    parser.add_argument("--inducing", type=int, default=200)
    parser.add_argument("--shifts", type=int, default=len(SHIFTS))
    parser.add_argument("--seeds", type=int, default=0)
    parser.add_argument("--threads", type=int, default=0)
    arguments = parser.parse_args()
    if "PHIGP_DATA" not in os.environ:
        sys.exit("PHIGP_DATA must name the folder with the tables")
    results = Results(arguments)
    failed = False
    for name in arguments.only or SETS:
        airline = SETS[name][0] == "airline2008"
        if arguments.seeds:
            large = airline or name.startswith("covtype")
            rows = results.of(name, SHIFTS[0], range(min(arguments.seeds, 5) if large else arguments.seeds))
        else:
            rows = [row for shift in (SHIFTS[:1] if airline else SHIFTS[: arguments.shifts]) for row in results.of(name, shift, [0])]
        for row in rows:
            if "failed" in row:
                print(f"{name:<18} failed: {row['failed']}", file=sys.stderr)
                failed = True
        rows = [row for row in rows if "failed" not in row]
        if not rows:
            continue
        nlpd = [row["nlpd"] for row in rows]
        spread = (max(nlpd) - min(nlpd)) / abs(statistics.mean(nlpd))
        unfinished = sum(row["stop"] not in ("converged", "planned length") for row in rows)
        print(f"{name:<18} NLPD {statistics.mean(nlpd):.4f} (from {min(nlpd):.4f} to {max(nlpd):.4f}, {len(rows)} "
              f"{'seeds' if arguments.seeds else 'splits'}, {unfinished} not converged)   "
              f"{statistics.mean(row['seconds'] for row in rows):.1f} processor s", flush=True)
        if arguments.seeds and spread > 0.01:
            print(f"{name:<18} spreads by {100 * spread:.2f} % over seeds", file=sys.stderr)
            failed = True
    sys.exit(failed)


if __name__ == "__main__":
    main()
