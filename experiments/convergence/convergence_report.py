"""Tables and pictures of the convergence experiment."""

import math
from statistics import median

from harness import figure, save, table_lines

AIM = 20  # times sooner than the better peer
MARGIN = 0.01  # nats per row that a program may stay behind the best peer
NEAR = 0.001  # likewise, behind the paper's schedule: less than the range over seeds
OURS = ("phigp auto", "phigp stochastic", "phigp paper")
COLOURS = {
    "phigp auto": "#c1121f", "phigp stochastic": "#f77f00", "phigp paper": "#9d4edd",
    "GPflow natgrad": "#1d3557", "GPflow Adam": "#457b9d", "GPyTorch NGD": "#2a9d8f",
}


def by_set(results):
    """Runs as set -> seed -> method, in the order of the protocol."""
    out = {}
    for cell in results["cells"].values():
        out.setdefault(cell["set"], {}).setdefault(cell["settings"]["seed"], {})[cell["method"]] = cell
    order = results.get("config", {}).get("sets", [])
    return dict(sorted(out.items(), key=lambda item: order.index(item[0]) if item[0] in order else len(order)))


def reached(run, level):
    """The first processor second at which the test NLPD was that good, or nothing."""
    return next((point["processor"] for point in run.get("curve", []) if point["nlpd"] <= level), None)


def least(run):
    """The best NLPD on test rows at any time."""
    return min((point["nlpd"] for point in run.get("curve", [])), default=math.inf)


def level_of(runs):
    """What counts as good: the best of the peers, with a margin; infinite where no peer has run."""
    return min((least(run) for method, run in runs.items() if method not in OURS), default=math.inf) + MARGIN


def race(runs):
    """Level, our seconds to it, the quickest peer's seconds and name; None where there is no race."""
    level = level_of(runs)
    if not math.isfinite(level) or "phigp auto" not in runs:
        return None
    times = {method: reached(run, level) for method, run in runs.items()}
    peers = {method: at for method, at in times.items() if method not in OURS and at is not None}
    quickest = min(peers, key=peers.get)
    return {"level": level, "ours": times["phigp auto"], "peer": peers[quickest], "name": quickest,
            "behind": runs["phigp auto"]["final"]["nlpd"] - level + MARGIN}


def spread(values, digits):
    """The median, and the range where there are several."""
    middle = f"{median(values):.{digits}f}"
    return middle if len(values) == 1 else f"{middle} ({min(values):.{digits}f} to {max(values):.{digits}f})"


def races(results):
    """One line for each set."""
    rows, sooner, missed = [], [], []
    for name, seeds in by_set(results).items():
        found = [r for r in (race(runs) for runs in seeds.values()) if r]
        if not found:
            continue
        ratios = [r["peer"] / r["ours"] for r in found if r["ours"]]
        if len(ratios) < len(found):
            missed.append(name)
        sooner += [median(ratios)] if ratios else []
        rows.append([
            name, str(len(found)), spread([r["level"] for r in found], 4), spread([r["ours"] for r in found if r["ours"]], 1) if ratios else "not reached",
            f"{spread([r['peer'] for r in found], 1)}, {', '.join(sorted({r['name'] for r in found}))}", spread(ratios, 1) if ratios else "–",
            spread([r["behind"] for r in found], 4),
        ])
    if not rows:
        return ["No peer has run yet.", ""]
    head = ["set", "seeds", "best peer + 0.01", "s of phigp auto", "s of the quickest peer, which", "times sooner", "NLPD of phigp auto less the best peer's"]
    lines = ["## Seconds to the best peer's NLPD + 0.01 nats per row", "", *table_lines(head, rows), "## Bars", ""]
    if sooner:
        least_ratio, mean = min(sooner), math.exp(sum(map(math.log, sooner)) / len(sooner))
        lines.append(f"- {AIM} times sooner than the better peer: geometric mean over {len(sooner)} sets {mean:.1f}, least {least_ratio:.1f}: "
                     f"{'met' if least_ratio >= AIM else 'MISSED'}")
    lines.append(f"- no set where the level is not reached: {'met' if not missed else 'MISSED: ' + ', '.join(missed)}")
    return [*lines, ""]


def why_not_sooner(results):
    """Of the sets where the aim is missed: what the peer does until the level, and what we cannot do without."""
    found = []
    for name, seeds in by_set(results).items():
        rows = []
        for runs in seeds.values():
            won = race(runs)
            if not won or not won["ours"] or won["peer"] / won["ours"] >= AIM:
                continue
            steps = next(p["steps"] for p in runs[won["name"]]["curve"] if p["nlpd"] <= won["level"])
            rows.append((steps, won["ours"], runs["phigp auto"]["curve"][0]["processor"]))
        if rows:
            steps, ours, first = (median(column) for column in zip(*rows))
            found.append(f"{name}: {steps:.0f} steps; {ours:.1f} s, {first:.1f}")
    if not found:
        return []
    return ["Where it is less than 20 times: the steps that the quickest peer takes to the level (minibatches of 1024 rows), then our seconds to it and, of these, the least that a run takes "
            "(starting, lengthscales, a bound and its gradient of 5000 rows, a look at up to 80,000 rows at the end). " + "; ".join(found) + ".",
            "The fewer steps a level takes, the less there is to gain: a step of phigp is a few times as fast as one of the peers (docs/accuracy.md), the rest comes from needing fewer.", ""]


def against_paper(results):
    """Our default against our engine with the paper's schedule: one line for each set."""
    rows, ratios = [], []
    for name, seeds in by_set(results).items():
        found = [(runs["phigp auto"], runs["phigp paper"]["final"]) for runs in seeds.values()
                 if "final" in runs.get("phigp auto", {}) and "final" in runs.get("phigp paper", {})]
        if not found:
            continue
        cells = []
        for behind in (0.0, NEAR):
            times = [(reached(auto, paper["nlpd"] + behind), paper["processor"]) for auto, paper in found]
            there = [paper / at for at, paper in times if at is not None]
            if behind == NEAR:
                ratios += [median(there) if len(there) == len(times) else 0.0]
            cells.append(spread(there, 1) if len(there) == len(times) else f"{len(there)} of {len(times)} reach it")
        rows.append([name, str(len(found)), spread([paper["nlpd"] for _, paper in found], 4), spread([paper["processor"] for _, paper in found], 1),
                     spread([auto["final"]["nlpd"] for auto, _ in found], 4), spread([auto["final"]["processor"] for auto, _ in found], 1), *cells])
    if not rows:
        return []
    head = ["set", "seeds", "NLPD as published", "s", "NLPD of phigp auto", "s", "times sooner there", f"times sooner there + {NEAR}"]
    return ["## phigp auto against phigp with the paper's schedule, at most 60 s", "", *table_lines(head, rows),
            f"- 5 times sooner at the NLPD as published (+ {NEAR}): least {min(ratios):.1f}: {'met' if min(ratios) >= 5 else 'MISSED'}", ""]


def every_run(results):
    """One table for each set."""
    lines = ["## Every program", "", "Medians over seeds; seconds are processor seconds of one thread. The level is that of the table above, of each seed.", ""]
    for name, seeds in by_set(results).items():
        rows = []
        for method in COLOURS:
            runs = [runs[method] for runs in seeds.values() if method in runs]
            ended = [run for run in runs if "final" in run]
            if not runs:
                continue
            if not ended:
                rows.append([method, "–", "–", "–", "–", "–", "–", runs[0]["stop"]])
                continue
            other = "error" if "error" in ended[0]["final"] else "rmse"
            times = [reached(seeds[run["settings"]["seed"]][method], level_of(seeds[run["settings"]["seed"]])) for run in ended]
            there = [at for at in times if at is not None]
            rows.append([
                method, str(len(ended)), spread([run["final"]["nlpd"] for run in ended], 4), f"{other} {spread([run['final'][other] for run in ended], 4)}",
                spread([run["final"]["processor"] for run in ended], 1), str(round(median(run["final"]["steps"] for run in ended))),
                spread(there, 1) if len(there) == len(times) else f"{len(there)} of {len(times)} reach it",
                f"{', '.join(sorted({run['stop'] for run in runs}))}; {sum(len(run['failures']) for run in runs)} failed steps",
            ])
        lines += [f"### {name}", "", *table_lines(["program", "seeds", "NLPD at the end", "error or RMSE", "s", "steps", "s to the level", "stopped by"], rows)]
    return lines


def checks(results):
    """What must hold whatever the figures are."""
    runs = [cell for cell in results["cells"].values() if "final" in cell]
    if not runs:
        return []
    two_ways = max(run["disagreement"] for run in runs)
    own = max((abs(run["own_nlpd"] - run["final"]["nlpd"]) for run in runs if "own_nlpd" in run), default=0.0)
    other = [f"{run['set']}, {run['method']}" for run in runs if run.get("same_inducing") is False]
    return [f"Scores: two quadratures differ by at most {two_ways:.1e} nats on a row; the NLPD that phigp itself reports differs by at most {own:.1e}. "
            f"Inducing inputs: {'the same for all' if not other else 'NOT the same: ' + '; '.join(other)}.", ""]


def band(axis, runs, which, method):
    """Range over seeds on the times of the first, and their median."""
    colour = COLOURS[method]
    times = [point["processor"] for point in runs[0]["curve"] if point["processor"] > 0]
    curves = []
    for run in runs:
        points = run["curve"]
        curves.append([[p[which] for p in points if p["processor"] <= t or p is points[0]][-1] for t in times])
    columns = list(zip(*curves))
    axis.plot(times, [median(column) for column in columns], color=colour, linewidth=1.6, label=method)
    if len(runs) > 1:
        axis.fill_between(times, [min(c) for c in columns], [max(c) for c in columns], color=colour, alpha=0.2, linewidth=0)


def picture(experiment, name, seeds):
    """NLPD and error or RMSE of test rows against seconds."""
    fig = figure(11, 4.2)
    if fig is None:
        return None
    runs = {method: [s[method] for s in seeds.values() if s.get(method, {}).get("curve")] for method in COLOURS}
    runs = {method: found for method, found in runs.items() if found}
    other = "error" if "error" in next(iter(runs.values()))[0]["final"] else "rmse"
    for k, which in enumerate(("nlpd", other)):
        axis = fig.add_subplot(1, 2, k + 1)
        for method, found in runs.items():
            if method not in OURS:
                band(axis, found, which, method)
                continue
            for run in found:
                points = run["curve"]
                axis.plot([p["processor"] for p in points], [p[which] for p in points], "o-", markersize=3, linewidth=1, color=COLOURS[method])
            ended = [run["final"] for run in found if run["stop"] != "stopped"]
            axis.plot([final["processor"] for final in ended], [final[which] for final in ended], "*", markersize=13, color=COLOURS[method], label=method)
            if which == "nlpd":
                for run in found:
                    inside = run.get("held_out", {"processor": [], "nlpd": []})
                    axis.plot(inside["processor"], inside["nlpd"], color=COLOURS[method], linewidth=0.8, alpha=0.6)
        ends = [run["final"][which] for found in runs.values() for run in found]
        room = max(4.0 * (median(ends) - min(ends)), 0.1 * abs(min(ends)))
        axis.set(xscale="log", xlabel="processor seconds, one thread", ylabel={"nlpd": "NLPD", "error": "error", "rmse": "RMSE"}[which] + " of test rows",
                 ylim=(min(ends) - 0.1 * room, min(ends) + room))
        axis.grid(alpha=0.25, which="both", linewidth=0.5)
        level = level_of(next(iter(seeds.values())))
        if which == "nlpd" and math.isfinite(level):
            axis.axhline(level, color="black", linestyle=":", linewidth=1, label="best peer + 0.01")
        if k == 0:
            axis.legend(fontsize=8)
    fig.suptitle(f"{name}: stars are fits of phigp that ended by themselves, dots such that were stopped,\nthin lines its own held-out rows", fontsize=10)
    path = experiment.out / f"{name.replace(' ', '_')}.png"
    save(fig, path)
    return path


def headline(results):
    """What docs/results.md shows."""
    return [*races(results), *why_not_sooner(results), *against_paper(results), *checks(results)]


def write(experiment):
    """results.md and its pictures."""
    results = experiment.results
    lines = []
    for name, seeds in by_set(results).items():
        path = picture(experiment, name, seeds)
        lines += [f"![{name}: scores against seconds]({path.name})", ""] if path else []
    experiment.write_report([*headline(results), *lines, *every_run(results)])
