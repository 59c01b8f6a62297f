"""What users pass as numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from phigp._data import Array


def vector(values: Any, count: int | None = None) -> Array:
    """In one dimension; one number is as many as `count`."""
    array = np.asarray(values, dtype=np.float64, order="C")
    if array.ndim == 0 and count is not None:
        array = np.full(count, float(array))
    if array.ndim != 1:
        raise ValueError(f"expected numbers in one dimension, got an array of shape {array.shape}")
    return array


def points(X: Any, what: str) -> Array:
    """In two dimensions, row by row."""
    array = np.ascontiguousarray(X, dtype=np.float64)
    if array.ndim != 2:
        raise ValueError(f"{what} must have two dimensions, got an array of shape {array.shape}")
    return array
