"""Which features a kernel looks at."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from phigp._checks import require_fitted
from phigp.plot._style import LINE, own_axes, plain


def ard(model: Any, *, ax: Any = None) -> Any:
    """How much each feature matters: one over its lengthscale, the largest first.

    For a kernel with a lengthscale per feature, such as `rbf(ard)`; lengthscales are in standard
    deviations of the feature where those are standardised. Of a sum or product with several such
    parts each has bars of its own, as shares of its largest: lengthscales of different kernels do
    not compare.

    >>> import numpy as np
    >>> from phigp import GPRegressor, plot
    >>> X = np.random.default_rng(0).normal(size=(60, 2))
    >>> ax = plot.ard(GPRegressor().fit(X, np.sin(X[:, 0])))
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['x1', 'x0']
    """
    require_fitted(model)
    parts = _relevances(model)
    if not parts:
        raise ValueError(f"the kernel has no lengthscale per feature: {model.kernel_}")
    if len(parts) > 1:
        parts = {part: _shares(values) for part, values in parts.items()}
    largest: dict[str, float] = {}
    for values in parts.values():
        for name, value in values.items():
            largest[name] = max(value, largest.get(name, 0.0))
    order = sorted(largest, key=lambda name: largest[name])
    ax = plain(own_axes(ax, (6.4, 0.8 + 0.28 * len(order) * len(parts))))
    height = 0.8 / len(parts)
    for number, (part, values) in enumerate(parts.items()):
        places = np.arange(len(order)) + 0.4 - height * (number + 0.5)
        style = {"color": LINE} if len(parts) == 1 else {"label": part}
        ax.barh(places, [values.get(name, 0.0) for name in order], height, **style)
    ax.set_yticks(np.arange(len(order)), order)
    ax.set_xlabel("relevance: 1 / lengthscale")
    if len(parts) > 1:
        ax.set_xlabel("relevance within its part: 1 / lengthscale, the largest 1")
        ax.legend(frameon=False)
    return ax


def _shares(values: dict[str, float]) -> dict[str, float]:
    largest = max(values.values())
    return {name: value / largest for name, value in values.items()}


def _relevances(model: Any) -> dict[str, dict[str, float]]:
    """Of each part of the kernel that has them, by feature."""
    parts: dict[str, dict[str, float]] = {}
    for name, value in model.report_["kernel"]["parameters"].items():
        found = re.fullmatch(r"(.+)\.lengthscale\[(\d+)\]", name)
        if found:
            feature = model.report_["features"][int(found[2])]
            parts.setdefault(found[1], {})[feature] = 1.0 / value
    return parts
