"""Keywords as the settings of the program: both are read from text by the same code."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from phigp import _core
from phigp.errors import InvalidInput

TABLE = {info.name.replace("-", "_"): info for info in _core.setting_table()}

# These are not keywords but arguments of fit: y and sample_weight.
ARGUMENTS = ("target", "weights")


def _text(value: Any) -> str:
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (float, np.floating)):
        return repr(float(value))
    if isinstance(value, dict):
        return ",".join(f"{name}={_text(one)}" for name, one in value.items())
    if isinstance(value, os.PathLike):
        return str(os.fspath(value))
    return str(value)


def settings_of(values: dict[str, Any]) -> dict[str, str]:
    """The settings that are stated, as text; None leaves one at its default.

    >>> settings_of({"inducing_by": "random", "refine": True, "kernel": None, "tolerance": 1e-5})
    {'inducing-by': 'random', 'refine': 'true', 'tolerance': '1e-05'}
    """
    stated = {name: value for name, value in values.items() if value is not None}
    for name, value in stated.items():
        if callable(value):
            made = getattr(value, "__name__", "it")
            raise InvalidInput(f"{name} is a function that makes one; call it: {made}(…)", name)
    return {TABLE[name].name: _text(value) for name, value in stated.items()}


def named_as_keyword(error: InvalidInput) -> InvalidInput:
    """The same of a setting by the name that its keyword has."""
    keyword = error.name.replace("-", "_")
    if keyword == error.name or keyword not in TABLE:
        return error
    message = error.message.replace(error.name, keyword, 1)
    return InvalidInput(message, keyword, error.value, error.rule)


def parameter_docs(defaults: dict[str, Any]) -> str:
    """The section of a docstring on keywords that have these defaults."""
    lines = []
    for name, default in defaults.items():
        lines.append(f"    {name} : {default!r}")
        lines.append(f"        {TABLE[name].meaning}.")
    return "\n".join(lines)
