"""Samplers and approximations side by side on the posterior of a fitted model."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, TypedDict

from phigp import _core
from phigp._base import GaussianProcess
from phigp._checks import require_fitted, whole
from phigp._progress import Progress
from phigp.errors import InvalidInput

__all__ = ["Comparison", "compare", "methods"]


class Spread(TypedDict):
    """Over the training rows."""

    least: float
    median: float
    most: float


class Difference(TypedDict):
    """In means and in standard deviations."""

    mean: float
    sd: float


class ComparedSampler(TypedDict, total=False):
    """What a sampler did; where it could not be run there are name, meaning and `refused`.

    Times are seconds of a processor; effective sizes are of f, `ess_square` of (f - mean)².
    """

    name: str
    meaning: str
    refused: str
    chains: int
    draws: int
    seconds_setup: float
    seconds_per_draw: float
    autocorrelation: list[float]
    r_hat: Spread
    ess_bulk: Spread
    ess_tail: Spread
    ess_mean: Spread
    ess_square: Spread
    ess_mean_per_second: Spread
    ess_square_per_second: Spread
    converged: bool
    acceptance: float
    evaluations: float
    step_size: float
    divergences: int
    engine: str
    seconds_omega: float
    agreement: Difference


class ComparedApproximation(TypedDict, total=False):
    """What an approximation gave; `mean_error` and `sd_ratio` are against the reference."""

    name: str
    meaning: str
    refused: str
    seconds: float
    log_evidence: float
    iterations: int
    stop: str
    standard_error: float
    effective_particles: float
    original_bound: float
    gap: float
    mean_error: float
    sd_ratio: Spread


class Comparison:
    """What `compare` found, by method; printed, it is the table of `phigp compare`.

    `samplers` and `approximations` are dictionaries by name. `reference` is the converged sampler
    with the most effective draws, against which the others are held, or None. `report` is all of
    it, as `phigp compare --json` prints it.

    >>> import numpy as np
    >>> from phigp import GPClassifier, compare
    >>> x = np.linspace(-2, 2, 20).reshape(-1, 1)
    >>> found = compare(GPClassifier().fit(x, x[:, 0] > 0), ["vi", "ep"])
    >>> found.approximations["vi"]["log_evidence"] < 0
    True
    """

    def __init__(self, report: dict[str, Any], text: str) -> None:
        self.report = report
        self.text = text
        self.reference: str | None = report["reference"]
        self.samplers: dict[str, ComparedSampler] = {one["name"]: one for one in report["samplers"]}
        self.approximations: dict[str, ComparedApproximation] = {
            one["name"]: one for one in report["approximations"]
        }

    def __repr__(self) -> str:
        return self.text


def methods() -> dict[str, str]:
    """What can be compared, and what it is; hmc may state step size and steps: `hmc(0.05,10)`.

    >>> methods()["ep"]
    'expectation propagation'
    """
    return {name: meaning for name, meaning, _ in _core.compared_methods()}


def compare(
    model: GaussianProcess,
    methods: str | Sequence[str] | None = None,
    *,
    chains: int = 4,
    draws: int = 1000,
    warm_up: int = 500,
    thin: int = 1,
    seconds: float = 0.0,
    particles: int = 64,
    temperatures: int = 200,
    seed: int = 0,
) -> Comparison:
    """Samplers and approximations side by side, on the posterior of f of a dense model.

    Parameters
    ----------
    model : fitted estimator
        Its hyperparameters stay as they are; its `threads` and `progress` hold here too.
    methods : str or sequence of str, optional
        Names, which `phigp.comparison.methods()` lists, or 'all', 'samplers', 'approximations'.
        Default: two forms of Gibbs sampling and the samplers that others use.
    chains, draws, warm_up, thin : int
        Of each sampler, as of `sample`.
    seconds : float
        Processor time of each chain after its warm-up; 0 for no limit.
    particles, temperatures : int
        Of annealing, which estimates the log evidence itself.

    Returns
    -------
    Comparison
        A `progress` function that returns False ends it early, with the methods that were run.

    Examples
    --------
    >>> import numpy as np
    >>> import phigp
    >>> x = np.linspace(0, 6, 30).reshape(-1, 1)
    >>> y = np.sin(x[:, 0]) + 0.1 * np.cos(40 * x[:, 0])
    >>> model = phigp.GPRegressor(likelihood="laplace").fit(x, y)
    >>> found = phigp.compare(model, ["gibbs", "vi", "ep"], chains=2, draws=100, warm_up=50)
    >>> list(found.samplers), list(found.approximations)
    (['gibbs'], ['vi', 'ep'])

    """
    require_fitted(model)
    chains, draws = whole(chains, "chains", 1), whole(draws, "draws", 1)
    warm_up, thin, seed = whole(warm_up, "warm_up"), whole(thin, "thin", 1), whole(seed, "seed")
    particles, temperatures = whole(particles, "particles"), whole(temperatures, "temperatures")
    if isinstance(methods, str):
        methods = [methods]
    if methods is not None and not all(isinstance(one, str) for one in methods):
        raise InvalidInput(f"methods must be names, got {methods!r}")
    with Progress(model.progress) as callback:
        report, text, stopped_by = _core.compare(
            model.model_,
            None if methods is None else list(methods),
            chains,
            warm_up,
            draws,
            thin,
            seconds,
            particles,
            temperatures,
            seed,
            model._threads(),
            callback,
        )
    if stopped_by is not None:
        raise stopped_by
    return Comparison(json.loads(report), text)
