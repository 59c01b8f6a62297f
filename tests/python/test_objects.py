"""Likelihoods and kernels as objects, and the package as it is imported."""

import doctest
import importlib
import inspect
import json
import pathlib
import pickle
import pkgutil
import subprocess
import sys

import numpy as np
import pytest

import phigp
from phigp import _core, kernels, likelihoods

CATALOGUE = json.loads(_core.catalogue())["likelihoods"]


@pytest.mark.parametrize("entry", CATALOGUE, ids=lambda entry: entry["name"])
def test_every_likelihood_of_the_catalogue_is_a_function(entry):
    name = "".join(part.capitalize() for part in entry["name"].split("-"))
    made = getattr(likelihoods, name)()
    assert made.name == entry["name"]
    assert made.parameters == {p["name"]: p["default"] for p in entry["parameters"]}
    check = made.check()
    assert check
    assert check.verdict == "proven"
    assert entry["density"].split("(")[0] in repr(check)
    assert phigp.Likelihood.from_json(made.to_json()) == made
    assert pickle.loads(pickle.dumps(made)) == made
    assert entry["density"] in getattr(likelihoods, name).__doc__


def test_names_that_are_none_are_answered_with_those_there_are():
    with pytest.raises(AttributeError, match="StudentT"):
        likelihoods.Student()
    with pytest.raises(ValueError, match="student-t"):
        phigp.Likelihood("student")
    with pytest.raises(ValueError, match="nu must be positive"):
        likelihoods.StudentT(nu=-1)
    with pytest.raises(ValueError, match="mu"):
        likelihoods.StudentT(mu=1)
    for wrong in ({}, {"name": "laplace", "phi": "exp(-r)"}):
        with pytest.raises(ValueError, match="one of name, phi, log_phi and density"):
            phigp.Likelihood(**wrong)
    with pytest.raises(ValueError, match="link goes with phi"):
        phigp.Likelihood("laplace", link="regression")


def test_a_formula_that_is_none_is_refuted_with_reasons():
    check = phigp.Likelihood(phi="exp(-r^1.2)").check()
    assert not check
    assert check.reasons
    assert "refuted" in repr(check)
    with pytest.raises(ValueError, match="\\^"):  # the place is marked
        phigp.Likelihood(phi="exp(-r").check()


def test_kernels_compose():
    k = 2 * kernels.RBF(ard=True) + kernels.Linear()
    assert str(k) == "2*rbf(ard) + linear"
    assert str(k * kernels.Periodic(period=7)) == "(2*rbf(ard) + linear) * periodic(period=7)"
    assert str(3 * k) == "3*(2*rbf(ard) + linear)" == str(k * 3)
    assert str(kernels.RBF(lengthscale=[1, 0.5], dims=["a b", 2])) == (
        "rbf(lengthscale=[1,0.5], dims=['a b',2])"
    )
    assert k == kernels.Kernel("2*rbf(ard) + linear")
    with pytest.raises(TypeError):
        k + 1


@pytest.mark.parametrize("name", [n for n in kernels.__all__ if n != "Kernel"])
def test_every_kernel_fits(waves, name):
    kernel = getattr(kernels, name)()
    x, y = waves
    by_object = phigp.GPRegressor(kernel=kernel + kernels.Constant(), iterations=3).fit(x, y)
    by_text = phigp.GPRegressor(kernel=f"{kernel} + constant", iterations=3).fit(x, y)
    np.testing.assert_array_equal(by_object.predict(x), by_text.predict(x))
    assert str(kernel) in by_object.kernel_


def test_every_docstring_example_runs():
    package = pathlib.Path(phigp.__file__).parent
    failures = attempted = 0
    for module in ["phigp", *(m.name for m in pkgutil.walk_packages([str(package)], "phigp."))]:
        if not module.endswith("_core"):
            result = doctest.testmod(importlib.import_module(module))
            failures += result.failed
            attempted += result.attempted
    runner = doctest.DocTestRunner()  # a module in C++ is not looked through
    for test in doctest.DocTestFinder().find(_core.Sites, "Sites", module=False, globs={}):
        runner.run(test)
    assert runner.summarize().attempted == 2
    failures += runner.summarize().failed
    assert failures == 0
    assert attempted > 150


MODULES = ["", ".comparison", ".estimators", ".inference", ".kernels", ".likelihoods", ".plot"]


@pytest.mark.parametrize("module", [f"phigp{name}" for name in MODULES])
def test_every_public_name_has_an_example(module):
    found = importlib.import_module(module)
    for name in found.__all__:
        thing = getattr(found, name)
        if inspect.isclass(thing) or callable(thing):
            assert ">>> " in thing.__doc__, name


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_import_brings_nothing_that_is_optional():
    code = "import sys, phigp; print(*sorted({m.split('.')[0] for m in sys.modules}))"
    modules = run(code).split()
    assert "phigp" in modules
    assert not {"sklearn", "scipy", "pandas", "polars", "tqdm"} & set(modules)


def test_completion_offers_what_is_public():
    shown = {name for name in dir(phigp) if not name.startswith("_")}
    assert shown == {*phigp.__all__, "comparison", "errors"} - {"__version__"}
    assert all(hasattr(phigp, name) for name in shown)


def test_estimators_work_without_scikit_learn():
    code = """
import sys
for name in ("sklearn", "scipy", "pandas", "polars"):
    sys.modules[name] = None
import numpy as np, phigp
x = np.linspace(0, 1, 20).reshape(-1, 1)
model = phigp.GPRegressor(kernel="linear").fit(x, 2 * x[:, 0] + 0.01 * np.cos(40 * x[:, 0]))
print(round(model.score(x, 2 * x[:, 0]), 3), model)
assert model.set_params(kernel="rbf").get_params()["kernel"] == "rbf"
try:
    phigp.GPClassifier().predict(x)
except ValueError as error:
    print(error)
try:
    model.set_params(kernels="rbf")
except ValueError as error:
    print(error)
"""
    out = run(code)
    assert out.startswith("1.0 GPRegressor(kernel='linear')")
    assert "not fitted yet" in out
    assert "Invalid parameter 'kernels'" in out


def test_the_version_is_that_of_the_project():
    root = pathlib.Path(__file__).resolve().parents[2]
    assert phigp.__version__ == (root / "VERSION").read_text().strip()
