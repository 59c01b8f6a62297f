"""Likelihoods as objects: by name, as phi, or as a density.

Every likelihood of the catalogue is a function here:

>>> from phigp import likelihoods
>>> likelihoods.Laplace(b=4)
Likelihood('laplace', b=4): p(y|f) = exp(-|y-f|/b) / (2*b)
>>> likelihoods.StudentT().parameters
{'nu': 4.0, 'sigma': 1.0}
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable
from typing import Any

from phigp import _core
from phigp._compose import mixture, product
from phigp._functions import adapted, parameter_names, text_of
from phigp._latex import as_html, formula_latex, text_latex
from phigp.errors import InvalidInput

__all__ = ["Check", "Likelihood", "mixture", "names", "product"]  # and the catalogue's, below

_CATALOGUE: dict[str, dict[str, Any]] = {
    entry["name"]: entry for entry in json.loads(_core.catalogue())["likelihoods"]
}


def _number(name: str, value: Any) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        rule = "must be a number"
        raise InvalidInput(f"{name} {rule}, got {value!r}", name, repr(value), rule) from None


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
    phi : str or function, optional
        phi(r), instead of a name: as a formula, or as a function in the manner of NumPy, of an
        array of complex numbers r and of parameters by name. A function is checked to be analytic
        and admissible; what it gives has the digits of phi, not of its logarithm, and a model with
        it cannot be saved.
    log_phi : function, optional
        The logarithm of phi as such a function, real for r > 0 and without jumps: it serves
        where phi itself becomes too small for a number.
    density : str, optional
        p(y|f) as a formula, instead.
    link : 'regression' or 'classification'
        With phi: h = (y-f)/scale, or h = f with two labels. A fit learns the scale, from 1 where
        none is given, unless small changes of phi's own parameters stretch r as well.
    domain : str, optional
        With density: 'real', 'label', 'count' or 'successes'; found out where it is not given.
    **parameters : float
        Values of its parameters, from which learning starts.

    Examples
    --------
    >>> Likelihood(phi="(1+sqrt(3*r)/rho)*exp(-sqrt(3*r)/rho)", rho=1.5).check().verdict
    'proven'
    >>> import numpy as np
    >>> Likelihood(phi=lambda r, b: np.exp(-np.sqrt(r) / b), b=2).check().verdict
    'not refuted'
    >>> Likelihood("laplace", b=2)
    Likelihood('laplace', b=2): p(y|f) = exp(-|y-f|/b) / (2*b)

    """

    def __init__(
        self,
        name: str | None = None,
        *,
        phi: str | Callable[..., Any] | None = None,
        log_phi: Callable[..., Any] | None = None,
        density: str | None = None,
        link: str | None = None,
        domain: str | None = None,
        **parameters: float,
    ) -> None:
        if sum(one is not None for one in (name, phi, log_phi, density)) != 1:
            raise InvalidInput("a likelihood is stated by one of name, phi, log_phi and density")
        if link is not None and phi is None and log_phi is None:
            raise InvalidInput("link goes with phi")
        if domain is not None and density is None:
            raise InvalidInput("domain goes with density")
        if log_phi is not None and not callable(log_phi):
            raise InvalidInput(f"log_phi must be a function, got {log_phi!r}; phi may be a formula")
        self.name = name
        self.phi = phi
        self.log_phi = log_phi
        self.density = density
        self.link = link
        self.domain = domain
        self._given = {key: _number(key, value) for key, value in parameters.items()}
        self._made: dict[str, _core.StatedLikelihood] = {}  # by link
        if name is not None:
            self.stated().require()

    @property
    def function(self) -> Callable[..., Any] | None:
        """Phi, or its logarithm, where it is a function."""
        return self.phi if callable(self.phi) else self.log_phi

    @property
    def parameters(self) -> dict[str, float]:
        """Values of all parameters, defaults included."""
        entry = _CATALOGUE.get(self.name or "")
        initial = {p["name"]: float(p["default"]) for p in entry["parameters"]} if entry else {}
        return {**initial, **self._given}

    def with_parameters(self, **values: float) -> Likelihood:
        """The same with other values of parameters."""
        return type(self)(**{**self._statement(), **self._given, **values})

    def with_link(self, link: str) -> Likelihood:
        """The same phi with this link."""
        return type(self)(**{**self._statement(), "link": link, **self._given})

    def stated(self, link: str | None = None) -> _core.StatedLikelihood:
        """As the library takes it; `link` serves where none was stated."""
        link = self.link or link or "regression"
        if link not in self._made:
            if self.function is None:
                statement = {"link": link} if self.phi is not None else {}
                text = json.dumps({**statement, **json.loads(self.to_json())})
                self._made[link] = _core.StatedLikelihood.from_json(text)
            else:
                self._made[link] = self._stated_function(self.function, link)
        return self._made[link]

    def _stated_function(self, function: Callable[..., Any], link: str) -> _core.StatedLikelihood:
        names = parameter_names(function, self._given)
        extra = "scale" if link == "regression" else "k"
        unknown = [name for name in self._given if name not in names and name != extra]
        if unknown:
            raise InvalidInput(f"phi has no parameter {unknown[0]!r}; it has {[*names, extra]}")
        scale = None if extra in names else self._given.get(extra)
        text = text_of(function, names)
        return _core.StatedLikelihood.from_function(
            adapted(function, names, "phi" if self.log_phi is None else "log_phi"),
            self.log_phi is not None,
            text if self.log_phi is None else f"exp({text})",
            [(name, self._given[name]) for name in names],
            link,
            scale,
        )

    def check(self) -> Check:
        """The report on admissibility, normalisation, moments, tails and sampler."""
        facts, text = _core.check_likelihood(self.stated())
        return Check(json.loads(facts), text)

    def _statement(self) -> dict[str, Any]:
        keys = ("name", "phi", "log_phi", "density", "link", "domain")
        return {key: getattr(self, key) for key in keys if getattr(self, key) is not None}

    def settings(self) -> dict[str, Any]:
        """As keywords of an estimator."""
        stated = self._statement()
        if "name" in stated:
            stated["likelihood"] = stated.pop("name")
        if self._given:
            stated["parameters"] = self._given
        return stated

    def to_json(self) -> str:
        """As a model file keeps it."""
        if self.function is not None:
            raise InvalidInput(
                f"{self!r} cannot be written as text: its phi is a function; a formula can"
            )
        return json.dumps({**self._statement(), "parameters": self._given})

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

    def _key(self) -> tuple[Any, ...]:
        return (*sorted(self._statement().items()), *sorted(self._given.items()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Likelihood) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_made": {}}

    def _source(self) -> str:
        words = [repr(self.name)] if self.name is not None else []
        for key, value in self._statement().items():
            if key != "name":
                named = callable(value) and hasattr(value, "__name__")
                words.append(f"{key}={value.__name__ if named else repr(value)}")
        words += [f"{key}={value:g}" for key, value in self._given.items()]
        return f"Likelihood({', '.join(words)})"

    def __repr__(self) -> str:
        if self.name is None:
            return self._source()
        return f"{self._source()}: p(y|f) = {_CATALOGUE[self.name]['density']}"

    def _repr_latex_(self) -> str:
        if self.name is not None or self.density is not None:
            formula = _CATALOGUE[self.name]["density"] if self.name else self.density
            return f"$\\displaystyle p(y\\mid f) = {formula_latex(str(formula))}$"
        if isinstance(self.phi, str):
            phi = formula_latex(self.phi)
        else:
            phi = text_latex(text_of(self.function, [])) if self.function else ""
        return f"$\\displaystyle \\varphi(r) = {phi}$"

    def _repr_html_(self) -> str:
        formula = self._repr_latex_().strip("$").removeprefix("\\displaystyle ")
        return as_html(self._source(), formula)


def names() -> list[str]:
    """The likelihoods of the catalogue.

    >>> "student-t" in names()
    True
    """
    return list(_CATALOGUE)


def _maker(entry: dict[str, Any]) -> Any:
    def make(**parameters: float) -> Likelihood:
        named: dict[str, Any] = dict(parameters)
        return Likelihood(entry["name"], **named)

    made: Any = make
    made.__name__ = made.__qualname__ = _python_name(entry["name"])
    made.__doc__ = f"`p(y|f) = {entry['density']}`"
    if entry["parameters"]:
        made.__doc__ += "\n\nParameters\n----------\n"
    made.__doc__ += "\n".join(
        f"{one['name']} : {one['default']}\n    {one['meaning']}" for one in entry["parameters"]
    )
    shown = f"Likelihood({entry['name']!r}): p(y|f) = {entry['density']}"
    made.__doc__ += f"\n\nExamples\n--------\n>>> {made.__name__}()\n{shown}\n"
    only = inspect.Parameter.KEYWORD_ONLY
    arguments = [
        inspect.Parameter(one["name"], only, default=one["default"], annotation=float)
        for one in entry["parameters"]
    ]
    made.__signature__ = inspect.Signature(arguments, return_annotation=Likelihood)
    return made


def _python_name(name: str) -> str:
    """'student-t' as StudentT, 'bayesian-svm' as BayesianSvm."""
    return "".join(part.capitalize() for part in name.split("-"))


_MAKERS = {_python_name(name): _maker(entry) for name, entry in _CATALOGUE.items()}
globals().update(_MAKERS)
__all__ += list(_MAKERS)


def __getattr__(name: str) -> Callable[..., Likelihood]:
    known = ", ".join(_MAKERS)
    raise AttributeError(f"module 'phigp.likelihoods' has no {name!r}; it has {known}")
