"""Whether probabilities mean what they say."""

from __future__ import annotations

from typing import Any

import numpy as np

from phigp.estimators import GPClassifier
from phigp.plot._style import BAND, LINE, QUIET, own_axes, plain


def calibration(model: Any, X: Any, y: Any, *, bins: int = 10, ax: Any = None) -> Any:
    """Whether probabilities mean what they say; on the diagonal they do.

    Of a classifier: how often the second class was observed where its probability was told, in
    bins of equal numbers of rows. Of others: the share of rows below each predicted quantile.
    Bars are two standard errors.
    """
    ax = plain(own_axes(ax, (4.6, 4.4)))
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
    ax.plot([0, 1], [0, 1], color=QUIET, lw=1, zorder=0)
    ax.errorbar(horizontal, vertical, yerr=error, fmt="o", ms=4, color=LINE, ecolor=BAND)
    ax.set_xlim(-0.02, 1.02)
    ax.set_ylim(-0.02, 1.02)
    ax.set_aspect("equal")
    return ax
