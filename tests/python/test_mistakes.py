"""What must not go wrong in silence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import phigp
from phigp import Likelihood, kernels

rng = np.random.default_rng(0)
X = rng.normal(size=(40, 2))
z = X[:, 0] > 0
y = np.sin(X[:, 0]) + 0.1 * rng.normal(size=40)
QUICK: dict[str, Any] = {"threads": 1, "iterations": 10}


@pytest.mark.parametrize(
    ("cls", "name", "target"),
    [
        (phigp.GPClassifier, "laplace", z.astype(int) + 5),
        (phigp.GPCountRegressor, "laplace", z.astype(float)),
        (phigp.GPRegressor, "logistic", z.astype(float)),
    ],
)
def test_a_likelihood_of_another_kind_of_y_is_refused(cls: Any, name: str, target: Any) -> None:
    with pytest.raises(ValueError, match="likelihood"):
        cls(likelihood=name, **QUICK).fit(X, target)


def test_the_link_follows_from_the_class_also_for_objects() -> None:
    typed = phigp.GPClassifier(phi="sech(sqrt(r)/2)", **QUICK).fit(X, z)
    stated = phigp.GPClassifier(likelihood=Likelihood(phi="sech(sqrt(r)/2)"), **QUICK).fit(X, z)
    assert np.array_equal(stated.predict_proba(X), typed.predict_proba(X))
    with pytest.raises(ValueError, match="link"):
        phigp.GPRegressor(link="classification", **QUICK).fit(X, y)


@pytest.mark.parametrize("stated", [{"features": [1, 0]}, {"offset": 0}])
def test_files_keep_the_order_of_columns(stated: dict[str, Any], tmp_path: Path) -> None:
    model = phigp.GPRegressor(**stated, **QUICK).fit(X, y)
    model.save(tmp_path / "model.phigp")
    with pytest.warns(UserWarning, match="feature names"):
        again = phigp.load(tmp_path / "model.phigp").predict(X)
    assert np.allclose(again, model.predict(X), rtol=1e-12)


def test_files_keep_names_that_look_like_defaults(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(X, columns=["x0", "x1"])
    phigp.GPRegressor(**QUICK).fit(frame, y).save(tmp_path / "model.phigp")
    with pytest.raises(ValueError, match="order"):
        phigp.load(tmp_path / "model.phigp").predict(frame[["x1", "x0"]])


def test_a_quantile_model_is_loaded_as_one(tmp_path: Path) -> None:
    model = phigp.GPQuantileRegressor(quantile=0.9, **QUICK).fit(X, y)
    model.save(tmp_path / "model.phigp")
    again = phigp.load(tmp_path / "model.phigp")
    assert isinstance(again, phigp.GPQuantileRegressor)
    assert again.quantile == pytest.approx(0.9)
    assert np.allclose(again.predict(X), model.predict(X), rtol=1e-12)


def test_classes_are_never_lost() -> None:
    with pytest.raises(ValueError, match="empty"):
        phigp.GPClassifier(**QUICK).fit(X, np.where(z, "x", ""))
    large = np.where(z, 2**53, 2**53 + 1)
    model = phigp.GPClassifier(**QUICK).fit(X, large)
    assert model.report_["rows"] == 40
    assert model.score(X, large) > 0.8
    objects = np.array([bool(one) for one in z], dtype=object)
    model.fit(X, objects)
    assert np.isfinite(model.predict_log_density(X, objects)).all()
    with pytest.raises(ValueError, match="none of the classes"):
        model.score(X, np.where(z, "a", "b"))


def test_labels_whose_texts_are_no_numbers_stay_texts(tmp_path: Path) -> None:
    labels = np.where(z, "01", "1")
    model = phigp.GPClassifier(**QUICK).fit(X, labels)
    model.save(tmp_path / "model.phigp")
    assert phigp.load(tmp_path / "model.phigp").score(X, labels) == model.score(X, labels)


def test_log_probabilities_stay_finite_far_out() -> None:
    x = np.linspace(-3, 3, 300)[:, None]
    model = phigp.GPClassifier(kernel="linear", **QUICK).fit(x, x[:, 0] > 0)
    logs = model.predict_log_proba([[3.0], [0.01]])
    assert np.isfinite(logs).all()
    assert np.allclose(np.exp(logs[1]), model.predict_proba([[0.01]])[0], rtol=1e-10)


def test_kernels_keep_their_parentheses() -> None:
    assert (2 * kernels.Kernel("rbf+linear")).text == "2*(rbf+linear)"
    assert kernels.RBF(dims=np.array([0, 1]), lengthscale=np.float32(2)).text == (
        "rbf(lengthscale=2, dims=[0,1])"
    )


def test_a_negative_number_of_draws_is_refused() -> None:
    model = phigp.GPRegressor(**QUICK).fit(X, y)
    with pytest.raises(ValueError, match="draws"):
        model.sample_y(X, -1)


def test_a_fit_that_fails_leaves_the_one_before() -> None:
    model = phigp.GPClassifier(**QUICK).fit(X, np.where(z, "a", "b"))
    before = model.predict(X)
    with pytest.raises(ValueError, match="kernel"):
        model.set_params(kernel="bad").fit(X[:, :1], np.where(z, "q", "r"))
    assert model.n_features_in_ == 2
    assert np.array_equal(model.predict(X), before)


def test_categories_may_be_numbers() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"c": pandas.Categorical(rng.integers(0, 4, 40)), "x": X[:, 0]})
    model = phigp.GPRegressor(kernel="rbf", **QUICK).fit(frame, y)
    assert len(model.report_["features"]) == 5
