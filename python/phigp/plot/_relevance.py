"""Which features a kernel looks at."""

from __future__ import annotations

from typing import Any

from phigp.plot._style import LINE, own_axes, plain


def ard(model: Any, *, ax: Any = None) -> Any:
    """How much each feature matters: one over its lengthscale, the largest first.

    For a kernel with a lengthscale per feature, such as `rbf(ard)`; lengthscales are in standard
    deviations of the feature where those are standardised.
    """
    values = {
        name: value
        for name, value in model.report_["kernel"]["parameters"].items()
        if ".lengthscale[" in name
    }
    if not values:
        raise ValueError(f"the kernel has no lengthscale per feature: {model.kernel_}")
    features = model.report_["features"]
    first = next(iter(values)).split(".")[0]
    found = {
        features[int(name.split("[")[1].rstrip("]"))]: 1.0 / value
        for name, value in values.items()
        if name.split(".")[0] == first
    }
    order = sorted(found, key=lambda name: found[name])
    ax = plain(own_axes(ax, (6.4, 0.8 + 0.28 * len(order))))
    ax.barh(order, [found[name] for name in order], color=LINE)
    ax.set_xlabel("relevance: 1 / lengthscale")
    return ax
