"""A likelihood in four panels."""

from __future__ import annotations

from typing import Any

import numpy as np

from phigp import inference
from phigp._data import Array
from phigp.errors import InvalidInput, NumericalError
from phigp.likelihoods import _CATALOGUE, Likelihood
from phigp.plot._style import BAND, LINE, figure_of, plain
from phigp.tilted_law import TiltedLaw


def likelihood(
    likelihood: Likelihood | str, *, y: float | None = None, trials: float = 1.0, axs: Any = None
) -> Any:
    """A likelihood in four panels: its density, φ, the weight of an observation, the law of ω.

    The weight is the mean of ω given c = |h(f)|, of noise the distance of y from f: where it falls,
    outliers lose their say. The law of ω is that before any observation, as a density of log ω.

    Parameters
    ----------
    likelihood : Likelihood or str
    y, trials : float
        The observation, where φ depends on it (counts); default: a typical one.
    axs : four axes, optional

    Examples
    --------
    >>> from phigp import plot
    >>> [ax.get_title() for ax in plot.likelihood("student-t")]
    ['density', 'φ', 'weight', 'law of ω']

    """
    stated = Likelihood(likelihood) if isinstance(likelihood, str) else likelihood
    kind = _domain(stated)
    if y is None:
        y = {"label": 1.0, "count": 3.0, "successes": trials // 2}.get(kind, 0.0)
    law = TiltedLaw(stated, y, trials)
    if axs is None:
        figure = figure_of((8.4, 5.6))
        axs = figure.subplots(2, 2).ravel()
        figure.suptitle(stated._source(), fontsize="medium")
    density, phi, weight, omega = np.ravel(axs)
    unit = _unit(law)
    _density_panel(density, stated, kind, y, trials, unit)
    c = np.linspace(0.0, 6.0 * unit, 300)[1:]
    phi.plot(c, np.exp(law.log_phi(c**2)), color=LINE)
    phi.set_ylabel("φ(c²)")
    weight.plot(c, law.mean(c**2), color=LINE)
    weight.set_ylabel("mean of ω given c")
    weight.set_ylim(0.0, 1.15 * float(law.mean((0.15 * unit) ** 2)))  # infinite at 0, of some
    for one in (phi, weight):
        one.set_xlabel("c")
    phi.set_ylim(0.0, 1.05)
    _omega_panel(omega, law, unit)
    for one, title in zip((density, phi, weight, omega), _PANELS, strict=True):
        plain(one).set_title(title, fontsize="medium")
    return np.ravel(axs)


_PANELS = ("density", "φ", "weight", "law of ω")


def _domain(stated: Likelihood) -> str:
    if stated.name is not None:
        return str(_CATALOGUE[stated.name]["domain"])
    if stated.density is None:
        return "label" if stated.link == "classification" else "real"
    return str(stated.check().facts["domain"])


def _unit(law: TiltedLaw) -> float:
    """The c at which φ(c²) = 1/2."""
    low, high = -12.0, 12.0
    while high - low > 1e-6:
        middle = 0.5 * (low + high)
        fallen = float(law.log_phi(10.0 ** (2.0 * middle))) < -np.log(2.0)
        low, high = (low, middle) if fallen else (middle, high)
    return float(10.0**low)


def _density_panel(
    ax: Any, stated: Likelihood, kind: str, y: float, trials: float, unit: float
) -> None:
    def density(observed: Any, f: Any) -> Array:
        return np.exp(inference.observe(stated, observed, trials).log_density(f))

    if kind == "real":
        x = np.linspace(-1.0, 1.0, 401)
        reach = 1.0  # to where the density is a fiftieth of its highest
        peak = float(density([0.0], [0.0])[0])
        while reach < 1e9 and density([reach, -reach], [0.0, 0.0]).max() > 0.02 * peak:
            reach *= 1.25
        while reach > 1e-9 and density([reach, -reach], [0.0, 0.0]).max() < 0.02 * peak:
            reach /= 1.25
        ax.plot(reach * x, density(reach * x, np.zeros(401)), color=LINE)
        ax.set_xlabel("y - f")
        ax.set_ylabel("p(y|f)")
    else:
        f = np.linspace(-6.0 * unit, 6.0 * unit, 401)
        shown = [-1.0, 1.0] if kind == "label" else sorted({0.0, y, max(10.0, 3 * y)})
        if kind == "successes":
            shown = sorted({0.0, y, trials})
        for one in shown:
            ax.plot(f, density(np.full(401, one), f), label=f"y = {one:g}")
        ax.legend(frameon=False)
        ax.set_xlabel("f")
        ax.set_ylabel("p(y|f)")
    ax.set_ylim(bottom=0.0)


def _omega_panel(ax: Any, law: TiltedLaw, unit: float) -> None:
    ax.set_xscale("log")
    ax.set_xlabel("ω")
    ax.set_ylabel("density of log ω")
    mean, variance = (float(one(unit**2)) for one in (law.mean, law.variance))
    if variance <= 1e-12 * mean**2:  # normal noise: one ω for all
        ax.axvline(mean, color=LINE)
        ax.set_xlim(mean / 10, mean * 10)
        ax.annotate("all of it", (mean, 0.5), (5, 0), ("data", "axes fraction"), "offset points")
        ax.set_yticks([])
        return
    try:
        low, high = law.quantile([0.002, 0.995], 0.0)
        x = np.geomspace(low / 1.5, high * 1.5, 300)
        ax.plot(x, x * law.pdf(x, 0.0), color=LINE)
        ax.fill_between(x, x * law.pdf(x, 0.0), color=BAND, lw=0, alpha=0.5)
        ax.set_ylim(bottom=0.0)
        if x[-1] > 20 * x[0]:  # powers of ten are enough, and others would overlap
            ax.tick_params(axis="x", which="minor", labelbottom=False)
    except (NumericalError, InvalidInput):  # atoms, or too wide for a density
        ax.text(0.5, 0.5, "no density to draw", ha="center", transform=ax.transAxes)
