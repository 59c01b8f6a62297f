"""Arguments that the library would refuse without saying which."""

from __future__ import annotations

import numbers
from typing import Any

from phigp._compat import NotFittedError
from phigp.errors import InvalidInput


def whole(value: Any, name: str, least: int = 0) -> int:
    """A whole number.

    >>> whole(3.0, "draws")
    3
    """
    number = isinstance(value, numbers.Real) and not isinstance(value, bool)
    if not number or not float(value).is_integer() or value < least:
        rule = f"must be a whole number, at least {least}"
        raise InvalidInput(f"{name} {rule}, got {value!r}", name, repr(value), rule)
    return int(value)


def require_fitted(model: Any) -> None:
    """Raises NotFittedError unless the estimator was fitted."""
    if not hasattr(model, "model_"):
        raise NotFittedError(
            f"This {type(model).__name__} instance is not fitted yet. Call 'fit' with appropriate "
            "arguments before using this estimator."
        )
