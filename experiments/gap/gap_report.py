"""Tables and pictures of the gap experiment."""

import math

from harness import figure, save, table_lines


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
        lines += [f"### {name}, {cells[0]['rows']} rows", "", *table_lines(head, rows)]
    return ["## Every cell", "", "Bounds on all rows; NLPD of held-out rows by the predictive density, over folds; the last column is refined less augmented.",
            "", *lines]


def summary(results):
    """The largest gap and the largest difference in prediction of each likelihood."""
    rows = []
    for name, cells in by_likelihood(results).items():
        worst = max(cells, key=lambda c: c["bounds"]["vi"]["gap"])
        left = max(((c["bounds"]["annealing"]["log_evidence"] - c["bounds"]["vi-refined"]["log_evidence"], c["bounds"]["annealing"]["standard_error"])
                    for c in cells if "annealing" in c["bounds"]), default=None)
        best = min(cells, key=lambda c: c["held_out"]["nlpd"]["value"])
        differences = {c["lengthscale"]: paired(c) for c in cells}
        at = max(differences, key=lambda k: abs(differences[k][0]))
        difference, error = differences[at]
        here = differences[best["lengthscale"]]
        rows.append([name, f"{worst['bounds']['vi']['gap'] / worst['rows']:.4f} at {worst['lengthscale']:g}",
                     "" if left is None else f"{left[0]:.2f} ± {left[1]:.2f}", f"{here[0]:+.5f} ± {here[1]:.5f} at {best['lengthscale']:g}",
                     f"{difference:+.5f} ± {error:.5f} at {at:g}"])
    head = ["likelihood", "largest Δ per row, nats", "evidence above the refined bound at most", "NLPD refined − augmented at the best lengthscale",
            "largest NLPD difference"]
    return ["## What augmentation costs", "", *table_lines(head, rows)]


def pictures(experiment):
    """Bounds and NLPD against the lengthscale."""
    shown = by_likelihood(experiment.results)
    fig = figure(3.2 * max(1, len(shown)), 5.4)
    if fig is None or not shown:
        return []
    for k, (name, cells) in enumerate(shown.items()):
        x = [cell["lengthscale"] for cell in cells]
        top = fig.add_subplot(2, len(shown), k + 1)
        n = cells[0]["rows"]
        top.plot(x, [c["bounds"]["vi"]["log_evidence"] / n for c in cells], "o-", label="augmented", color="#c1121f", ms=3)
        top.plot(x, [c["bounds"]["vi-refined"]["log_evidence"] / n for c in cells], "s--", label="original", color="#1d3557", ms=3)
        known = [c for c in cells if "annealing" in c["bounds"]]
        top.plot([c["lengthscale"] for c in known], [c["bounds"]["annealing"]["log_evidence"] / n for c in known], "k+", label="evidence", ms=8)
        top.set(title=name, xscale="log")
        low = fig.add_subplot(2, len(shown), len(shown) + k + 1)
        error = [c["held_out"]["nlpd"]["standard_error"] for c in cells]
        low.errorbar(x, [c["held_out"]["nlpd"]["value"] for c in cells], error, fmt="o-", label="augmented", color="#c1121f", ms=3, capsize=2)
        low.plot(x, [c["held_out_refined"]["nlpd"]["value"] for c in cells], "s--", label="original", color="#1d3557", ms=3)
        low.set(xscale="log", xlabel="lengthscale")
        top.title.set_fontsize(8)
        if k == 0:
            top.set_ylabel("bound per row")
            low.set_ylabel("held-out NLPD")
            top.legend(fontsize=7)
    save(fig, experiment.out / "gap.png")
    return ["![bounds and held-out NLPD against the lengthscale](gap.png)", ""]


def headline(results):
    """What docs/results.md shows."""
    return [*bars(results), *summary(results)]


def write(experiment):
    """results.md and its picture."""
    results = experiment.results
    experiment.write_report([*headline(results), *pictures(experiment), *tables(results)])
