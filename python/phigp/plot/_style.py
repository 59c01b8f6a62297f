"""What all pictures share: colours, and axes without a frame."""

from __future__ import annotations

from typing import Any

LINE = "#1f5a91"
BAND = "#9ec3e6"
DATA = "#333333"
QUIET = "#aaaaaa"  # what lines are compared with


def _pyplot() -> Any:
    try:
        import matplotlib.pyplot as plt
    except ImportError as error:
        raise ImportError("phigp.plot needs matplotlib: pip install matplotlib") from error
    return plt


def own_axes(ax: Any, size: tuple[float, float] = (6.4, 4.0)) -> Any:
    """`ax`, or those of a new figure."""
    return _pyplot().subplots(figsize=size, layout="constrained")[1] if ax is None else ax


def figure_of(size: tuple[float, float]) -> Any:
    """A new figure without axes."""
    return _pyplot().figure(figsize=size, layout="constrained")


def plain(ax: Any) -> Any:
    """The same axes, without the lines that bound nothing."""
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    return ax
