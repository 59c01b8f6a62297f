"""Kernels as objects: written as text underneath, and composed with + and *.

>>> from phigp import kernels
>>> 2 * kernels.RBF(ard=True) + kernels.Linear()
Kernel('2*rbf(ard) + linear')
>>> kernels.Matern52(lengthscale=0.5) * kernels.Periodic(period=7)
Kernel('matern52(lengthscale=0.5) * periodic(period=7)')

A kernel is given to an estimator as it is, or as its text.
"""

from __future__ import annotations

import numbers
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from phigp._kernel_latex import kernel_latex
from phigp._latex import as_html

__all__ = [
    "RBF",
    "Constant",
    "Kernel",
    "Linear",
    "Matern12",
    "Matern32",
    "Matern52",
    "Periodic",
    "RationalQuadratic",
    "White",
]


def _number(value: float) -> str:
    text = repr(float(value))
    return text[:-2] if text.endswith(".0") else text


def _value(value: object) -> str:
    if isinstance(value, numbers.Real):
        return _number(float(value))
    if isinstance(value, str):
        return value
    if isinstance(value, Iterable):
        return "[" + ",".join(_value(one) for one in value) + "]"
    raise TypeError(f"a number, a name or a list of them, not {type(value).__name__!r}")


class Kernel:
    """A kernel expression (docs/kernels.md says what it may have).

    >>> 2 * Kernel("rbf(ard) + linear")
    Kernel('2*(rbf(ard) + linear)')
    """

    def __init__(self, text: str) -> None:
        self.text = text

    def __add__(self, other: Kernel) -> Kernel:
        if not isinstance(other, Kernel):
            return NotImplemented
        return Kernel(f"{self.text} + {other.text}")

    def __mul__(self, other: Kernel | float) -> Kernel:
        if isinstance(other, numbers.Real):
            return other * self
        if not isinstance(other, Kernel):
            return NotImplemented
        return Kernel(f"{self._factor()} * {other._factor()}")

    def __rmul__(self, factor: float) -> Kernel:
        if not isinstance(factor, numbers.Real):
            return NotImplemented
        return Kernel(f"{_number(factor)}*{self._factor()}")

    def _factor(self) -> str:
        return f"({self.text})" if "+" in self.text else self.text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Kernel) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Kernel({self.text!r})"

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle k(x, x') = {kernel_latex(self.text)}$"

    def _repr_html_(self) -> str:
        return as_html(repr(self), f"k(x, x') = {kernel_latex(self.text)}")


def _unit(name: str, ard: bool = False, **stated: object) -> Kernel:
    words = ["ard"] if ard else []
    words += [f"{key}={_value(one)}" for key, one in stated.items() if one is not None]
    return Kernel(f"{name}({', '.join(words)})" if words else name)


def _dims(dims: Sequence[int | str] | None) -> list[int | str] | None:
    """Columns by number or by name, the latter quoted."""
    if dims is None:
        return None
    return [f"'{one}'" if isinstance(one, str) else one for one in dims]


Lengthscale: TypeAlias = "float | Sequence[float] | None"
Dims: TypeAlias = "Sequence[int | str] | None"


def RBF(*, ard: bool = False, lengthscale: Lengthscale = None, dims: Dims = None) -> Kernel:  # noqa: N802
    """exp(-s/2): very smooth functions.

    >>> RBF(ard=True)
    Kernel('rbf(ard)')
    """
    return _unit("rbf", ard, lengthscale=lengthscale, dims=_dims(dims))


def Matern12(*, ard: bool = False, lengthscale: Lengthscale = None, dims: Dims = None) -> Kernel:  # noqa: N802
    """exp(-sqrt(s)): continuous, rough functions.

    >>> Matern12()
    Kernel('matern12')
    """
    return _unit("matern12", ard, lengthscale=lengthscale, dims=_dims(dims))


def Matern32(*, ard: bool = False, lengthscale: Lengthscale = None, dims: Dims = None) -> Kernel:  # noqa: N802
    """(1 + a) exp(-a), a = sqrt(3 s): functions with one derivative.

    >>> Matern32(lengthscale=0.5)
    Kernel('matern32(lengthscale=0.5)')
    """
    return _unit("matern32", ard, lengthscale=lengthscale, dims=_dims(dims))


def Matern52(*, ard: bool = False, lengthscale: Lengthscale = None, dims: Dims = None) -> Kernel:  # noqa: N802
    """(1 + a + a^2/3) exp(-a), a = sqrt(5 s): functions with two derivatives.

    >>> Matern52(dims=["age", 2])
    Kernel("matern52(dims=['age',2])")
    """
    return _unit("matern52", ard, lengthscale=lengthscale, dims=_dims(dims))


def RationalQuadratic(  # noqa: N802
    *,
    ard: bool = False,
    lengthscale: Lengthscale = None,
    alpha: float | None = None,
    dims: Dims = None,
) -> Kernel:
    """(1 + s/(2 alpha))^(-alpha): rbf of many lengthscales at once.

    >>> RationalQuadratic(alpha=2)
    Kernel('rq(alpha=2)')
    """
    return _unit("rq", ard, lengthscale=lengthscale, alpha=alpha, dims=_dims(dims))


def Periodic(  # noqa: N802
    *, lengthscale: float | None = None, period: float | None = None, dims: Dims = None
) -> Kernel:
    """exp(-2 sum sin^2(pi (x-z)/period)/lengthscale^2): functions that repeat.

    >>> Periodic(period=7)
    Kernel('periodic(period=7)')
    """
    return _unit("periodic", lengthscale=lengthscale, period=period, dims=_dims(dims))


def Linear(*, ard: bool = False, lengthscale: Lengthscale = None, dims: Dims = None) -> Kernel:  # noqa: N802
    """Sum of x z: linear functions through the origin.

    >>> Linear(ard=True)
    Kernel('linear(ard)')
    """
    return _unit("linear", ard, lengthscale=lengthscale, dims=_dims(dims))


def Constant() -> Kernel:  # noqa: N802
    """One unknown offset.

    >>> RBF() + Constant()
    Kernel('rbf + constant')
    """
    return Kernel("constant")


def White() -> Kernel:  # noqa: N802
    """Independent noise at each observation.

    >>> RBF() + White()
    Kernel('rbf + white')
    """
    return Kernel("white")
