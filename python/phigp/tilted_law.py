"""The law of the auxiliary variable ω given c², from which inference is made."""

from __future__ import annotations

from typing import Any

import numpy as np

from phigp import _core
from phigp._data import Array
from phigp.likelihoods import Likelihood


class TiltedLaw:
    """The law of ω given c², for an observation y: π(ω) tilted by exp(-c² ω).

    Parameters
    ----------
    likelihood : Likelihood or str
    y, trials : float
        The observation; of importance where φ depends on it (counts).

    Every method takes arrays that broadcast against each other.

    Examples
    --------
    The Laplace likelihood has inverse Gaussian ω of mean 1/(2 b c):

    >>> law = TiltedLaw("laplace")
    >>> law.mean([1.0, 4.0]).tolist()
    [0.5, 0.25]
    >>> bool(abs(law.cdf(law.quantile(0.3, 1.0), 1.0) - 0.3) < 1e-12)
    True
    >>> law.sample(np.ones(3), seed=1).shape
    (3,)

    """

    def __init__(self, likelihood: Likelihood | str, y: float = 0.0, trials: float = 1.0) -> None:
        self.likelihood = Likelihood(likelihood) if isinstance(likelihood, str) else likelihood
        self.y = float(y)
        self.trials = float(trials)
        self._law = _core.LawOfOmega(self.likelihood.stated(), self.y, self.trials)

    def log_phi(self, c2: Any) -> Array:
        """Log φ(c²)."""
        values = np.asarray(c2, dtype=float)
        return self._law.log_phi(values.ravel()).reshape(values.shape)

    def cumulant(self, order: int, c2: Any) -> Array:
        """The cumulant of an order from 1 to 8; infinite where it does not exist."""
        values = np.asarray(c2, dtype=float)
        return self._law.cumulant(order, values.ravel()).reshape(values.shape)

    def mean(self, c2: Any) -> Array:
        """The mean of ω: -(log φ)'(c²)."""
        return self.cumulant(1, c2)

    def variance(self, c2: Any) -> Array:
        """The variance of ω."""
        return self.cumulant(2, c2)

    def _inverted(self, x: Any, c2: Any, column: int) -> Array:
        both = np.broadcast_arrays(np.asarray(x, dtype=float), np.asarray(c2, dtype=float))
        found = self._law.inverted(both[0].ravel(), both[1].ravel())
        return np.ascontiguousarray(found[:, column]).reshape(both[0].shape)

    def cdf(self, x: Any, c2: Any) -> Array:
        """P(ω <= x)."""
        return self._inverted(x, c2, 0)

    def sf(self, x: Any, c2: Any) -> Array:
        """P(ω > x), accurate where the cdf is close to 1."""
        return self._inverted(x, c2, 1)

    def pdf(self, x: Any, c2: Any) -> Array:
        """The density, of the part without atoms."""
        return self._inverted(x, c2, 2)

    def cdf_error(self, x: Any, c2: Any) -> Array:
        """Estimated absolute error of cdf and sf."""
        return self._inverted(x, c2, 3)

    def quantile(self, p: Any, c2: Any) -> Array:
        """The x with cdf(x) = p."""
        both = np.broadcast_arrays(np.asarray(p, dtype=float), np.asarray(c2, dtype=float))
        return self._law.quantile(both[0].ravel(), both[1].ravel()).reshape(both[0].shape)

    def sample(self, c2: Any, seed: int = 0) -> Array:
        """A draw of ω for each c²."""
        values = np.asarray(c2, dtype=float)
        return self._law.sample(values.ravel(), seed).reshape(values.shape)

    @property
    def certificate(self) -> str:
        """How draws are made, and how far they can be trusted."""
        return self._law.certificate()

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.likelihood, self.y, self.trials)

    def __repr__(self) -> str:
        return f"TiltedLaw({self.likelihood!r}, y={self.y:g}, trials={self.trials:g})"
