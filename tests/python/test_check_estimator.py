"""scikit-learn's own checks, without exception, and its tools at work on the estimators."""

import numpy as np
import pytest
from sklearn.base import clone, is_classifier, is_regressor
from sklearn.calibration import CalibratedClassifierCV
from sklearn.ensemble import VotingRegressor
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import check_estimator

import phigp

ESTIMATORS = [
    phigp.GPClassifier,
    phigp.GPRegressor,
    phigp.GPQuantileRegressor,
    phigp.GPCountRegressor,
]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("cls", ESTIMATORS)
def test_every_check_of_scikit_learn_passes(cls):
    results = check_estimator(cls(threads=1), on_fail=None, on_skip=None)
    assert len(results) > 40
    assert [r["check_name"] for r in results if r["status"] != "passed"] == []


def test_estimators_are_what_they_are_called():
    assert [is_classifier(cls()) for cls in ESTIMATORS] == [True, False, False, False]
    assert [is_regressor(cls()) for cls in ESTIMATORS] == [False, True, True, True]
    x = np.linspace(0, 3, 30).reshape(-1, 1)
    y = np.random.default_rng(0).poisson(np.exp(x[:, 0]))
    models = [("counts", phigp.GPCountRegressor(threads=1)), ("t", phigp.GPRegressor(threads=1))]
    assert VotingRegressor(models).fit(x, y).score(x, y) > 0.5


def test_estimators_work_in_pipelines_and_searches(heart):
    X, y = heart.drop(columns="y").to_numpy()[:120], heart["y"].to_numpy()[:120]
    pipeline = make_pipeline(StandardScaler(), phigp.GPClassifier(kernel="rbf", threads=1))
    search = GridSearchCV(pipeline, {"gpclassifier__kernel": ["rbf", "linear"]}, cv=2)
    search.fit(X, y)
    assert search.best_score_ > 0.7
    assert set(search.best_params_.values()) <= {"rbf", "linear"}


def test_cross_validation_scores_a_regressor(waves):
    x, y = waves
    order = np.random.default_rng(0).permutation(len(y))
    scores = cross_val_score(phigp.GPRegressor(threads=1), x[order], y[order], cv=4)
    assert scores.min() > 0.9


def test_a_classifier_can_be_calibrated(heart):
    X, y = heart.drop(columns="y").to_numpy()[:90], heart["y"].to_numpy()[:90]
    model = phigp.GPClassifier(kernel="rbf", threads=1)
    calibrated = CalibratedClassifierCV(model, cv=2).fit(X, y)
    assert calibrated.predict_proba(X).shape == (90, 2)


def test_a_clone_has_the_keywords_and_no_fit(waves):
    model = phigp.GPRegressor(kernel="linear", likelihood=phigp.Likelihood("laplace", b=2))
    copy = clone(model.fit(*waves))
    assert copy.kernel == "linear"
    assert copy.likelihood == phigp.Likelihood("laplace", b=2)
    assert not hasattr(copy, "model_")
