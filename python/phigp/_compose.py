"""New likelihoods from old ones, as formulas: a file keeps them, and their parameters are learned.

The formula engine sees sums and products of known laws and proves, draws and learns as of its own.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from phigp.errors import InvalidInput

if TYPE_CHECKING:
    from phigp.likelihoods import Likelihood

# p(y|f) = constant * phi((y-f)^2), of the noise laws of the catalogue.
NOISE = {
    "gaussian": ("1/(sigma*sqrt(2*pi))", "exp(-r/(2*sigma^2))"),
    "laplace": ("1/(2*b)", "exp(-sqrt(r)/b)"),
    "student-t": (
        "exp(lgamma((nu+1)/2)-lgamma(nu/2))/(sqrt(pi*nu)*sigma)",
        "(1+r/(nu*sigma^2))^(-(nu+1)/2)",
    ),
    "cauchy": ("1/(pi*sigma)", "1/(1+r/sigma^2)"),
    "matern32": ("sqrt(3)/(4*rho)", "(1+sqrt(3)*sqrt(r)/rho)*exp(-sqrt(3)*sqrt(r)/rho)"),
    "matern52": (
        "3*sqrt(5)/(16*rho)",
        "(1+sqrt(5)*sqrt(r)/rho+5*r/(3*rho^2))*exp(-sqrt(5)*sqrt(r)/rho)",
    ),
    "logistic-noise": ("1/(4*s)", "sech(sqrt(r)/(2*s))^2"),
    "pseudo-huber": (
        "exp(-delta^2)/(2*s*delta*besselk(1,delta^2))",
        "exp(-delta^2*(sqrt(1+r/(s*delta)^2)-1))",
    ),
    "exponential-power": ("q/(2*s*exp(lgamma(1/q)))", "exp(-(sqrt(r)/s)^q)"),
}


def _replace(text: str, name: str, by: str) -> str:
    return re.sub(rf"\b{name}\b", by, text)


def _numbered(parts: Sequence[Likelihood]) -> list[dict[str, str]]:
    """New names of the parameters of each part: numbered where several parts have the same."""
    every = Counter(name for part in parts for name in part.parameters)
    taken = set(every)  # b of two parts must not become the b1 that a third one has
    names: list[dict[str, str]] = []
    for part in parts:
        names.append({name: name for name in part.parameters})
        for name in part.parameters:
            if every[name] > 1:
                numbers = (f"{name}{i}" for i in itertools.count(1))
                new = next(one for one in numbers if one not in taken)
                taken.add(new)
                names[-1][name] = new
    return names


def _phi(part: Likelihood) -> str:
    if part.name in NOISE:
        return NOISE[part.name][1]
    if not isinstance(part.phi, str):
        raise InvalidInput(
            f"product takes noise laws of the catalogue ({', '.join(NOISE)}) and phi as formulas, "
            f"not {part!r}"
        )
    if "scale" in part.parameters and not re.search(r"\bscale\b", part.phi):
        return _replace(part.phi, "r", "(r/scale^2)")
    return part.phi


def _density(part: Likelihood) -> str:
    if part.name in NOISE:
        constant, phi = NOISE[part.name]
        return f"{constant}*{_replace(phi.replace('sqrt(r)', 'abs(y-f)'), 'r', '(y-f)^2')}"
    if part.density is None:
        raise InvalidInput(
            f"mixture takes densities (noise laws of the catalogue: {', '.join(NOISE)}; density as "
            f"a formula) or, for all parts, phi as formulas, not {part!r}"
        )
    return part.density


def _renamed(texts: list[str], names: list[dict[str, str]]) -> list[str]:
    # All names of a part at once: one by one, a new name could be taken for an old one.
    def rename(text: str, new: dict[str, str]) -> str:
        return re.sub(r"\b[A-Za-z_]\w*", lambda found: new.get(found[0], found[0]), text)

    return [rename(text, new) for text, new in zip(texts, names, strict=True)]


def _values(parts: Sequence[Likelihood], names: list[dict[str, str]]) -> dict[str, Any]:
    return {
        names[i][name]: value
        for i, part in enumerate(parts)
        for name, value in part.parameters.items()
    }


def _check(parts: Sequence[Likelihood], what: str) -> None:
    if len(parts) < 2:
        raise InvalidInput(f"{what} needs at least two likelihoods, got {len(parts)}")
    for part in parts:
        if part.function is not None:
            raise InvalidInput(
                f"{what} takes formulas; of functions, {part!r}, write the {what} as a function"
            )


def mixture(*parts: Likelihood, weights: Sequence[float] | None = None) -> Likelihood:
    """Noise that is of one law or another: p = Σ w_k p_k.

    Parameters
    ----------
    *parts : Likelihood
        Noise laws of the catalogue, or densities as formulas; or all phi, which are then mixed.
    weights : sequence of float, optional
        Positive; divided by their sum. Default: all the same.

    Examples
    --------
    >>> from phigp import likelihoods
    >>> likelihoods.mixture(likelihoods.Gaussian(sigma=1), likelihoods.Gaussian(sigma=10),
    ...                     weights=[9, 1]).check().verdict
    'proven'

    """
    from phigp.likelihoods import Likelihood

    _check(parts, "mixture")
    shares = [1.0] * len(parts) if weights is None else [float(one) for one in weights]
    if len(shares) != len(parts) or not all(0.0 < one < float("inf") for one in shares):
        raise InvalidInput(f"weights must be {len(parts)} positive numbers, got {weights!r}")
    total = sum(shares)
    names = _numbered(parts)
    all_phi = all(isinstance(part.phi, str) for part in parts)
    texts = _renamed([_phi(part) if all_phi else _density(part) for part in parts], names)
    text = " + ".join(
        f"{share / total!r}*({one})" for share, one in zip(shares, texts, strict=True)
    )
    values = _values(parts, names)
    if not all_phi:
        return Likelihood(density=text, domain="real", **values)
    return Likelihood(phi=text, link=_link(parts), **values)


def _link(parts: Sequence[Likelihood]) -> str | None:
    links = {part.link for part in parts if part.name is None}
    if len(links) > 1:
        raise InvalidInput(f"parts must have the same link, got {sorted(map(str, links))}")
    return links.pop() if links else None


def product(*parts: Likelihood) -> Likelihood:
    """Noise whose density is the product of theirs, made to integrate to one: ω is a sum.

    Parameters
    ----------
    *parts : Likelihood
        Noise laws of the catalogue, or phi as formulas.

    Examples
    --------
    >>> from phigp import likelihoods
    >>> likelihoods.product(likelihoods.Laplace(b=2), likelihoods.Gaussian(sigma=3)).phi
    '(exp(-sqrt(r)/b))*(exp(-r/(2*sigma^2)))'

    """
    from phigp.likelihoods import Likelihood

    _check(parts, "product")
    names = _numbered(parts)
    texts = _renamed([_phi(part) for part in parts], names)
    text = "*".join(f"({one})" for one in texts)
    return Likelihood(phi=text, link=_link(parts), **_values(parts, names))
