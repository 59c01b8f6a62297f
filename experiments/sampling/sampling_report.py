"""Tables and pictures of the sampling experiment."""

from harness import figure, geometric_mean, save, table_lines

# Lag 1 of a right implementation of plain Gibbs, and the paper's table: lag 1 and seconds of MH, HMC, Gibbs.
EXPECTED_LAG = {"heart logistic": 0.114, "boston student-t": 0.040, "boston laplace": 0.264, "boston matern32": 0.092}
PAPER = {
    "heart logistic": ((0.996, 0.53, 0.11), (0.001, 0.041, 0.01)),
    "boston student-t": ((1.0, 0.857, 0.04), (0.003, 0.573, 0.028)),
    "boston laplace": ((0.995, 0.931, 0.26), (0.002, 0.082, 0.028)),
    "boston matern32": ((0.997, 0.995, 0.05), (0.005, 0.15, 0.029)),
}
COLOURS = {
    "gibbs": "#c1121f", "gibbs-plain": "#f77f00", "mh": "#6c757d", "mh-prior": "#adb5bd", "nuts-prior": "#1d3557",
    "nuts-eigen": "#457b9d", "nuts-variational": "#2a9d8f", "elliptical": "#7f5539", "elliptical-variational": "#9d4edd",
}
OPPONENTS = ("nuts-prior", "nuts-eigen", "nuts-variational", "elliptical", "elliptical-variational")


def cells(results):
    """Those with all samplers, by name."""
    others = ("hmc", "omega", "external")
    return {name: cell for name, cell in results["cells"].items() if name.split()[-1] not in others and not name.startswith("growth")}


def ran(cell):
    """The samplers of a cell, without those that could not be run and have nothing to show."""
    return [sampler for sampler in cell["samplers"] if "refused" not in sampler]


def by_name(cell):
    """The same by name."""
    return {sampler["name"]: sampler for sampler in ran(cell)}


def grown(results):
    """Cells of simulated rows, by their number."""
    sizes = {int(name.split()[1]): cell for name, cell in results["cells"].items() if name.startswith("growth")}
    return {size: sizes[size] for size in sorted(sizes)}


def worst_gibbs(cell):
    """The largest R-hat of the Gibbs samplers, infinite where one has none; None without any of them."""
    found = [s["r_hat"]["most"] for s in ran(cell) if s["name"].startswith("gibbs")]
    return max((float("inf") if value is None else value for value in found), default=None)


def show(value, form):
    """A number, or a dash."""
    return "–" if value is None or isinstance(value, str) else format(value, form)


def milliseconds(sampler):
    """Of one draw; a dash where the time was up before the second."""
    seconds = sampler["seconds_per_draw"]
    return show(None if seconds is None else 1e3 * seconds, ".3g")


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
    limits = cell.get("limits")
    length = f"; at most {limits['draws']} draws and {limits['seconds']} s of each of {cell['chains']} chains" if limits else ""
    lines = [f"### {name} ({cell['rows']} rows, {cell['likelihood']}{length})", "", *table_lines(head, rows)]
    if name in PAPER:
        lags, times = PAPER[name]
        lines += [f"The paper: lag 1 of MH {lags[0]}, HMC {lags[1]}, Gibbs {lags[2]}; seconds per sample {times[0]}, {times[1]}, {times[2]}.", ""]
    return lines


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


def external_cells(results):
    """Our NUTS beside NumPyro's, by cell and coordinates."""
    return {(name.removesuffix(" external"), kind): cell[kind] for name, cell in results["cells"].items() if name.endswith(" external")
            for kind in ("nuts-prior", "nuts-variational")}


def external_bars(results):
    """Whether the two agree."""
    lines = []
    for (name, kind), found in external_cells(results).items():
        apart = max(found["apart"].values())
        lines.append(f"- {name}: our {kind} and NumPyro's apart by at most {apart:.1f} standard errors, means and sds of all rows (at most 5): "
                     f"{'met' if apart <= 5 else 'MISSED'}")
    return lines


def gibbs_over(results, name, rates):
    """How many times as many effective draws Gibbs makes per second, of f and of f²; from the cell of that name."""
    gibbs = by_name(results["cells"].get(name, {"samplers": []})).get("gibbs")
    if gibbs is None:
        return "–"
    return " / ".join(f"{gibbs[key]['median'] / rate:.2g}" for key, rate in zip(("ess_mean_per_second", "ess_square_per_second"), rates, strict=True))


def external_table(results):
    """What each gets out of a gradient, and how long one takes."""
    rows = []
    for (name, kind), found in external_cells(results).items():
        for who in ("ours", "numpyro"):
            s = found[who]
            rates = [s[key] / s["seconds_per_gradient"] for key in ("ess_mean_per_gradient", "ess_square_per_gradient")]
            rows.append([name, kind, who, f"{s['r_hat']:.3f}", f"{s['gradients_per_draw']:.1f}", str(s["divergences"]), f"{1e3 * s['ess_mean_per_gradient']:.3g}",
                         f"{1e3 * s['ess_square_per_gradient']:.3g}", f"{1e6 * s['seconds_per_gradient']:.0f}",
                         f"{rates[0]:.3g}", f"{rates[1]:.3g}", gibbs_over(results, name, rates), f"{found['apart']['mean']:.1f} / {found['apart']['sd']:.1f}"])
    head = ["cell", "coordinates", "whose", "largest R̂", "gradients per draw", "divergences", "ESS f per 1000 gradients", "ESS f² per 1000 gradients",
            "µs per gradient", "ESS/s f", "ESS/s f²", "Gibbs over it, f / f²", "apart, mean / sd"]
    return ["## Our NUTS and NumPyro's", "", "A check from outside on the opponent that is ours: the same posterior, the same coordinates, median row. NumPyro also learns a mass for each coordinate, as ours does only in",
            "nuts-eigen: where that helps, ours is not the best NUTS there is. NumPyro's seconds are those of its gradients alone,",
            "in a compiled loop, the least that they can be; ours are all that a draw takes. Gibbs is that of the cell above, run at another time.", "", *table_lines(head, rows)] if rows else []


def losses(results):
    """Every cell in which a converged opponent, or Gibbs without over-relaxation, makes more effective draws per second
    than Gibbs as it is by default, by how much."""
    lines = []
    for opponent in (*OPPONENTS, "gibbs-plain", "gibbs-cholesky"):
        for key, of in (("ess_mean_per_second", "f"), ("ess_square_per_second", "f²")):
            lost = {name: 1.0 / value for name, value in ratios(results, "gibbs", opponent, key).items() if value < 1.0}
            if lost:
                each = ", ".join(f"{name} {value:.2f} times" for name, value in lost.items())
                lines.append(f"- {opponent} makes more effective draws of {of} per second: {each}")
    return ["## Where Gibbs loses", "", *(lines or ["Nowhere among these cells."]), ""]


def headline(results):
    """What docs/results.md shows."""
    return [*bars(results), *ratio_table(results), *losses(results), *external_table(results)]


def hmc_tables(results):
    """The paper's grids."""
    lines = []
    for name, cell in results["cells"].items():
        if not name.endswith(" hmc"):
            continue
        rows = [[s["name"], str(s["draws"]), milliseconds(s), show(s["autocorrelation"][0], ".3f"),
                 show(s["r_hat"]["most"], ".2f"), show(s["acceptance"], ".2f"), show(s["ess_mean_per_second"]["median"], ".1f")]
                for s in ran(cell)]
        lines += [f"### {name.removesuffix(' hmc')}", "",
                  *table_lines(["hmc(ε, steps)", "draws", "ms/draw", "lag 1", "largest R̂", "acceptance", "ESS/s f"], rows)]
    return ["## Static HMC over the paper's grid", "", "Whitened by the prior, diagnostics on f.", "", *lines] if lines else []


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


def growth_table(results):
    """Milliseconds per effective draw as rows grow."""
    sizes = grown(results)
    if not sizes:
        return []
    names = list(dict.fromkeys(s["name"] for cell in sizes.values() for s in cell["samplers"]))
    rows = []
    for size in sizes:
        samplers = by_name(sizes[size])
        row = [str(size)]
        for name in names:
            s = samplers.get(name)
            row.append("–" if not s else f"{milliseconds(s)} ms, {show(s['ess_mean_per_second']['median'], '.3g')}"
                       f" / {show(s['ess_square_per_second']['median'], '.3g')}{'' if s['converged'] else ' (R̂ ' + show(s['r_hat']['most'], '.3f') + ')'}")
        rows.append(row)
    return ["## Growth with the number of rows", "", "Simulated, ten inputs, student-t noise: ms per draw, ESS/s of f / of f²; R̂ where it is above 1.01.", "",
            *table_lines(["rows", *names], rows)]


def pictures(experiment):
    """Autocorrelations of every cell, and effective draws per second."""
    shown = cells(experiment.results)
    fig = figure(3.6 * max(1, len(shown)), 3.4)
    if fig is None or not shown:
        return []
    for k, (name, cell) in enumerate(shown.items()):
        axes = fig.add_subplot(1, len(shown), k + 1)
        for s in ran(cell):
            if None not in s["autocorrelation"] and s["name"] in COLOURS:
                axes.plot(range(1, 11), s["autocorrelation"], marker=".", color=COLOURS[s["name"]], lw=2.2 if s["name"] == "gibbs" else 1)
        axes.axhline(0.0, color="#999999", lw=0.6)
        axes.set(title=name, xlabel="lag", ylim=(-0.6, 1.02))
        if k == 0:
            axes.set_ylabel("autocorrelation of f, mean over rows")
    for name, colour in COLOURS.items():
        axes.plot([], [], marker=".", color=colour, label=name)
    fig.legend(*axes.get_legend_handles_labels(), loc="outside lower center", ncols=len(COLOURS), fontsize=8)
    save(fig, experiment.out / "autocorrelation.png")
    fig = figure(3.6 * max(1, len(shown)), 3.4)
    for k, (name, cell) in enumerate(shown.items()):
        axes = fig.add_subplot(1, len(shown), k + 1)
        kept = [s for s in ran(cell) if s["converged"]]
        places = range(len(kept))
        axes.barh([p + 0.2 for p in places], [s["ess_mean_per_second"]["median"] for s in kept], 0.4, label="f", color="#1d3557")
        axes.barh([p - 0.2 for p in places], [s["ess_square_per_second"]["median"] for s in kept], 0.4, label="f²", color="#f77f00")
        axes.set_yticks(list(places), [s["name"] for s in kept], fontsize=7)
        axes.set(title=name, xlabel="effective draws per second", xscale="log", xlim=(100, None))
        axes.xaxis.set_minor_formatter("")
        if k == 0:
            axes.legend(fontsize=7)
    save(fig, experiment.out / "effective_draws.png")
    return ["![autocorrelation](autocorrelation.png)", "", "![effective draws per second](effective_draws.png)", ""]


def approximation_table(results):
    """How far approximations are from the samplers."""
    rows = []
    for name, cell in cells(results).items():
        for a in cell["approximations"]:
            ratio = a.get("sd_ratio")
            known = cell.get("reference_error")
            rows.append([name, a["name"], show(a.get("seconds"), ".3g"), show(a.get("log_evidence"), ".3f"), show(a.get("mean_error"), ".3f"),
                         f"{ratio['least']:.3f} … {ratio['most']:.3f}" if ratio else "–",
                         f"{known['mean']:.3f} / {known['sd']:.3f}" if known else "not recorded"])
    head = ["cell", "approximation", "seconds", "log evidence or bound", "largest mean error, sd", "ratio of sds over rows",
            "reference's own error, mean / sd"]
    return ["## Approximations against the reference sampler", "", "Errors contain the Monte Carlo error of the reference, the largest of which over rows is "
            "in the last column, in standard deviations.", "", *table_lines(head, rows)] if rows else []


def write(experiment):
    """results.md and its pictures."""
    results = experiment.results
    lines = [*headline(results), *pictures(experiment), "## Every cell", ""]
    for name, cell in cells(results).items():
        lines += cell_table(name, cell)
    lines += [*approximation_table(results), *omega_table(results), *hmc_tables(results), *growth_table(results)]
    experiment.write_report(lines)
