"""Gaussian processes with super-Gaussian likelihoods, in the manner of scikit-learn.

>>> import numpy as np
>>> import phigp
>>> x = np.linspace(0, 1, 30).reshape(-1, 1)
>>> phigp.GPRegressor().fit(x, np.cos(3 * x[:, 0])).predict([[0.0]]).shape
(1,)
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from phigp import kernels, likelihoods
from phigp._core import version as _version
from phigp.errors import FileError, InvalidInput, NumericalError, WriteError
from phigp.likelihoods import Likelihood

if TYPE_CHECKING:
    from phigp import inference, plot
    from phigp.comparison import Comparison, compare
    from phigp.draws import Draws
    from phigp.estimators import (
        GPClassifier,
        GPCountRegressor,
        GPQuantileRegressor,
        GPRegressor,
        load,
    )
    from phigp.tilted_law import TiltedLaw

__version__ = _version()

__all__ = [
    "Comparison",
    "Draws",
    "FileError",
    "GPClassifier",
    "GPCountRegressor",
    "GPQuantileRegressor",
    "GPRegressor",
    "InvalidInput",
    "Likelihood",
    "NumericalError",
    "TiltedLaw",
    "WriteError",
    "__version__",
    "compare",
    "inference",
    "kernels",
    "likelihoods",
    "load",
    "plot",
]

_LATER = {
    **dict.fromkeys(
        ("GPClassifier", "GPCountRegressor", "GPQuantileRegressor", "GPRegressor", "load"),
        "phigp.estimators",
    ),
    "Comparison": "phigp.comparison",
    "Draws": "phigp.draws",
    "TiltedLaw": "phigp.tilted_law",
    "compare": "phigp.comparison",
}


def __getattr__(name: str) -> Any:
    # Estimators bring scikit-learn's base classes, which take a second to import: on first use.
    if name in ("comparison", "inference", "plot"):
        return importlib.import_module(f"phigp.{name}")
    if name in _LATER:
        return getattr(importlib.import_module(_LATER[name]), name)
    raise AttributeError(f"module 'phigp' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*__all__, "comparison", "errors", *(n for n in globals() if n[:2] == "__")})
