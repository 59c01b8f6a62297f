#!/usr/bin/env python3
"""Held-out scores against seconds, phigp and its peers at the same model. See README.md."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
sys.path.insert(0, str(HERE.parents[1] / "benchmarks" / "peers"))
import convergence_report
import sparse_compare
import sparse_data
from harness import Experiment


def work(experiment, name, method, seed):
    """One run of one program."""
    first, last = experiment.config["limits"].get(method, [None, None])
    settings = {key: experiment.config[key] for key in ("budget", "batch", "threads")} | {"seed": seed, "first_limit": first, "last_limit": last}
    program = Path(experiment.arguments.program).resolve()
    table = experiment.table(sparse_data.SETS[name][0])
    folder = sparse_data.prepare(name, program, table.parent)
    found = sparse_compare.run(method, program, name, folder, settings)
    return {"set": name, "method": method, "settings": settings, **found}


def main():
    """Runs what is missing, seed by seed, then writes tables and pictures."""
    experiment = Experiment(HERE, __doc__)
    config = experiment.config
    experiment.arguments.threads = config["threads"]  # the same for all programs, whatever the command line says
    for seed in config["seeds"]:
        for name in config["sets"]:
            if experiment.table(sparse_data.SETS[name][0]) is None:
                print(f"convergence: no table of {name}; PHIGP_DATA names the folder to look in", flush=True)
                continue
            for method in config["methods"]:
                experiment.cell(f"{name} | {method} | {seed}", lambda a=name, b=method, c=seed: work(experiment, a, b, c))
    convergence_report.write(experiment)


if __name__ == "__main__":
    main()
