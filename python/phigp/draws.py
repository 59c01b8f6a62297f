"""Posterior draws of a model, as arrays of (chain, draw, …)."""

from __future__ import annotations

import json
import os
import pathlib
from typing import Any

import numpy as np

from phigp._data import Array
from phigp.inference._problem import Problem, problem_of
from phigp.likelihoods import Likelihood


def read_tensors(path: str | os.PathLike[str]) -> tuple[dict[str, Array], dict[str, str]]:
    """Arrays and metadata of a safetensors file of numbers, such as `phigp sample` writes."""
    content = pathlib.Path(path).read_bytes()
    start = 8 + int.from_bytes(content[:8], "little")
    header = json.loads(content[8:start])
    metadata = header.pop("__metadata__", {})
    arrays = {}
    for name, entry in header.items():
        if entry["dtype"] == "F64":
            first, end = (start + place for place in entry["data_offsets"])
            flat = np.frombuffer(content, np.float64, (end - first) // 8, first)
            arrays[name] = flat.reshape(entry["shape"])
    return arrays, metadata


def _stacked(arrays: dict[str, Array], name: str, chains: list[int], draws: int) -> Array | None:
    found = [arrays.get(f"{name}.chain{chain}") for chain in chains]
    kept = [one[:draws] for one in found if one is not None]
    return np.stack(kept) if len(kept) == len(chains) and kept else None


def _most_equal(arrays: dict[str, Array]) -> tuple[list[int], int]:
    """Chains, and as many draws of each, that come to the most: a run may have been stopped."""
    lengths = {
        int(name.removeprefix("f.chain")): len(values)
        for name, values in arrays.items()
        if name.startswith("f.chain")
    }
    choices = [
        (sorted(chain for chain, own in lengths.items() if own >= length), length)
        for length in lengths.values()
    ]
    return max(choices, key=lambda one: (len(one[0]) * one[1], len(one[0])))


class Draws:
    """Draws of f, and of what else was asked for; the first axes are chain and draw.

    `posterior` and `posterior_predictive` are dictionaries of such arrays, as `arviz.from_dict`
    takes them. A run that was stopped has the draws that all its chains have; chains that had
    hardly begun are left out.

    >>> from phigp import GPRegressor
    >>> x = np.linspace(0, 6, 30).reshape(-1, 1)
    >>> model = GPRegressor(kernel="rbf").fit(x, np.sin(x[:, 0]) + 0.1 * np.cos(40 * x[:, 0]))
    >>> draws = model.sample([[7.0]], chains=2, draws=50, warm_up=10)
    >>> draws.f.shape, draws.f_at.shape, sorted(draws.posterior)
    ((2, 50, 30), (2, 50, 1), ['f', 'f_at'])
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        report: dict[str, Any],
        text: str,
        model: tuple[Any, Likelihood] | None = None,
    ) -> None:
        self._model = model
        arrays, metadata = read_tensors(path)
        chains, draws = _most_equal(arrays)
        self.report = report
        self.text = text
        self.chains = len(chains)
        self.draws = draws

        def take(name: str) -> Array | None:
            return _stacked(arrays, name, chains, draws)

        latent = take("f")
        assert latent is not None
        self.f = latent
        self.f_at = take("f.at")
        self.y = take("y")
        self.y_at = take("y.at")
        self.parameters: dict[str, Array] = {}
        values = take("parameters")
        if values is not None:
            for k, name in enumerate(json.loads(metadata["parameters"])):
                self.parameters[name] = values[:, :, k]

    @property
    def posterior(self) -> dict[str, Array]:
        """f, f at new rows, and the parameters by name."""
        found = {"f": self.f, **self.parameters}
        return found if self.f_at is None else {**found, "f_at": self.f_at}

    @property
    def posterior_predictive(self) -> dict[str, Array]:
        """Y at the training rows and at new ones, where drawn."""
        found = {"y": self.y, "y_at": self.y_at}
        return {name: values for name, values in found.items() if values is not None}

    def _problem(self) -> Problem:
        if self._model is None:
            raise ValueError("these draws do not know their model")
        return problem_of(*self._model)

    def log_likelihood(self) -> Array:
        """Log p(y|f) of each training row at each draw, in the units of y: (chain, draw, row).

        A row of weight 2 counts as two: its log density is doubled, as in learning.
        """
        return self._log_likelihood(self._problem())

    def _log_likelihood(self, parts: Problem) -> Array:
        f = (self.f - parts.centre) / parts.scale
        names = [name for name in parts.observed.likelihood.parameters if name in self.parameters]
        out = np.empty_like(f)
        for at in np.ndindex(self.chains, self.draws):
            observed = parts.observed
            if names:
                values = {name: float(self.parameters[name][at]) for name in names}
                observed = observed.with_parameters(**values)
            out[at] = observed.log_density(f[at])
        out -= np.log(parts.scale)
        return out * parts.observed.weights if len(parts.observed.weights) else out

    def to_arviz(self) -> Any:
        """The draws as ArviZ's InferenceData; from ArviZ 1.0 on, its DataTree.

        Groups: posterior (f, f at new rows, parameters), posterior_predictive (y where drawn),
        log_likelihood, observed_data and sample_stats. `arviz.summary`, `loo` and `plot_trace` take
        it from there.
        """
        try:
            import arviz
        except ImportError as error:
            raise ImportError("to_arviz needs ArviZ: pip install arviz") from error
        parts = self._problem()
        density = self._log_likelihood(parts)
        y = parts.observed.y
        labels = self._model is not None and self._model[0].domain == "label"
        observed = (y + 1) / 2 if labels else parts.centre + parts.scale * y
        dims = {"f": ["row"], "y": ["row"], "f_at": ["new_row"], "y_at": ["new_row"]}
        present = {*self.posterior, *self.posterior_predictive, "y"}
        groups: dict[str, Any] = {
            "posterior": self.posterior,
            "posterior_predictive": self.posterior_predictive,
            "log_likelihood": {"y": density},
            "observed_data": {"y": observed},
            "sample_stats": {"total_log_likelihood": density.sum(axis=2)},
        }
        groups = {name: group for name, group in groups.items() if group}
        dims = {name: axes for name, axes in dims.items() if name in present}
        if int(arviz.__version__.split(".")[0]) < 1:
            return arviz.from_dict(**groups, dims=dims)
        return arviz.from_dict(groups, dims=dims)

    def __repr__(self) -> str:
        return self.text
