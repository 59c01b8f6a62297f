"""The cells of results.json by kind, and numbers as words; for tables and pictures of the sampling experiment."""


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


def grids(results):
    """Cells of static HMC, by the name of the cell that they belong to."""
    return {name.removesuffix(" hmc"): cell for name, cell in results["cells"].items() if name.endswith(" hmc")}


def best_hmc(results, name):
    """The setting of the grid with the most effective draws of f per second among those with the least R-hat up to 0.01; None without a grid."""
    found = [s for s in ran(grids(results).get(name, {"samplers": []})) if isinstance(s["r_hat"]["most"], float)]
    least = min((s["r_hat"]["most"] for s in found), default=None)
    close = [s for s in found if s["r_hat"]["most"] <= max(1.01, least + 0.01)]
    return max(close, key=lambda s: s["ess_mean_per_second"]["median"], default=None)


def grown(results):
    """Cells of simulated rows, by their number."""
    sizes = {int(name.split()[1]): cell for name, cell in results["cells"].items() if name.startswith("growth")}
    return {size: sizes[size] for size in sorted(sizes)}


def show(value, form):
    """A number, or a dash."""
    return "–" if value is None or isinstance(value, str) else format(value, form)


def milliseconds(sampler):
    """Of one draw; a dash where the time was up before the second."""
    seconds = sampler["seconds_per_draw"]
    return show(None if seconds is None else 1e3 * seconds, ".3g")


def length_of(cell):
    """The limits that a cell was run under."""
    limits = cell.get("limits")
    return f"; at most {limits['draws']} draws and {limits['seconds']} s of each of {cell['chains']} chains" if limits else ""
