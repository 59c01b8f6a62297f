"""All estimators, and the one that a model file is of."""

from __future__ import annotations

import os

from phigp import _core
from phigp._base import GaussianProcess
from phigp.classifier import GPClassifier
from phigp.likelihoods import Likelihood
from phigp.regressors import GPCountRegressor, GPQuantileRegressor, GPRegressor

__all__ = ["GPClassifier", "GPCountRegressor", "GPQuantileRegressor", "GPRegressor", "load"]


def load(path: str | os.PathLike[str]) -> GaussianProcess:
    """The estimator of a model file, found by what its y and its likelihood are.

    >>> import os, tempfile
    >>> import numpy as np
    >>> x = np.linspace(0, 1, 20).reshape(-1, 1)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "line.phigp")
    ...     GPRegressor(kernel="linear").fit(x, x[:, 0]).save(path)
    ...     model = load(path)
    >>> type(model).__name__, model.likelihood_.name
    ('GPRegressor', 'student-t')
    """
    model = _core.Model.load(os.fspath(path))
    classes: tuple[type[GaussianProcess], ...] = (GPClassifier, GPRegressor, GPCountRegressor)
    if Likelihood.from_json(model.likelihood.json()).name == "asymmetric-laplace":
        classes = (GPQuantileRegressor,)
    for cls in classes:
        if model.domain in cls._domains:
            estimator = cls()
            estimator._restore(model)
            estimator._file = os.path.basename(path)
            return estimator
    raise ValueError(f"{os.fspath(path)}: y of kind {model.domain!r} has no estimator")
