"""GPRegressor, GPQuantileRegressor, GPCountRegressor."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np

from phigp import _core
from phigp._base import GaussianProcess
from phigp._compat import RegressorMixin
from phigp._data import Array, Cells, Features, read_numbers, read_target, read_weights
from phigp._keywords import AnyLikelihood, Column, Path, Priors, Watch, describe
from phigp.errors import InvalidInput
from phigp.likelihoods import Likelihood


class _Numeric(RegressorMixin):
    """Predictions of a number."""

    _predict: Any  # these two are methods of the estimator
    _table: Any

    def predict(
        self, X: Any, return_std: bool = False, return_quantiles: Sequence[float] | None = None
    ) -> Any:
        """The mean of y, and what else is asked for.

        Parameters
        ----------
        X : array or data frame of shape (n_samples, n_features)
        return_std : bool
            Also the standard deviation of y; infinite where the noise has none.
        return_quantiles : sequence of float, optional
            Also these quantiles of y, as an array of shape (n_samples, n_quantiles).

        Returns
        -------
        array, or tuple of arrays in the order mean, standard deviation, quantiles

        """
        levels = () if return_quantiles is None else return_quantiles
        found = self._predict(self._table(X), levels)
        answer = [self._point(found)]
        if return_std:
            answer.append(self._spread(found))
        if return_quantiles is not None:
            answer.append(found.quantiles)
        return answer[0] if len(answer) == 1 else tuple(answer)

    def _point(self, found: _core.Predictions) -> Array:
        return found.mean

    def _spread(self, found: _core.Predictions) -> Array:
        return found.sd

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """R²: the share of the variance of y that predictions explain."""
        predicted = self.predict(X)
        observed = read_numbers(read_target(y, len(predicted), type(self).__name__), "y")
        weights = read_weights(sample_weight, len(predicted))
        residual = np.average((observed - predicted) ** 2, weights=weights)
        centre = np.average(observed, weights=weights)
        total = np.average((observed - centre) ** 2, weights=weights)
        return float(1.0 - residual / total) if total > 0.0 else float(residual == 0.0)


@describe
class GPRegressor(_Numeric, AnyLikelihood):
    """Gaussian process regression with noise of any super-Gaussian law.

    Parameters
    ----------
    {parameters}

    Attributes
    ----------
    elbo_ : bound on the log evidence that the fit reached
    kernel_ : the kernel with what was learned, as text
    likelihood_ : the likelihood with what was learned
    n_iter_ : learning steps
    report_ : all that the fit reports, as `phigp info --json` prints it
    n_features_in_, feature_names_in_ : of X

    Examples
    --------
    >>> import numpy as np
    >>> from phigp import GPRegressor
    >>> x = np.linspace(0, 6, 60).reshape(-1, 1)
    >>> y = np.sin(x[:, 0])
    >>> y[::10] += 5  # outliers
    >>> model = GPRegressor(likelihood="student-t").fit(x, y)
    >>> bool(abs(model.predict([[1.55]]) - 1)[0] < 0.05)
    True
    >>> mean, sd, quantiles = model.predict(x, return_std=True, return_quantiles=[0.1, 0.9])
    >>> quantiles.shape
    (60, 2)

    """

    _domains = ("real",)

    def _default_likelihood(self) -> str:
        return "student-t"


@describe
class GPCountRegressor(_Numeric, AnyLikelihood):
    """Gaussian process regression of counts: negative binomial or, with trials, binomial.

    Rates, counts per something with that as `sample_weight`, are taken too: a y that is not whole
    is taken, with a warning, for its two neighbours.

    Parameters
    ----------
    {parameters}

    Attributes
    ----------
    As of GPRegressor.

    Examples
    --------
    >>> import numpy as np
    >>> from phigp import GPCountRegressor
    >>> rng = np.random.default_rng(1)
    >>> x = np.linspace(0, 3, 80).reshape(-1, 1)
    >>> model = GPCountRegressor().fit(x, rng.poisson(np.exp(x[:, 0])))
    >>> bool(15 < model.predict([[3.0]])[0] < 27)
    True

    """

    _domains = ("count", "successes")

    def _default_likelihood(self) -> str:
        return "negative-binomial" if self.trials is None else "binomial"

    def _rows(
        self, features: Features, column: Cells, weights: Array | None
    ) -> tuple[Features, Cells, Array | None]:
        """A y between two counts as both, each with the share of the weight that it is close.

        The log density of counts is linear in y as far as f is concerned, and so this is what the
        formula says between them.
        """
        y = np.asarray(column, dtype=np.float64)
        below = np.floor(y)
        between = np.flatnonzero((y != below) & (y > 0.0))  # below 0 it is refused as it is
        if not len(between):
            return features, column, weights
        warnings.warn(
            f"y has {len(between)} values that are not whole; {type(self).__name__} takes each for "
            "its two neighbours, weighted",
            UserWarning,
            stacklevel=4,
        )
        counts = np.ones(len(y)) if weights is None else weights
        upper = (y - below)[between]
        lower_weights = counts.copy()
        lower_weights[between] *= 1.0 - upper
        return (
            features.taken(np.concatenate([np.arange(len(y)), between])),
            np.concatenate([below, below[between] + 1.0]),
            np.concatenate([lower_weights, counts[between] * upper]),
        )

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.positive_only = True
        return tags


@describe
class GPQuantileRegressor(_Numeric, GaussianProcess):
    """Gaussian process regression of a quantile of y, by the asymmetric Laplace likelihood.

    Parameters
    ----------
    quantile : 0.5
        The level, between 0 and 1; 0.5 is the median.
    {parameters}

    Attributes
    ----------
    As of GPRegressor.

    Examples
    --------
    >>> import numpy as np
    >>> from phigp import GPQuantileRegressor
    >>> rng = np.random.default_rng(1)
    >>> x = np.linspace(0, 3, 100).reshape(-1, 1)
    >>> y = x[:, 0] + rng.exponential(size=100)
    >>> model = GPQuantileRegressor(quantile=0.8).fit(x, y)
    >>> bool(0.7 < np.mean(y < model.predict(x)) < 0.9)
    True

    """

    _domains = ("real",)

    def __init__(
        self,
        *,
        quantile: float = 0.5,
        kernel: Any = "rbf(ard)",
        mean: str = "constant",
        prior: Priors = None,
        features: Sequence[str | int] | None = None,
        offset: Column = None,
        trials: Column = None,
        impute: bool = False,
        standardise: bool = True,
        inference: str = "auto",
        inducing: int = 0,
        inducing_by: str = "kmeans",
        inducing_file: Path = None,
        move_inducing: bool | str = "auto",
        precision: str = "double",
        optimize: bool = True,
        iterations: int = 200,
        tolerance: float = 1e-7,
        time_limit: float = 0.0,
        restarts: int = 0,
        refine: bool = False,
        seed: int = 0,
        threads: int | None = 0,
        progress: Watch = False,
    ) -> None:
        self._keep(locals())

    def _likelihood(self) -> dict[str, Any]:
        try:
            return Likelihood("asymmetric-laplace", tau=self.quantile).settings()
        except InvalidInput as error:
            words = f"quantile {error.rule}, got {self.quantile!r}"
            raise InvalidInput(words, "quantile", repr(self.quantile), error.rule) from None

    def _restore(self, model: _core.Model) -> None:
        super()._restore(model)
        if self.likelihood_.name != "asymmetric-laplace":
            raise ValueError(
                f"the model has likelihood {self.likelihood_!r}; GPQuantileRegressor takes "
                "asymmetric-laplace"
            )
        self.quantile = self.likelihood_.parameters["tau"]

    def _point(self, found: _core.Predictions) -> Array:
        return found.latent_mean  # f is the quantile

    def _spread(self, found: _core.Predictions) -> Array:
        return found.latent_sd

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """D²: the share of the pinball loss of the best constant that predictions save."""
        predicted = self.predict(X)
        observed = read_numbers(read_target(y, len(predicted), type(self).__name__), "y")
        weights = read_weights(sample_weight, len(predicted))

        def loss(guess: Any) -> float:
            above = observed - guess
            pinball = np.maximum(self.quantile * above, (self.quantile - 1.0) * above)
            return float(np.average(pinball, weights=weights))

        # The best constant is one of the observations.
        order = np.argsort(observed)
        mass = np.cumsum(np.ones(len(observed)) if weights is None else weights[order])
        place = int(np.searchsorted(mass, self.quantile * mass[-1]))
        constant = loss(observed[order[min(place, len(observed) - 1)]])
        reached = loss(predicted)
        return 1.0 - reached / constant if constant > 0.0 else float(reached == 0.0)
