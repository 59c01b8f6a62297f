"""Priors of f: q(f) or draws of f from sites."""

from __future__ import annotations

from typing import Any

import numpy as np

from phigp import _core
from phigp._core import Sites
from phigp._data import Array
from phigp.inference._arrays import points, vector


class Posterior:
    """q(f) at the inputs of its prior: `mean`, `variance`, `kl` to the prior, `log_evidence`.

    The log evidence is that of the sites, as if they were data: log E of the product of their
    factors exp(tilt (f - centre) - precision (f - centre)²/2). Through inducing inputs it is a
    lower bound of that.

    >>> q = DensePrior("rbf", [[0.0]]).condition(Sites([1.0], [2.0], [0.0]))  # y = 2, variance 1
    >>> q.mean.round(6).tolist(), q.variance.round(6).tolist()
    ([1.0], [0.5])
    """

    def __init__(self, core: _core.LatentPosterior) -> None:
        self._core = core
        self.mean: Array = core.mean
        self.variance: Array = core.variance
        self.kl: float = core.kl
        self.log_evidence: float = core.log_evidence

    def predict(self, X: Any, mean: Any = 0.0) -> tuple[Array, Array]:
        """Mean and variance of f at new inputs, where the prior has this mean."""
        found = self._core.predict(points(X, "X"))
        return found[0] + mean, found[1]

    def __repr__(self) -> str:
        return f"<q(f) at {len(self.mean)} inputs, KL {self.kl:.6g}>"


class _Prior:
    _core: _core.LatentPrior

    def __init__(self, kernel: Any, X: Any, mean: Any) -> None:
        self.kernel = str(kernel)
        self.X = points(X, "X")
        self.mean = vector(mean, len(self.X))

    def __len__(self) -> int:
        return len(self.X)

    @property
    def variance(self) -> Array:
        """Of f at each input."""
        return self._core.variance

    @property
    def covariance(self) -> Array:
        """Of f between all inputs."""
        return self._core.covariance

    def empty_sites(self) -> Sites:
        """Sites that say nothing: given them, f is as the prior has it."""
        nothing = np.zeros(len(self))
        return Sites(nothing, nothing, nothing)

    def condition(self, sites: Sites) -> Posterior:
        """q(f) given sites."""
        return Posterior(self._core.condition(sites))

    def draw(self, sites: Sites, seed: int = 0) -> Array:
        """A draw of f given sites."""
        return self._core.draw(sites, seed)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.kernel} at {len(self)} inputs>"


class DensePrior(_Prior):
    """f ~ N(mean, K) at the rows of X.

    Parameters
    ----------
    kernel : str or Kernel
        As of an estimator; what it leaves open is 1.
    X : array of shape (n, d)
    mean : float or array of shape (n,)

    Examples
    --------
    >>> DensePrior("2*rbf", [[0.0], [1.0]]).covariance.round(3).tolist()
    [[2.0, 1.213], [1.213, 2.0]]

    """

    def __init__(self, kernel: Any, X: Any, mean: Any = 0.0) -> None:
        super().__init__(kernel, X, mean)
        self._core = _core.dense_prior(self.kernel, self.X, self.mean)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.kernel, self.X, self.mean)


class SparsePrior(_Prior):
    """The same through inducing inputs Z: f_i are independent given f(Z).

    Parameters
    ----------
    kernel : str or Kernel
    X : array of shape (n, d)
    Z : array of shape (m, d)
    mean : float or array of shape (n,)

    Examples
    --------
    >>> prior = SparsePrior("rbf", [[0.0], [1.0]], Z=[[0.5]])
    >>> prior.covariance.round(3).tolist()
    [[1.0, 0.779], [0.779, 1.0]]

    """

    def __init__(self, kernel: Any, X: Any, Z: Any, mean: Any = 0.0) -> None:
        super().__init__(kernel, X, mean)
        self.Z = points(Z, "Z")
        self._core = _core.sparse_prior(self.kernel, self.X, self.Z, self.mean)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.kernel, self.X, self.Z, self.mean)


Prior = DensePrior | SparsePrior
