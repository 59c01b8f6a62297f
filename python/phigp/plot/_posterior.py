"""What a model of one or two inputs predicts."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from phigp.estimators import GPClassifier
from phigp.plot._style import BAND, DATA, LINE, own_axes, plain


def posterior(model: Any, X: Any, y: Any = None, *, level: float = 0.9, ax: Any = None) -> Any:
    """What a model of one or two inputs predicts around the rows of X.

    One input: the mean (of a classifier, the probability of the second class) and the interval
    that holds y with probability `level`. Two inputs: contours of the mean or probability.
    """
    rows = np.asarray(X, dtype=float)
    width = rows.shape[1] if rows.ndim == 2 else 0
    if width not in (1, 2):
        raise ValueError(f"X must have one or two columns to be drawn, got {width}")
    ax = plain(own_axes(ax))
    low, high = rows.min(axis=0), rows.max(axis=0)
    margin = 0.05 * np.where(high > low, high - low, 1.0)
    sides = [
        np.linspace(a - m, b + m, 400 if width == 1 else 80)
        for a, b, m in zip(low, high, margin, strict=True)
    ]
    grid = np.stack([one.ravel() for one in np.meshgrid(*sides)], axis=1)
    names = [str(model._names()[column]) for column in range(width)]
    ax.set_xlabel(names[0])
    classes = isinstance(model, GPClassifier)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "X does not have valid feature names")
        return _drawn(model, sides, grid, rows, y, level, ax, names, classes)


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
        ax.plot(x, model.predict_proba(grid)[:, 1], color=LINE)
        ax.set_ylabel(f"probability of {model.classes_[1]}")
        ax.set_ylim(-0.05, 1.05)
        shown = None if y is None else np.asarray(y) == model.classes_[1]
    else:
        tail = 0.5 * (1.0 - level)
        mean, bands = model.predict(grid, return_quantiles=[tail, 1.0 - tail])
        ax.fill_between(x, bands[:, 0], bands[:, 1], color=BAND, lw=0, label=f"{level:.0%} of y")
        ax.plot(x, mean, color=LINE, label="prediction")
        ax.set_ylabel(model.model_.target)
        ax.legend(frameon=False)
        shown = y
    if shown is not None:
        ax.plot(rows[:, 0], np.asarray(shown, dtype=float), ".", color=DATA, ms=4, alpha=0.6)
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
        ax.contour(*axes, values, levels=[0.5], colors=DATA, linewidths=1.2)
    ax.set_ylabel(names[1])
    if y is None or not classes:
        ax.plot(rows[:, 0], rows[:, 1], ".", color=DATA, ms=3, alpha=0.6)
        return ax
    for label, marker, colour in zip(model.classes_, "o^", ("#b35806", "#542788"), strict=True):
        of_label = np.asarray(y) == label
        style = {"color": colour, "mec": "white", "mew": 0.6, "ms": 5.5}
        ax.plot(*rows[of_label].T, marker, label=str(label), **style)
    ax.legend(title="observed", framealpha=0.9)
    return ax
