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


def test_traces_have_a_line_per_chain(waves):
    x, y = waves
    model = fast().fit(x[:20], y[:20])
    draws = model.sample(chains=2, draws=20, warm_up=5)
    axs = plot.trace(draws)
    assert axs.shape == (3, 2)
    np.testing.assert_array_equal(axs[0][0].lines[1].get_ydata(), draws.f[1, :, 0])


def test_without_matplotlib_the_reason_is_given():
    code = "import sys; sys.modules['matplotlib'] = None\nfrom phigp import plot\nplot._axes(None)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "phigp.plot needs matplotlib" in done.stderr
