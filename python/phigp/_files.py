"""Model files and pages of a fitted estimator."""

from __future__ import annotations

import itertools
import os
import re
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from phigp import _core
from phigp._checks import require_fitted
from phigp._settings import settings_of
from phigp.likelihoods import Likelihood

Self = TypeVar("Self", bound="Files")


class Files:
    """What an estimator that can be written down has: `save`, `load` and `report`."""

    _domains: tuple[str, ...]
    _file = "not saved"  # or the file that it was written to or read from: the foot of a report
    model_: _core.Model
    report_: dict[str, Any]
    likelihood_: Likelihood
    kernel_: str
    n_features_in_: int
    feature_names_in_: npt.NDArray[Any]
    get_params: Any  # these are methods of the estimator
    _take: Any
    _table: Any
    _names: Any
    _settings: Any
    _threads: Any

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the model file that `phigp predict` reads too."""
        require_fitted(self)
        self.model_.save(os.fspath(path))
        self._file = os.path.basename(path)

    def report(self, path: str | os.PathLike[str], X: Any = None, y: Any = None) -> None:
        """Write the HTML page of `phigp report`: data, model, fit and, with X and y, a test.

        Parameters
        ----------
        path : path
            The file to write; the page needs no other.
        X, y : optional
            Rows that were not fitted, with known y: scores, calibration, the worst predictions.

        """
        if (X is None) != (y is None):
            raise ValueError("X and y go together: a test needs both")
        require_fitted(self)
        table = None if X is None else self._table(X, y)
        _core.write_report(self.model_, os.fspath(path), self._file, table, self._threads())

    @classmethod
    def load(cls: type[Self], path: str | os.PathLike[str]) -> Self:
        """Read a model file, whoever wrote it: `save` or `phigp fit`.

        The keywords are those that the file keeps: likelihood, kernel and mean.
        """
        model = _core.Model.load(os.fspath(path))
        if model.domain not in cls._domains:
            raise ValueError(
                f"{os.fspath(path)}: y of this model is of kind {model.domain!r}, and "
                f"{cls.__name__} takes {' and '.join(cls._domains)}; phigp.load finds the class"
            )
        estimator = cls()
        estimator._restore(model)
        estimator._file = os.path.basename(path)
        return estimator

    def _restore(self, model: _core.Model) -> None:
        """The state after a fit, from a model alone."""
        self._take(model)
        known = self.get_params(deep=False)
        stated = {"likelihood": self.likelihood_, "kernel": self.kernel_}
        stated["mean"] = self.report_["mean"]["kind"]
        for name, value in stated.items():
            if name in known:
                setattr(self, name, value)
        places = dict(model.feature_columns)
        gaps = (place for place in itertools.count() if place not in places)
        for what, column in (("offset", model.offset), ("trials", model.trials)):
            if column:
                setattr(self, what, column)
                # The file keeps no place of it; a name that was made up of the place does.
                made_up = re.fullmatch(r"x(\d+)", column)
                place = int(made_up[1]) if made_up else -1
                places[place if place >= 0 and place not in places else next(gaps)] = column
        names = [places[place] for place in sorted(places)]
        self.n_features_in_ = len(names)
        # Columns that have no names were given these.
        if names != self._names() or model.named:
            self.feature_names_in_ = np.array(names, dtype=object)
        self._named = True
        self._fitted_with = self._settings()
        if model.start is not None:  # priors are centred where learning started, not where it ended
            kernel, parameters = model.start
            self._fitted_with |= settings_of({"kernel": kernel, "parameters": parameters})
