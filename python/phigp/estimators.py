"""GPClassifier, GPRegressor, GPQuantileRegressor, GPCountRegressor."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from phigp import _core
from phigp._base import GaussianProcess
from phigp._compat import ClassifierMixin, RegressorMixin
from phigp._data import Array, Cells, is_missing, read_numbers, read_target
from phigp._settings import parameter_docs
from phigp.likelihoods import Likelihood

Column: TypeAlias = "str | int | None"
Parameters: TypeAlias = "Mapping[str, float] | str | None"
Priors: TypeAlias = "Mapping[str, str] | str | None"
Path: TypeAlias = "str | os.PathLike[str] | None"
Watch: TypeAlias = "bool | Callable[[str, int, int, float, float], bool | None]"

_DATA = ["features", "offset", "trials", "impute", "standardise"]
_LIKELIHOOD = ["likelihood", "phi", "link", "density", "domain", "parameters"]
_PRIOR = ["kernel", "mean", "prior"]
_INFERENCE = ["inference", "inducing", "inducing_by", "inducing_file", "optimize", "iterations"]
_INFERENCE += ["tolerance", "restarts", "refine", "seed", "threads"]
_PROGRESS = """    progress : False
        True shows how far a fit is (by tqdm, if that is installed); a function of (phase,
        iteration, limit, bound, change) is called some twenty times a second and may return False
        to end the fit early, with what it has."""


def _describe(names: list[str]) -> Any:
    """Fills the keywords in, from the table that the program's help is made of."""

    def decorate(cls: Any) -> Any:
        text = parameter_docs(names) + "\n" + _PROGRESS
        cls.__doc__ = cls.__doc__.replace("    {parameters}", text)
        return cls

    return decorate


class _AnyLikelihood(GaussianProcess):
    """An estimator whose likelihood can be stated."""

    def __init__(
        self,
        *,
        likelihood: str | Likelihood | None = None,
        phi: str | None = None,
        link: str | None = None,
        density: str | None = None,
        domain: str | None = None,
        parameters: Parameters = None,
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
        optimize: bool = True,
        iterations: int = 200,
        tolerance: float = 1e-7,
        restarts: int = 0,
        refine: bool = False,
        seed: int = 0,
        threads: int = 0,
        progress: Watch = False,
    ) -> None:
        self.likelihood = likelihood
        self.phi = phi
        self.link = link
        self.density = density
        self.domain = domain
        self.parameters = parameters
        self.kernel = kernel
        self.mean = mean
        self.prior = prior
        self.features = features
        self.offset = offset
        self.trials = trials
        self.impute = impute
        self.standardise = standardise
        self.inference = inference
        self.inducing = inducing
        self.inducing_by = inducing_by
        self.inducing_file = inducing_file
        self.optimize = optimize
        self.iterations = iterations
        self.tolerance = tolerance
        self.restarts = restarts
        self.refine = refine
        self.seed = seed
        self.threads = threads
        self.progress = progress


class _Numeric(RegressorMixin):
    """Predictions of a number."""

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
        found = self._predict(self._table(X), levels)  # type: ignore[attr-defined]
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
        observed = read_numbers(np.ravel(np.asarray(y)), "y")
        weights = None if sample_weight is None else np.asarray(sample_weight, dtype=float)
        residual = np.average((observed - predicted) ** 2, weights=weights)
        centre = np.average(observed, weights=weights)
        total = np.average((observed - centre) ** 2, weights=weights)
        return float(1.0 - residual / total) if total > 0.0 else float(residual == 0.0)


@_describe(_LIKELIHOOD + _PRIOR + _DATA + _INFERENCE)
class GPRegressor(_Numeric, _AnyLikelihood):
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


@_describe(_LIKELIHOOD + _PRIOR + _DATA + _INFERENCE)
class GPCountRegressor(_Numeric, _AnyLikelihood):
    """Gaussian process regression of counts: negative binomial or, with trials, binomial.

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

    def __sklearn_tags__(self) -> Any:
        # To scikit-learn a regressor takes any real y. This one takes counts and refuses the rest,
        # and so does not call itself one; all that it does is the same.
        tags = super().__sklearn_tags__()
        tags.estimator_type = None
        tags.regressor_tags = None
        return tags


@_describe(_PRIOR + _DATA + _INFERENCE)
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
        optimize: bool = True,
        iterations: int = 200,
        tolerance: float = 1e-7,
        restarts: int = 0,
        refine: bool = False,
        seed: int = 0,
        threads: int = 0,
        progress: Watch = False,
    ) -> None:
        self.quantile = quantile
        self.kernel = kernel
        self.mean = mean
        self.prior = prior
        self.features = features
        self.offset = offset
        self.trials = trials
        self.impute = impute
        self.standardise = standardise
        self.inference = inference
        self.inducing = inducing
        self.inducing_by = inducing_by
        self.inducing_file = inducing_file
        self.optimize = optimize
        self.iterations = iterations
        self.tolerance = tolerance
        self.restarts = restarts
        self.refine = refine
        self.seed = seed
        self.threads = threads
        self.progress = progress

    def _likelihood(self) -> dict[str, Any]:
        return Likelihood("asymmetric-laplace", tau=self.quantile).settings()

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
        observed = read_numbers(np.ravel(np.asarray(y)), "y")
        weights = None if sample_weight is None else np.asarray(sample_weight, dtype=float)

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


@_describe(_LIKELIHOOD + _PRIOR + _DATA + _INFERENCE)
class GPClassifier(ClassifierMixin, _AnyLikelihood):
    """Gaussian process classification into two classes.

    Parameters
    ----------
    {parameters}

    Attributes
    ----------
    classes_ : the two classes, in their order
    elbo_, kernel_, likelihood_, n_iter_, report_ : as of GPRegressor

    Examples
    --------
    >>> import numpy as np
    >>> from phigp import GPClassifier
    >>> x = np.linspace(-3, 3, 60).reshape(-1, 1)
    >>> y = np.where(x[:, 0] ** 2 > 3, "outside", "inside")
    >>> model = GPClassifier().fit(x, y)
    >>> model.predict([[0.0], [2.9]]).tolist()
    ['inside', 'outside']
    >>> model.predict_proba([[0.0]]).shape
    (1, 2)

    """

    _domains = ("label",)
    _link = "classification"

    def _default_likelihood(self) -> str:
        return "logistic"

    def _encode(self, y: npt.NDArray[Any], weights: Array | None) -> Cells:
        if y.dtype.kind == "f":
            read_numbers(y, "y")
            if (y != np.floor(y)).any():
                raise ValueError(
                    "Unknown label type: continuous. Maybe you are trying to fit a classifier, "
                    "which expects discrete classes on a regression target with continuous values."
                )
        if y.dtype.kind == "O" and not all(isinstance(one, str) for one in y):
            if any(is_missing(one) for one in y):
                raise ValueError("Input y contains NaN.")
            try:
                return self._encode(y.astype(np.float64), weights)
            except (TypeError, ValueError) as error:
                raise ValueError(
                    "Unknown label type: classes must be all numbers or all strings"
                ) from error
        classes = np.unique(y)
        if len(classes) > 2:
            raise ValueError(
                "Only binary classification is supported. The type of the target is multiclass: "
                f"{len(classes)} classes."
            )
        counted = classes if weights is None else np.unique(y[weights > 0.0])
        if len(counted) < 2:
            raise ValueError(
                f"GPClassifier needs samples of two classes; the data have 1 class: {counted[0]!r}"
            )
        self.classes_ = classes
        return self._encode_known(y)

    def _encode_known(self, y: npt.NDArray[Any]) -> Cells:
        if y.dtype.kind == "O" and not all(isinstance(one, str) for one in y):
            y = y.astype(np.float64)
        if y.dtype.kind in "OUST":
            texts = [str(one) for one in y]
            if "" in texts:
                raise ValueError("y: a class must not be an empty text, which means a missing cell")
            return texts
        if y.dtype.kind in "iu" and len(y) > 0 and max(abs(int(y.min())), int(y.max())) > 2**53:
            return [str(one) for one in y]  # not all of them are numbers of type float64
        return read_numbers(y, "y")

    def _restore(self, model: _core.Model) -> None:
        super()._restore(model)
        labels = [label if label is not None else "other" for label in model.labels]
        self.classes_ = np.array(labels)
        for read in (int, float):  # where that gives the same texts again
            try:
                numbers = [read(label) for label in labels]
            except ValueError:
                continue
            if [f"{number:.17g}" if read is float else str(number) for number in numbers] == labels:
                self.classes_ = np.array(numbers)
                break

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """The likelier class of each row."""
        found = self._predict(self._table(X))
        return self.classes_[(found.mean >= 0.5).astype(np.intp)]

    def predict_proba(self, X: Any) -> Array:
        """Probabilities of the classes, as an array of shape (n_samples, 2)."""
        positive = self._predict(self._table(X)).mean
        return np.column_stack([1.0 - positive, positive])

    def predict_log_proba(self, X: Any) -> Array:
        """Their logarithms."""
        rows = self._table(X).rows
        of_each = [
            self.predict_log_density(X, np.full(rows, one, dtype=self.classes_.dtype))
            for one in self.classes_
        ]
        return np.column_stack(of_each)

    def sample_y(self, X: Any, n_samples: int = 1, seed: int = 0) -> npt.NDArray[Any]:
        """Draws of the class, of each row for itself, of shape (n_rows, n_samples)."""
        drawn = super().sample_y(X, n_samples, seed).astype(np.intp)
        return self.classes_[drawn]

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """The share of rows whose class is predicted."""
        found = self.predict(X)
        truth = read_target(y, len(found), type(self).__name__)
        if not np.isin(truth, self.classes_).any():
            raise ValueError(f"y has none of the classes {self.classes_}")
        return float(np.average(found == truth, weights=sample_weight))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags


def load(path: str | os.PathLike[str]) -> GaussianProcess:
    """The estimator of a model file, found by what its y and its likelihood are."""
    model = _core.Model.load(os.fspath(path))
    classes: tuple[type[GaussianProcess], ...] = (GPClassifier, GPRegressor, GPCountRegressor)
    if Likelihood.from_json(model.likelihood).name == "asymmetric-laplace":
        classes = (GPQuantileRegressor,)
    for cls in classes:
        if model.domain in cls._domains:
            estimator = cls()
            estimator._restore(model)
            return estimator
    raise ValueError(f"{os.fspath(path)}: y of kind {model.domain!r} has no estimator")
