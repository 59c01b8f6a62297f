"""How the bound rose while a model learned."""

from __future__ import annotations

from typing import Any

import numpy as np

from phigp._checks import require_fitted
from phigp._data import Array
from phigp.errors import InvalidInput
from phigp.plot._style import DATA, LINE, QUIET, own_axes, plain


def learning_curve(model: Any, *, against: str = "step", ax: Any = None) -> Any:
    """How the bound rose while the model learned, step by step or against `against="seconds"`.

    Learning from several starts is a line each. Learning on growing numbers of rows is one after
    the other, per row, since bounds of other rows are of another size; stochastic steps are per row
    too, with the log density of rows held out beside them where there are such.

    >>> import numpy as np
    >>> from phigp import GPRegressor, plot
    >>> x = np.linspace(0, 6, 40).reshape(-1, 1)
    >>> model = GPRegressor(kernel="rbf").fit(x, np.sin(x[:, 0]))
    >>> ax = plot.learning_curve(model)
    >>> bool(ax.lines[0].get_ydata()[-1] > ax.lines[0].get_ydata()[0])
    True
    """
    if against not in ("step", "seconds"):
        raise InvalidInput(f"against must be 'step' or 'seconds', got {against!r}")
    require_fitted(model)
    lines, label = _learning_lines(model, against)
    if not lines:
        raise ValueError("this model has learned nothing, or its file does not say how")
    ax = plain(own_axes(ax))
    for name, x, y in lines:
        colour = {"color": LINE} if len(lines) == 1 else {}
        ax.plot(x, y, ".-" if len(x) < 60 else "-", ms=4, lw=1.4, label=name, **colour)
    # Of several starts the best is kept; of stages the last.
    last = max(y[-1] for *_, y in lines) if label == "bound" else lines[-1][2][-1]
    ax.axhline(last, color=QUIET, lw=0.8, zorder=0)
    ax.annotate(f"{last:.4g}", (1.0, last), (4, 0), ("axes fraction", "data"), "offset points",
                va="center", color=DATA, annotation_clip=False)  # fmt: skip
    if against == "step":
        ax.locator_params(axis="x", integer=True)
    ax.set_xlabel(against)
    ax.set_ylabel(label)
    if len(lines) > 1:
        ax.legend(frameon=False, loc="lower right")
    return ax


def _learning_lines(model: Any, against: str) -> tuple[list[tuple[str, Array, Array]], str]:
    """Name, x and y of each line, and what y is."""
    steps, bounds, held_out, seconds = map(np.asarray, model.model_.stochastic_curve)
    if len(steps):
        x = steps if against == "step" else seconds
        lines = [("bound", x, bounds)]
        if len(held_out):
            lines.append(("rows held out", x, held_out))
        return lines, "bound, log density per row" if len(held_out) else "bound per row"
    phases = [one for one in model.model_.trace if "learning" in one[0] and one[2]]
    staged = any(rows > 0 for _, rows, *_ in phases)
    lines = []
    before = 0
    for name, rows, step, bound, when in phases:
        x = np.asarray(step) + before if against == "step" else np.asarray(when)
        y = np.asarray(bound) / (rows or 1.0)
        if staged:  # one stage after the other
            before += step[-1]
            lines.append((f"{rows:,.0f} rows" if rows else "all rows", x, y))
        else:
            lines.append((name.split(",")[0] if "," in name else "usual start", x, y))
    return lines, "bound per row" if staged else "bound"
