"""Inference in its parts: sites, priors, coordinate ascent step by step, Gibbs draw by draw.

A likelihood hands the Gaussian side one Gaussian factor of f per observation, a site. Variational
inference takes sites at the mean of ω, Gibbs sampling draws them:

>>> import numpy as np
>>> from phigp import inference, likelihoods
>>> x = np.linspace(0, 6, 40).reshape(-1, 1)
>>> observed = inference.observe(likelihoods.Laplace(b=0.2), np.sin(x[:, 0]))
>>> prior = inference.DensePrior("rbf", x)
>>> q = prior.condition(prior.empty_sites())                      # the prior itself
>>> for _ in range(100):
...     sites = observed.mean_sites(q.mean, q.variance)
...     q = prior.condition(sites)
>>> bound = observed.bound_terms(q.mean, q.variance).sum() - q.kl

`coordinate_ascent` is this loop with a stopping rule, `gibbs` the other one:

>>> *_, last = inference.coordinate_ascent(prior, observed)
>>> bool(abs(last.bound - bound) < 1e-4)
True
>>> import itertools
>>> draws = [draw.f for draw in itertools.islice(inference.gibbs(prior, observed), 50)]

`problem(model)` gives prior and observations of a fitted estimator.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from phigp import _core
from phigp._checks import require_fitted
from phigp._core import Sites
from phigp._data import Array
from phigp.likelihoods import Likelihood

__all__ = [
    "DensePrior",
    "Draw",
    "Observations",
    "Posterior",
    "Problem",
    "Sites",
    "SparsePrior",
    "Step",
    "coordinate_ascent",
    "gibbs",
    "observe",
    "problem",
]


def _vector(values: Any, count: int | None = None) -> Array:
    array = np.asarray(values, dtype=np.float64, order="C")
    if array.ndim == 0 and count is not None:
        array = np.full(count, float(array))
    if array.ndim != 1:
        raise ValueError(f"expected numbers in one dimension, got an array of shape {array.shape}")
    return array


def _points(X: Any, what: str) -> Array:
    array = np.ascontiguousarray(X, dtype=np.float64)
    if array.ndim != 2:
        raise ValueError(f"{what} must have two dimensions, got an array of shape {array.shape}")
    return array


class Observations:
    """Observations y under a likelihood: `observe` makes them. Arrays have one number per y."""

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
        return self._core.mean_sites(_vector(mean), _vector(variance))

    def draw_sites(self, f: Any, seed: int = 0, index: int = 0) -> Sites:
        """Sites with ω drawn given f; another index is another draw."""
        return self._core.draw_sites(_vector(f), seed, index)

    def omega(self, sites: Sites) -> Array:
        """The ω behind the precisions of these sites."""
        return self._core.omega(sites)

    def log_density(self, f: Any) -> Array:
        """Log p(y|f)."""
        return self._core.log_density(_vector(f))

    def bound_terms(self, mean: Any, variance: Any) -> Array:
        """What each y adds to the bound of the augmented model: log C + g m + log φ(c²)."""
        return self._core.bound_terms(_vector(mean), _vector(variance))

    def expected_log_density(self, mean: Any, variance: Any) -> Array:
        """What it adds to the bound of the model as it stands: E log p(y|f)."""
        return self._core.expected_log_density(_vector(mean), _vector(variance))

    def __repr__(self) -> str:
        return f"<{len(self)} observations, {self.likelihood!r}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.likelihood, self.y, self.trials, self.weights)


def observe(
    likelihood: Likelihood | str, y: Any, trials: Any = 1.0, weights: Any = None
) -> Observations:
    """Observations y under a likelihood; labels are -1 and 1. A weight of 2 counts a row twice."""
    stated = Likelihood(likelihood) if isinstance(likelihood, str) else likelihood
    values = _vector(y)
    counts = np.empty(0) if weights is None else _vector(weights, len(values))
    return Observations(stated, values, _vector(trials, len(values)), counts)


class Posterior:
    """q(f) at the inputs of its prior: `mean`, `variance`, `kl` to the prior, `log_evidence`.

    The log evidence is that of the sites, as if they were data: log E of the product of their
    factors exp(tilt (f - centre) - precision (f - centre)²/2). Through inducing inputs it is a
    lower bound of that.
    """

    def __init__(self, core: _core.LatentPosterior) -> None:
        self._core = core
        self.mean: Array = core.mean
        self.variance: Array = core.variance
        self.kl: float = core.kl
        self.log_evidence: float = core.log_evidence

    def predict(self, X: Any, mean: Any = 0.0) -> tuple[Array, Array]:
        """Mean and variance of f at new inputs, where the prior has this mean."""
        found = self._core.predict(_points(X, "X"))
        return found[0] + mean, found[1]

    def __repr__(self) -> str:
        return f"<q(f) at {len(self.mean)} inputs, KL {self.kl:.6g}>"


class _Prior:
    _core: _core.LatentPrior

    def __init__(self, kernel: Any, X: Any, mean: Any) -> None:
        self.kernel = str(kernel)
        self.X = _points(X, "X")
        self.mean = _vector(mean, len(self.X))

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

    """

    def __init__(self, kernel: Any, X: Any, Z: Any, mean: Any = 0.0) -> None:
        super().__init__(kernel, X, mean)
        self.Z = _points(Z, "Z")
        self._core = _core.sparse_prior(self.kernel, self.X, self.Z, self.mean)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.kernel, self.X, self.Z, self.mean)


Prior = DensePrior | SparsePrior


@dataclass(frozen=True)
class Step:
    """One step of coordinate ascent: sites, the q that they make, and the bound of that q."""

    number: int
    sites: Sites
    q: Posterior
    bound: float
    observed: Observations

    @cached_property
    def original_bound(self) -> float:
        """The bound of the same q in the model without ω; by quadrature."""
        terms = self.observed.expected_log_density(self.q.mean, self.q.variance)
        return float(terms.sum()) - self.q.kl

    @property
    def gap(self) -> float:
        """What the augmentation costs: never negative."""
        return self.original_bound - self.bound


def coordinate_ascent(
    prior: Prior,
    observed: Observations,
    *,
    start: Posterior | None = None,
    tolerance: float = 1e-9,
    max_iterations: int = 1000,
) -> Iterator[Step]:
    """Steps of coordinate ascent at fixed hyperparameters, until the bound stands still.

    It starts from the prior, or from the marginals of `start`. The last step is the first to raise
    the bound by less than `tolerance` times (total weight + |bound|).
    """
    mean = prior.mean if start is None else start.mean
    variance = prior.variance if start is None else start.variance
    before = -np.inf
    for number in range(1, max_iterations + 1):
        sites = observed.mean_sites(mean, variance)
        q = prior.condition(sites)
        mean, variance = q.mean, q.variance
        bound = float(np.cumsum(observed.bound_terms(mean, variance))[-1]) - q.kl
        yield Step(number, sites, q, bound, observed)
        if bound - before < tolerance * (observed.total_weight + abs(bound)):
            return
        before = bound


@dataclass(frozen=True)
class Draw:
    """One sweep: f, the ω it was drawn given, and the mean of f given that ω."""

    f: Array
    omega: Array
    conditional_mean: Array


def gibbs(
    prior: Prior,
    observed: Observations,
    *,
    around: Sites | None = None,
    seed: int = 0,
    chain: int = 0,
    persistence: float = -0.3,
) -> Iterator[Draw]:
    """Draws of f and ω by the exact Gibbs sampler, without end.

    The chain starts around q(f) given `around`: unless told, the sites of coordinate ascent. There
    is no warm-up: the first draws are to be thrown away. Chains of other numbers are independent.
    `persistence` is the share of the old f in the new one; below 0 it is over-relaxation.
    """
    if around is None:
        *_, last = coordinate_ascent(prior, observed)
        around = last.sites
    walk = _core.GibbsChain(prior._core, observed._core, around, seed, chain, persistence)
    while True:
        walk.sweep()
        yield Draw(walk.f, walk.omega, walk.conditional_mean)


@dataclass(frozen=True)
class Problem:
    """What a fitted model consists of, at its hyperparameters and in the units of its fit.

    f of the model is `centre + scale * f`: y of a regression is standardised.
    """

    prior: Prior
    observed: Observations
    sites: Sites | None  # of a dense model
    centre: float
    scale: float


def problem(model: Any) -> Problem:
    """Prior, observations and sites of a fitted estimator.

    >>> import numpy as np
    >>> from phigp import GPRegressor, inference
    >>> x = np.linspace(0, 1, 30).reshape(-1, 1)
    >>> model = GPRegressor(likelihood="laplace").fit(x, np.cos(3 * x[:, 0]))
    >>> parts = inference.problem(model)
    >>> *_, last = inference.coordinate_ascent(parts.prior, parts.observed)
    >>> bool(abs(last.bound - model.elbo_) < 1e-6 * abs(model.elbo_))
    True
    """
    require_fitted(model)
    return problem_of(model.model_, model.likelihood_)


def problem_of(model: _core.Model, likelihood: Likelihood) -> Problem:
    """The same of the model as the library has it, and its likelihood with learned parameters."""
    kernel, X, mean, Z, y, trials, weights, sites, centre, scale = _core.training_of(model)
    if len(X) == 0:
        raise ValueError("the model has not kept its rows: a sparse one has them right after a fit")
    prior = DensePrior(kernel, X, mean) if Z is None else SparsePrior(kernel, X, Z, mean)
    observed = Observations(likelihood, y, trials, weights)
    return Problem(prior, observed, sites if Z is None else None, centre, scale)
