#!/usr/bin/env python3
"""Likelihoods typed as formulas, on data with outliers or asymmetry, by VI and by Gibbs. See README.md."""

import csv
import gzip
import random
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import new_likelihoods_report
from harness import Experiment


def some_rows(path, rows, folder):
    """A table of that many rows, drawn once and for all."""
    with gzip.open(path, "rt") as file:
        table = list(csv.reader(file))
    kept = sorted(random.Random(1).sample(range(1, len(table)), min(rows, len(table) - 1)))
    short = Path(folder) / "table.csv"
    with open(short, "w", newline="") as file:
        csv.writer(file).writerows([table[0], *(table[k] for k in kept)])
    return short


def work(experiment, likelihood, table):
    """Cross-validated scores of VI; chains, and leave-one-out, of Gibbs."""
    config = experiment.config
    with tempfile.TemporaryDirectory() as folder:
        path = some_rows(experiment.table(table["name"]), table["rows"], folder)
        words = ["--target", "y", *likelihood["options"], "--kernel", config["kernel"], "--iterations", config["iterations"],
                 "--restarts", config["restarts"]]
        found = experiment.call("cv", path, *words, "--folds", config["folds"])
        gibbs = experiment.call("sample", path, *words, "--chains", config["chains"], "--warm-up", config["warm_up"], "--draws",
                                likelihood.get("draws", config["draws"]), "--out", Path(folder) / "draws")
    kept = ("largest_r_hat", "least_bulk_ess", "least_tail_ess", "seconds", "omega", "latent")
    scores = found["scores"]
    return {
        "likelihood": likelihood["name"], "formula": likelihood["options"][1], "table": table["name"], "rows": found["rows"],
        "scores": {key: scores[key] for key in scores if key in ("nlpd", "rmse", "mae", "crps", "coverage_0.5", "coverage_0.9")},
        "folds": {"nlpd": [fold["scores"]["nlpd"] for fold in found["each"]], "elbo": [fold["elbo"] for fold in found["each"]],
                  "learned": sum(fold["stop"] == "converged" for fold in found["each"]),
                  "seconds": sum(fold["seconds"] for fold in found["each"])},
        "gibbs": {key: gibbs[key] for key in kept} | {"leave_one_out": gibbs.get("leave_one_out")},
    }


def main():
    """Runs what is missing, then writes tables and pictures."""
    experiment = Experiment(Path(__file__).resolve().parent, __doc__)
    for table in experiment.config["tables"]:
        if experiment.table(table["name"]) is None:
            print(f"new_likelihoods: no table {table['name']}; PHIGP_DATA names the folder to look in", flush=True)
            continue
        for likelihood in experiment.config["likelihoods"]:
            experiment.cell(new_likelihoods_report.cell_name(table, likelihood), lambda a=likelihood, b=table: work(experiment, a, b))
    new_likelihoods_report.write(experiment)


if __name__ == "__main__":
    main()
