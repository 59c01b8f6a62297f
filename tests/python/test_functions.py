"""phi as a Python function, against the same phi as a formula."""

from __future__ import annotations

import pickle
import threading

import numpy as np
import pytest

import phigp
from phigp import InvalidInput, Likelihood, TiltedLaw, inference, likelihoods

PAIRS = [
    (lambda r, b: np.exp(-np.sqrt(r) / b), "exp(-sqrt(r)/b)", {"b": 0.8}),
    (lambda r, nu: (1 + r / nu) ** (-(nu + 1) / 2), "(1+r/nu)^(-(nu+1)/2)", {"nu": 4.0}),
    (
        lambda r, a: (1 + a * np.sqrt(r)) * np.exp(-a * np.sqrt(r)),
        "(1+a*sqrt(r))*exp(-a*sqrt(r))",
        {"a": 1.7},
    ),
    (lambda r, a: np.exp(-(r**a)), "exp(-r^a)", {"a": 0.7}),
]


def data(n=60):
    rng = np.random.default_rng(3)
    x = np.linspace(0, 6, n).reshape(-1, 1)
    return x, np.sin(x[:, 0]) + 0.3 * rng.standard_t(3, size=n)


@pytest.mark.parametrize(("function", "formula", "values"), PAIRS[:2])
def test_fit_and_predictions_are_those_of_the_formula(function, formula, values):
    x, y = data(40)
    by_function, by_formula = (
        phigp.GPRegressor(likelihood=Likelihood(phi=phi, scale=0.5, **values), iterations=3).fit(
            x, y
        )
        for phi in (function, formula)
    )
    assert by_function.elbo_ == pytest.approx(by_formula.elbo_, rel=1e-9)
    for ours, theirs in zip(
        by_function.predict(x, return_std=True, return_quantiles=[0.1, 0.9]),
        by_formula.predict(x, return_std=True, return_quantiles=[0.1, 0.9]),
        strict=True,
    ):
        np.testing.assert_allclose(ours, theirs, rtol=1e-7, atol=1e-8)
    np.testing.assert_allclose(
        by_function.predict_log_density(x, y), by_formula.predict_log_density(x, y), atol=1e-8
    )
    for name, value in by_formula.likelihood_.parameters.items():
        assert by_function.likelihood_.parameters[name] == pytest.approx(value, rel=1e-7)


def test_learning_stays_where_phi_is_admissible():
    # Noise of two values has lighter tails than the normal law, which is a = 1.
    x = np.linspace(0, 6, 30).reshape(-1, 1)
    y = np.sin(x[:, 0]) + np.where(np.arange(30) % 2, 0.3, -0.3)
    function, formula, _ = PAIRS[3]

    def fitted(phi, steps):
        likelihood = Likelihood(phi=phi, a=0.5, scale=0.5)
        return phigp.GPRegressor(likelihood=likelihood, kernel="rbf", iterations=steps).fit(x, y)

    by_formula, by_function = fitted(formula, 200), fitted(function, 4)
    for model in (by_formula, by_function):
        assert 0.99 < model.likelihood_.parameters["a"] <= 1.0
        assert model.report_["at_limit"] == ["a"]
        assert model.likelihood_.check()
    # The rest is learned all the same: as with normal noise.
    normal = phigp.GPRegressor(likelihood="gaussian", kernel="rbf").fit(x, y)
    assert by_formula.elbo_ == pytest.approx(normal.elbo_, abs=0.1)
    assert by_function.elbo_ > by_function.report_["first_elbo"] + 1.0


@pytest.mark.parametrize(("function", "formula", "values"), PAIRS)
def test_law_of_omega_is_that_of_the_formula(function, formula, values):
    ours, theirs = (TiltedLaw(Likelihood(phi=phi, **values)) for phi in (function, formula))
    c2 = np.array([1e-3, 0.5, 3.0, 20.0])
    for order in (1, 2, 3):
        np.testing.assert_allclose(ours.cumulant(order, c2), theirs.cumulant(order, c2), rtol=1e-7)
    x = theirs.quantile([0.1, 0.5, 0.9, 0.99], c2)
    np.testing.assert_allclose(ours.cdf(x, c2), [0.1, 0.5, 0.9, 0.99], atol=1e-8)
    np.testing.assert_allclose(ours.pdf(x, c2), theirs.pdf(x, c2), rtol=1e-7)


def test_draws_are_those_of_the_formula():
    function, formula, values = PAIRS[0]
    x, y = data(80)  # enough rows for draws in few dimensions, which solve nothing by iteration
    draws = [
        phigp.GPRegressor(likelihood=Likelihood(phi=phi, **values), optimize=False)
        .fit(x, y)
        .sample(chains=2, draws=20, warm_up=2)
        .f
        for phi in (function, formula)
    ]
    np.testing.assert_allclose(draws[0], draws[1], rtol=0, atol=1e-8)


@pytest.mark.slow
def test_a_law_without_a_name_is_drawn_from_tables():
    # A mixture of three, which nothing identifies; the mean of 4000 draws within 4 standard errors.
    law = TiltedLaw(
        Likelihood(phi=lambda r: (np.exp(-np.sqrt(r)) + (1 + r) ** -1.5 + (1 + r / 3) ** -4) / 3)
    )
    omega = law.sample(np.ones(4000), seed=4)
    assert abs(omega.mean() - law.mean(1.0)) < 4 * omega.std() / np.sqrt(4000)
    assert "error" in law.certificate


def test_classification_by_a_function():
    x, y = data()
    likelihood = Likelihood(phi=lambda r: 1 / np.cosh(np.sqrt(r) / 2))  # the class says the link
    model = phigp.GPClassifier(likelihood=likelihood, optimize=False).fit(x, y > 0)
    expected = phigp.GPClassifier(optimize=False).fit(x, y > 0)
    np.testing.assert_allclose(model.predict_proba(x), expected.predict_proba(x), atol=1e-9)
    parts = inference.problem(model)
    *_, last = inference.coordinate_ascent(parts.prior, parts.observed)
    assert last.bound == pytest.approx(expected.elbo_, rel=1e-9)


def test_log_phi_goes_where_phi_vanishes():
    far = inference.observe(Likelihood(log_phi=lambda r: -np.sqrt(r)), [1e4])
    assert far.log_density([0.0])[0] == pytest.approx(-1e4 - np.log(2), rel=1e-12)
    gaussian = inference.observe(Likelihood(log_phi=lambda r: -r / 2), [60.0])
    assert gaussian.mean_sites([0.0], [0.0]).precision[0] == pytest.approx(1.0, rel=1e-10)


@pytest.mark.parametrize(
    ("phi", "words"),
    [
        (lambda r: np.exp(-np.abs(r)), "analytic"),
        (lambda r: np.exp(-np.real(r)), "analytic"),
        (lambda r: np.where(np.abs(r) < 1, np.exp(-r), np.exp(-1 - np.sqrt(r))), "analytic"),
        (lambda r: 2 * np.exp(-r), r"phi\(0\) = 2"),
        (lambda r: np.exp(-(r**1.3)), "derivative|smoothed|negative|Laplace"),
        (lambda r: np.exp(r), "must|increase"),
        (lambda r: np.exp(-r)[:1], "one number for each"),
        (lambda r: "text", "one number for each"),
        (lambda r: float(r), "complex numbers"),
        (lambda r, b: np.exp(-r / b), "'b'"),
    ],
)
def test_what_is_no_phi_is_refused_with_the_reason(phi, words):
    with pytest.raises(InvalidInput, match=words):
        Likelihood(phi=phi).check()


def test_an_error_in_the_function_reaches_the_caller():
    calls = []

    def phi(r):
        calls.append(len(r))
        if len(calls) > 2000:
            raise RuntimeError("enough")
        return np.exp(-np.sqrt(r))

    x, y = data()
    with pytest.raises(RuntimeError, match="enough"):
        phigp.GPRegressor(likelihood=Likelihood(phi=phi)).fit(x, y)


def test_functions_are_called_from_several_threads():
    x, y = data(30)
    likelihood = Likelihood(phi=PAIRS[0][0], b=1.0)
    expected = phigp.GPRegressor(likelihood=likelihood, iterations=2).fit(x, y).predict(x)
    found = [None] * 4

    def work(i):
        model = phigp.GPRegressor(likelihood=likelihood, iterations=2).fit(x, y)
        model.sample(chains=2, draws=5, warm_up=1)
        found[i] = model.predict(x)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for one in found:
        np.testing.assert_allclose(one, expected, rtol=0, atol=1e-9)


def test_a_function_is_no_keyword_of_an_estimator():
    x, y = data(20)
    with pytest.raises(ValueError, match="Likelihood"):
        phigp.GPRegressor(phi=PAIRS[0][0]).fit(x, y)


def _module_phi(r):
    return np.exp(-np.sqrt(r))


def test_a_file_refuses_a_function_and_says_why(tmp_path):
    x, y = data(20)
    model = phigp.GPRegressor(likelihood=Likelihood(phi=_module_phi), optimize=False).fit(x, y)
    for write in (lambda: model.save(tmp_path / "model.phigp"), lambda: pickle.dumps(model)):
        with pytest.raises(InvalidInput, match="function of a program"):
            write()
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(InvalidInput, match="function"):
        likelihoods.mixture(Likelihood(phi=_module_phi), likelihoods.Laplace())
    # The likelihood itself goes where its function goes.
    again = pickle.loads(pickle.dumps(model.likelihood))
    assert again == model.likelihood
    assert repr(again) == "Likelihood(phi=_module_phi)"
