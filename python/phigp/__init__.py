"""Gaussian processes with super-Gaussian likelihoods, in the manner of scikit-learn.

>>> import numpy as np
>>> import phigp
>>> x = np.linspace(0, 1, 30).reshape(-1, 1)
>>> phigp.GPRegressor().fit(x, np.cos(3 * x[:, 0])).predict([[0.0]]).shape
(1,)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phigp import kernels, likelihoods
from phigp._core import version as _version
from phigp.errors import FileError, InvalidInput, NumericalError, WriteError
from phigp.likelihoods import Likelihood

if TYPE_CHECKING:
    from phigp.estimators import (
        GPClassifier,
        GPCountRegressor,
        GPQuantileRegressor,
        GPRegressor,
        load,
    )

__version__ = _version()

__all__ = [
    "FileError",
    "GPClassifier",
    "GPCountRegressor",
    "GPQuantileRegressor",
    "GPRegressor",
    "InvalidInput",
    "Likelihood",
    "NumericalError",
    "WriteError",
    "__version__",
    "kernels",
    "likelihoods",
    "load",
]

_LATER = {"GPClassifier", "GPCountRegressor", "GPQuantileRegressor", "GPRegressor", "load"}


def __getattr__(name: str) -> Any:
    # Estimators bring scikit-learn's base classes, which take a second to import: on first use.
    if name in _LATER:
        from phigp import estimators

        return getattr(estimators, name)
    raise AttributeError(f"module 'phigp' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
