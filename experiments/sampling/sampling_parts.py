"""Tables of the parts of the sampling experiment beside its cells: HMC's grid, the share of omega, growth, approximations."""

from harness import table_lines
from sampling_cells import by_name, cells, grids, grown, length_of, milliseconds, ran, show
from sampling_paper import PAPER, PRINTED, printed_words


def hmc_tables(results):
    """The paper's grids."""
    lines = []
    for name, cell in grids(results).items():
        printed = PAPER["hmc"].get(name, {})
        rows = [[s["name"], str(s["draws"]), milliseconds(s), show(s["autocorrelation"][0], ".3f"),
                 show(s["r_hat"]["most"], ".2f"), show(s["acceptance"], ".2f"), show(s["ess_mean_per_second"]["median"], ".1f"),
                 *printed_words(printed.get(s["name"]))] for s in ran(cell)]
        lines += [f"### {name}{length_of(cell)}", "", *table_lines(["hmc(ε, steps)", "draws", "ms/draw", "lag 1", "largest R̂", "acceptance", "ESS/s f", *PRINTED], rows)]
    return ["## Static HMC over the paper's grid", "", "Whitened by the prior, diagnostics on f; the paper's are on z, and it prints no grid for Matérn 3/2.", "", *lines] if lines else []


def omega_table(results):
    """Which part of a sweep draws omega, in three ways."""
    rows = []
    for name, cell in results["cells"].items():
        if not name.endswith(" omega"):
            continue
        plain = by_name(cell).get("gibbs-plain")
        known = plain and plain["seconds_per_draw"] is not None
        rest = plain["seconds_per_draw"] - plain["seconds_omega"] if known else None  # of a sweep: f, the same for all three
        for s in cell["samplers"]:
            if "refused" in s:
                rows.append([name.removesuffix(" omega"), s["name"], "–", "–", "–", s["refused"]])
                continue
            omega = s["seconds_omega"]
            rows.append([name.removesuffix(" omega"), s["name"], show(1e9 * omega / cell["rows"], ".0f"), show(1e3 * omega, ".3g"),
                         "–" if rest is None else f"{100 * omega / (omega + rest):.0f} %", s["engine"].split(";")[0]])
    head = ["cell", "sampler", "ns per ω", "ms of a sweep", "share of a sweep", "how ω is drawn"]
    if not rows:
        return []
    return ["## The share of ω", "", "Exact law, certified table, and inversion of the transform draw by draw, which is what the paper does",
            "(here with a contour that stays right where its own does not, docs/math.md section 8).", "", *table_lines(head, rows)]


def grown_words(sampler, cost_only):
    """Of one sampler at one size."""
    if cost_only is not None:
        return f"{milliseconds(cost_only)} ms"
    if sampler is None:
        return "–"
    rates = " / ".join(show(sampler[key]["median"], ".3g") for key in ("ess_mean_per_second", "ess_square_per_second"))
    return f"{milliseconds(sampler)} ms, {rates}" + ("" if sampler["converged"] else f" (R̂ {show(sampler['r_hat']['most'], '.3f')})")


def growth_table(results):
    """Milliseconds per draw and effective draws per second as rows grow."""
    sizes = grown(results)
    if not sizes:
        return []
    names = list(dict.fromkeys(s["name"] for cell in sizes.values() for s in cell["samplers"]))
    rows = []
    for size, cell in sizes.items():
        samplers, few = by_name(cell), {s["name"]: s for s in cell.get("cost_only", [])}
        rows.append([str(size), *(grown_words(samplers.get(name), few.get(name)) for name in names)])
    return ["## Growth with the number of rows", "", "Simulated, ten inputs, student-t noise: ms per draw, ESS/s of f / of f²; R̂ where it is above 1.01. Of what is too slow for more, only the time of",
            "a draw.", "", *table_lines(["rows", *names], rows)]


def approximation_table(results):
    """How far approximations are from the samplers."""
    rows = []
    for name, cell in cells(results).items():
        for a in cell["approximations"]:
            if "refused" in a:
                rows.append([name, a["name"], "–", a["refused"], "–", "–", "–"])
                continue
            ratio = a.get("sd_ratio")
            known = cell.get("reference_error")
            rows.append([name, a["name"], show(a.get("seconds"), ".3g"), show(a.get("log_evidence"), ".3f"), show(a.get("mean_error"), ".3f"),
                         f"{ratio['least']:.3f} … {ratio['most']:.3f}" if ratio else "–",
                         f"{known['mean']:.3f} / {known['sd']:.3f}" if known else "not recorded"])
    head = ["cell", "approximation", "seconds", "log evidence or bound", "largest mean error, sd", "ratio of sds over rows",
            "reference's own error, mean / sd"]
    return ["## Approximations against the reference sampler", "", "Errors contain the Monte Carlo error of the reference, the largest of which over rows is "
            "in the last column, in standard deviations.", "", *table_lines(head, rows)] if rows else []
