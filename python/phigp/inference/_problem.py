"""The parts of a fitted estimator."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from phigp import _core
from phigp._checks import require_fitted
from phigp._core import Sites
from phigp.inference._observations import Observations
from phigp.inference._priors import DensePrior, Prior, SparsePrior
from phigp.likelihoods import Likelihood


@dataclass(frozen=True)
class Problem:
    """What a fitted model consists of, at its hyperparameters and in the units of its fit.

    f of the model is `centre + scale * f`: y of a regression is standardised.

    >>> from phigp import GPRegressor
    >>> model = GPRegressor(kernel="rbf").fit([[0.0], [1.0], [2.0]], [1.0, 3.0, 5.0])
    >>> parts = problem(model)
    >>> parts.centre, len(parts.prior), len(parts.observed)
    (3.0, 3, 3)
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
