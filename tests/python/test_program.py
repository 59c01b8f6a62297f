"""The program and the package are two skins of one library: same data, same numbers.

To the last bit, since both are linked to the same BLAS here.
"""

import io
import json

import numpy as np
import pandas as pd
import pytest

import phigp


def predictions(run_program, model, table) -> pd.DataFrame:
    text = run_program("predict", model, table, "--quantiles", "0.1,0.9", "--draws", 2)
    return pd.read_csv(io.StringIO(text))


CASES = [
    (phigp.GPRegressor, "boston", {"likelihood": "laplace", "kernel": "rbf"}),
    (phigp.GPClassifier, "heart", {"kernel": "rbf"}),
    (phigp.GPRegressor, "boston", {"inference": "sparse", "inducing": 20, "seed": 3}),
]


@pytest.mark.parametrize(("cls", "data", "keywords"), CASES)
def test_fit_and_predict_agree(cls, data, keywords, request, run_program, tmp_path):
    frame = request.getfixturevalue(data).iloc[:150]
    path = tmp_path / "train.csv"
    frame.to_csv(path, index=False)
    words = [word for name, value in keywords.items() for word in (f"--{name}", value)]
    run_program("fit", path, "--target", "y", *words, "--quiet", "--out", tmp_path / "m.phigp")
    theirs = predictions(run_program, tmp_path / "m.phigp", path)

    X, y = frame.drop(columns="y"), frame["y"]
    model = cls(**keywords).fit(X, y)
    if cls is phigp.GPClassifier:
        ours = model.predict_proba(X)[:, 1]
        draws = (model.sample_y(X, 2) == model.classes_[1]).astype(float)
    else:
        ours, sd, quantiles = model.predict(X, return_std=True, return_quantiles=[0.1, 0.9])
        draws = model.sample_y(X, 2)
        np.testing.assert_array_equal(sd, theirs["sd"])
        np.testing.assert_array_equal(quantiles, theirs[["q0.1", "q0.9"]])
    np.testing.assert_array_equal(ours, theirs["mean"])
    np.testing.assert_array_equal(draws, theirs[["draw1", "draw2"]])

    # Either reads what the other wrote.
    model.save(tmp_path / "ours.phigp")
    again = predictions(run_program, tmp_path / "ours.phigp", path)
    np.testing.assert_array_equal(again["mean"], theirs["mean"])
    loaded = phigp.load(tmp_path / "m.phigp")
    assert type(loaded) is cls
    mean = loaded.predict_proba(X)[:, 1] if cls is phigp.GPClassifier else loaded.predict(X)
    np.testing.assert_array_equal(mean, theirs["mean"])


def test_categories_and_trials_travel(run_program, tmp_path):
    rng = np.random.default_rng(5)
    frame = pd.DataFrame({"dose": rng.uniform(0, 3, 60), "sex": rng.choice(["f", "m"], 60)})
    frame["trials"] = rng.integers(5, 9, 60)
    chance = 1 / (1 + np.exp(1.5 - frame["dose"] - (frame["sex"] == "m")))
    successes = pd.Series(rng.binomial(frame["trials"], chance), name="cured")
    model = phigp.GPCountRegressor(trials="trials").fit(frame, successes)
    model.save(tmp_path / "m.phigp")
    frame.to_csv(tmp_path / "new.csv", index=False)
    theirs = predictions(run_program, tmp_path / "m.phigp", tmp_path / "new.csv")
    np.testing.assert_array_equal(model.predict(frame), theirs["mean"])
    assert model.likelihood_.name == "binomial"
    loaded = phigp.load(tmp_path / "m.phigp")
    columns = list(loaded.feature_names_in_)
    assert columns == ["dose", "sex", "trials"]
    np.testing.assert_array_equal(loaded.predict(frame[columns]), theirs["mean"])


def test_log_density_is_that_of_evaluate(boston, run_program, tmp_path):
    frame = boston.iloc[:150]
    frame.to_csv(tmp_path / "t.csv", index=False)
    model = phigp.GPRegressor(kernel="rbf").fit(frame.drop(columns="y"), frame["y"])
    model.save(tmp_path / "m.phigp")
    found = json.loads(run_program("evaluate", tmp_path / "m.phigp", tmp_path / "t.csv", "--json"))
    ours = -model.predict_log_density(frame.drop(columns="y"), frame["y"]).mean()
    assert found["scores"]["nlpd"]["value"] == pytest.approx(ours, rel=1e-14)
