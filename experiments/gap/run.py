#!/usr/bin/env python3
"""What does the augmentation cost? Bounds with and without it at the same hyperparameters. See README.md."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import gap_report
from harness import Experiment, seed_of


def options(config, likelihood, lengthscale):
    """Everything fixed, the same for both sides."""
    kernel = f"{config['variance']}*rbf(lengthscale={lengthscale})"
    return ["--target", "y", *likelihood["options"], "--mean", "zero", "--no-optimize", "--kernel", kernel]


def held_out(experiment, path, words):
    """NLPD of rows not seen, fold by fold."""
    found = experiment.call("cv", path, *words, "--folds", experiment.config["folds"])
    score = "nlpd" if "nlpd" in found["scores"] else "log_loss"  # of labels: the same thing
    return {
        "nlpd": found["scores"][score],
        "folds": [fold["scores"][score] for fold in found["each"]],
        "rows": [fold["rows"] for fold in found["each"]],
    }


def work(experiment, name, likelihood, lengthscale):
    """Bounds on all rows, the evidence where it is asked for, held-out scores of both posteriors. Cells have their own
    seeds of annealing, and the same folds."""
    config = experiment.config
    path = experiment.table(likelihood["table"])
    words = options(config, likelihood, lengthscale)
    methods = ["vi", "vi-refined"] + (["annealing"] if lengthscale in config["evidence_at"] else [])
    compared = experiment.call("compare", path, *words, "--methods", ",".join(methods), "--particles",
                               config["particles"], "--temperatures", config["temperatures"], "--seed", seed_of(name))
    found = {a["name"]: {key: a[key] for key in a if key not in ("name", "meaning")} for a in compared["approximations"]}
    return {
        "rows": compared["rows"], "likelihood": likelihood["name"], "lengthscale": lengthscale, "bounds": found,
        "held_out": held_out(experiment, path, words), "held_out_refined": held_out(experiment, path, [*words, "--refine"]),
    }


def main():
    """Runs what is missing, then writes tables and pictures."""
    experiment = Experiment(Path(__file__).resolve().parent, __doc__)
    for lengthscale in experiment.config["lengthscales"]:
        for likelihood in experiment.config["likelihoods"]:
            name = gap_report.cell_name(likelihood, lengthscale)
            experiment.cell(name, lambda name=name, a=likelihood, b=lengthscale: work(experiment, name, a, b))
    gap_report.write(experiment)


if __name__ == "__main__":
    main()
