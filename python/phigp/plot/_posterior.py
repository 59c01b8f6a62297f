"""What a model of one or two inputs predicts, and how sure it is."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from phigp import inference
from phigp._checks import require_fitted
from phigp._data import Array
from phigp.estimators import GPClassifier
from phigp.plot._style import BAND, DATA, LINE, own_axes, plain


def posterior(model: Any, X: Any, y: Any = None, *, level: float = 0.9, ax: Any = None) -> Any:
    """What a model of one or two inputs predicts around the rows of X, and how sure it is.

    Parameters
    ----------
    model : fitted estimator
    X : array or data frame of one or two columns
        Says where to look; its rows are drawn too.
    y : array, optional
        The observations at X.
    level : float
        One input: the band holds y with this probability; of a classifier, the probability of the
        second class. Two inputs, where shades are the mean or the probability: lines are the
        standard deviation of f; of a classifier, those between which the border of the classes
        lies with this probability, dashed.
    ax : axes, optional

    Examples
    --------
    >>> import numpy as np
    >>> from phigp import GPRegressor, plot
    >>> x = np.linspace(0, 6, 40).reshape(-1, 1)
    >>> model = GPRegressor().fit(x, np.sin(x[:, 0]))
    >>> plot.posterior(model, x, np.sin(x[:, 0])).get_xlabel()
    'x0'

    """
    require_fitted(model)
    rows = np.asarray(X, dtype=float)
    width = rows.shape[1] if rows.ndim == 2 else 0
    if width not in (1, 2):
        raise ValueError(f"X must have one or two columns to be drawn, got {width}")
    if not 0.0 < level < 1.0:
        raise ValueError(f"level must lie between 0 and 1, got {level}")
    ax = plain(own_axes(ax))
    low, high = rows.min(axis=0), rows.max(axis=0)
    margin = 0.05 * np.where(high > low, high - low, 1.0)
    sides = [
        np.linspace(a - m, b + m, 400 if width == 1 else 80)
        for a, b, m in zip(low, high, margin, strict=True)
    ]
    names = model._names()
    ax.set_xlabel(names[0])
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "X does not have valid feature names")
        if width == 1:
            draw = _class_curve if isinstance(model, GPClassifier) else _curve
            draw(model, sides[0], rows, y, level, ax)
            return ax
        ax.set_ylabel(names[1])
        grid = np.stack([one.ravel() for one in np.meshgrid(*sides)], axis=1)
        surface = _class_surface if isinstance(model, GPClassifier) else _surface
        surface(model, sides, grid, level, ax)
    _points(model, rows, y, ax)
    return ax


def _curve(model: Any, x: Array, rows: Array, y: Any, level: float, ax: Any) -> None:
    tail = 0.5 * (1.0 - level)
    mean, bands = model.predict(x[:, None], return_quantiles=[tail, 1.0 - tail])
    ax.fill_between(x, bands[:, 0], bands[:, 1], color=BAND, lw=0, label=f"{level:.0%} of y")
    ax.plot(x, mean, color=LINE, label="prediction")
    ax.set_ylabel(model.model_.target)
    ax.legend(frameon=False)
    if y is not None:
        ax.plot(rows[:, 0], np.asarray(y, dtype=float), ".", color=DATA, ms=4, alpha=0.6)


def _class_curve(model: Any, x: Array, rows: Array, y: Any, level: float, ax: Any) -> None:
    mean, sd = model.predict_latent(x[:, None], return_std=True)
    far = _deviations(level)
    # The probability rises with f: its quantiles are those of f.
    low, high = (_probability(model, mean + step * sd) for step in (-far, far))
    ax.fill_between(x, low, high, color=BAND, lw=0, label=f"{level:.0%} of its posterior")
    ax.plot(x, model.predict_proba(x[:, None])[:, 1], color=LINE, label="prediction")
    ax.set_ylabel(f"probability of {model.classes_[1]}")
    ax.set_ylim(-0.05, 1.05)
    ax.legend(frameon=False)
    if y is not None:
        ax.plot(rows[:, 0], np.asarray(y) == model.classes_[1], ".", color=DATA, ms=4, alpha=0.6)


def _probability(model: Any, f: Array) -> Array:
    """Of the second class, given f."""
    each = [
        inference.observe(model.likelihood_, np.full(len(f), sign)).log_density(f)
        for sign in (-1.0, 1.0)
    ]
    return np.exp(each[1] - np.logaddexp(*each))


def _deviations(level: float) -> float:
    """How many standard deviations to either side of its mean hold a normal variable."""
    from statistics import NormalDist

    return NormalDist().inv_cdf(0.5 * (1.0 + level))


def _surface(model: Any, sides: list[Array], grid: Array, level: float, ax: Any) -> None:
    shape = (len(sides[1]), len(sides[0]))
    shades = ax.contourf(*sides, model.predict(grid).reshape(shape), levels=12, cmap="Blues")
    what = "quantile" if hasattr(model, "quantile") else "mean"
    ax.figure.colorbar(shades, ax=ax, label=f"{what} of {model.model_.target}")
    sd = model.predict_latent(grid, return_std=True)[1].reshape(shape)
    if not sd.max() > sd.min():  # nothing is uncertain
        return
    lines = ax.contour(*sides, sd, levels=4, colors="#b35806", linewidths=1.0)
    ax.clabel(lines, fontsize="small")
    ax.plot([], [], color="#b35806", lw=1.0, label="standard deviation of f")
    ax.legend(framealpha=0.9)


def _class_surface(model: Any, sides: list[Array], grid: Array, level: float, ax: Any) -> None:
    shape = (len(sides[1]), len(sides[0]))
    told = model.predict_proba(grid)[:, 1].reshape(shape)
    # Pale enough for points to be seen on every shade.
    shades = ax.contourf(*sides, told, levels=np.linspace(0, 1, 11), cmap="PuOr", alpha=0.55)
    ax.figure.colorbar(shades, ax=ax, label=f"probability of {model.classes_[1]}")
    ax.contour(*sides, told, levels=[0.5], colors=DATA, linewidths=1.2)
    mean, sd = model.predict_latent(grid, return_std=True)
    far = _deviations(level)
    border = (mean / np.maximum(sd, np.finfo(float).tiny)).reshape(shape)
    ax.contour(*sides, border, levels=[-far, far], colors=DATA, linewidths=0.8, linestyles="--")


def _points(model: Any, rows: Array, y: Any, ax: Any) -> None:
    if y is None or not isinstance(model, GPClassifier):
        ax.plot(rows[:, 0], rows[:, 1], ".", color=DATA, ms=3, alpha=0.6)
        return
    for label, marker, colour in zip(model.classes_, "o^", ("#b35806", "#542788"), strict=True):
        of_label = np.asarray(y) == label
        style = {"color": colour, "mec": "white", "mew": 0.6, "ms": 5.5}
        ax.plot(*rows[of_label].T, marker, label=str(label), **style)
    ax.legend(title="observed", framealpha=0.9)
