"""Tables and plots of sparse_compare.py's results."""

import numpy as np

MARGIN = 0.01  # nats per row that a program may stay behind the peer's best
SAME_MODEL = ("GPflow natgrad", "GPflow Adam", "GPyTorch NGD")  # likelihood, kernel and inducing inputs of phigp
OURS = ("phigp auto", "phigp stochastic", "phigp paper")
COLOURS = {
    "phigp auto": "#c1121f", "phigp stochastic": "#f77f00", "phigp paper": "#9d4edd",
    "GPflow natgrad": "#1d3557", "GPflow Adam": "#457b9d", "GPyTorch NGD": "#2a9d8f",
    "GPBoost FITC": "#6c757d", "GPBoost Vecchia": "#adb5bd", "scikit-learn subset": "#7f5539",
}


def second_score(final):
    """Name and value of what stands beside the NLPD."""
    return ("error", final["error"]) if "error" in final else ("RMSE", final["rmse"])


def summary(final):
    """One line, or that there is nothing."""
    if not final:
        return "no result"
    name, value = second_score(final)
    return f"NLPD {final['nlpd']:.4f}, {name} {value:.4f}, {final['processor']:.1f} processor s, {final['wall']:.1f} s"


def step_table(results):
    """Ratios of processor time of one step."""
    cases = {tuple(key.split(" | ")[1:]): entry for key, entry in results.items() if key.startswith("step")}
    if not cases:
        return []
    peers = [name for name in next(iter(cases.values())) if name != "phigp"]
    lines = ["| step | phigp, ms | " + " | ".join(f"{p}, ms (times phigp)" for p in peers) + " |", "|---" * (2 + len(peers)) + "|"]
    for (likelihood, inputs, batch), entry in cases.items():
        ours = entry["phigp"]["processor"]
        cells = [f"{1e3 * entry[p]['processor']:.1f} ({entry[p]['processor'] / ours:.1f})" for p in peers]
        lines.append(f"| {likelihood}, d = {inputs}, B = {batch} | {1e3 * ours:.1f} | " + " | ".join(cells) + " |")
    return [*lines, ""]


def runs_of(results, name):
    """Of one data set, by method, always in the same order."""
    return {method: results[f"curve | {name} | {method}"] for method in COLOURS if f"curve | {name} | {method}" in results}


def reached(run, level):
    """The first processor second at which the test NLPD was that good, or nothing."""
    return next((point["processor"] for point in run.get("curve", []) if point["nlpd"] <= level), None)


def best_peer(runs):
    """The least NLPD on test rows that a peer with the same model shows at any time, and whose: more than it could know itself."""
    found = [(min(point["nlpd"] for point in run["curve"]), method)
             for method, run in runs.items() if method in SAME_MODEL and run.get("curve")]
    return min(found) if found else None


def set_table(results, name):
    """Lines of one data set."""
    runs = runs_of(results, name)
    best = best_peer(runs)
    if best is None:
        return []
    level = best[0] + MARGIN
    budget = max(run["settings"]["budget"] for run in runs.values())
    ours = reached(runs.get("phigp auto", {}), level)
    our_level = runs["phigp auto"]["final"]["nlpd"] + MARGIN if "phigp auto" in runs else -np.inf
    lines = [f"| {name}: best peer of the same model {best[1]} {best[0]:.4f}, {budget:.0f} s each | NLPD at stop | error or RMSE | least NLPD | s to {level:.4f} | "
             "times phigp auto | s to phigp auto + 0.01 | processor s, wall s | stop | failed steps | import, compile s |", "|---" * 11 + "|"]
    for method, run in runs.items():
        if "final" not in run:
            lines.append(f"| {method} | – | – | – | – | – | – | – | {run['stop']}: {run['failures'][0][:60]} | – | – |")
            continue
        final, at, as_we = run["final"], reached(run, level), reached(run, our_level)
        ratio = f"{at / ours:.2f}" if at and ours else "–"
        apart = f"{run['importing'][1]:.1f}, {run['compiling'][1]:.1f}" if "importing" in run else "–"
        cells = [f"{final['nlpd']:.4f}", f"{second_score(final)[1]:.4f}", f"{min(p['nlpd'] for p in run['curve']):.4f}",
                 f"{at:.1f}" if at else "not reached", ratio, f"{as_we:.1f}" if as_we else "not reached", f"{final['processor']:.1f}, {final['wall']:.1f}", run["stop"],
                 str(len(run["failures"])), apart]
        lines.append(f"| {method} | " + " | ".join(cells) + " |")
    return [*lines, ""]


def sets_of(results):
    """In the order they were run."""
    return list(dict.fromkeys(key.split(" | ")[1] for key in results if key.startswith("curve")))


def checks(results):
    """What must hold whatever the figures are."""
    runs = [(key, run) for key, run in results.items() if key.startswith("curve") and "final" in run]
    largest = max((run["disagreement"] for _, run in runs), default=0.0)
    own = max((abs(run["own_nlpd"] - run["final"]["nlpd"]) for _, run in runs if "own_nlpd" in run), default=0.0)
    lines = [f"scores: two quadratures differ by at most {largest:.1e} nats a row; phigp's own NLPD differs by at most {own:.1e}"]
    lines += [f"{key}: other inducing inputs" for key, run in runs if run.get("same_inducing") is False]
    return lines


def tables(results):
    """All lines."""
    lines = step_table(results)
    for name in sets_of(results):
        lines += set_table(results, name)
    return lines + checks(results)


def draw(axis, method, run, which):
    """One program: a line of what it had when, a mark where it stopped."""
    points = [(p["processor"], p[which]) for p in run["curve"] if p["processor"] > 0]
    x, y = zip(*points)
    colour = COLOURS.get(method, "black")
    if len(points) > 1:
        axis.plot(x, y, color=colour, linewidth=1.6, label=method)
        axis.plot(x[-1], y[-1], marker="s", markersize=4, color=colour)
    else:
        mark = "*" if method in OURS else "o"
        axis.plot(x, y, marker=mark, markersize=14 if mark == "*" else 7, linestyle="none", color=colour, label=method)


def plots(results, folder):
    """One picture per data set: NLPD and RMSE or error of the test rows against processor seconds."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    paths = []
    for name in sets_of(results):
        runs = {method: run for method, run in runs_of(results, name).items() if run.get("curve")}
        if not runs:
            continue
        other = "error" if "error" in next(iter(runs.values()))["curve"][0] else "rmse"
        figure, axes = pyplot.subplots(1, 2, figsize=(11, 4.2), layout="constrained")
        for axis, which in zip(axes, ("nlpd", other)):
            for method, run in runs.items():
                draw(axis, method, run, which)
            ends = [run["curve"][-1][which] for run in runs.values()]
            low, middle = min(ends), float(np.median(ends))
            room = max(6.0 * (middle - low), 0.12 * abs(low))
            axis.set_ylim(low - 0.1 * room, low + room)  # the first steps, and what stays far off, are cut
            axis.set_xscale("log")
            axis.set_xlim(left=0.3)
            axis.set_xlabel("processor seconds, one thread")
            axis.set_ylabel({"nlpd": "NLPD, test rows", "error": "error, test rows", "rmse": "RMSE, test rows"}[which])
            axis.grid(alpha=0.25, which="both", linewidth=0.5)
        best = best_peer(runs)
        if best is not None:
            axes[0].axhline(best[0] + MARGIN, color="black", linestyle=":", linewidth=1, label=f"best peer of the same model + {MARGIN}")
        axes[0].legend(fontsize=8)
        figure.suptitle(f"{name}: stars are whole fits of phigp, squares where a peer stopped")
        paths.append(folder / f"sparse_{name}.png")
        figure.savefig(paths[-1], dpi=130)
        pyplot.close(figure)
    return paths
