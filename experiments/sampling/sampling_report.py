"""Tables of the sampling experiment."""

from harness import geometric_mean, table_lines
from sampling_cells import by_name, cells, grown, length_of, milliseconds, ran, show
from sampling_external import external_bars, external_table
from sampling_paper import paper_table
from sampling_parts import approximation_table, growth_table, hmc_tables, omega_table
from sampling_pictures import pictures

# Lag 1 of a right implementation of plain Gibbs.
EXPECTED_LAG = {"heart logistic": 0.114, "boston student-t": 0.040, "boston laplace": 0.264, "boston matern32": 0.092}
OPPONENTS = ("nuts-prior", "nuts-eigen", "nuts-variational", "elliptical", "elliptical-variational")


def worst_gibbs(cell):
    """The largest R-hat of the Gibbs samplers, infinite where one has none; None without any of them."""
    found = [s["r_hat"]["most"] for s in ran(cell) if s["name"].startswith("gibbs")]
    return max((float("inf") if value is None else value for value in found), default=None)


def agreement(sampler, cell):
    """What the table says of it."""
    if sampler["name"] == cell["reference"]:
        return "reference"
    if not sampler["converged"]:
        return "not converged"
    return f"{sampler['agreement']['mean']:.1f} / {sampler['agreement']['sd']:.1f}"


def cell_table(name, cell):
    """All samplers of one cell."""
    rows = []
    for s in cell["samplers"]:
        if "refused" in s:
            rows.append([s["name"], *["–"] * 10, s["refused"]])
            continue
        rows.append([
            s["name"], str(s["draws"]), milliseconds(s), show(s["autocorrelation"][0], ".3f"),
            show(s["r_hat"]["most"], ".3f"), show(s["ess_bulk"]["least"], ".0f"), show(s["ess_tail"]["least"], ".0f"),
            show(s["ess_mean_per_second"]["median"], ".0f"), show(s["ess_square_per_second"]["median"], ".0f"),
            show(s["ess_mean_per_second"]["least"], ".0f"), show(s["ess_square_per_second"]["least"], ".0f"),
            agreement(s, cell),
        ])
    head = ["sampler", "draws", "ms/draw", "lag 1", "largest R̂", "least bulk ESS", "least tail ESS", "ESS/s f", "ESS/s f²",
            "worst row f", "worst row f²", "agrees (mean / sd)"]
    return [f"### {name} ({cell['rows']} rows, {cell['likelihood']}{length_of(cell)})", "", *table_lines(head, rows)]


def ratios(results, ours, opponent, key):
    """ESS per second of ours over the opponent's, median row, cell by cell; converged opponents only."""
    out = {}
    for name, cell in cells(results).items():
        samplers = by_name(cell)
        if ours in samplers and samplers.get(opponent, {}).get("converged"):
            out[name] = samplers[ours][key]["median"] / samplers[opponent][key]["median"]
    return out


def ratio_table(results):
    """Gibbs against every opponent."""
    rows = []
    for opponent in OPPONENTS:
        f = ratios(results, "gibbs", opponent, "ess_mean_per_second")
        square = ratios(results, "gibbs", opponent, "ess_square_per_second")
        if not f:
            rows.append([opponent, "converged nowhere", "", "", ""])
            continue
        each = ", ".join(f"{name.split()[1]} {f[name]:.2g} / {square[name]:.2g}" for name in f)
        rows.append([opponent, f"{geometric_mean(list(f.values())):.2f}", f"{geometric_mean(list(square.values())):.2f}",
                     f"{len(f)} of {len(cells(results))}", each])
    head = ["gibbs against", "f, times", "f², times", "cells where it converged", "each cell: f / f²"]
    return ["## Effective draws per second: Gibbs over the others", "", "Median row, geometric mean over cells; below 1 we lose.", "",
            *table_lines(head, rows)]


def bars(results):
    """What was aimed at, and whether it is there."""
    lines = ["## Bars", ""]
    for name, cell in cells(results).items():
        samplers = by_name(cell)
        plain = samplers.get("gibbs-plain")
        if plain and name in EXPECTED_LAG:
            lag = plain["autocorrelation"][0]
            ok = abs(lag - EXPECTED_LAG[name]) <= 0.02
            lines.append(f"- {name}: lag 1 of plain Gibbs {lag:.3f}, expected {EXPECTED_LAG[name]:.3f} ± 0.02: {'met' if ok else 'MISSED'}")
        worst = worst_gibbs(cell)
        if worst is not None:
            lines.append(f"- {name}: largest R̂ of the Gibbs samplers {worst:.4f} (at most 1.01): {'met' if worst <= 1.01 else 'MISSED'}")
        apart = [max(s["agreement"].values()) for s in ran(cell) if "agreement" in s]
        if apart:
            lines.append(f"- {name}: converged samplers apart by at most {max(apart):.1f} standard errors, of {2 * cell['rows']} comparisons each (at most 5): "
                         f"{'met' if max(apart) <= 5 else 'MISSED'}")
    sizes = {size: worst_gibbs(cell) for size, cell in grown(results).items() if worst_gibbs(cell) is not None}
    if sizes:
        at = max(sizes, key=sizes.get)
        lines.append(f"- growth: largest R̂ of the Gibbs samplers {sizes[at]:.4f}, at {at} rows, with {grown(results)[at]['limits']['draws']} draws at most "
                     f"of each chain (at most 1.01): {'met' if sizes[at] <= 1.01 else 'MISSED'}")
    lines += external_bars(results)
    for opponents, wanted_f, wanted_square, what in (
        (("nuts-prior",), 4.0, 4.0, "prior-whitened NUTS"),
        (("nuts-prior", "nuts-eigen", "nuts-variational"), 1.0, 3.0, "the best NUTS of each cell"),
    ):
        for key, wanted, of in (("ess_mean_per_second", wanted_f, "f"), ("ess_square_per_second", wanted_square, "f²")):
            least = {}
            for opponent in opponents:
                for name, value in ratios(results, "gibbs", opponent, key).items():
                    least[name] = min(value, least.get(name, value))
            if least:
                mean = geometric_mean(list(least.values()))
                where = f"the {len(least)} of {len(cells(results))} cells where it converged within the limits"
                lines.append(f"- ESS/s of {of} against {what}: {mean:.2f} times over {where} (at least {wanted:g}): "
                             f"{'met' if mean >= wanted else 'MISSED'}{'' if len(least) == len(cells(results)) else ' there'}")
    return [*lines, ""]


def reason(samplers, opponent, key):
    """A rate is draws per second times what a draw is worth: which of the two it is."""
    cost = samplers["gibbs"]["seconds_per_draw"] / samplers[opponent]["seconds_per_draw"]
    rate = samplers[opponent][key]["median"] / samplers["gibbs"][key]["median"]
    return f"{rate:.2f} times (draws {cost:.2g} times as fast, each worth {rate / cost:.2g})"


def losses(results):
    """Every cell in which a converged opponent, or Gibbs without over-relaxation, makes more effective draws per second
    than Gibbs as it is by default, by how much and why."""
    lines = []
    for opponent in (*OPPONENTS, "gibbs-plain", "gibbs-cholesky"):
        for key, of in (("ess_mean_per_second", "f"), ("ess_square_per_second", "f²")):
            lost = [name for name, value in ratios(results, "gibbs", opponent, key).items() if value < 1.0]
            if lost:
                each = ", ".join(f"{name} {reason(by_name(results['cells'][name]), opponent, key)}" for name in lost)
                lines.append(f"- {opponent} makes more effective draws of {of} per second: {each}")
    why = ["Why: a slice about q costs one or two products with a factor of its covariance, a Gibbs draw one for each iteration of conjugate gradients. The slices gain where q is close to",
           "the posterior and stick where it is not. Over-relaxation speeds f up and its square slows down a little.", ""]
    return ["## Where Gibbs loses", "", *(lines or ["Nowhere among these cells."]), "", *(why if lines else [])]


def headline(results):
    """What docs/results.md shows."""
    return [*bars(results), *ratio_table(results), *losses(results), *paper_table(results), *omega_table(results), *growth_table(results),
            *external_table(results)]


def write(experiment):
    """results.md and its pictures."""
    results = experiment.results
    lines = [*headline(results), *pictures(experiment), "## Every cell", ""]
    for name, cell in cells(results).items():
        lines += cell_table(name, cell)
    lines += [*approximation_table(results), *omega_table(results), *hmc_tables(results), *growth_table(results)]
    experiment.write_report(lines)
