#!/usr/bin/env python3
"""How well does Gibbs sampling mix, and what does a draw cost? See README.md beside this file."""

import math
import random
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import sampling_report
from harness import Experiment, seed_of


def options(cell, columns=13):
    """Kernel and data treatment of the paper's runs: inputs of mean 0 and variance 1, so that the mean squared
    distance is twice their number; one lengthscale, the root of it; variance 1; no mean."""
    words = ["--target", "y", "--likelihood", cell["likelihood"], "--mean", "zero", "--no-optimize"]
    words += ["--kernel", f"1*rbf(lengthscale={math.sqrt(2.0 * columns):.8g})"]
    return words + (["--parameters", cell["parameters"]] if cell["parameters"] else [])


def chains(settings, config):
    """How long a comparison runs."""
    return [
        "--chains", settings.get("chains", config["chains"]), "--warm-up", config["warm_up"],
        "--draws", settings["draws"], "--seconds", settings["seconds"],
    ]


def compared(experiment, name, path, words, settings):
    """Methods on one table, with the limits they were run under and a seed of the cell's own."""
    limits = {key: settings[key] for key in ("draws", "seconds")}
    return {"limits": limits} | experiment.call("compare", path, *words, "--methods", ",".join(settings["methods"]),
                                                *chains(settings, experiment.config), "--seed", seed_of(name))


def simulated(rows, path):
    """Ten inputs, a smooth function of three of them, heavy-tailed noise: the same rows for every call."""
    source = random.Random(1)
    with open(path, "w") as file:
        file.write(",".join(f"x{k}" for k in range(10)) + ",y\n")
        for _ in range(rows):
            x = [source.gauss(0.0, 1.0) for _ in range(10)]
            noise = source.gauss(0.0, 1.0) / math.sqrt(source.gammavariate(1.5, 1.0 / 1.5))
            y = math.sin(x[0]) + x[1] * x[2] + 0.5 * noise
            file.write(",".join(f"{value:.10g}" for value in [*x, y]) + "\n")


def growth(experiment, name, rows):
    """One size of the simulated table."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "simulated.csv"
        simulated(rows, path)
        cell = {"likelihood": "student-t", "parameters": "nu=3,sigma=0.5"}
        return compared(experiment, name, path, options(cell, 10), experiment.config["growth"])


def main():
    """Runs what is missing, then writes tables and pictures."""
    experiment = Experiment(Path(__file__).resolve().parent, __doc__)
    config = experiment.config
    hmc = config["hmc"]
    grid = [f"hmc({step},{steps})" for step in hmc["step_sizes"] for steps in hmc["steps"]]
    for ending, settings in (("", config), (" omega", config["omega"]), (" hmc", hmc | {"methods": grid})):
        for cell in config["cells"]:
            name = f"{cell['table']} {cell['likelihood']}{ending}"
            experiment.cell(name, lambda name=name, cell=cell, settings=settings: compared(
                experiment, name, experiment.table(cell["table"]), options(cell), settings))
    for rows in config["growth"]["rows"]:
        name = f"growth {rows}"
        experiment.cell(name, lambda name=name, rows=rows: growth(experiment, name, rows))
    sampling_report.write(experiment)


if __name__ == "__main__":
    main()
