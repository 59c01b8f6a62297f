"""Kernels as mathematics, for notebooks."""

from __future__ import annotations

import re

_UNIT = re.compile(r"(?<![\w.])([a-z_]\w*)(?:\(((?:[^()']|'[^']*')*)\))?")
_NUMBER = re.compile(r"(?<![\w.{])\d[\d.]*(?:e[+-]?\d+)?")

# Of s, the squared distance in lengthscales, and of what else a unit has.
_FORMS = {
    "rbf": r"e^{{-{s}/2}}",
    "matern12": r"e^{{-\sqrt{{{s}}}}}",
    "matern32": r"\left(1 + \sqrt{{3 {s}}}\right) e^{{-\sqrt{{3 {s}}}}}",
    "matern52": r"\left(1 + \sqrt{{5 {s}}} + \tfrac{{5}}{{3}} {s}\right) e^{{-\sqrt{{5 {s}}}}}",
    "rq": r"\left(1 + \frac{{{s}}}{{2 \cdot {alpha}}}\right)^{{-{alpha}}}",
    "periodic": r"e^{{-2 {s}}}",
    "linear": "{s}",
    "constant": "1",
    "white": r"\delta_{{x x'}}",
}


def _shown(number: str) -> str:
    """To four digits."""
    mantissa, _, power = f"{float(number):.4g}".partition("e")
    return rf"{mantissa} \cdot 10^{{{int(power)}}}" if power else mantissa


def _arguments(text: str) -> dict[str, str]:
    """'ard, dims=[0,2]' by name; a word alone is its own value."""
    found = re.findall(r"(\w+)\s*(?:=\s*(\[[^\]]*\]|[^,]+))?", text)
    return {name: value.strip() or name for name, value in found}


def _items(listed: str) -> str:
    """The members of a list, names as text."""
    members = [one.strip().strip("'") for one in listed.strip("[]").split(",")]
    names = [re.sub(r"([_%&#$])", r"\\\1", one) for one in members]
    return ", ".join(one if one[:1].isdigit() else rf"\text{{{one}}}" for one in names)


def _distance(name: str, stated: dict[str, str]) -> str:
    """What s is of."""
    length = stated.get("lengthscale", "")
    own = "ard" in stated or length.startswith("[")
    scale = r"\ell_d" if own else _shown(length) if length else r"\ell"
    over = rf"d \in \{{{_items(stated['dims'])}\}}" if "dims" in stated else "d"
    x, z = "x_d", "x'_d"
    if name == "linear":
        term = rf"\frac{{{x} {z}}}{{{scale}^2}}" if own else f"{x} {z}"
    elif name == "periodic":
        period = _shown(stated["period"]) if "period" in stated else "p"
        term = rf"\frac{{\sin^2(\pi ({x} - {z}) / {period})}}{{{scale}^2}}"
    else:
        term = rf"\frac{{({x} - {z})^2}}{{{scale}^2}}"
    values = rf",\; \ell = ({_items(length)})" if length.startswith("[") else ""
    return rf"\sum_{{{over}}} {term}{values}"


def kernel_latex(text: str) -> str:
    r"""The formula of a kernel, and what its letters are.

    >>> kernel_latex("2*rbf(lengthscale=0.5)")
    "2\\,e^{-s/2},\\quad s = \\sum_{d} \\frac{(x_d - x'_d)^2}{0.5^2}"
    """
    many = sum(found[1] not in ("constant", "white") for found in _UNIT.finditer(text)) > 1
    letters: list[str] = []

    def unit(found: re.Match[str]) -> str:
        name, stated = found[1], _arguments(found[2] or "")
        if name not in _FORMS:
            return rf"\mathrm{{{name}}}"
        letter = f"s_{{{len(letters) + 1}}}" if many else "s"
        if name not in ("constant", "white"):
            letters.append(f"{letter} = {_distance(name, stated)}")
        alpha = _shown(stated["alpha"]) if "alpha" in stated else r"\alpha"
        return _FORMS[name].format(s=letter, alpha=alpha)

    # Numbers between the units, then the units, so that no digit of a formula is taken for one.
    pieces, last = [], 0
    for found in _UNIT.finditer(text):
        between = _NUMBER.sub(lambda one: _shown(one[0]), text[last : found.start()])
        pieces += [between, unit(found)]
        last = found.end()
    pieces.append(_NUMBER.sub(lambda one: _shown(one[0]), text[last:]))
    whole = re.sub(r"\s*\*\s*", r"\\,", "".join(pieces))
    return r",\quad ".join([whole, *letters])
