#!/usr/bin/env python3
"""How well does Gibbs sampling mix, and what does a draw cost? See README.md beside this file."""

import json
import math
import random
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import sampling_report
from harness import ROOT, Experiment, seed_of

NUMPYRO = ROOT / "build" / "peers" / "numpyro" / "bin" / "python"


def options(cell, columns=13):
    """Kernel and data treatment of the paper's runs: inputs of mean 0 and variance 1, so that the mean squared
    distance is twice their number; one lengthscale, the root of it; variance 1; no mean."""
    words = ["--target", "y", "--likelihood", cell["likelihood"], "--mean", "zero", "--no-optimize"]
    words += ["--kernel", f"1*rbf(lengthscale={math.sqrt(2.0 * columns):.8g})"]
    return words + (["--parameters", cell["parameters"]] if cell["parameters"] else [])


def chains(settings, config):
    """How long a comparison runs."""
    return [
        "--chains", settings.get("chains", config["chains"]), "--warm-up", settings.get("warm_up", config["warm_up"]),
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
    """One size of the simulated table; a few draws, for the time that one takes, of methods too slow for more at that size."""
    settings = experiment.config["growth"]
    few = settings["cost_only"] if rows >= settings["cost_only"]["from"] else {"methods": []}
    methods = [method for method in settings["methods"] if method not in few["methods"]]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "simulated.csv"
        simulated(rows, path)
        words = options({"likelihood": "student-t", "parameters": "nu=3,sigma=0.5"}, 10)
        found = compared(experiment, name, path, words, settings | {"methods": methods})
        if few["methods"]:
            found["cost_only"] = compared(experiment, name, path, words, few)["samplers"]
    return found


def combined(ours, theirs, key):
    """The largest difference over rows, in standard errors of it."""
    errors = [math.hypot(a, b) for a, b in zip(ours[f"{key}_error"], theirs[f"{key}_error"], strict=True)]
    return max(abs(a - b) / e for a, b, e in zip(ours[key], theirs[key], errors, strict=True))


def external(experiment, name, cell):
    """Our NUTS and NumPyro's on the same posterior and in the same coordinates: do they agree, and what does each get out of
    a gradient and out of a second?"""
    settings = experiment.config["external"]
    length = ["--chains", settings["chains"], "--warm-up", experiment.config["warm_up"], "--draws", settings["draws"]]
    with tempfile.TemporaryDirectory() as folder:
        model = Path(folder) / "model.phigp"
        experiment.call("fit", experiment.table(cell["table"]), *options(cell), "--out", model)
        compared = experiment.call("compare", "--model", model, "--methods", "nuts-prior,nuts-variational", *length, "--rows", "--seed", seed_of(name))
        ours = {sampler["name"]: sampler for sampler in compared["samplers"]}
        centres = Path(folder) / "centres.json"
        centres.write_text(json.dumps(ours["nuts-variational"]["rows"]["mean"]))
        script = Path(__file__).resolve().parent / "external.py"
        words = [NUMPYRO, script, model, centres, *length, "--seed", seed_of(name)]
        peer = experiment.peer(*words)
    theirs = peer["found"]
    out = {"versions": peer["versions"], "rows": compared["rows"], "likelihood": compared["likelihood"], "limits": {"draws": settings["draws"], "chains": settings["chains"]}}
    for kind, sampler in ours.items():
        other = theirs[kind]
        draws = settings["draws"] * settings["chains"]
        gradients = other["gradients_per_draw"] * draws
        done = sampler["draws"] * sampler["chains"]
        out[kind] = {
            "apart": {key: combined(sampler["rows"], other, key) for key in ("mean", "sd")},
            "ours": {"r_hat": sampler["r_hat"]["most"], "gradients_per_draw": sampler["evaluations"], "divergences": sampler["divergences"],
                     "seconds_per_gradient": sampler["seconds_per_draw"] / sampler["evaluations"],
                     "ess_mean_per_gradient": sampler["ess_mean"]["median"] / (done * sampler["evaluations"]),
                     "ess_square_per_gradient": sampler["ess_square"]["median"] / (done * sampler["evaluations"])},
            "numpyro": {"r_hat": other["r_hat"], "gradients_per_draw": other["gradients_per_draw"], "divergences": other["divergences"],
                        "seconds_per_gradient": other["seconds_per_gradient"], "ess_mean_per_gradient": other["ess_mean"] / gradients,
                        "ess_square_per_gradient": other["ess_square"] / gradients},
        }
    return out


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
    if config["external"]["cells"] and not NUMPYRO.exists():
        print("sampling: no NumPyro; `python3 benchmarks/peers/environments.py numpyro` installs it", flush=True)
    for cell in config["cells"] if NUMPYRO.exists() else []:
        name = f"{cell['table']} {cell['likelihood']}"
        if name in config["external"]["cells"]:
            experiment.cell(f"{name} external", lambda name=name, cell=cell: external(experiment, f"{name} external", cell))
    sampling_report.write(experiment)


if __name__ == "__main__":
    main()
