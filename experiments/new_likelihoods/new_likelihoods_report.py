"""Tables and picture of the experiment with formulas."""

from harness import figure, save, table_lines

REFERENCES = ("gaussian (for reference)", "student-t (for reference)")


def by_table(results):
    """Cells of each table."""
    out = {}
    for cell in results["cells"].values():
        out.setdefault(cell["table"], []).append(cell)
    return out


def score(cell, name):
    """Value and standard error as text."""
    entry = cell["scores"].get(name)
    if entry is None or not isinstance(entry["value"], float):
        return "–"
    error = entry.get("standard_error")
    return f"{entry['value']:.3f}" + (f" ± {error:.3f}" if isinstance(error, float) else "")


def tables(results):
    """One for each table."""
    lines = []
    for table, cells in by_table(results).items():
        rows = []
        for cell in sorted(cells, key=lambda c: c["scores"]["nlpd"]["value"]):
            loo = cell["gibbs"]["leave_one_out"]
            rows.append([
                cell["likelihood"], f"`{cell['formula']}`", score(cell, "nlpd"), score(cell, "crps"), score(cell, "coverage_0.5"),
                score(cell, "coverage_0.9"), f"{cell['gibbs']['largest_r_hat']:.3f}", f"{cell['gibbs']['least_bulk_ess']:.0f}",
                f"{loo['elpd_loo'] / loo['rows']:.3f}" if loo else "–", cell["gibbs"]["omega"].replace("|", "/"),
            ])
        head = ["likelihood", "as typed", "NLPD, held out", "CRPS", "50 % interval covers", "90 % interval covers", "largest R̂", "least bulk ESS",
                "elpd_loo per row (Gibbs)", "ω drawn"]
        lines += [f"### {table}", "", *table_lines(head, rows)]
    return ["## Every cell, best NLPD first", "", *lines]


def summary(results):
    """Who won, and whether chains converged."""
    cells = results["cells"].values()
    typed = [cell for cell in cells if cell["likelihood"] not in REFERENCES]
    converged = sum(cell["gibbs"]["largest_r_hat"] <= 1.01 for cell in typed)
    kinds = len({cell["likelihood"] for cell in typed})
    tables = len(by_table(results))
    lines = [f"{kinds} likelihoods typed as formulas on {tables} table{'' if tables == 1 else 's'}: all {len(typed)} fits ended with predictions "
             f"and draws; R̂ ≤ 1.01 at every row in {converged} of them.", ""]
    rows = []
    for table, found in by_table(results).items():
        best = min(found, key=lambda c: c["scores"]["nlpd"]["value"])
        known = {c["likelihood"]: score(c, "nlpd") for c in found}
        rows.append([table, best["likelihood"], score(best, "nlpd"), *(known.get(name, "–") for name in REFERENCES)])
    return ["## Best held-out NLPD of each table", "", *lines, *table_lines(["table", "best", "NLPD", "gaussian", "student-t"], rows)]


def pictures(experiment):
    """NLPD of every likelihood, less the best of its table."""
    shown = by_table(experiment.results)
    fig = figure(2.6 * max(1, len(shown)) + 2.0, 4.2)
    if fig is None or not shown:
        return []
    names = list(dict.fromkeys(cell["likelihood"] for cells in shown.values() for cell in cells))
    first = None
    for k, (table, cells) in enumerate(shown.items()):
        axes = fig.add_subplot(1, len(shown), k + 1, sharey=first)
        first = first or axes
        found = {cell["likelihood"]: cell["scores"]["nlpd"] for cell in cells}
        for place, name in enumerate(names):
            if name in found:
                axes.errorbar(found[name]["value"], place, xerr=found[name].get("standard_error") or 0.0, fmt="o", ms=4, capsize=2,
                              color="#6c757d" if name in REFERENCES else "#c1121f")
        axes.set(title=table, xlabel="held-out NLPD")
        axes.set_yticks(range(len(names)), names, fontsize=7)
        axes.tick_params(labelleft=k == 0)
    save(fig, experiment.out / "new_likelihoods.png")
    return ["![held-out NLPD](new_likelihoods.png)", ""]


def headline(results):
    """What docs/results.md shows."""
    return summary(results)


def write(experiment):
    """results.md and its picture."""
    results = experiment.results
    experiment.write_report([*headline(results), *pictures(experiment), *tables(results)])
