"""Pictures of models and draws. They need matplotlib, which nothing else here does.

Every function draws into `ax`, or into a figure of its own, and returns the axes.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np

from phigp import inference
from phigp._data import Array
from phigp.draws import Draws
from phigp.errors import InvalidInput, NumericalError
from phigp.estimators import GPClassifier
from phigp.likelihoods import _CATALOGUE, Likelihood
from phigp.tilted_law import TiltedLaw

__all__ = [
    "ard",
    "autocorrelation",
    "calibration",
    "learning_curve",
    "likelihood",
    "posterior",
    "trace",
]

_LINE = "#1f5a91"
_BAND = "#9ec3e6"
_DATA = "#333333"


def _axes(ax: Any, size: tuple[float, float] = (6.4, 4.0)) -> Any:
    if ax is not None:
        return ax
    try:
        import matplotlib.pyplot as plt
    except ImportError as error:
        raise ImportError("phigp.plot needs matplotlib: pip install matplotlib") from error
    return plt.subplots(figsize=size, layout="constrained")[1]


def _plain(ax: Any) -> Any:
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    return ax


def _numbers(X: Any) -> Any:
    return np.asarray(X, dtype=float)


def _name(model: Any, column: int) -> str:
    return str(model._names()[column])


def posterior(model: Any, X: Any, y: Any = None, *, level: float = 0.9, ax: Any = None) -> Any:
    """What a model of one or two inputs predicts around the rows of X.

    One input: the mean (of a classifier, the probability of the second class) and the interval
    that holds y with probability `level`. Two inputs: contours of the mean or probability.
    """
    rows = _numbers(X)
    width = rows.shape[1] if rows.ndim == 2 else 0
    if width not in (1, 2):
        raise ValueError(f"X must have one or two columns to be drawn, got {width}")
    ax = _plain(_axes(ax))
    low, high = rows.min(axis=0), rows.max(axis=0)
    margin = 0.05 * np.where(high > low, high - low, 1.0)
    axes = [
        np.linspace(a - m, b + m, 400 if width == 1 else 80)
        for a, b, m in zip(low, high, margin, strict=True)
    ]
    grid = np.stack([one.ravel() for one in np.meshgrid(*axes)], axis=1)
    names = [_name(model, column) for column in range(width)]
    ax.set_xlabel(names[0])
    classes = isinstance(model, GPClassifier)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "X does not have valid feature names")
        return _drawn(model, axes, grid, rows, y, level, ax, names, classes)


def _drawn(
    model: Any,
    axes: Any,
    grid: Any,
    rows: Any,
    y: Any,
    level: float,
    ax: Any,
    names: list[str],
    classes: bool,
) -> Any:
    if len(axes) == 2:
        return _surface(model, axes, grid, rows, y, ax, names, classes)
    x = axes[0]
    if classes:
        ax.plot(x, model.predict_proba(grid)[:, 1], color=_LINE)
        ax.set_ylabel(f"probability of {model.classes_[1]}")
        ax.set_ylim(-0.05, 1.05)
        shown = None if y is None else np.asarray(y) == model.classes_[1]
    else:
        tail = 0.5 * (1.0 - level)
        mean, bands = model.predict(grid, return_quantiles=[tail, 1.0 - tail])
        ax.fill_between(x, bands[:, 0], bands[:, 1], color=_BAND, lw=0, label=f"{level:.0%} of y")
        ax.plot(x, mean, color=_LINE, label="prediction")
        ax.set_ylabel(model.model_.target)
        ax.legend(frameon=False)
        shown = y
    if shown is not None:
        ax.plot(rows[:, 0], np.asarray(shown, dtype=float), ".", color=_DATA, ms=4, alpha=0.6)
    return ax


def _surface(
    model: Any, axes: Any, grid: Any, rows: Any, y: Any, ax: Any, names: list[str], classes: bool
) -> Any:
    values = model.predict_proba(grid)[:, 1] if classes else model.predict(grid)
    values = values.reshape(len(axes[1]), len(axes[0]))
    levels = np.linspace(0, 1, 11) if classes else 12
    # Pale enough for points to be seen on every shade.
    cmap, alpha = ("PuOr", 0.55) if classes else ("Blues", 0.85)
    shades = ax.contourf(*axes, values, levels=levels, cmap=cmap, alpha=alpha)
    what = f"probability of {model.classes_[1]}" if classes else f"mean of {model.model_.target}"
    ax.figure.colorbar(shades, ax=ax, label=what)
    if classes:
        ax.contour(*axes, values, levels=[0.5], colors=_DATA, linewidths=1.2)
    ax.set_ylabel(names[1])
    if y is None or not classes:
        ax.plot(rows[:, 0], rows[:, 1], ".", color=_DATA, ms=3, alpha=0.6)
        return ax
    for label, marker, colour in zip(model.classes_, "o^", ("#b35806", "#542788"), strict=True):
        of_label = np.asarray(y) == label
        style = {"color": colour, "mec": "white", "mew": 0.6, "ms": 5.5}
        ax.plot(*rows[of_label].T, marker, label=str(label), **style)
    ax.legend(title="observed", framealpha=0.9)
    return ax


def calibration(model: Any, X: Any, y: Any, *, bins: int = 10, ax: Any = None) -> Any:
    """Whether probabilities mean what they say; on the diagonal they do.

    Of a classifier: how often the second class was observed where its probability was told, in
    bins of equal numbers of rows. Of others: the share of rows below each predicted quantile.
    Bars are two standard errors.
    """
    ax = _plain(_axes(ax, (4.6, 4.4)))
    if isinstance(model, GPClassifier):
        told = model.predict_proba(X)[:, 1]
        seen = np.asarray(y) == model.classes_[1]
        groups = [g for g in np.array_split(np.argsort(told, kind="stable"), bins) if len(g)]
        horizontal = np.array([told[g].mean() for g in groups])
        vertical = np.array([seen[g].mean() for g in groups])
        counts = np.array([len(g) for g in groups])
        ax.set_xlabel(f"probability told of {model.classes_[1]}")
        ax.set_ylabel("share observed")
    else:
        horizontal = np.arange(1, 2 * bins) / (2 * bins)
        quantiles = model.predict(X, return_quantiles=horizontal)[1]
        vertical = (np.asarray(y, dtype=float)[:, None] <= quantiles).mean(axis=0)
        counts = np.full(len(horizontal), len(quantiles))
        ax.set_xlabel("level of the predicted quantile")
        ax.set_ylabel("share of rows below it")
    error = 2.0 * np.sqrt(horizontal * (1.0 - horizontal) / counts)
    ax.plot([0, 1], [0, 1], color="#aaaaaa", lw=1, zorder=0)
    ax.errorbar(horizontal, vertical, yerr=error, fmt="o", ms=4, color=_LINE, ecolor=_BAND)
    ax.set_xlim(-0.02, 1.02)
    ax.set_ylim(-0.02, 1.02)
    ax.set_aspect("equal")
    return ax


def ard(model: Any, *, ax: Any = None) -> Any:
    """How much each feature matters: one over its lengthscale, the largest first.

    For a kernel with a lengthscale per feature, such as `rbf(ard)`; lengthscales are in standard
    deviations of the feature where those are standardised.
    """
    values = {
        name: value
        for name, value in model.report_["kernel"]["parameters"].items()
        if ".lengthscale[" in name
    }
    if not values:
        raise ValueError(f"the kernel has no lengthscale per feature: {model.kernel_}")
    features = model.report_["features"]
    first = next(iter(values)).split(".")[0]
    found = {
        features[int(name.split("[")[1].rstrip("]"))]: 1.0 / value
        for name, value in values.items()
        if name.split(".")[0] == first
    }
    order = sorted(found, key=lambda name: found[name])
    ax = _plain(_axes(ax, (6.4, 0.8 + 0.28 * len(order))))
    ax.barh(order, [found[name] for name in order], color=_LINE)
    ax.set_xlabel("relevance: 1 / lengthscale")
    return ax


def learning_curve(model: Any, *, against: str = "step", ax: Any = None) -> Any:
    """How the bound rose while the model learned, step by step or against `against="seconds"`.

    Learning from several starts is a line each. Learning on growing numbers of rows is one after
    the other, per row, since bounds of other rows are of another size; stochastic steps are per row
    too, with the log density of rows held out beside them where there are such.

    >>> import numpy as np
    >>> from phigp import GPRegressor, plot
    >>> x = np.linspace(0, 6, 40).reshape(-1, 1)
    >>> model = GPRegressor(kernel="rbf").fit(x, np.sin(x[:, 0]))
    >>> ax = plot.learning_curve(model)
    >>> bool(ax.lines[0].get_ydata()[-1] > ax.lines[0].get_ydata()[0])
    True
    """
    if against not in ("step", "seconds"):
        raise InvalidInput(f"against must be 'step' or 'seconds', got {against!r}")
    lines, label = _learning_lines(model, against)
    if not lines:
        raise ValueError("this model has learned nothing, or its file does not say how")
    ax = _plain(_axes(ax))
    for name, x, y in lines:
        colour = {"color": _LINE} if len(lines) == 1 else {}
        ax.plot(x, y, ".-" if len(x) < 60 else "-", ms=4, lw=1.4, label=name, **colour)
    # Of several starts the best is kept; of stages the last.
    last = max(y[-1] for *_, y in lines) if label == "bound" else lines[-1][2][-1]
    ax.axhline(last, color="#aaaaaa", lw=0.8, zorder=0)
    ax.annotate(f"{last:.4g}", (1.0, last), (4, 0), ("axes fraction", "data"), "offset points",
                va="center", color=_DATA, annotation_clip=False)  # fmt: skip
    if against == "step":
        ax.locator_params(axis="x", integer=True)
    ax.set_xlabel(against)
    ax.set_ylabel(label)
    if len(lines) > 1:
        ax.legend(frameon=False, loc="lower right")
    return ax


def _learning_lines(model: Any, against: str) -> tuple[list[tuple[str, Array, Array]], str]:
    """Name, x and y of each line, and what y is."""
    steps, bounds, held_out, seconds = map(np.asarray, model.model_.stochastic_curve)
    if len(steps):
        x = steps if against == "step" else seconds
        lines = [("bound", x, bounds)]
        if len(held_out):
            lines.append(("rows held out", x, held_out))
        return lines, "bound, log density per row" if len(held_out) else "bound per row"
    phases = [one for one in model.model_.trace if "learning" in one[0] and one[2]]
    staged = any(rows > 0 for _, rows, *_ in phases)
    lines = []
    before = 0
    for name, rows, step, bound, when in phases:
        x = np.asarray(step) + before if against == "step" else np.asarray(when)
        y = np.asarray(bound) / (rows or 1.0)
        if staged:  # one stage after the other
            before += step[-1]
            lines.append((f"{rows:,.0f} rows" if rows else "all rows", x, y))
        else:
            lines.append((name.split(",")[0] if "," in name else "usual start", x, y))
    return lines, "bound per row" if staged else "bound"


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
        ax = _axes(None, (8.4, 5.6))
        figure = ax.figure
        figure.clear()
        axs = figure.subplots(2, 2).ravel()
        figure.suptitle(stated._source(), fontsize="medium")
    density, phi, weight, omega = np.ravel(axs)
    unit = _unit(law)
    _density_panel(density, stated, kind, y, trials, unit)
    c = np.linspace(0.0, 6.0 * unit, 300)[1:]
    phi.plot(c, np.exp(law.log_phi(c**2)), color=_LINE)
    phi.set_ylabel("φ(c²)")
    weight.plot(c, law.mean(c**2), color=_LINE)
    weight.set_ylabel("mean of ω given c")
    weight.set_ylim(0.0, 1.15 * float(law.mean((0.15 * unit) ** 2)))  # infinite at 0, of some
    for one in (phi, weight):
        one.set_xlabel("c")
    phi.set_ylim(0.0, 1.05)
    _omega_panel(omega, law, unit)
    for one, title in zip((density, phi, weight, omega), _PANELS, strict=True):
        _plain(one).set_title(title, fontsize="medium")
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
        ax.plot(reach * x, density(reach * x, np.zeros(401)), color=_LINE)
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
        ax.axvline(mean, color=_LINE)
        ax.set_xlim(mean / 10, mean * 10)
        ax.annotate("all of it", (mean, 0.5), (5, 0), ("data", "axes fraction"), "offset points")
        ax.set_yticks([])
        return
    try:
        low, high = law.quantile([0.002, 0.995], 0.0)
        x = np.geomspace(low / 1.5, high * 1.5, 300)
        ax.plot(x, x * law.pdf(x, 0.0), color=_LINE)
        ax.fill_between(x, x * law.pdf(x, 0.0), color=_BAND, lw=0, alpha=0.5)
        ax.set_ylim(bottom=0.0)
        if x[-1] > 20 * x[0]:  # powers of ten are enough, and others would overlap
            ax.tick_params(axis="x", which="minor", labelbottom=False)
    except (NumericalError, InvalidInput):  # atoms, or too wide for a density
        ax.text(0.5, 0.5, "no density to draw", ha="center", transform=ax.transAxes)


def autocorrelation(
    draws: Draws, names: Sequence[str] | None = None, *, lags: int = 40, ax: Any = None
) -> Any:
    """How far apart draws have to be to be new: correlation against the lag, averaged over chains.

    Of parameters, or of some f where none were drawn; `names` chooses among the former. The grey
    band is where independent draws would lie, by two standard errors.

    >>> import numpy as np
    >>> from phigp import GPRegressor, plot
    >>> x = np.linspace(0, 6, 30).reshape(-1, 1)
    >>> y = np.sin(x[:, 0]) + 0.1 * np.cos(40 * x[:, 0])
    >>> draws = GPRegressor(kernel="rbf").fit(x, y).sample(chains=2, draws=100)
    >>> plot.autocorrelation(draws, lags=10).lines[0].get_ydata().shape
    (11,)
    """
    series = _series(draws, names)
    lags = min(lags, draws.draws - 1)
    ax = _plain(_axes(ax))
    for name, values in series.items():
        ax.plot(_correlations(values, lags), ".-", ms=4, lw=1.2, label=name)
    error = 2.0 / np.sqrt(draws.chains * draws.draws)
    ax.axhspan(-error, error, color="#dddddd", zorder=0)
    ax.axhline(0.0, color="#aaaaaa", lw=0.8, zorder=0)
    ax.set_xlabel("lag")
    ax.set_ylabel("autocorrelation")
    ax.set_ylim(top=1.05)
    ax.legend(frameon=False)
    return ax


def _correlations(values: Array, lags: int) -> Array:
    """Of (chain, draw) about the mean of all chains: chains that disagree look correlated."""
    centred = values - values.mean()
    variance = (centred**2).mean()
    count = values.shape[1]
    return np.array(
        [
            (centred[:, : count - lag] * centred[:, lag:]).mean() / variance
            for lag in range(lags + 1)
        ]
    )


def _series(draws: Draws, names: Sequence[str] | None) -> dict[str, Array]:
    """Parameters by name, or some f where none were drawn: (chain, draw) each."""
    for name in names or ():
        if name not in draws.parameters:
            known = ", ".join(draws.parameters) or "none"
            raise InvalidInput(f"no parameter {name!r} was drawn; drawn were: {known}")
    series = {name: draws.parameters[name] for name in (names or draws.parameters)}
    if not series:
        rows = np.unique(np.linspace(0, draws.f.shape[2] - 1, 3).astype(int))
        series = {f"f[{row}]": draws.f[:, :, row] for row in rows}
    return series


def trace(draws: Draws, names: Sequence[str] | None = None, *, axs: Any = None) -> Any:
    """The draws of parameters, chain by chain, and their histograms.

    Of some f where no parameters were drawn.
    """
    series = _series(draws, names)
    if axs is None:
        ax = _axes(None, (8.0, 1.8 * len(series)))
        figure = ax.figure
        figure.clear()
        axs = figure.subplots(len(series), 2, squeeze=False, width_ratios=[3, 1])
    for (left, right), (name, values) in zip(axs, series.items(), strict=True):
        for chain, one in enumerate(values):
            left.plot(one, lw=0.6, alpha=0.8, color=f"C{chain}")
            right.hist(one, bins=30, histtype="step", color=f"C{chain}", orientation="horizontal")
        left.set_ylabel(name)
        right.set_xticks([])
        right.sharey(left)
        _plain(left)
        _plain(right)
    axs[-1][0].set_xlabel("draw")
    return axs
