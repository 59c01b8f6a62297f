"""Keywords of the estimators: their types, and their description from the settings table."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

from phigp._base import GaussianProcess
from phigp._settings import TABLE, parameter_docs
from phigp.likelihoods import Likelihood

Column: TypeAlias = "str | int | None"
Parameters: TypeAlias = "Mapping[str, float] | str | None"
Priors: TypeAlias = "Mapping[str, str] | str | None"
Path: TypeAlias = "str | os.PathLike[str] | None"
Watch: TypeAlias = "bool | Callable[[str, int, int, float, float], bool | None]"

Estimator = TypeVar("Estimator", bound=GaussianProcess)

_PROGRESS = """    progress : False
        True shows how far a fit is (by tqdm, if that is installed); a function of (phase,
        iteration, limit, bound, change) is called some twenty times a second and may return False
        to end the fit early, with what it has."""


def describe(cls: type[Estimator]) -> type[Estimator]:
    """Fills the keywords in, from the table that the program's help is made of."""
    keywords = inspect.signature(cls).parameters.items()
    defaults = {name: one.default for name, one in keywords if name in TABLE}
    text = parameter_docs(defaults) + "\n" + _PROGRESS
    cls.__doc__ = (cls.__doc__ or "").replace("    {parameters}", text)
    return cls


class AnyLikelihood(GaussianProcess):
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
