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

from phigp._core import Sites
from phigp.inference._loops import Draw, Step, coordinate_ascent, gibbs
from phigp.inference._observations import Observations, observe
from phigp.inference._priors import DensePrior, Posterior, SparsePrior
from phigp.inference._problem import Problem, problem

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
