"""Pictures of the sampling experiment."""

from harness import figure, save
from sampling_cells import best_hmc, cells, grown, ran

COLOURS = {
    "gibbs": "#c1121f", "gibbs-plain": "#f77f00", "gibbs-cholesky": "#e9c46a", "nuts-prior": "#1d3557", "nuts-eigen": "#457b9d", "nuts-variational": "#2a9d8f",
    "elliptical": "#7f5539", "elliptical-variational": "#9d4edd", "best hmc of the grid": "#d16ba5", "mh": "#6c757d", "mh-prior": "#adb5bd",
}


def shown_samplers(results, name, cell):
    """Of one cell, and the best of its grid of HMC, by the names that the legend has."""
    found = {s["name"]: s for s in ran(cell) if s["name"] in COLOURS}
    best = best_hmc(results, name)
    return found | ({"best hmc of the grid": best} if best else {})


def panels(results):
    """A figure with axes for each cell; None without matplotlib."""
    shown = cells(results)
    fig = figure(3.4 * max(1, len(shown)), 3.9)
    if fig is None or not shown:
        return None, []
    return fig, [(name, cell, fig.add_subplot(1, len(shown), k + 1)) for k, (name, cell) in enumerate(shown.items())]


def legend(fig, names):
    """One for all axes, below them."""
    from matplotlib.lines import Line2D

    handles = [Line2D([], [], marker=".", color=COLOURS[name], label=name) for name in names]
    fig.legend(handles=handles, loc="outside lower center", ncols=min(6, len(handles)), fontsize=8)


def autocorrelation(results, path):
    """At lags 1 to 10."""
    fig, axes_of = panels(results)
    names = {}
    for name, cell, axes in axes_of:
        for label, s in shown_samplers(results, name, cell).items():
            if label != "gibbs-cholesky" and None not in s["autocorrelation"]:  # the law of gibbs-plain
                names[label] = True
                axes.plot(range(1, 11), s["autocorrelation"], marker=".", color=COLOURS[label], lw=2.2 if label == "gibbs" else 1, zorder=3 if label == "gibbs" else 2)
        axes.axhline(0.0, color="#999999", lw=0.6)
        axes.set(title=name, xlabel="lag", ylim=(-0.6, 1.02), xticks=range(1, 11))
    axes_of[0][2].set_ylabel("autocorrelation of f, mean over rows")
    legend(fig, [name for name in COLOURS if name in names])
    save(fig, path)


def rates(results, path):
    """Effective draws per second; hollow where chains had not converged."""
    fig, axes_of = panels(results)
    for name, cell, axes in axes_of:
        found = shown_samplers(results, name, cell)
        order = [label for label in reversed(COLOURS) if label in found]
        for place, label in enumerate(order):
            s = found[label]
            for key, colour, marker, of in (("ess_mean_per_second", "#1d3557", "o", "f"), ("ess_square_per_second", "#f77f00", "s", "f²")):
                if isinstance(s[key]["median"], float):
                    axes.plot(s[key]["median"], place, marker, ms=6, color=colour, mfc=colour if s["converged"] else "none", label=of if label == "gibbs" else None)
        axes.set_yticks(range(len(order)), order, fontsize=7)
        axes.grid(axis="y", lw=0.3, color="#dddddd")
        axes.set(title=name, xlabel="effective draws per second", xscale="log")
    fig.legend(*axes_of[0][2].get_legend_handles_labels(), loc="outside lower center", ncols=2, fontsize=8, title="median row; hollow: not converged", title_fontsize=8)
    save(fig, path)


def growth(results, path):
    """What a draw costs as rows grow, and what is left of effective draws per second."""
    sizes = grown(results)
    fig = figure(9.0, 3.8)
    names = list(dict.fromkeys(s["name"] for cell in sizes.values() for s in ran(cell) if s["name"] in COLOURS))
    measures = (("ms per draw", lambda s: 1e3 * s["seconds_per_draw"]), ("effective draws of f per second", lambda s: s["ess_mean_per_second"]["median"]),
                ("effective draws of f² per second", lambda s: s["ess_square_per_second"]["median"]))
    for k, (label, of) in enumerate(measures):
        axes = fig.add_subplot(1, 3, k + 1)
        for name in names:
            found = [(size, s) for size, cell in sizes.items() for s in [*ran(cell), *(cell.get("cost_only", []) if k == 0 else [])]]
            points = [(size, s) for size, s in found if s["name"] == name and isinstance(s["seconds_per_draw"], float)]
            points = [(size, of(s), s["converged"]) for size, s in points if k == 0 or isinstance(s["ess_mean_per_second"]["median"], float)]
            axes.plot([p[0] for p in points], [p[1] for p in points], "-", color=COLOURS[name], lw=1)
            for size, value, converged in points:
                axes.plot(size, value, "o", ms=5, color=COLOURS[name], mfc=COLOURS[name] if converged or k == 0 else "white")
        axes.set(title=label, xlabel="rows", xscale="log", yscale="log")
        axes.title.set_fontsize(9)
        axes.set_xticks(list(sizes), [str(size) for size in sizes], fontsize=7)
        axes.minorticks_off()
    legend(fig, names)
    save(fig, path)


def pictures(experiment):
    """All that there are numbers for; the lines of results.md that show them."""
    results = experiment.results
    if figure(1, 1) is None:
        return []
    lines = []
    for draw, there, name, text in ((autocorrelation, cells(results), "autocorrelation", "autocorrelation at lags 1 to 10"),
                                    (rates, cells(results), "effective_draws", "effective draws per second"), (growth, grown(results), "growth", "growth with the number of rows")):
        if there:
            draw(results, experiment.out / f"{name}.png")
            lines += [f"![{text}]({name}.png)", ""]
    return lines
