"""What must not go wrong in silence."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
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
    with pytest.raises(ValueError, match="n_samples"):
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


def test_default_priors_are_centred_on_the_start_also_after_a_file(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    x = np.linspace(0, 6, 30).reshape(-1, 1)
    y = np.sin(x[:, 0]) + 0.1 * rng.normal(size=30)
    model = phigp.GPRegressor(likelihood="laplace", parameters={"b": 0.7}, threads=1).fit(x, y)
    model.save(tmp_path / "model.phigp")
    loaded = phigp.load(tmp_path / "model.phigp")
    few: dict[str, Any] = {"chains": 1, "draws": 4, "warm_up": 0, "hyperparameters": True}
    priors = [
        {name: found["prior"] for name, found in one.sample(**few).report["parameters"].items()}
        for one in (model, loaded, pickle.loads(pickle.dumps(model)))
    ]
    assert priors[0] == priors[1] == priors[2]


def test_columns_that_are_left_out_may_hold_anything() -> None:
    x = np.linspace(0, 6, 30)
    frame = pd.DataFrame(
        {"x": x, "gaps": np.where(x > 3, np.nan, x), "when": pd.date_range("2020", periods=30)}
    )
    model = phigp.GPRegressor(features=["x"], threads=1).fit(frame, np.sin(x))
    expected = phigp.GPRegressor(threads=1).fit(frame[["x"]], np.sin(x)).predict(frame[["x"]])
    np.testing.assert_allclose(model.predict(frame), expected)
    array = np.column_stack([x, np.full(30, np.nan)])
    by_place = phigp.GPRegressor(features=[0], threads=1).fit(array, np.sin(x))
    np.testing.assert_allclose(by_place.predict(array), expected)
    array[3, 0] = np.nan
    with pytest.raises(ValueError, match="NaN"):
        by_place.predict(array)


def test_a_column_without_a_value_is_imputed() -> None:
    rng = np.random.default_rng(1)
    frame = pd.DataFrame({"age": rng.normal(50, 9, 40), "sex": rng.choice(["f", "m"], 40)})
    y = 0.1 * frame["age"] + (frame["sex"] == "m")
    model = phigp.GPRegressor(impute=True, threads=1).fit(frame, y)
    nothing = pd.DataFrame({"age": [None, None], "sex": [None, None]})
    commonest = frame["sex"].mode()[0]
    typical = pd.DataFrame({"age": [frame["age"].mean()] * 2, "sex": [commonest] * 2})
    np.testing.assert_allclose(model.predict(nothing), model.predict(typical))


@pytest.mark.parametrize("labels", [["0", "1"], [0, 1], ["1.5", "2"]])
def test_classes_keep_their_type_in_a_file(labels: list[Any], tmp_path: Path) -> None:
    x = np.linspace(-1, 1, 20).reshape(-1, 1)
    y = np.array(labels)[(x[:, 0] > 0).astype(int)]
    model = phigp.GPClassifier(threads=1, optimize=False).fit(x, y)
    model.save(tmp_path / "model.phigp")
    loaded = phigp.load(tmp_path / "model.phigp")
    assert loaded.classes_.dtype.kind == ("U" if isinstance(labels[0], str) else "i")
    np.testing.assert_array_equal(loaded.classes_.astype(model.classes_.dtype), model.classes_)


def test_categories_that_the_fit_did_not_see_are_told() -> None:
    frame = pd.DataFrame({"age": np.arange(20.0), "sex": ["f", "m"] * 10})
    model = phigp.GPRegressor(threads=1, optimize=False).fit(frame, np.arange(20.0))
    new = pd.DataFrame({"age": [1.0, 2.0], "sex": ["x", "m"]})
    with pytest.warns(UserWarning, match=r"'sex': 1 cells"):
        model.predict(new)
    with pytest.warns(UserWarning, match="categories"):
        model.predict_latent(new, return_cov=True)


def test_threads_may_be_none_everywhere() -> None:
    x = np.linspace(0, 6, 30).reshape(-1, 1)
    model = phigp.GPRegressor(threads=None, optimize=False).fit(x, np.sin(x[:, 0]))
    model.predict(x)
    model.predict_log_density(x, np.sin(x[:, 0]))
    model.sample(chains=1, draws=3, warm_up=0)


def test_messages_name_keywords_and_not_options_of_the_program() -> None:
    x = np.linspace(0, 6, 30).reshape(-1, 1)
    for wrong in (
        {"inference": "sparse", "refine": True},
        {"inference": "sparse", "restarts": 2},
        {"inference": "dense", "inducing": 5},
    ):
        with pytest.raises(ValueError, match="inference") as error:
            phigp.GPRegressor(**wrong).fit(x, np.sin(x[:, 0]))
        assert "--" not in str(error.value)
