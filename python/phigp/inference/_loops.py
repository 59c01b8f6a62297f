"""The two loops over sites and q(f) or f: coordinate ascent and Gibbs sampling."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from phigp import _core
from phigp._core import Sites
from phigp._data import Array
from phigp.inference._observations import Observations
from phigp.inference._priors import Posterior, Prior


@dataclass(frozen=True)
class Step:
    """One step of coordinate ascent: sites, the q that they make, and the bound of that q.

    >>> from phigp.inference import DensePrior, coordinate_ascent, observe
    >>> step = next(coordinate_ascent(DensePrior("rbf", [[0.0]]), observe("logistic", [1.0])))
    >>> step.number, step.gap > 0
    (1, True)
    """

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

    >>> from phigp.inference import DensePrior, coordinate_ascent, observe
    >>> prior = DensePrior("rbf", [[0.0], [1.0]])
    >>> bounds = [step.bound for step in coordinate_ascent(prior, observe("laplace", [0.3, 2.0]))]
    >>> bounds == sorted(bounds)
    True
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
    """One sweep: f, the ω it was drawn given, and the mean of f given that ω.

    >>> from phigp.inference import DensePrior, gibbs, observe
    >>> draw = next(gibbs(DensePrior("rbf", [[0.0]]), observe("logistic", [1.0]), seed=1))
    >>> draw.f.shape, bool(draw.omega[0] > 0)
    ((1,), True)
    """

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

    >>> from phigp.inference import DensePrior, gibbs, observe
    >>> import itertools
    >>> chain = gibbs(DensePrior("rbf", [[0.0]]), observe("logistic", [1.0]), seed=1)
    >>> f = [draw.f[0] for draw in itertools.islice(chain, 2000)]
    >>> bool(0 < np.mean(f) < 1)
    True
    """
    if around is None:
        *_, last = coordinate_ascent(prior, observed)
        around = last.sites
    walk = _core.GibbsChain(prior._core, observed._core, around, seed, chain, persistence)
    while True:
        walk.sweep()
        yield Draw(walk.f, walk.omega, walk.conditional_mean)
