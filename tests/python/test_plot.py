"""Pictures show what the model says: what is drawn is compared with predictions."""

import subprocess
import sys

import matplotlib as mpl

mpl.use("Agg")

import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot as plt

import phigp
from phigp import plot


@pytest.fixture(autouse=True)
def _close():
    yield
    plt.close("all")


def fast(cls=phigp.GPRegressor, **keywords):
    return cls(**{"kernel": "rbf", "threads": 1, **keywords})


def test_a_curve_is_the_prediction_and_the_band_its_quantiles(waves):
    x, y = waves
    frame = pd.DataFrame(x, columns=["time"])
    model = fast().fit(frame, y)
    ax = plot.posterior(model, frame, y, level=0.5)
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("time", "y")
    line, points = ax.lines
    at, drawn = line.get_data()
    expected, quantiles = fast().fit(x, y).predict(at[:, None], return_quantiles=[0.25, 0.75])
    np.testing.assert_allclose(drawn, expected, rtol=1e-9)
    np.testing.assert_array_equal(points.get_ydata(), y)
    band = ax.collections[0].get_paths()[0].vertices[:, 1]
    assert band.max() == pytest.approx(quantiles.max())
    assert band.min() == pytest.approx(quantiles.min())


def test_a_surface_is_drawn_for_two_inputs_and_three_are_refused():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 2))
    y = np.where(X[:, 0] > 0, "right", "left")
    ax = plot.posterior(fast(phigp.GPClassifier).fit(X, y), X, y)
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["left", "right"]
    assert ax.figure.axes[1].get_ylabel() == "probability of right"
    assert plot.posterior(fast().fit(X, X[:, 0]), X).collections
    with pytest.raises(ValueError, match="one or two columns"):
        plot.posterior(fast().fit(np.ones((3, 3)), [1, 2, 3]), np.ones((3, 3)))


def test_surfaces_say_how_sure_they_are():
    X = np.random.default_rng(0).normal(size=(60, 2))
    right = X[:, 0] > 0
    model = fast().fit(X, X[:, 0] + 0.1 * np.cos(9 * X[:, 1]))
    ax = plot.posterior(model, X)
    _, lines = ax.collections
    for path, level in zip(lines.get_paths(), lines.levels, strict=True):
        if len(path.vertices):
            sd = model.predict_latent(path.vertices, return_std=True)[1]
            np.testing.assert_allclose(sd, level, rtol=0.05)  # by linear interpolation
    assert [text.get_text() for text in legend(ax)] == ["standard deviation of f"]
    assert ax.figure.axes[1].get_ylabel() == "mean of y"
    # Of classes, the lines beyond which f has its sign with probability 95 %.
    model = fast(phigp.GPClassifier).fit(X, right)
    lines = plot.posterior(model, X, right, level=0.9).collections[2]
    for path, quantile in zip(lines.get_paths(), (-1.645, 1.645), strict=True):
        mean, sd = model.predict_latent(path.vertices, return_std=True)
        np.testing.assert_allclose(mean / sd, quantile, atol=0.05)
    with pytest.raises(ValueError, match="level"):
        plot.posterior(model, X, level=90)


@pytest.mark.parametrize("name", ["logistic", "bayesian-svm"])
def test_the_band_of_a_probability_holds_as_much_of_it_as_it_says(name):
    x = np.linspace(-2, 2, 40).reshape(-1, 1)
    model = fast(phigp.GPClassifier, likelihood=name).fit(x, np.sin(3 * x[:, 0]) > 0)
    ax = plot.posterior(model, x, level=0.5)
    at, told = ax.lines[0].get_data()
    band = ax.collections[0].get_paths()[0].vertices
    middle = len(at) // 3
    low, high = np.sort(band[np.isclose(band[:, 0], at[middle]), 1])[[0, -1]]
    # The law of the probability, by many draws of f: 4 standard errors of a quantile.
    mean, sd = model.predict_latent(at[[middle], None], return_std=True)
    f = mean + sd * np.random.default_rng(0).standard_normal(20_000)
    signs = [
        np.exp(phigp.inference.observe(name, np.full(20_000, s)).log_density(f)) for s in (-1, 1)
    ]
    share = np.mean((signs[1] / sum(signs) > low) & (signs[1] / sum(signs) < high))
    assert share == pytest.approx(0.5, abs=4 * 0.5 / np.sqrt(20_000))
    if name == "logistic":  # the other is no density, and its prediction a ratio of means
        assert low < told[middle] < high


def test_calibration_of_counts_is_on_the_diagonal():
    rng = np.random.default_rng(3)
    x = rng.uniform(0, 2, size=(600, 1))
    y = rng.poisson(0.7 * np.exp(0.5 * x[:, 0]))  # many zeros: a third of all levels
    model = fast(phigp.GPCountRegressor).fit(x[:300], y[:300])
    levels, shares = plot.calibration(model, x[300:], y[300:]).lines[1].get_data()
    # Five standard errors, beside what 300 rows leave to be learned.
    assert np.abs(shares - levels).max() < 0.03 + 5 * 0.5 / np.sqrt(300)


def test_calibration_shows_shares(waves, heart):
    X, y = heart.drop(columns="y"), heart["y"]
    model = fast(phigp.GPClassifier).fit(X, y)
    ax = plot.calibration(model, X, y, bins=5)
    told, seen = ax.lines[1].get_data()
    proba = model.predict_proba(X)[:, 1]
    assert told.mean() == pytest.approx(proba.mean(), abs=1e-9)  # 270 rows: five equal bins
    assert seen.mean() == pytest.approx((y == model.classes_[1]).mean(), abs=1e-9)
    x, t = waves
    regression = fast().fit(x, t)
    levels, shares = plot.calibration(regression, x, t, bins=4).lines[1].get_data()
    assert levels.tolist() == [0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875]
    middle = regression.predict(x, return_quantiles=[0.5])[1][:, 0]
    assert shares[3] == np.mean(t <= middle)


def test_relevance_has_the_largest_on_top(boston):
    X, y = boston.drop(columns="y").iloc[:80, :4], boston["y"].iloc[:80]
    model = fast(kernel="rbf(ard)").fit(X, y)
    ax = plot.ard(model)
    widths = [bar.get_width() for bar in ax.patches]
    assert widths == sorted(widths)
    assert {label.get_text() for label in ax.get_yticklabels()} == set(X.columns)
    with pytest.raises(ValueError, match="no lengthscale per feature"):
        plot.ard(fast().fit(X, y))
    both = plot.ard(fast(kernel="rbf(ard) + linear(ard, dims=[0,1])", iterations=3).fit(X, y))
    assert [text.get_text() for text in legend(both)] == ["linear", "rbf"]
    assert sum(bar.get_width() > 0 for bar in both.patches) == 6
    assert sorted(bar.get_width() for bar in both.patches)[-2:] == [1.0, 1.0]


def test_traces_have_a_line_per_chain(waves):
    x, y = waves
    model = fast().fit(x[:20], y[:20])
    draws = model.sample(chains=2, draws=20, warm_up=5)
    axs = plot.trace(draws)
    assert axs.shape == (3, 2)
    np.testing.assert_array_equal(axs[0][0].lines[1].get_ydata(), draws.f[1, :, 0])


def test_a_learning_curve_ends_at_the_bound(waves):
    model = fast().fit(*waves)
    ax = plot.learning_curve(model)
    (line,) = [one for one in ax.lines if len(one.get_xdata()) > 2]
    steps, bounds = line.get_data()
    assert steps[-1] == model.n_iter_
    assert bounds[-1] == pytest.approx(model.elbo_, abs=1e-3 * abs(model.elbo_))
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("step", "bound")
    seconds = plot.learning_curve(model, against="seconds").lines[0].get_xdata()
    assert np.all(np.diff(seconds) >= 0)
    assert 0 < seconds[-1] <= model.report_["seconds"]
    with pytest.raises(phigp.InvalidInput, match="against"):
        plot.learning_curve(model, against="hours")
    with pytest.raises(ValueError, match="learned nothing"):
        plot.learning_curve(fast(optimize=False).fit(*waves))


def test_learning_curves_of_restarts_stages_and_stochastic_steps(waves):
    x, y = waves
    names = [one.get_text() for one in legend(plot.learning_curve(fast(restarts=1).fit(x, y)))]
    assert names == ["usual start", "restart 1 of 1"]
    rng = np.random.default_rng(0)
    X = rng.uniform(0, 6, size=(3000, 1))
    t = np.sin(X[:, 0]) + 0.1 * rng.normal(size=3000)
    sparse = fast(likelihood="gaussian", inference="sparse", inducing=10).fit(X, t)
    ax = plot.learning_curve(sparse)
    assert ax.get_ylabel() == "bound per row"
    assert ax.lines[-2].get_ydata()[-1] == pytest.approx(sparse.elbo_ / 3000, abs=0.05)
    starts = [line.get_xdata()[0] for line in ax.lines[:-1]]
    assert starts == sorted(starts)
    stochastic = fast(likelihood="gaussian", inference="stochastic", inducing=10, iterations=3)
    ax = plot.learning_curve(stochastic.fit(X, t))
    assert "per row" in ax.get_ylabel()
    assert len(ax.lines[0].get_xdata()) > 1


def legend(ax):
    return ax.get_legend().get_texts()


@pytest.mark.parametrize("name", ["gaussian", "laplace", "student-t", "logistic", "binomial"])
def test_panels_of_a_likelihood_show_its_functions(name):
    density, phi, weight, omega = plot.likelihood(name, trials=7)
    law = phigp.TiltedLaw(name, y=3 if name == "binomial" else 1, trials=7)
    c, values = phi.lines[0].get_data()
    np.testing.assert_allclose(values, np.exp(law.log_phi(c**2)), rtol=1e-12)
    assert values[0] > 0.9
    assert values[-1] < 0.2
    c, values = weight.lines[0].get_data()
    np.testing.assert_allclose(values, law.mean(c**2), rtol=1e-12)
    if name == "gaussian":
        assert omega.lines[0].get_xdata()[0] == pytest.approx(0.5)
    else:
        x, values = omega.lines[0].get_data()
        total = np.sum(0.5 * (values[1:] + values[:-1]) * np.diff(np.log(x)))
        assert total == pytest.approx(1.0, abs=0.01)
    x, values = density.lines[-1].get_data()
    if name in ("gaussian", "laplace", "student-t"):
        expected = np.exp(phigp.inference.observe(name, x).log_density(np.zeros(len(x))))
        np.testing.assert_allclose(values, expected, rtol=1e-12)
        assert 0.8 < np.sum(values) * (x[1] - x[0]) < 1.0  # nearly all of it is seen
    else:
        assert values[-1] > 0.9  # the highest y where f is large
    assert all(ax.get_xlabel() and ax.get_ylabel() for ax in (density, phi, weight, omega))


def test_formulas_and_functions_have_panels_too():
    by_function = plot.likelihood(phigp.Likelihood(phi=lambda r, b: np.exp(-np.sqrt(r) / b), b=2))
    by_name = plot.likelihood(phigp.likelihoods.Laplace(b=2))
    for ours, theirs in zip(by_function[:3], by_name[:3], strict=True):
        np.testing.assert_allclose(
            ours.lines[0].get_ydata(), theirs.lines[0].get_ydata(), rtol=1e-5
        )
    text = phigp.Likelihood(density="exp(-abs(y-f)/b)/(2*b)", b=2)
    np.testing.assert_allclose(
        plot.likelihood(text)[0].lines[0].get_ydata(), by_name[0].lines[0].get_ydata(), rtol=1e-9
    )


def test_autocorrelation_is_that_of_a_known_process(waves):
    x, y = waves
    draws = fast().fit(x, y).sample(chains=2, draws=50, warm_up=5)
    # f := a moving average of two: correlation 1/2 at lag 1, then none. 5 standard errors.
    noise = np.random.default_rng(0).normal(size=(2, 20001, 40))
    draws.f = noise[:, 1:] + noise[:, :-1]
    draws.draws = 20000
    ax = plot.autocorrelation(draws, lags=5)
    found = np.array([line.get_ydata() for line in ax.lines[:3]])
    np.testing.assert_allclose(found, np.tile([1, 0.5, 0, 0, 0, 0], (3, 1)), atol=0.04)
    assert [one.get_text() for one in legend(ax)] == ["f[0]", "f[19]", "f[39]"]
    with pytest.raises(phigp.InvalidInput, match="nothing"):
        plot.autocorrelation(draws, ["nothing"])


def test_without_matplotlib_the_reason_is_given():
    code = "import sys, phigp; sys.modules['matplotlib'] = None; phigp.plot.likelihood('laplace')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "phigp.plot needs matplotlib" in done.stderr
