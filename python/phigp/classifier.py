"""GPClassifier."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from phigp import _core
from phigp._compat import ClassifierMixin
from phigp._data import Array, Cells, is_missing, read_numbers, read_target, read_weights
from phigp._keywords import AnyLikelihood, describe


@describe
class GPClassifier(ClassifierMixin, AnyLikelihood):
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
        if model.text_labels:
            return
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
        return float(np.average(found == truth, weights=read_weights(sample_weight, len(found))))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags
