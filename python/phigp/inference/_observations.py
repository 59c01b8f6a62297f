"""Observations under a likelihood: sites from marginals or draws of f."""

from __future__ import annotations

from typing import Any

import numpy as np

from phigp import _core
from phigp._core import Sites
from phigp._data import Array
from phigp.inference._arrays import vector
from phigp.likelihoods import Likelihood


class Observations:
    """Observations y under a likelihood: `observe` makes them. Arrays have one number per y.

    >>> observed = observe("laplace", [0.5, -1.0])
    >>> observed.log_density([0.5, 0.0]).round(3).tolist()
    [-0.693, -1.693]
    >>> observed.mean_sites([0.0, 0.0], [1.0, 1.0]).precision.round(3).tolist()
    [0.894, 0.707]
    """

    def __init__(self, likelihood: Likelihood, y: Array, trials: Array, weights: Array) -> None:
        self.likelihood = likelihood
        self.y = y
        self.trials = trials
        self.weights = weights
        self._core = _core.observe(likelihood.stated(), y, trials, weights)

    def __len__(self) -> int:
        return len(self.y)

    @property
    def total_weight(self) -> float:
        """As many rows as they count for."""
        return self._core.total_weight

    def with_parameters(self, **values: float) -> Observations:
        """The same under other values of the likelihood's parameters."""
        likelihood = self.likelihood.with_parameters(**values)
        return Observations(likelihood, self.y, self.trials, self.weights)

    def mean_sites(self, mean: Any, variance: Any) -> Sites:
        """Sites at the mean of ω, given marginals of q(f)."""
        return self._core.mean_sites(vector(mean), vector(variance))

    def draw_sites(self, f: Any, seed: int = 0, index: int = 0) -> Sites:
        """Sites with ω drawn given f; another index is another draw."""
        return self._core.draw_sites(vector(f), seed, index)

    def omega(self, sites: Sites) -> Array:
        """The ω behind the precisions of these sites."""
        return self._core.omega(sites)

    def log_density(self, f: Any) -> Array:
        """Log p(y|f)."""
        return self._core.log_density(vector(f))

    def bound_terms(self, mean: Any, variance: Any) -> Array:
        """What each y adds to the bound of the augmented model: log C + g m + log φ(c²)."""
        return self._core.bound_terms(vector(mean), vector(variance))

    def expected_log_density(self, mean: Any, variance: Any) -> Array:
        """What it adds to the bound of the model as it stands: E log p(y|f)."""
        return self._core.expected_log_density(vector(mean), vector(variance))

    def __repr__(self) -> str:
        return f"<{len(self)} observations, {self.likelihood!r}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.likelihood, self.y, self.trials, self.weights)


def observe(
    likelihood: Likelihood | str, y: Any, trials: Any = 1.0, weights: Any = None
) -> Observations:
    """Observations y under a likelihood; labels are -1 and 1. A weight of 2 counts a row twice.

    >>> observe("logistic", [1.0, -1.0], weights=[1.0, 2.0]).total_weight
    3.0
    """
    stated = Likelihood(likelihood) if isinstance(likelihood, str) else likelihood
    values = vector(y)
    counts = np.empty(0) if weights is None else vector(weights, len(values))
    return Observations(stated, values, vector(trials, len(values)), counts)
