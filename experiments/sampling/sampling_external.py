"""Our NUTS beside NumPyro's: bars and a table."""

from harness import geometric_mean, table_lines
from sampling_cells import by_name


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


def external_rates(found, who):
    """Effective draws of f and of f² per second, of ours or of NumPyro."""
    s = found[who]
    return [s[key] / s["seconds_per_gradient"] for key in ("ess_mean_per_gradient", "ess_square_per_gradient")]


def gibbs_over(results, name, rates):
    """How many times as many effective draws Gibbs makes per second, of f and of f²; from the cell of that name."""
    gibbs = by_name(results["cells"].get(name, {"samplers": []})).get("gibbs")
    if gibbs is None:
        return None
    return [gibbs[key]["median"] / rate for key, rate in zip(("ess_mean_per_second", "ess_square_per_second"), rates, strict=True)]


def against_numpyro(results):
    """Gibbs over NumPyro's NUTS in the coordinates that suit it better, a line."""
    least = {}
    for (name, _), found in external_cells(results).items():
        over = gibbs_over(results, name, external_rates(found, "numpyro"))
        if over is not None:
            least[name] = [min(pair) for pair in zip(over, least.get(name, over), strict=True)]
    if not least:
        return []
    means = [geometric_mean([over[k] for over in least.values()]) for k in (0, 1)]
    return [f"Gibbs over NumPyro's NUTS in the better of the two coordinates, geometric mean over {len(least)} cells: {means[0]:.2f} times for f, {means[1]:.2f} times for f².", ""]


def external_table(results):
    """What each gets out of a gradient, and how long one takes."""
    rows = []
    for (name, kind), found in external_cells(results).items():
        for who in ("ours", "numpyro"):
            s = found[who]
            rates = external_rates(found, who)
            over = gibbs_over(results, name, rates)
            rows.append([name, kind, who, f"{s['r_hat']:.3f}", f"{s['gradients_per_draw']:.1f}", str(s["divergences"]), f"{1e3 * s['ess_mean_per_gradient']:.3g}",
                         f"{1e3 * s['ess_square_per_gradient']:.3g}", f"{1e6 * s['seconds_per_gradient']:.0f}",
                         f"{rates[0]:.3g}", f"{rates[1]:.3g}", "–" if over is None else f"{over[0]:.2g} / {over[1]:.2g}",
                         f"{found['apart']['mean']:.1f} / {found['apart']['sd']:.1f}"])
    if not rows:
        return []
    head = ["cell", "coordinates", "whose", "largest R̂", "gradients per draw", "divergences", "ESS f per 1000 gradients", "ESS f² per 1000 gradients",
            "µs per gradient", "ESS/s f", "ESS/s f²", "Gibbs over it, f / f²", "apart, mean / sd"]
    versions = {text for name, cell in results["cells"].items() if name.endswith(" external")
                for text in [", ".join(f"{key} {value}" for key, value in sorted(cell.get("versions", {}).items()))] if text}
    return ["## Our NUTS and NumPyro's", "", "A check from outside on the opponent that is ours: the same posterior, the same coordinates, median row. NumPyro also learns a mass for each coordinate, as ours does only in",
            "nuts-eigen: where that helps, ours is not the best NUTS there is. NumPyro's seconds are those of its gradients alone,",
            "in a compiled loop, the least that they can be; ours are all that a draw takes. Gibbs is that of the cell above, run at another time.",
            *sorted(f"Versions: {text}." for text in versions), "", *against_numpyro(results), *table_lines(head, rows)]
