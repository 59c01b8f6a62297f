"""phi as a Python function: what the library calls, and what is said of it."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from phigp.errors import InvalidInput

ComplexArray = npt.NDArray[np.complex128]


def parameter_names(function: Callable[..., Any], given: dict[str, float]) -> list[str]:
    """The arguments after r, each of which needs a value."""
    try:
        arguments = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):  # a ufunc, say
        return []
    names = []
    for argument in arguments[1:]:
        if argument.kind in (argument.VAR_POSITIONAL, argument.VAR_KEYWORD):
            continue
        if argument.name in given:
            names.append(argument.name)
        elif argument.default is argument.empty:
            raise InvalidInput(f"phi has a parameter {argument.name!r} that was given no value")
    return names


def text_of(function: Callable[..., Any], names: list[str]) -> str:
    """For people: 'tails(r, b)'."""
    name = getattr(function, "__name__", type(function).__name__)
    return f"{name}({', '.join(['r', *names])})"


def adapted(function: Callable[..., Any], names: list[str], what: str) -> Callable[..., Any]:
    """Of a complex array and a list of parameters, with complaints in the user's words."""

    def call(r: ComplexArray, values: list[float]) -> ComplexArray:
        # Real numbers as such: complex powers, for one, overflow on the way to a small result.
        at = r if r.imag.any() else np.ascontiguousarray(r.real)
        with np.errstate(all="ignore"):
            try:
                found = function(at, **dict(zip(names, values, strict=True)))
            except (TypeError, ValueError) as error:
                raise InvalidInput(
                    f"{what} must accept an array of complex numbers r, as NumPy's functions do: "
                    f"{type(error).__name__}: {error}"
                ) from error
            array = np.asarray(found)
            if array.dtype.kind not in "fc" or array.shape != r.shape:
                raise InvalidInput(
                    f"{what} must give one number for each r; for {r.shape[0]} of them it gave an "
                    f"array of shape {array.shape} and type {array.dtype}"
                )
            return np.ascontiguousarray(array, dtype=np.complex128)

    return call
