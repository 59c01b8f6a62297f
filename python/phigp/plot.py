"""Pictures of models and draws. They need matplotlib, which nothing else here does.

Every function draws into `ax`, or into a figure of its own, and returns the axes.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np

from phigp.draws import Draws
from phigp.estimators import GPClassifier

__all__ = ["ard", "calibration", "posterior", "trace"]

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


def trace(draws: Draws, names: Sequence[str] | None = None, *, axs: Any = None) -> Any:
    """The draws of parameters, chain by chain, and their histograms.

    Of some f where no parameters were drawn.
    """
    series = {name: draws.parameters[name] for name in (names or draws.parameters)}
    if not series:
        rows = np.unique(np.linspace(0, draws.f.shape[2] - 1, 3).astype(int))
        series = {f"f[{row}]": draws.f[:, :, row] for row in rows}
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
