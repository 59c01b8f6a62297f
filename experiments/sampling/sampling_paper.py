"""The paper's numbers beside ours; paper.json has what it prints."""

import json
from pathlib import Path

from harness import table_lines
from sampling_cells import best_hmc, by_name, cells, grids, milliseconds, ran, show

PAPER = json.loads((Path(__file__).resolve().parent / "paper.json").read_text())
PRINTED = ("paper: ms/draw", "lag 1", "Gelman")


def printed_words(numbers):
    """Seconds per sample, lag 1 and Gelman's test as the paper has them."""
    if not numbers:
        return ["–"] * 3
    seconds, lag, gelman = numbers
    return [f"{1e3 * seconds:.0f}", f"{lag:g}", f"{gelman:.2f}"]


def ours_words(sampler):
    """The same of one of our samplers."""
    if sampler is None:
        return ["–"] * 4
    return [sampler["name"], milliseconds(sampler), show(sampler["autocorrelation"][0], ".3f"), show(sampler["r_hat"]["most"], ".3f")]


def same_setting(results, name):
    """Our HMC as the paper chose it; where it does not say how, the best of the grid."""
    setting = PAPER["cells"][name]["setting"]
    if setting is None:
        return best_hmc(results, name)
    return next((s for s in ran(grids(results).get(name, {"samplers": []})) if s["name"] == setting), None)


def paper_table(results):
    """Each sampler of the paper's table with ours of the same kind."""
    rows = []
    for name, cell in cells(results).items():
        samplers = by_name(cell)
        kinds = (("MH", samplers.get("mh-prior")), ("HMC", same_setting(results, name)), ("Gibbs", samplers.get("gibbs-cholesky")),
                 ("Gibbs", samplers.get("gibbs")))
        if name in PAPER["cells"]:
            rows += [[name, kind, *printed_words(PAPER["cells"][name][kind]), *ours_words(sampler)] for kind, sampler in kinds]
    head = ["cell", "the paper's sampler", *PRINTED, "ours", "ms/draw", "lag 1", "largest R̂"]
    return ["## The paper's numbers beside ours", "", "The paper's Gibbs is gibbs-cholesky here, gibbs what replaces it. Its MH and HMC are measured on whitened z, ours on f; its Matérn used 1/ω for ω. Gelman's",
            "test is neither split nor ranked, and compares fewer numbers than the largest R̂ over rows. Machines differ by years.", "", *table_lines(head, rows)] if rows else []
