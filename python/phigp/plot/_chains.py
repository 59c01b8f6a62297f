"""Draws of Gibbs sampling, chain by chain."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from phigp._data import Array
from phigp.draws import Draws
from phigp.errors import InvalidInput
from phigp.plot._style import QUIET, figure_of, own_axes, plain


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
    ax = plain(own_axes(ax))
    for name, values in series.items():
        ax.plot(_correlations(values, lags), ".-", ms=4, lw=1.2, label=name)
    error = 2.0 / np.sqrt(draws.chains * draws.draws)
    ax.axhspan(-error, error, color="#dddddd", zorder=0)
    ax.axhline(0.0, color=QUIET, lw=0.8, zorder=0)
    ax.locator_params(axis="x", integer=True)
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

    >>> import numpy as np
    >>> from phigp import GPRegressor, plot
    >>> x = np.linspace(0, 6, 30).reshape(-1, 1)
    >>> y = np.sin(x[:, 0]) + 0.1 * np.cos(40 * x[:, 0])
    >>> draws = GPRegressor(kernel="rbf").fit(x, y).sample(chains=2, draws=50)
    >>> plot.trace(draws).shape
    (3, 2)
    """
    series = _series(draws, names)
    if axs is None:
        figure = figure_of((8.0, 1.8 * len(series)))
        axs = figure.subplots(len(series), 2, squeeze=False, width_ratios=[3, 1])
    for (left, right), (name, values) in zip(axs, series.items(), strict=True):
        for chain, one in enumerate(values):
            left.plot(one, lw=0.6, alpha=0.8, color=f"C{chain}")
            right.hist(one, bins=30, histtype="step", color=f"C{chain}", orientation="horizontal")
        left.set_ylabel(name)
        right.set_xticks([])
        right.sharey(left)
        plain(left)
        plain(right)
    axs[-1][0].set_xlabel("draw")
    return axs
