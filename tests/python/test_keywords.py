"""Every setting of the program is a keyword with the same default, and the other way round."""

import inspect

import numpy as np
import pytest

import phigp
from phigp import _core

# y, sample_weight: arguments of fit. progress: Python's own.
ARGUMENTS = {"target", "weights"}
OWN = {"progress", "quantile"}
STATED_BY_CLASS = {"likelihood", "phi", "link", "density", "domain", "parameters"}


def table():
    return {info.name.replace("-", "_"): info for info in _core.setting_table()}


@pytest.mark.parametrize("name", ["GPClassifier", "GPRegressor", "GPCountRegressor"])
def test_keywords_are_the_settings(name):
    keywords = set(getattr(phigp, name)().get_params())
    assert keywords - OWN == set(table()) - ARGUMENTS


def test_keywords_of_the_quantile_regressor_leave_the_likelihood_out():
    keywords = set(phigp.GPQuantileRegressor().get_params())
    assert keywords - OWN == set(table()) - ARGUMENTS - STATED_BY_CLASS


@pytest.mark.parametrize("cls", [phigp.GPRegressor, phigp.GPQuantileRegressor])
def test_defaults_are_those_of_the_table(cls):
    for name, parameter in inspect.signature(cls.__init__).parameters.items():
        if name in {"self", "link", *OWN}:  # link follows from the class
            continue
        info, default = table()[name], parameter.default
        if info.kind == "flag":
            assert default is (info.initial == "true")
        elif info.kind in ("integer", "number"):
            assert default == float(info.initial)
        else:
            assert (default or "") == info.initial, name


def test_every_keyword_is_described():
    for name in table().keys() - ARGUMENTS:
        default = inspect.signature(phigp.GPRegressor).parameters[name].default
        assert f"\n    {name} : {default!r}\n" in phigp.GPRegressor.__doc__


@pytest.mark.parametrize(
    ("keyword", "value", "report"),
    [
        ("kernel", "linear", lambda r: r["kernel"]["text"].endswith("linear")),
        ("mean", "zero", lambda r: r["mean"]["kind"] == "zero"),
        ("optimize", False, lambda r: r["learning_steps"] == 0),
        ("iterations", 2, lambda r: r["learning_steps"] == 2),
        ("tolerance", 0.5, lambda r: r["learning_steps"] < 8),
        ("restarts", 2, lambda r: len(r["start_bounds"]) == 3),
        ("refine", True, lambda r: "refinement" in r),
        ("inference", "sparse", lambda r: "sparse" in r["engine"]),
        ("prior", {"rbf.variance": "lognormal(0,1)"}, lambda r: "log_prior" in r),
    ],
)
def test_a_keyword_reaches_the_fit(waves, keyword, value, report):
    x, y = waves
    changed = phigp.GPRegressor(**{keyword: value}, threads=1).fit(x, y)
    usual = phigp.GPRegressor(threads=1).fit(x, y)
    assert report(changed.report_)
    assert not report(usual.report_)


def test_inducing_inputs_can_be_stated(waves, tmp_path):
    x, y = waves
    np.savetxt(tmp_path / "z.csv", x[::8], header="x0", comments="")
    by_number = phigp.GPRegressor(inference="sparse", inducing=7, inducing_by="random").fit(x, y)
    by_file = phigp.GPRegressor(inference="sparse", inducing_file=tmp_path / "z.csv").fit(x, y)
    assert "7 inducing" in by_number.report_["engine"]
    assert "5 inducing" in by_file.report_["engine"]


@pytest.mark.parametrize(
    ("keyword", "value", "message"),
    [
        ("kernel", "rfb", "rbf"),
        ("inference", "spars", "did you mean"),
        ("iterations", -1, "must be a whole number"),
        ("iterations", 2.5, "must be a whole number"),
        ("tolerance", "small", "must be a number"),
        ("refine", "yes", "must be true or false"),
        ("likelihood", "student", "student-t"),
        ("parameters", {"mu": 3}, "mu"),
        ("features", ["nowhere"], "is no column of X"),
        ("offset", "nowhere", "is no column of X"),
        ("mean", "cubic", "cubic"),
        ("prior", {"rbf.variance": "flat"}, "flat"),
        ("time_limit", -1, "^time_limit must be"),
        ("inducing_by", "luck", "inducing inputs is not known; known: kmeans"),
        ("kernel", phigp.kernels.RBF, r"call it: RBF\(…\)"),
        ("likelihood", phigp.likelihoods.StudentT, r"call it: StudentT\(…\)"),
        ("parameters", {"nu": "four"}, "four"),
    ],
)
def test_a_wrong_value_is_named(waves, keyword, value, message):
    with pytest.raises(ValueError, match=message):
        phigp.GPRegressor(**{keyword: value}).fit(*waves)
