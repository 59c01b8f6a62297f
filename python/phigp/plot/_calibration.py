"""Whether probabilities mean what they say."""

from __future__ import annotations

from typing import Any

import numpy as np

from phigp._checks import require_fitted
from phigp._data import Array
from phigp.estimators import GPClassifier
from phigp.plot._style import BAND, LINE, QUIET, own_axes, plain


def calibration(model: Any, X: Any, y: Any, *, bins: int = 10, ax: Any = None) -> Any:
    """Whether probabilities mean what they say; on the diagonal they do.

    Parameters
    ----------
    model : fitted estimator
    X, y : rows that were not fitted
        Of a classifier: how often the second class was observed where its probability was told, in
        bins of equal numbers of rows. Of others: the share of rows at or below each level of their
        predicted law, which is the distribution of the PIT (of counts, where several levels are
        the same count, randomised between them). Bars are two standard errors.
    bins : int
    ax : axes, optional

    Examples
    --------
    >>> import numpy as np
    >>> from phigp import GPClassifier, plot
    >>> x = np.linspace(-2, 2, 80).reshape(-1, 1)
    >>> model = GPClassifier().fit(x[::2], x[::2, 0] > 0)
    >>> plot.calibration(model, x[1::2], x[1::2, 0] > 0).get_ylabel()
    'share observed'

    """
    require_fitted(model)
    if bins < 1:
        raise ValueError(f"bins must be at least 1, got {bins}")
    ax = plain(own_axes(ax, (4.6, 4.4)))
    if isinstance(model, GPClassifier):
        horizontal, vertical, counts = _reliability(model, X, y, bins)
        ax.set_xlabel(f"probability told of {model.classes_[1]}")
        ax.set_ylabel("share observed")
    else:
        pit = model.model_.pit(model._table(X, y), model._threads())
        pit = pit[~np.isnan(pit)]
        horizontal = np.arange(1, 2 * bins) / (2 * bins)
        vertical = (pit[:, None] <= horizontal).mean(axis=0)
        counts = np.full(len(horizontal), float(len(pit)))
        ax.set_xlabel("level of the predicted law")
        ax.set_ylabel("share of rows at or below it")
    error = 2.0 * np.sqrt(horizontal * (1.0 - horizontal) / counts)
    ax.plot([0, 1], [0, 1], color=QUIET, lw=1, zorder=0)
    ax.errorbar(horizontal, vertical, yerr=error, fmt="o", ms=4, color=LINE, ecolor=BAND)
    ax.set_xlim(-0.02, 1.02)
    ax.set_ylim(-0.02, 1.02)
    ax.set_aspect("equal")
    return ax


def _reliability(model: GPClassifier, X: Any, y: Any, bins: int) -> tuple[Array, Array, Array]:
    """Probability told, share observed and number of rows, of each bin."""
    told = model.predict_proba(X)[:, 1]
    seen = np.asarray(y) == model.classes_[1]
    groups = [g for g in np.array_split(np.argsort(told, kind="stable"), bins) if len(g)]
    return (
        np.array([told[g].mean() for g in groups]),
        np.array([seen[g].mean() for g in groups]),
        np.array([float(len(g)) for g in groups]),
    )
