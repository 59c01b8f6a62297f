"""Tables and pictures of the gap experiment."""

import math

from harness import figure, not_run, save, table_lines


def by_likelihood(results):
    """Cells in the order of lengthscales, for each likelihood."""
    out = {}
    for cell in results["cells"].values():
        out.setdefault(cell["likelihood"], []).append(cell)
    return {name: sorted(cells, key=lambda cell: cell["lengthscale"]) for name, cells in out.items()}


def paired(cell):
    """Mean difference of NLPD, original minus augmented, and its standard error over folds."""
    differences = [b - a for a, b in zip(cell["held_out"]["folds"], cell["held_out_refined"]["folds"], strict=True)]
    n = len(differences)
    mean = sum(differences) / n
    return mean, math.sqrt(sum((d - mean) ** 2 for d in differences) / (n - 1) / n)


def bars(results):
    """Signs and identities that have to hold in every cell."""
    cells = results["cells"].values()
    if not cells:
        return []
    least = min(cell["bounds"]["vi"]["gap"] for cell in cells)
    apart = max(abs(c["bounds"]["vi"]["original_bound"] - c["bounds"]["vi"]["log_evidence"] - c["bounds"]["vi"]["gap"]) for c in cells)
    risen = min(cell["bounds"]["vi-refined"]["log_evidence"] - cell["bounds"]["vi"]["original_bound"] for cell in cells)
    above = [(c["bounds"]["vi-refined"]["log_evidence"] - c["bounds"]["annealing"]["log_evidence"]) / c["bounds"]["annealing"]["standard_error"]
             for c in cells if "annealing" in c["bounds"]]
    lines = ["## Bars", "",
             f"- Δ ≥ 0 in all {len(cells)} cells: least {least:.3g}: {'met' if least >= 0 else 'MISSED'}",
             f"- Δ in closed form equals the difference of the two bounds at the same q to 1e-8: largest deviation {apart:.1e}: "
             f"{'met' if apart <= 1e-8 else 'MISSED'}",
             f"- refinement never lowers the original bound: least rise {risen:.1e}: {'met' if risen >= -1e-8 else 'MISSED'}"]
    if above:
        lines.append(f"- no bound above the evidence by more than 5 of its standard errors, {len(above)} cells: largest {max(above):.1f}: "
                     f"{'met' if max(above) <= 5 else 'MISSED'}")
    return [*lines, ""]


def particles(evidence):
    """How many the weights of annealing leave; results of the first runs do not say."""
    count = evidence.get("effective_particles")
    return "" if count is None else f" ({count:.0f} particles count)"


def tables(results):
    """One for each likelihood."""
    lines = []
    for name, cells in by_likelihood(results).items():
        rows = []
        for cell in cells:
            vi, refined = cell["bounds"]["vi"], cell["bounds"]["vi-refined"]
            evidence = cell["bounds"].get("annealing")
            difference, error = paired(cell)
            rows.append([
                f"{cell['lengthscale']:g}", f"{vi['log_evidence']:.3f}", f"{vi['gap']:.3f}", f"{vi['original_bound']:.3f}", f"{refined['log_evidence']:.3f}",
                f"{evidence['log_evidence']:.3f} ± {evidence['standard_error']:.3f}{particles(evidence)}" if evidence else "",
                f"{cell['held_out']['nlpd']['value']:.4f} ± {cell['held_out']['nlpd']['standard_error']:.4f}",
                f"{cell['held_out_refined']['nlpd']['value']:.4f}", f"{difference:+.5f} ± {error:.5f}",
            ])
        head = ["lengthscale", "augmented bound", "Δ", "original bound, same q", "original bound, refined", "log evidence (annealing)",
                "NLPD augmented", "NLPD refined", "difference"]
        lines += [f"### `{name}`, {cells[0]['rows']} rows", "", *table_lines(head, rows)]
    return ["## Every cell", "", "Bounds on all rows; NLPD of held-out rows by the predictive density, over folds; the last column is refined less augmented.",
            "", *lines]


def closed(cell):
    """What refinement wins back of the evidence less the augmented bound, as a share, and the standard error of it."""
    low, high = cell["bounds"]["vi"]["log_evidence"], cell["bounds"]["vi-refined"]["log_evidence"]
    evidence = cell["bounds"]["annealing"]
    whole = evidence["log_evidence"] - low
    share = (high - low) / whole
    return share, share * evidence["standard_error"] / whole


def summary(results):
    """The largest gap, what refinement does about it, and the largest difference in prediction of each likelihood."""
    rows = []
    for name, cells in by_likelihood(results).items():
        worst = max(cells, key=lambda c: c["bounds"]["vi"]["gap"])
        known = [c for c in cells if "annealing" in c["bounds"]]
        left = max(((c["bounds"]["annealing"]["log_evidence"] - c["bounds"]["vi-refined"]["log_evidence"], c["bounds"]["annealing"]["standard_error"])
                    for c in known), default=None)
        best = min(cells, key=lambda c: c["held_out"]["nlpd"]["value"])
        differences = {c["lengthscale"]: paired(c) for c in cells}
        at = max(differences, key=lambda k: abs(differences[k][0]))
        difference, error = differences[at]
        here = differences[best["lengthscale"]]
        shares = ", ".join("{:.1f} ± {:.1f} at {:g}".format(*(100 * x for x in closed(c)), c["lengthscale"]) for c in known)
        rows.append([f"`{name}`", f"{worst['bounds']['vi']['gap'] / worst['rows']:.4f} at {worst['lengthscale']:g}", shares,
                     "" if left is None else f"{left[0]:.3f} ± {left[1]:.3f}", f"{here[0]:+.5f} ± {here[1]:.5f} at {best['lengthscale']:g}",
                     f"{difference:+.5f} ± {error:.5f} at {at:g}"])
    head = ["likelihood", "largest Δ per row, nats", "closed by `--refine`, % of evidence less augmented bound", "evidence above the refined bound at most, nats",
            "NLPD refined − augmented at the best lengthscale", "largest NLPD difference"]
    return ["## What augmentation costs", "", "Δ is what the augmented bound lies below that of the original model at the same q; `--refine` then moves q as well. *At* is the lengthscale.", "",
            *table_lines(head, rows)]


def pictures(experiment):
    """Bounds, NLPD and its difference against the lengthscale; a line of panels for each likelihood."""
    shown = by_likelihood(experiment.results)
    fig = figure(10.5, 1.0 + 1.9 * max(1, len(shown)))
    if fig is None or not shown:
        return []
    red, blue = "#c1121f", "#1d3557"
    for k, (name, cells) in enumerate(shown.items()):
        x = [cell["lengthscale"] for cell in cells]
        n = cells[0]["rows"]
        bound, score, change = (fig.add_subplot(len(shown), 3, 3 * k + column) for column in (1, 2, 3))
        bound.plot(x, [c["bounds"]["vi"]["log_evidence"] / n for c in cells], "o-", label="augmented", color=red, ms=3)
        bound.plot(x, [c["bounds"]["vi-refined"]["log_evidence"] / n for c in cells], "s--", label="original (refined)", color=blue, ms=3)
        known = [c for c in cells if "annealing" in c["bounds"]]
        bound.plot([c["lengthscale"] for c in known], [c["bounds"]["annealing"]["log_evidence"] / n for c in known], "k+", label="evidence", ms=9)
        bound.set_ylabel(name, fontsize=8)
        for key, form, colour, label in (("held_out", "o-", red, "augmented"), ("held_out_refined", "s--", blue, "original (refined)")):
            score.errorbar(x, [c[key]["nlpd"]["value"] for c in cells], [c[key]["nlpd"]["standard_error"] for c in cells], fmt=form, label=label, color=colour,
                           ms=3, capsize=2, lw=1)
        differences = [paired(c) for c in cells]
        change.errorbar(x, [d[0] for d in differences], [d[1] for d in differences], fmt="o", color=blue, ms=3, capsize=2, lw=1)
        change.axhline(0.0, color="#999999", lw=0.8)
        for axes, title in ((bound, "bound per row"), (score, "held-out NLPD"), (change, "NLPD, original less augmented")):
            axes.set_xscale("log")
            axes.tick_params(labelsize=7)
            axes.set_title(title if k == 0 else "", fontsize=9)
            axes.set_xlabel("lengthscale" if k == len(shown) - 1 else "", fontsize=8)
    handles = bound.get_legend_handles_labels()
    fig.legend(*handles, loc="outside upper center", ncols=3, fontsize=8)
    save(fig, experiment.out / "gap.png")
    return ["![bounds and held-out NLPD against the lengthscale](gap.png)", ""]


def cell_name(likelihood, lengthscale):
    """Of a likelihood of the protocol."""
    return f"{likelihood['name']} {lengthscale:g}"


def headline(results):
    """What docs/results.md shows."""
    config = results["config"]
    names = [cell_name(likelihood, lengthscale) for likelihood in config["likelihoods"] for lengthscale in config["lengthscales"]]
    return [*not_run(results, names), *bars(results), *summary(results)]


def write(experiment):
    """results.md and its picture."""
    results = experiment.results
    experiment.write_report([*headline(results), *pictures(experiment), *tables(results)])
