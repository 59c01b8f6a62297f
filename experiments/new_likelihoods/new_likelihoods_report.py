"""Tables and picture of the experiment with formulas."""

import math

from harness import figure, not_run, save, table_lines

GAUSSIAN, STUDENT = "gaussian (for reference)", "student-t (for reference)"
REFERENCES = (GAUSSIAN, STUDENT)


def by_table(results):
    """Cells of each table, in the order of the protocol."""
    out = {}
    for cell in results["cells"].values():
        out.setdefault(cell["table"], {})[cell["likelihood"]] = cell
    names = [table["name"] for table in results["config"]["tables"]]
    return {name: out[name] for name in sorted(out, key=names.index)}


def typed(cells):
    """Those of formulas."""
    return [cell for cell in cells.values() if cell["likelihood"] not in REFERENCES]


def nlpd(cell):
    """Of held-out rows."""
    return cell["scores"]["nlpd"]["value"]


def score(cell, name):
    """Value and standard error as text."""
    entry = cell["scores"].get(name)
    if entry is None or not isinstance(entry["value"], float):
        return "–"
    error = entry.get("standard_error")
    return f"{entry['value']:.3f}" + (f" ± {error:.3f}" if isinstance(error, float) else "")


def paired(cell, other):
    """Mean difference of NLPD from another likelihood on the same folds, and its standard error over them."""
    differences = [a - b for a, b in zip(cell["folds"]["nlpd"], other["folds"]["nlpd"], strict=True)]
    n = len(differences)
    mean = sum(differences) / n
    return mean, math.sqrt(sum((d - mean) ** 2 for d in differences) / (n - 1) / n)


def against(cell, cells):
    """The difference from student-t as text."""
    if STUDENT not in cells or cell["likelihood"] == STUDENT:
        return "–"
    mean, error = paired(cell, cells[STUDENT])
    return f"{mean:+.3f} ± {error:.3f}"


def r_hat(cell):
    """The largest, as text."""
    value = cell["gibbs"]["largest_r_hat"]
    return f"{value:.3f}" + ("" if value <= 1.01 else " (not converged)")


def left_out(cell):
    """What Gibbs says of rows left out, with the rows of which it does not know."""
    loo = cell["gibbs"]["leave_one_out"]
    if not loo or not isinstance(loo["elpd_loo"], float):
        return "–"
    above = loo["pareto_k_above"]
    return f"{-loo['elpd_loo'] / loo['rows']:.3f}" + (f" ({above} rows doubtful)" if above else "")


def tables(results):
    """One for each table."""
    lines = []
    for table, cells in by_table(results).items():
        rows = []
        for cell in sorted(cells.values(), key=nlpd):
            folds = cell["folds"]
            rows.append([
                cell["likelihood"], f"`{cell['formula']}`", score(cell, "nlpd"), against(cell, cells), score(cell, "crps"), score(cell, "coverage_0.5"),
                score(cell, "coverage_0.9"), f"{folds['learned']} of {len(folds['nlpd'])}", left_out(cell), r_hat(cell),
                f"{cell['gibbs']['least_bulk_ess']:.0f}", cell["gibbs"]["omega"].replace("|", "/"),
            ])
        head = ["likelihood", "as typed", "NLPD, held out", "less student-t, by fold", "CRPS", "50 % interval covers", "90 % interval covers", "folds learned to the end",
                "NLPD by leave-one-out (Gibbs)", "largest R̂", "least bulk ESS", "ω drawn"]
        lines += [f"### {table}, {next(iter(cells.values()))['rows']} rows", "", *table_lines(head, rows)]
    return ["## Every cell, best NLPD first", "", *lines]


def convergence(results):
    """Whether all fits ended and all chains mixed; those that did not, by name."""
    shown = by_table(results)
    cells = [cell for found in shown.values() for cell in typed(found)]
    slow = [f"{cell['table']}, {cell['likelihood']} ({cell['gibbs']['largest_r_hat']:.3f})" for cell in cells if not cell["gibbs"]["largest_r_hat"] <= 1.01]
    kinds = len({cell["likelihood"] for cell in cells})
    lines = [f"{kinds} likelihoods typed as formulas on {len(shown)} table{'' if len(shown) == 1 else 's'}: all {len(cells)} fits ended with predictions "
             f"and draws; R̂ ≤ 1.01 at every row in {len(cells) - len(slow)} of them.", ""]
    return lines + ([f"Largest R̂ of the others: {'; '.join(slow)}.", ""] if slow else [])


def losses(results):
    """Which formulas are worse than student-t beyond two standard errors, table by table."""
    lines = []
    for table, cells in by_table(results).items():
        apart = {cell["likelihood"]: paired(cell, cells[STUDENT]) for cell in typed(cells)} if STUDENT in cells else {}
        worse = [f"{name} ({mean:+.2f})" for name, (mean, error) in apart.items() if mean > 2 * error]
        if worse:
            lines.append(f"- {table}: {', '.join(worse)}")
    why = ["", "Why: tails that fall exponentially, or like a Gaussian's, must widen everywhere to reach gross outliers; a power of r, learned or right by chance, need not. The asymmetric",
           "Laplace has the skew that was typed, whatever the data say."]
    return ["## Where formulas lose to student-t", "", *(lines + why if lines else ["Nowhere beyond two standard errors."]), ""]


def summary(results):
    """The best formula of each table beside both references, and how many are better or worse than student-t beyond doubt."""
    rows = []
    for table, cells in by_table(results).items():
        formulas = typed(cells)
        if not formulas:
            continue
        best = min(formulas, key=nlpd)
        known = [score(cells[name], "nlpd") if name in cells else "–" for name in REFERENCES]
        apart = [paired(cell, cells[STUDENT]) for cell in formulas] if STUDENT in cells else []
        better = sum(mean < -2 * error for mean, error in apart)
        worse = sum(mean > 2 * error for mean, error in apart)
        inside = [cell["scores"]["coverage_0.9"]["value"] for cell in formulas]
        rows.append([table, best["likelihood"], score(best, "nlpd"), *known, against(best, cells), f"{better} / {len(apart) - better - worse} / {worse}",
                     f"{min(inside):.2f} … {max(inside):.2f}"])
    head = ["table", "best formula", "its NLPD", "gaussian", "student-t", "best formula less student-t", "formulas better / undecided / worse than student-t",
            "90 % intervals of formulas cover"]
    return ["## Held-out NLPD of each table", "", *convergence(results),
            "NLPD of VI, ± its standard error over folds; differences are paired by fold, and undecided within two standard errors. The best formula was chosen by",
            "this very score among all of them: that one comes before student-t says that formulas keep up, not that they win.", "", *table_lines(head, rows)]


def pictures(experiment):
    """NLPD and coverage of every likelihood on every table."""
    shown = by_table(experiment.results)
    fig = figure(2.5 * max(1, len(shown)) + 2.2, 7.4)
    if fig is None or not shown:
        return []
    names = [entry["name"] for entry in experiment.config["likelihoods"]][::-1]  # the first on top
    first = None
    for k, (table, cells) in enumerate(shown.items()):
        for line, (key, label) in enumerate((("nlpd", "held-out NLPD"), ("coverage_0.9", "90 % interval covers"))):
            axes = fig.add_subplot(2, len(shown), line * len(shown) + k + 1, sharey=first)
            first = first or axes
            for place, name in enumerate(names):
                if name in cells:
                    entry = cells[name]["scores"][key]
                    axes.errorbar(entry["value"], place, xerr=entry.get("standard_error") or 0.0, fmt="o", ms=4, capsize=2,
                                  color="#1d3557" if name in REFERENCES else "#c1121f")
            if key == "nlpd" and STUDENT in cells:
                axes.axvline(nlpd(cells[STUDENT]), color="#1d3557", lw=0.7, ls=":")
            if key == "coverage_0.9":
                axes.axvline(0.9, color="#999999", lw=0.8)
            axes.set(title=table if line == 0 else "", xlabel=label)
            axes.set_yticks(range(len(names)), names, fontsize=7)
            axes.tick_params(labelleft=k == 0)
            axes.grid(axis="y", lw=0.3, color="#dddddd")
    save(fig, experiment.out / "new_likelihoods.png")
    return ["![held-out NLPD and coverage](new_likelihoods.png)", ""]


def cell_name(table, likelihood):
    """Of a table and a likelihood of the protocol."""
    return f"{table['name']} | {likelihood['name']}"


def headline(results):
    """What docs/results.md shows."""
    config = results["config"]
    names = [cell_name(table, likelihood) for table in config["tables"] for likelihood in config["likelihoods"]]
    return [*not_run(results, names), *summary(results), *losses(results)]


def write(experiment):
    """results.md and its picture."""
    results = experiment.results
    experiment.write_report([*headline(results), *pictures(experiment), *tables(results)])
