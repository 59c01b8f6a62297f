"""What the four estimators share: keywords, columns, fitting, predicting, files."""

from __future__ import annotations

import inspect
import json
import warnings
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from phigp import _core
from phigp import _pickle as _pickle  # teaches pickle about models
from phigp._checks import require_fitted, whole
from phigp._compat import BaseEstimator
from phigp._data import (
    Array,
    Cells,
    Features,
    free_name,
    make_table,
    read_features,
    read_numbers,
    read_target,
    read_weights,
)
from phigp._files import Files
from phigp._names import check_names
from phigp._progress import Progress
from phigp._sampling import Sampling
from phigp._settings import ARGUMENTS, TABLE, named_as_keyword, settings_of
from phigp.errors import InvalidInput
from phigp.likelihoods import Likelihood

# Up to here, rows that are equal are counted as one of more weight: the fit is then the same to the
# last bit for weights as for copies, and quicker. Beyond, looking for them would take longer.
MOST_MERGED = 20000

Self = TypeVar("Self", bound="GaussianProcess")


class GaussianProcess(Sampling, Files, BaseEstimator):
    """The common part of the estimators; not for use by itself."""

    # Which y the estimator takes, and what it takes them for unless told.
    _domains: tuple[str, ...] = ()
    _link = "regression"

    # Keywords of every estimator, and of those whose likelihood can be stated.
    kernel: Any
    impute: bool
    trials: str | int | None
    threads: int | None
    progress: Any
    likelihood: str | Likelihood | None
    link: str | None

    model_: _core.Model
    report_: dict[str, Any]
    n_features_in_: int

    def _keep(self, keywords: dict[str, Any]) -> None:
        """The arguments of `__init__`, its locals, as attributes of the same names."""
        for name, value in keywords.items():
            if name not in ("self", "__class__"):
                setattr(self, name, value)

    def _likelihood(self) -> dict[str, Any]:
        """The settings that state the likelihood."""
        stated = {
            name: getattr(self, name)
            for name in ("likelihood", "phi", "density", "domain", "parameters")
        }
        if callable(stated["phi"]):
            raise ValueError("phi as a function is stated by likelihood=Likelihood(phi=…)")
        if isinstance(self.likelihood, Likelihood):
            if any(value is not None for name, value in stated.items() if name != "likelihood"):
                raise ValueError("likelihood is an object and states phi, density, … itself")
            stated = self.likelihood.settings()
            if self.likelihood.function is not None:
                return {"parameters": stated.get("parameters")}
        if stated.get("phi") is None and self.link is not None:
            raise ValueError("link goes with phi")
        if stated.get("phi") is not None and stated.get("link") is None:
            stated["link"] = self._link if self.link is None else self.link
        return stated

    def _function(self) -> Likelihood | None:
        """The likelihood, where its phi is a function."""
        stated = getattr(self, "likelihood", None)
        if isinstance(stated, Likelihood) and stated.function is not None:
            return stated
        return None

    def _default_likelihood(self) -> str:
        """The name of the likelihood where none is stated."""
        raise NotImplementedError

    def _encode(self, y: npt.NDArray[Any], weights: Array | None) -> Cells:
        """Y as a column of the table."""
        return read_numbers(y, "y")

    def _rows(
        self, features: Features, column: Cells, weights: Array | None
    ) -> tuple[Features, Cells, Array | None]:
        """The rows that are fitted, which stand for those that were given."""
        return features, column, weights

    def _settings(self) -> dict[str, str]:
        likelihood = self._likelihood()
        stated = any(likelihood.get(name) is not None for name in ("likelihood", "phi", "density"))
        if not stated and self._function() is None:
            likelihood["likelihood"] = self._default_likelihood()
        skipped = {*ARGUMENTS, "features", "offset", "trials", "likelihood", "phi", "density"}
        skipped |= {"domain", "parameters", "link"}
        params = self.get_params(deep=False)
        values = {name: params[name] for name in TABLE if name in params and name not in skipped}
        return settings_of({**values, **likelihood})

    def _threads(self) -> int:
        return 0 if self.threads is None else int(self.threads)

    def _bar(self) -> Progress:
        """Of a prediction, which has no end but the whole: a function that ends fits is no use."""
        return Progress(self.progress is True)

    def _used_columns(self, names: list[str]) -> set[str]:
        """The columns of X that the fit looks at."""
        chosen = self._chosen("features", names)
        if not chosen:
            return set(names)
        return {*chosen, *self._chosen("offset", names), *self._chosen("trials", names)}

    def _known_columns(self, names: list[str]) -> set[str]:
        """The columns of X that a prediction looks at."""
        places = dict(self.model_.feature_columns)
        own = self._names()
        known = {*places.values(), self.model_.offset, self.model_.trials}
        return {name for name, same in zip(names, own, strict=False) if same in known}

    def _names(self) -> list[str]:
        """Names of the columns of X as they were at the fit."""
        if hasattr(self, "feature_names_in_"):
            return [str(name) for name in self.feature_names_in_]
        return [f"x{j}" for j in range(self.n_features_in_)]

    def _chosen(self, what: str, names: list[str]) -> list[str]:
        """The columns that a keyword names: by name or by position."""
        stated = getattr(self, what)
        if stated is None:
            return []
        many = stated if isinstance(stated, (list, tuple, np.ndarray)) else [stated]
        found = []
        for one in many:
            if isinstance(one, (int, np.integer)) and -len(names) <= one < len(names):
                found.append(names[one])
            elif isinstance(one, str) and one in names:
                found.append(one)
            else:
                raise ValueError(f"{what}: {one!r} is no column of X; its columns are {names}")
        return found

    def fit(self: Self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Fit the model to data.

        Parameters
        ----------
        X : array or data frame of shape (n_samples, n_features)
            Numbers; a data frame (pandas, polars) may have columns of text, which are categories.
        y : array of shape (n_samples,)
        sample_weight : array of shape (n_samples,), optional
            A row of weight 2 counts as two, in everything that is learned.

        Returns
        -------
        self
            Ctrl-C ends learning early: the model is kept as it is then, and KeyboardInterrupt
            raised.

        """
        before = dict(self.__dict__)
        try:
            stopped_by = self._fit(X, y, sample_weight)
        except BaseException:
            self.__dict__ = before  # a fit that fails leaves the one before
            raise
        if stopped_by is not None:
            raise stopped_by
        return self

    def _fit(self, X: Any, y: Any, sample_weight: Any) -> BaseException | None:
        """What stopped the fit, if anything did."""
        who = type(self).__name__
        impute = bool(self.impute)
        features = read_features(X, who, allow_nan=impute, used=self._used_columns)
        target = read_target(y, features.rows, who)
        weights = read_weights(sample_weight, features.rows)
        self._remember_features(features)
        names = self._names()
        features, column, weights = self._rows(features, self._encode(target, weights), weights)

        name = getattr(y, "name", None)
        target_name = free_name(name if isinstance(name, str) and name else "y", names)
        more: dict[str, Cells] = {target_name: column}
        settings = self._settings()
        self._fitted_with = dict(settings)
        settings["target"] = target_name
        weights_name = free_name("sample_weight", [*names, target_name])
        if weights is not None:
            settings["weights"] = weights_name
            more[weights_name] = weights
        by_name = False
        for what in ("offset", "trials"):
            for chosen in self._chosen(what, names):
                settings[what] = chosen
                by_name = True
        chosen_features = self._chosen("features", names)
        self._named = bool(features.names) or by_name or bool(chosen_features)
        table = make_table(features, names, more, self._named)
        # White noise is per observation: two equal rows are then not one that counts twice.
        if features.rows <= MOST_MERGED and "white" not in str(self.kernel):
            merged = _core.merge_equal_rows(table, weights_name)
            if merged is not None:
                table = merged
                settings["weights"] = weights_name
        with Progress(self.progress) as callback:
            function = self._function()
            stated = None if function is None else function.stated(self._link)
            try:
                model, stopped_by = _core.fit(table, settings, chosen_features, callback, stated)
            except InvalidInput as error:
                raise named_as_keyword(error) from None
        if model.domain not in self._domains:
            raise ValueError(
                f"likelihood: its y is of kind {model.domain!r}, and {who} takes "
                f"{' and '.join(self._domains)}"
            )
        self._take(model)
        return stopped_by

    def _remember_features(self, features: Features) -> None:
        self.n_features_in_ = features.width
        if features.names is not None:
            self.feature_names_in_ = np.array(features.names, dtype=object)
        elif hasattr(self, "feature_names_in_"):
            del self.feature_names_in_

    def _take(self, model: _core.Model) -> None:
        self.model_ = model
        self._file = "not saved"
        self.report_ = json.loads(model.json())
        self.elbo_ = float(self.report_["elbo"])
        self.n_iter_ = int(self.report_["learning_steps"])
        self.kernel_ = str(self.report_["kernel"]["text"])
        learned = json.loads(model.likelihood.json())
        function = self._function()
        self.likelihood_ = (
            Likelihood.from_json(model.likelihood.json())
            if function is None
            else function.with_parameters(**learned["parameters"]).with_link(
                function.link or self._link
            )
        )

    def _table(self, X: Any, y: Any = None) -> Any:
        """X, and y where it is given, as a table that fits the model."""
        who = type(self).__name__
        require_fitted(self)
        features = read_features(X, who, allow_nan=self.model_.impute, used=self._known_columns)
        check_names(who, getattr(self, "feature_names_in_", None), features.names)
        if features.width != self.n_features_in_:
            raise ValueError(
                f"X has {features.width} features, but {who} is expecting {self.n_features_in_} "
                "features as input."
            )
        more: dict[str, Cells] = {}
        if y is not None:
            more[self.model_.target] = self._encode_known(read_target(y, features.rows, who))
            if self.model_.weights:  # columns may be found by their place: all, or features alone
                more[self.model_.weights] = np.ones(features.rows)
        names = self._names()
        return make_table(features, names, more, self._named or bool(more))

    def _encode_known(self, y: npt.NDArray[Any]) -> Cells:
        return read_numbers(y, "y")

    def _predict(
        self, table: Any, quantiles: Any = (), draws: int = 0, seed: int = 0
    ) -> _core.Predictions:
        levels = [float(level) for level in np.atleast_1d(np.asarray(quantiles, dtype=float))]
        with self._bar() as callback:
            found = self.model_.predict(table, levels, draws, seed, self._threads(), callback)
        self._warn_of_unseen(found.unseen)
        return found

    def _warn_of_unseen(self, unseen: dict[str, int]) -> None:
        for column, cells in unseen.items():
            warnings.warn(
                f"X, column {column!r}: {cells} cells have categories that were not there at the "
                "fit; they count as none of those that were",
                UserWarning,
                stacklevel=4,
            )

    def predict_latent(self, X: Any, return_std: bool = False, return_cov: bool = False) -> Any:
        """Mean of the latent f, and its standard deviation or covariance matrix.

        Of a regression in the units of y, of labels and counts on the scale of the link.
        """
        table = self._table(X)
        if return_std and return_cov:
            raise ValueError("return_std and return_cov: at most one of the two")
        if return_cov:
            mean, covariance, unseen = self.model_.joint(table)
            self._warn_of_unseen(unseen)
            return mean, covariance
        found = self._predict(table)
        return (found.latent_mean, found.latent_sd) if return_std else found.latent_mean

    def predict_log_density(self, X: Any, y: Any) -> Array:
        """Log p(y | X) of each row, under the predictive law."""
        if y is None:
            raise ValueError("y must be given: it is what the density is of")
        table = self._table(X, y)
        with self._bar() as callback:
            return self.model_.log_density(table, self._threads(), callback)

    def sample_y(self, X: Any, n_samples: int = 1, seed: int = 0) -> npt.NDArray[Any]:
        """Draws of y, of each row for itself, as an array of shape (n_rows, n_samples)."""
        draws, seed = whole(n_samples, "n_samples"), whole(seed, "seed")
        return self._predict(self._table(X), draws=draws, seed=seed).draws

    def __setstate__(self, state: dict[str, Any]) -> None:
        # A pickle of an older version lacks the keywords that have come since, and its fit did what
        # they do by default.
        keywords = inspect.signature(type(self)).parameters
        self.__dict__.update({name: one.default for name, one in keywords.items()}, **state)

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "model_")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = bool(self.impute)
        return tags
