"""What may be passed as X and y, and what is said of the rest."""

import subprocess
import sys

import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse
from sklearn.exceptions import NotFittedError

import phigp


@pytest.fixture
def mixed():
    rng = np.random.default_rng(2)
    frame = pd.DataFrame({"age": rng.normal(50, 9, 40), "sex": rng.choice(["f", "m"], 40)})
    y = 0.1 * frame["age"] + 2.0 * (frame["sex"] == "m") + 0.1 * rng.standard_normal(40)
    return frame, y.rename("cost")


def fast(**keywords):
    return phigp.GPRegressor(likelihood="gaussian", kernel="rbf", threads=1, **keywords)


def test_frames_of_every_kind_give_the_same_predictions(mixed):
    X, y = mixed
    expected = fast().fit(X, y).predict(X)
    in_polars = pl.DataFrame({"age": X["age"].to_numpy(), "sex": X["sex"].to_list()})
    for same in (X.astype({"sex": "category"}), in_polars, X.astype({"sex": "string"})):
        model = fast().fit(same, y.to_numpy())
        np.testing.assert_array_equal(model.predict(same), expected)
        assert list(model.feature_names_in_) == ["age", "sex"]


def test_categories_are_features_of_their_own(mixed):
    X, y = mixed
    model = fast().fit(X, y)
    assert sorted(model.report_["features"]) == ["age", "sex=f", "sex=m"]
    assert model.report_["target"] == "cost"
    unseen = pd.DataFrame({"age": [50.0], "sex": ["x"]})
    with pytest.warns(UserWarning, match="'sex'"):
        assert np.isfinite(model.predict(unseen)).all()


def test_layout_and_type_of_an_array_do_not_matter(waves):
    x, y = waves
    X = np.column_stack([x, x**2])
    expected = fast().fit(X, y).predict(X)
    for same in (np.asfortranarray(X), X.astype(object), X.tolist(), X[::-1][::-1]):
        np.testing.assert_array_equal(fast().fit(same, y).predict(same), expected)


def test_fields_of_a_structured_array_are_columns(waves):
    x, y = waves
    # Numbers 17 bytes apart.
    records = np.zeros(40, dtype=[("x", "f8"), ("flag", "i1"), ("y", "f8")])
    records["x"], records["y"] = x[:, 0], y
    expected = fast().fit(x, y).predict(x)
    for same in (records["x"][:, None], pd.DataFrame({"x": records["x"]}, copy=False)):
        model = fast().fit(same, records["y"], sample_weight=records["flag"] + 1.0)
        np.testing.assert_array_equal(model.predict(same), expected)


def test_missing_cells_need_impute(mixed):
    X, y = mixed
    X = X.copy()
    X.loc[3, "age"] = np.nan
    X.loc[5, "sex"] = None
    with pytest.raises(ValueError, match="NaN"):
        fast().fit(X, y)
    model = fast(impute=True).fit(X, y)
    assert model.report_["imputed"] == {"age": 1, "sex": 1}
    assert np.isfinite(model.predict(X)).all()


def test_chosen_features_and_offsets(waves):
    x, y = waves
    X = np.column_stack([x, np.random.default_rng(0).normal(size=(40, 2))])
    chosen = fast(features=[0]).fit(X, y)
    np.testing.assert_allclose(chosen.predict(X), fast().fit(x, y).predict(x), rtol=1e-12)
    shifted = fast(features=["x0"], offset=2, standardise=False).fit(X, y + X[:, 2])
    plain = fast(standardise=False).fit(x, y)
    np.testing.assert_allclose(shifted.predict(X), plain.predict(x) + X[:, 2], atol=1e-5)


def test_feature_names_are_kept_and_checked(boston):
    X, y = boston.drop(columns="y").iloc[:60], boston["y"].iloc[:60]
    model = fast().fit(X, y)
    assert list(model.feature_names_in_) == list(X.columns)
    with pytest.raises(ValueError, match="Feature names must be in the same order"):
        model.predict(X[X.columns[::-1]])
    with pytest.raises(ValueError, match="unseen at fit time:\n- other"):
        model.predict(X.rename(columns={"crim": "other"}))
    with pytest.warns(UserWarning, match="does not have valid feature names"):
        bare = model.predict(X.to_numpy())
    np.testing.assert_array_equal(bare, model.predict(X))
    with pytest.raises(ValueError, match="X has 3 features, but GPRegressor is expecting 1"):
        fast().fit(X[["crim"]].to_numpy(), y).predict(np.ones((2, 3)))


@pytest.mark.parametrize(
    ("X", "error", "message"),
    [
        ([1.0, 2.0], ValueError, "Reshape your data"),
        (np.ones((2, 2, 2)), ValueError, "Found array with dim 3"),
        (np.empty((0, 2)), ValueError, "0 sample"),
        (np.empty((2, 0)), ValueError, "0 feature"),
        ([["a"], ["b"]], ValueError, "must be numbers"),
        (np.array([["a"], [1.0]], dtype=object), ValueError, "X must be numbers: .*data frame"),
        (np.ma.masked_array([[1.0], [2.0]], mask=[[True], [False]]), ValueError, "NaN"),
        (pl.DataFrame({"a": [1.0, 2.0]}).lazy(), TypeError, "collect"),
        ([[1j], [2j]], ValueError, "Complex data not supported"),
        ([[np.inf], [1.0]], ValueError, "infinity"),
        ([[np.nan], [1.0]], ValueError, "NaN"),
        ([[{}], [1.0]], TypeError, "argument must be"),
        (scipy.sparse.eye(2).tocsr(), TypeError, "Sparse data"),
        (pd.DataFrame({"a": [1.0, 2.0], 3: [1.0, 2.0]}), TypeError, "string names"),
        (pd.DataFrame({"a": pd.to_datetime(["2020", "2021"])}), ValueError, "dates"),
        (pd.DataFrame([[1, 2], [3, 4]], columns=["a", "a"]), ValueError, "different names"),
    ],
)
def test_unfit_inputs_are_refused(X, error, message):
    with pytest.raises(error, match=message):
        fast().fit(X, [0.0, 1.0])


@pytest.mark.parametrize(
    ("y", "message"),
    [
        (None, "requires y"),
        ([1.0], "inconsistent numbers of samples"),
        ([[1.0, 2.0], [3.0, 4.0]], "1d array"),
        ([np.nan, 1.0], "NaN"),
        ([np.inf, 1.0], "infinity"),
        (["a", "b"], "must be numbers"),
        (np.array(["a", 1.0], dtype=object), "y must be numbers"),
        (np.ma.masked_array([1.0, 2.0], mask=[True, False]), "NaN"),
    ],
)
def test_unfit_targets_are_refused(y, message):
    with pytest.raises(ValueError, match=message):
        fast().fit([[1.0], [2.0]], y)


@pytest.mark.parametrize(
    "cls", [phigp.GPRegressor, phigp.GPQuantileRegressor, phigp.GPClassifier], ids=str
)
def test_a_score_is_of_as_many_rows_as_there_are(cls, waves):
    x, y = waves
    y = np.sign(y)
    model = cls(kernel="rbf", threads=1, optimize=False).fit(x, y)
    for short in (y[:5], y[:1]):  # the last would be taken for all rows
        with pytest.raises(ValueError, match="inconsistent numbers of samples"):
            model.score(x, short)
    with pytest.raises(ValueError, match=r"sample_weight\.shape"):
        model.score(x, y, sample_weight=[1.0])
    assert model.score(x, y, np.ones(40)) == pytest.approx(model.score(x, y), abs=1e-12)


def test_sparse_targets_are_refused():
    with pytest.raises(TypeError, match="Sparse data was passed for y"):
        fast().fit([[1.0], [2.0]], scipy.sparse.csr_array([[1.0, 2.0]]))


def test_counts_are_whole_and_labels_are_two():
    x = np.arange(6.0).reshape(-1, 1)
    for wrong in (-1, -0.5):
        with pytest.raises(ValueError, match=f"must be a whole number, at least 0, got {wrong}"):
            phigp.GPCountRegressor().fit(x, [0, 1, 2, 3, 4, wrong])
    with pytest.raises(ValueError, match="Only binary classification"):
        phigp.GPClassifier().fit(x, [0, 1, 2, 0, 1, 2])
    with pytest.raises(ValueError, match="continuous"):
        phigp.GPClassifier().fit(x, x[:, 0] / 2)
    with pytest.raises(ValueError, match="1 class"):
        phigp.GPClassifier().fit(x, np.ones(6))


def test_counts_that_are_not_whole_are_what_the_formula_says():
    rng = np.random.default_rng(1)
    frame = pd.DataFrame({"x": np.linspace(0, 3, 30), "trials": 6, "kind": ["a", "b"] * 15})
    y = rng.binomial(6, 1 / (1 + np.exp(1 - frame["x"])))
    keywords = {"trials": "trials", "kernel": "rbf", "threads": 1, "optimize": False}
    whole = phigp.GPCountRegressor(**keywords).fit(frame, y)
    # y of n successes are, for f, twice y/2 of n/2.
    half = frame.assign(trials=3)
    with pytest.warns(UserWarning, match=rf"{(y % 2).sum()} values that are not whole"):
        halved = phigp.GPCountRegressor(**keywords).fit(half, y / 2, sample_weight=np.full(30, 2))
    for one, two in zip(
        halved.predict_latent(half, return_std=True),
        whole.predict_latent(frame, return_std=True),
        strict=True,
    ):
        np.testing.assert_allclose(one, two, rtol=1e-6)
    assert np.isfinite(halved.score(half, y / 2))


@pytest.mark.parametrize(
    "labels", [["no", "yes"], [0, 1], [-1, 1], [False, True], [2.0, 7.0]], ids=str
)
def test_classes_come_back_as_they_were_given(labels):
    x = np.linspace(-1, 1, 20).reshape(-1, 1)
    y = np.array(labels)[(x[:, 0] > 0).astype(int)]
    model = phigp.GPClassifier(kernel="linear", threads=1).fit(x, y)
    assert model.classes_.tolist() == labels
    assert model.predict(x).dtype == y.dtype
    assert model.score(x, y) > 0.9
    proba = model.predict_proba(x)
    np.testing.assert_allclose(proba.sum(axis=1), 1.0)
    assert proba[-1, 1] > 0.5 > proba[0, 1]
    np.testing.assert_allclose(
        model.predict_log_density(x, y),
        np.log(proba[np.arange(20), (x[:, 0] > 0).astype(int)]),
        atol=1e-12,
    )
    assert set(model.sample_y(x, 5).ravel()) <= set(labels)


def test_an_unfitted_model_says_so():
    for method in ("predict", "predict_latent", "sample_y"):
        with pytest.raises(NotFittedError, match="not fitted yet"):
            getattr(phigp.GPRegressor(), method)([[1.0]])
    for call in (
        lambda model: model.save("nowhere.phigp"),
        lambda model: model.report("nowhere.html"),
        lambda model: model.sample(),
        lambda model: model.score([[1.0]], [1.0]),
        phigp.compare,
        phigp.inference.problem,
        phigp.plot.ard,
        phigp.plot.learning_curve,
        lambda model: phigp.plot.posterior(model, [[1.0]]),
        lambda model: phigp.plot.calibration(model, [[1.0]], [1.0]),
    ):
        with pytest.raises(NotFittedError, match=r"not fitted yet\. Call 'fit'"):
            call(phigp.GPRegressor())


def test_arguments_of_predictions_are_checked(waves):
    model = fast().fit(*waves)
    for wrong in (-1, 2.5, None, "two"):
        with pytest.raises(phigp.InvalidInput, match=f"seed must be a whole number.*{wrong!r}"):
            model.sample_y(waves[0], seed=wrong)
        with pytest.raises(phigp.InvalidInput, match="n_samples must be a whole number"):
            model.sample_y(waves[0], wrong)
        with pytest.raises(phigp.InvalidInput, match="draws must be a whole number"):
            model.sample(draws=wrong)
    with pytest.raises(ValueError, match="must lie between 0 and 1"):
        model.predict(waves[0], return_quantiles=[1.5])
    with pytest.raises(ValueError, match="at most one"):
        model.predict_latent(waves[0], return_std=True, return_cov=True)


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        (np.zeros(40), "non-zero"),
        (-np.ones(40), "must not be negative"),
        (np.ones(39), "shape"),
        (np.ones((40, 2)), "1D array"),
        (np.full(40, np.nan), "NaN"),
        (["a"] * 40, "sample_weight must be numbers"),
    ],
)
def test_unfit_weights_are_refused(waves, weights, message):
    with pytest.raises(ValueError, match=message):
        fast().fit(*waves, sample_weight=weights)


def test_no_copy_is_made_of_columns_that_lie_together():
    X = np.asfortranarray(np.random.default_rng(0).normal(size=(50, 3)))
    from phigp._data import read_features

    for cells, column in zip(read_features(X, "test").cells, X.T, strict=True):
        assert np.shares_memory(cells, column)
    frame = pd.DataFrame(X, columns=list("abc"), copy=False)
    for cells in read_features(frame, "test").cells:
        assert np.shares_memory(cells, X)
    # Also of a matrix that is stored row by row, and of part of one.
    for array in (np.ascontiguousarray(X), np.ascontiguousarray(X)[::2, ::2]):
        for cells in read_features(array, "test").cells:
            assert np.shares_memory(cells, array)
        # And of the columns that are looked at, where not all are.
        first, second = read_features(array, "test", used=lambda _: {"x0"}).cells[:2]
        assert np.shares_memory(first, array)
        np.testing.assert_array_equal(second, np.zeros(len(array)))
        assert second.strides == (0,)


_FIT_MEMORY = """
import resource
import numpy as np
import phigp

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

def fit(rows):
    keywords = {"likelihood": "gaussian", "kernel": "rbf", "inducing": 10, "threads": 1}
    phigp.GPRegressor(**keywords, inference="sparse", optimize=False).fit(X[:rows], y[:rows])

X = np.random.default_rng(0).normal(size=(250_000, 40))  # 80 MB, row by row
y = X[:, 0].copy()
fit(30_000)
before = peak()
fit(250_000)
print(peak() - before)
"""


def test_a_sparse_fit_makes_no_copy_of_the_inputs():
    done = subprocess.run(
        [sys.executable, "-c", _FIT_MEMORY], capture_output=True, text=True, check=True
    )
    # Of 80 MB: standardised block by block. Up to 200,000 rows are kept, to be sampled given them.
    assert float(done.stdout) < 20e6


_MEMORY = """
import resource
import numpy as np
import phigp

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

X = np.random.default_rng(0).normal(size=(200_000, 50))  # 80 MB, row by row
y = X[:, 0].copy()
keywords = {"likelihood": "gaussian", "optimize": False, "threads": 1}
models = [
    phigp.GPRegressor(**keywords, **more).fit(X[:50], y[:50]) for more in ({}, {"features": [0, 3]})
]
before = peak()
for model in models:
    model.predict(X)
    print(peak() - before)
"""


def test_an_array_row_by_row_is_not_copied():
    done = subprocess.run(
        [sys.executable, "-c", _MEMORY], capture_output=True, text=True, check=True
    )
    every, chosen = map(float, done.stdout.split())
    assert every < 40e6  # of 80 MB, the predictions included
    assert chosen < 40e6


def test_order_in_memory_changes_no_number(waves):
    x, y = waves
    X = np.column_stack([x, x**2, np.cos(x)])
    expected = fast().fit(np.asfortranarray(X), y).predict(X)
    wide = np.zeros((2 * len(X), 7))
    wide[::2, 1:7:2] = X
    for same in (np.ascontiguousarray(X), wide[::2, 1:7:2], X[::-1][::-1]):
        np.testing.assert_array_equal(fast().fit(same, y).predict(same), expected)
