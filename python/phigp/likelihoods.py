"""Likelihoods as objects: by name, as phi, or as a density.

Every likelihood of the catalogue is a function here:

>>> from phigp import likelihoods
>>> likelihoods.StudentT(nu=4)
Likelihood('student-t', nu=4)
>>> likelihoods.StudentT().parameters
{'nu': 4.0, 'sigma': 1.0}
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from phigp import _core
from phigp.errors import InvalidInput

_CATALOGUE: dict[str, dict[str, Any]] = {
    entry["name"]: entry for entry in json.loads(_core.catalogue())["likelihoods"]
}


class Check:
    """What is known of a likelihood: whether phi is admissible and why, moments of omega, tails.

    >>> check = Likelihood(phi="exp(-r^1.2)").check()
    >>> bool(check), check.verdict
    (False, 'refuted')
    """

    def __init__(self, facts: dict[str, Any], text: str) -> None:
        self.facts = facts
        self.text = text

    @property
    def accepted(self) -> bool:
        """Admissible as far as is known, and a density in y (or exempt by name)."""
        return bool(self.facts["accepted"])

    @property
    def verdict(self) -> str:
        """'proven', 'not refuted' or 'refuted'."""
        verdict = self.facts["verdict"]
        return str(verdict["kind"]) if verdict else "refuted"

    @property
    def reasons(self) -> list[str]:
        """Why, in sentences."""
        verdict = self.facts["verdict"]
        reasons = list(verdict["reasons"]) if verdict else []
        return [*reasons, self.facts["refusal"]] if "refusal" in self.facts else reasons

    def __bool__(self) -> bool:
        return self.accepted

    def __repr__(self) -> str:
        return self.text


class Likelihood:
    """A likelihood of the super-Gaussian family.

    Parameters
    ----------
    name : str, optional
        Of the catalogue; `phigp.likelihoods.names()` lists them.
    phi : str, optional
        phi(r) as a formula, instead of a name.
    density : str, optional
        p(y|f) as a formula, instead.
    link : 'regression' or 'classification'
        With phi: h = (y-f)/scale, or h = f with two labels.
    domain : str, optional
        With density: 'real', 'label', 'count' or 'successes'; found out where it is not given.
    **parameters : float
        Values of its parameters, from which learning starts.

    Examples
    --------
    >>> Likelihood(phi="(1+sqrt(3*r)/rho)*exp(-sqrt(3*r)/rho)", rho=1.5).check().verdict
    'proven'
    >>> Likelihood("laplace", b=2)
    Likelihood('laplace', b=2)

    """

    def __init__(
        self,
        name: str | None = None,
        *,
        phi: str | None = None,
        density: str | None = None,
        link: str | None = None,
        domain: str | None = None,
        **parameters: float,
    ) -> None:
        if sum(one is not None for one in (name, phi, density)) != 1:
            raise InvalidInput("a likelihood is stated by one of name, phi and density")
        if link is not None and phi is None:
            raise InvalidInput("link goes with phi")
        if domain is not None and density is None:
            raise InvalidInput("domain goes with density")
        self.name = name
        self.phi = phi
        self.density = density
        self.link = link
        self.domain = domain
        self._given = {key: float(value) for key, value in parameters.items()}
        if name is not None:
            _core.require_likelihood(self.to_json())

    @property
    def parameters(self) -> dict[str, float]:
        """Values of all parameters, defaults included."""
        entry = _CATALOGUE.get(self.name or "")
        initial = {p["name"]: float(p["default"]) for p in entry["parameters"]} if entry else {}
        return {**initial, **self._given}

    def check(self) -> Check:
        """The report on admissibility, normalisation, moments, tails and sampler."""
        facts, text = _core.check_likelihood(self.to_json())
        return Check(json.loads(facts), text)

    def settings(self) -> dict[str, Any]:
        """As keywords of an estimator."""
        stated = {
            "likelihood": self.name,
            "phi": self.phi,
            "density": self.density,
            "link": self.link,
            "domain": self.domain,
            "parameters": self._given or None,
        }
        return {key: value for key, value in stated.items() if value is not None}

    def to_json(self) -> str:
        """As a model file keeps it."""
        stated = {
            "name": self.name,
            "phi": self.phi,
            "density": self.density,
            "link": self.link,
            "domain": self.domain,
        }
        facts: dict[str, Any] = {key: value for key, value in stated.items() if value is not None}
        return json.dumps({**facts, "parameters": self._given})

    @classmethod
    def from_json(cls, text: str) -> Likelihood:
        """What `to_json` wrote."""
        facts = json.loads(text)
        phi = facts.get("phi") or None
        density = facts.get("density") or None
        return cls(
            facts.get("name") or None,
            phi=phi,
            density=density,
            link=facts.get("link") if phi else None,
            domain=facts.get("domain") if density else None,
            **facts["parameters"],
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Likelihood) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash(self.to_json())

    def __repr__(self) -> str:
        words = [repr(self.name)] if self.name is not None else []
        for key in ("phi", "density", "link", "domain"):
            if getattr(self, key) is not None:
                words.append(f"{key}={getattr(self, key)!r}")
        words += [f"{key}={value:g}" for key, value in self._given.items()]
        return f"Likelihood({', '.join(words)})"


def names() -> list[str]:
    """The likelihoods of the catalogue.

    >>> "student-t" in names()
    True
    """
    return list(_CATALOGUE)


def _maker(entry: dict[str, Any]) -> Callable[..., Likelihood]:
    def make(**parameters: float) -> Likelihood:
        named: dict[str, Any] = dict(parameters)
        return Likelihood(entry["name"], **named)

    lines = [f"{p['name']} : {p['default']}\n    {p['meaning']}" for p in entry["parameters"]]
    make.__doc__ = f"p(y|f) = {entry['density']}\n\n" + "\n".join(lines)
    return make


def _python_name(name: str) -> str:
    """'student-t' as StudentT, 'bayesian-svm' as BayesianSvm."""
    return "".join(part.capitalize() for part in name.split("-"))


for _name, _entry in _CATALOGUE.items():
    _make = _maker(_entry)
    _make.__name__ = _make.__qualname__ = _python_name(_name)
    globals()[_python_name(_name)] = _make


def __getattr__(name: str) -> Callable[..., Likelihood]:
    known = ", ".join(_python_name(one) for one in _CATALOGUE)
    raise AttributeError(f"module 'phigp.likelihoods' has no {name!r}; it has {known}")
