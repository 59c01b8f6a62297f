"""scikit-learn's base classes where it is installed; small ones of the same shape where it is not.

What estimators check and say is written in this package and the same in both cases: with
scikit-learn they gain its tags, its representation in notebooks and its routing of metadata.
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    HAS_SKLEARN = False
else:
    try:
        from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
        from sklearn.exceptions import DataConversionWarning, NotFittedError

        HAS_SKLEARN = True
    except ImportError:
        HAS_SKLEARN = False

if not HAS_SKLEARN:

    class NotFittedError(ValueError, AttributeError):
        """A method that needs a fitted model was called before fit."""

    class DataConversionWarning(UserWarning):
        """Data were given another shape."""

    class BaseEstimator:
        """Parameters by the names of the keywords of `__init__`."""

        @classmethod
        def _get_param_names(cls) -> list[str]:
            names = inspect.signature(cls.__init__).parameters
            return sorted(name for name in names if name != "self")

        def get_params(self, deep: bool = True) -> dict[str, Any]:
            """The keywords and their values."""
            return {name: getattr(self, name) for name in self._get_param_names()}

        def set_params(self, **params: Any) -> Any:
            """Change keywords; returns the estimator."""
            known = self._get_param_names()
            for name, value in params.items():
                if name not in known:
                    raise ValueError(
                        f"Invalid parameter {name!r} for estimator {type(self).__name__}. "
                        f"Valid parameters are: {known!r}."
                    )
                setattr(self, name, value)
            return self

        def __sklearn_tags__(self) -> Any:
            raise NotImplementedError("tags are scikit-learn's, which is not installed")

        def __repr__(self) -> str:
            signature = inspect.signature(type(self).__init__).parameters
            changed = ", ".join(
                f"{name}={value!r}"
                for name, value in self.get_params().items()
                if value is not signature[name].default and value != signature[name].default
            )
            return f"{type(self).__name__}({changed})"

    class ClassifierMixin:
        """A classifier."""

    class RegressorMixin:
        """A regressor."""


__all__ = [
    "HAS_SKLEARN",
    "BaseEstimator",
    "ClassifierMixin",
    "DataConversionWarning",
    "NotFittedError",
    "RegressorMixin",
]
