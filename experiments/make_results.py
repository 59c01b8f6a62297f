#!/usr/bin/env python3
"""Writes docs/results.md from the results.json of every experiment; --check only says whether it is up to date.

Each figure comes from a file and a command that stand beside it. Written by hand are only the remarks on how a recorded run
departs from its protocol, or why one was withdrawn; they are kept in that file too (`remarks`, `withdrawn`).
"""

import importlib
import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HERE = ROOT / "experiments"
TITLES = {
    "sampling": "How well does Gibbs sampling mix, and what does a draw cost?",
    "gap": "What does the augmentation cost?",
    "convergence": "How soon are predictions good?",
    "new_likelihoods": "Likelihoods typed as formulas",
}


def section(name):
    """The headline of one experiment, its headings one level down."""
    folder = HERE / name
    results = json.loads((folder / "results" / "results.json").read_text())
    sys.path.insert(0, str(folder))
    from harness import makers

    lines = importlib.import_module(f"{name}_report").headline(results)
    made = makers(results)
    source = f"../experiments/{name}/results"
    out = [
        f"## {TITLES[name]}", "",
        f"`experiments/{name}/run.py`: [protocol](../experiments/{name}/README.md), [all tables]({source}/results.md), [numbers]({source}/results.json) with the command of "
        f"each cell. Made with {made}.", "",
    ]
    if results.get("remarks"):
        out += ["What was recorded departs from the protocol:", "", *(f"- {text}" for text in results["remarks"]), ""]
    out += [f"#{line}" if line.startswith("## ") else line for line in lines]
    for picture in sorted((folder / "results").glob("*.png")):
        out += [f"![{picture.stem.replace('_', ' ')}]({source}/{picture.name})", ""]
    return out


def page():
    """The whole page."""
    lines = [
        "<!-- Written by experiments/make_results.py; do not edit. -->",
        "# Results", "",
        "What the experiments in `experiments/` found, wins and losses. `make experiments` runs them again and writes this page; every figure here comes from the",
        "JSON file named above its table, but for what is said under *departs from the protocol*, which is written by hand. Times are processor times of the threads that worked, on a machine",
        "that others used too: ratios within one cell are worth more than seconds.", "",
    ]
    for name in TITLES:
        path = HERE / name / "results" / "results.json"
        results = json.loads(path.read_text()) if path.exists() else {"cells": {}}
        if results["cells"]:
            lines += section(name)
        else:
            state = results.get("withdrawn", "Not run yet.")
            lines += [f"## {TITLES[name]}", "", f"{state} `experiments/{name}/run.py` runs it: [protocol](../experiments/{name}/README.md).", ""]
    return "\n".join(lines).rstrip() + "\n"


def main():
    """Writes the page, or compares it."""
    sys.path.insert(0, str(HERE))
    sys.dont_write_bytecode = True
    path = ROOT / "docs" / "results.md"
    if "--check" in sys.argv:
        if not path.exists() or path.read_text() != page():
            sys.exit("docs/results.md is not what experiments/make_results.py writes: run it")
        return
    from harness import write

    write(path, page())


if __name__ == "__main__":
    main()
