"""Fitted models: weights, files, pickles, predictions, threads, memory, interruption."""

import copy
import gc
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import types

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import d2_pinball_score

import phigp


def fast(**keywords):
    return phigp.GPRegressor(**{"kernel": "rbf", "threads": 1, **keywords})


@pytest.mark.parametrize("cls", [phigp.GPRegressor, phigp.GPClassifier, phigp.GPCountRegressor])
def test_a_weight_counts_a_row_as_often_as_it_says(cls):
    rng = np.random.default_rng(7)
    X = rng.normal(size=(30, 2))
    y = (rng.normal(size=30) + X[:, 0] > 0).astype(float)
    weights = rng.integers(0, 4, 30)
    weighted = cls().fit(X, y, sample_weight=weights)
    order = rng.permutation(weights.sum())
    copies = cls().fit(np.repeat(X, weights, axis=0)[order], np.repeat(y, weights)[order])
    np.testing.assert_array_equal(weighted.predict(X), copies.predict(X))
    assert weighted.elbo_ == copies.elbo_
    assert weighted.elbo_ != cls().fit(X, y).elbo_


@pytest.mark.parametrize("named", [False, True])
def test_weighted_models_score_new_rows(waves, tmp_path, named):
    x, y = waves
    X = pd.DataFrame(x, columns=["time"]) if named else x
    model = fast(likelihood="gaussian").fit(X, y, sample_weight=np.arange(40) % 3 + 1.0)
    mean, sd = model.predict(X, return_std=True)
    expected = -0.5 * ((y - mean) / sd) ** 2 - np.log(sd * np.sqrt(2 * np.pi))
    model.save(tmp_path / "m.phigp")
    loaded = phigp.load(tmp_path / "m.phigp")
    for one in (model, loaded, pickle.loads(pickle.dumps(model))):
        np.testing.assert_allclose(one.predict_log_density(X, y), expected, atol=1e-9)
        one.report(tmp_path / "page.html", X, y)
    # Rows that are there twice are merged into one of weight 2.
    twice = phigp.GPClassifier(kernel="rbf", threads=1).fit(np.vstack([x, x]), np.tile(y > 0, 2))
    np.testing.assert_allclose(
        np.exp(twice.predict_log_proba(x)), twice.predict_proba(x), rtol=1e-9, atol=1e-12
    )


def test_trials_and_offsets_of_an_array_keep_their_places(tmp_path):
    rng = np.random.default_rng(0)
    x = rng.normal(size=40)
    X = np.column_stack([x, np.full(40, 5.0), rng.integers(1, 3, 40) / 2.0])
    y = rng.binomial(5, 1 / (1 + np.exp(-np.sin(x) - X[:, 2])))
    model = phigp.GPCountRegressor(trials=1, offset=2, kernel="rbf", threads=1).fit(X, y)
    model.report(tmp_path / "page.html", X, y)  # of columns that do not lie together
    model.save(tmp_path / "m.phigp")
    loaded = phigp.load(tmp_path / "m.phigp")
    assert list(loaded.feature_names_in_) == ["x0", "x1", "x2"]
    frame = pd.DataFrame(X, columns=loaded.feature_names_in_)
    np.testing.assert_allclose(loaded.predict(frame), model.predict(X), rtol=1e-12)


def test_white_noise_is_per_observation():
    X = np.repeat(np.linspace(0, 1, 10), 2).reshape(-1, 1)
    y = np.tile([0.0, 1.0, 1.0, 0.0], 5)
    model = fast(kernel="rbf + white").fit(np.vstack([X, X]), np.concatenate([y, y]))
    assert model.report_["rows"] == 40
    assert fast().fit(np.vstack([X, X]), np.concatenate([y, y])).report_["rows"] == 20


def test_files_and_pickles_give_the_same_predictions(waves, tmp_path):
    x, y = waves
    model = fast(likelihood=phigp.Likelihood("laplace", b=0.2)).fit(x, y)
    model.save(tmp_path / "model.phigp")
    loaded = phigp.GPRegressor.load(tmp_path / "model.phigp")
    expected = model.predict(x, return_std=True, return_quantiles=[0.3])
    for other in (loaded, pickle.loads(pickle.dumps(model)), copy.deepcopy(model)):
        for one, two in zip(other.predict(x, True, [0.3]), expected, strict=True):
            np.testing.assert_allclose(one, two, rtol=1e-10)
        assert other.elbo_ == model.elbo_
        assert other.kernel_ == model.kernel_
        assert other.likelihood_ == model.likelihood_
    assert pickle.loads(pickle.dumps(model)).get_params() == model.get_params()
    assert loaded.likelihood == model.likelihood_


def test_pickles_of_older_versions_gain_the_keywords_that_came_since(waves, tmp_path):
    x, y = waves
    model = fast().fit(x, y)
    old = copy.copy(model)
    for name in ("time_limit", "restarts", "_file"):
        old.__dict__.pop(name, None)
    again = pickle.loads(pickle.dumps(old))
    assert again.get_params() == model.get_params()
    np.testing.assert_array_equal(again.predict(x), model.predict(x))
    again.report(tmp_path / "page.html")
    assert again.fit(x, y).elbo_ == model.elbo_


def test_pickles_that_cannot_be_read_say_so(waves):
    content = pickle.dumps(fast().fit(*waves))
    newer = content.replace(b'"format_version":"1"', b'"format_version":"9"', 1)
    assert newer != content
    with pytest.raises(phigp.FileError, match="pickled model") as caught:
        pickle.loads(newer)
    assert "/" not in str(caught.value)


def test_files_that_are_none_are_refused(waves, tmp_path):
    with pytest.raises(OSError, match="cannot be read"):
        phigp.load(tmp_path / "nothing.phigp")
    fast().fit(*waves).save(tmp_path / "m.phigp")
    with pytest.raises(ValueError, match="GPClassifier takes label"):
        phigp.GPClassifier.load(tmp_path / "m.phigp")
    with pytest.raises(ValueError, match="asymmetric-laplace"):
        phigp.GPQuantileRegressor.load(tmp_path / "m.phigp")
    content = bytearray((tmp_path / "m.phigp").read_bytes())
    content[-20] ^= 255
    (tmp_path / "m.phigp").write_bytes(content)
    with pytest.raises(phigp.FileError, match="damaged"):
        phigp.load(tmp_path / "m.phigp")
    with pytest.raises(phigp.WriteError):
        fast().fit(*waves).save(tmp_path / "no" / "where.phigp")


def test_errors_keep_their_parts_through_a_pickle(waves):
    with pytest.raises(phigp.InvalidInput) as caught:
        fast(likelihood="laplace", parameters={"b": -1}).fit(*waves)
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value)
    assert (again.name, again.value, again.rule) == (
        "laplace: b",
        "-1",
        "must be positive and finite",
    )


def test_predictions_hang_together(waves):
    x, y = waves
    model = fast(likelihood="gaussian").fit(x, y)
    mean, sd, quantiles = model.predict(x, return_std=True, return_quantiles=[0.025, 0.5, 0.975])
    np.testing.assert_allclose(quantiles[:, 1], mean, atol=1e-9)
    np.testing.assert_allclose(quantiles[:, 2] - mean, 1.959964 * sd, rtol=1e-6)
    density = np.exp(-0.5 * ((y - mean) / sd) ** 2) / (sd * np.sqrt(2 * np.pi))
    np.testing.assert_allclose(model.predict_log_density(x, y), np.log(density), atol=1e-9)
    latent, latent_sd = model.predict_latent(x, return_std=True)
    _, covariance = model.predict_latent(x, return_cov=True)
    np.testing.assert_allclose(np.sqrt(np.diag(covariance)), latent_sd, rtol=1e-6)
    np.testing.assert_allclose(latent, mean, atol=1e-12)
    draws = model.sample_y(x, 4000, seed=1)
    # Standard error 1/63 of sd at 40 rows; beyond 5 of them once in 40,000 runs.
    assert np.abs((draws.mean(axis=1) - mean) / sd).max() < 5 / np.sqrt(4000)
    assert not np.array_equal(draws, model.sample_y(x, 4000, seed=2))
    np.testing.assert_array_equal(draws, model.sample_y(x, 4000, seed=1))


def test_a_quantile_regressor_finds_the_quantile():
    rng = np.random.default_rng(4)
    x = np.linspace(0, 3, 200).reshape(-1, 1)
    y = x[:, 0] + rng.exponential(size=200)
    model = phigp.GPQuantileRegressor(quantile=0.8, kernel="linear").fit(x, y)
    truth = x[:, 0] - np.log(0.2)
    assert np.abs(model.predict(x) - truth).mean() < 0.2
    assert model.likelihood_.parameters["tau"] == 0.8
    theirs = d2_pinball_score(y, model.predict(x), alpha=0.8)
    assert model.score(x, y) == pytest.approx(theirs, abs=2e-3)
    for wrong in (1.5, "high", None):
        with pytest.raises(phigp.InvalidInput, match=f"quantile must .*, got {wrong!r}"):
            phigp.GPQuantileRegressor(quantile=wrong).fit(x, y)


def test_formulas_are_likelihoods(waves):
    x, y = waves
    named = fast(likelihood="laplace", parameters={"b": 0.5}, optimize=False).fit(x, y)
    density = phigp.Likelihood(density="exp(-abs(y-f)/b)/(2*b)", b=0.5)
    typed = fast(likelihood=density, optimize=False).fit(x, y)
    np.testing.assert_allclose(typed.predict(x), named.predict(x), rtol=1e-6)
    phi = phigp.GPClassifier(phi="sech(sqrt(r)/2)", optimize=False).fit(x, y > 0)
    logistic = phigp.GPClassifier(optimize=False).fit(x, y > 0)
    np.testing.assert_allclose(phi.predict_proba(x), logistic.predict_proba(x), atol=1e-6)
    with pytest.raises(ValueError, match="states phi, density"):
        fast(likelihood=density, phi="exp(-r)").fit(x, y)


def test_eight_threads_at_once_give_what_one_gives():
    rng = np.random.default_rng(0)
    data = [(rng.normal(size=(60, 2)), rng.normal(size=60)) for _ in range(8)]
    expected = [fast().fit(X, y).predict(X) for X, y in data]
    found: list[object] = [None] * 8
    shared = fast().fit(*data[0])

    def work(k):
        for _ in range(3):
            found[k] = fast().fit(*data[k]).predict(data[k][0])
            np.testing.assert_array_equal(shared.predict(data[0][0]), expected[0])

    threads = [threading.Thread(target=work, args=(k,)) for k in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for one, two in zip(found, expected, strict=True):
        np.testing.assert_array_equal(one, two)


def test_python_adds_little_to_the_time_of_the_library(monkeypatch):
    # At 1000 rows, 5 %: of the time that a call takes, what is spent outside the library. The
    # least of several, since other programs can only add.
    rng = np.random.default_rng(0)
    X = rng.normal(size=(1000, 10))
    y = np.sin(X[:, 0]) + 0.1 * rng.normal(size=1000)
    inside = [0.0]

    def timed(call):
        def run(*words):
            start = time.perf_counter()
            try:
                return call(*words)
            finally:
                inside[0] = time.perf_counter() - start

        return run

    def least_share(call, times):
        shares = []
        for _ in range(times):
            start = time.perf_counter()
            call()
            shares.append((time.perf_counter() - start) / inside[0] - 1.0)
        return min(shares)

    class Model:
        def __init__(self, model):
            self.model, self.predict = model, timed(model.predict)

        def __getattr__(self, name):
            return getattr(self.model, name)

    monkeypatch.setattr(phigp._core, "fit", timed(phigp._core.fit))
    model = fast(optimize=False)
    assert least_share(lambda: model.fit(X, y), 3) < 0.05
    model.model_ = Model(model.model_)
    assert least_share(lambda: model.predict(X), 10) < 0.05


def test_python_runs_while_a_fit_does():
    X = np.random.default_rng(0).normal(size=(500, 3))
    model = fast(tolerance=0.0, iterations=10)
    fit = threading.Thread(target=lambda: model.fit(X, np.sin(X[:, 0])))
    fit.start()
    longest, last = 0.0, time.monotonic()
    while fit.is_alive():
        time.sleep(0.001)
        longest, last = max(longest, time.monotonic() - last), time.monotonic()
    assert longest < 0.5


def resident() -> int:
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_a_hundred_fits_leave_nothing_behind():
    X = np.random.default_rng(0).normal(size=(100, 4))
    y = np.sin(X[:, 0])

    def once():
        model = fast(optimize=False).fit(X, y)
        model.predict(X, return_quantiles=[0.1])
        pickle.loads(pickle.dumps(model))
        with pytest.raises(ValueError):
            fast(kernel="none").fit(X, y)

    for _ in range(20):  # arenas of the allocator settle
        once()
    gc.collect()
    before = resident()
    for _ in range(100):
        once()
    gc.collect()
    # A copy of K would be 80 kB a fit, and 8 MB in all.
    assert resident() - before < 3e6


def test_progress_is_told_and_can_end_a_fit():
    X = np.random.default_rng(0).normal(size=(400, 3))
    calls = []

    def watch(phase, iteration, limit, bound, change):
        calls.append((phase, iteration, limit))
        return len(calls) < 3

    model = fast(progress=watch, tolerance=0.0).fit(X, np.sin(X[:, 0]))
    assert len(calls) == 3
    assert model.report_["stop"] == "stopped"
    assert model.predict(X).shape == (400,)


def test_an_error_in_the_callback_is_raised_and_the_model_kept():
    X = np.random.default_rng(0).normal(size=(400, 3))

    def watch(*_):
        raise RuntimeError("enough")

    model = fast(progress=watch, tolerance=0.0)
    with pytest.raises(RuntimeError, match="enough"):
        model.fit(X, np.sin(X[:, 0]))
    assert model.predict(X).shape == (400,)


def test_ctrl_c_raises_and_keeps_what_was_learned():
    script = """
import os, signal, threading, time, numpy as np, phigp
X = np.random.default_rng(0).normal(size=(700, 3))
model = phigp.GPRegressor(tolerance=0.0, inference="dense")
threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    model.fit(X, np.sin(X[:, 0]))
except KeyboardInterrupt:
    print(model.report_["stop"], model.predict(X[:2]).shape)
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60
    )
    assert done.stdout.strip() == "stopped (2,)", done.stderr
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_bars_of_tqdm_follow_fits_and_long_predictions(monkeypatch):
    bars = []

    class Bar:
        def __init__(self, total, desc, leave):
            self.total, self.desc, self.n, self.closed = total, desc, 0, False
            bars.append(self)

        def set_postfix(self, **_):
            pass

        def refresh(self):
            pass

        def close(self):
            self.closed = True

    monkeypatch.setitem(sys.modules, "tqdm.auto", types.SimpleNamespace(tqdm=Bar))
    X = np.random.default_rng(0).normal(size=(500, 3))
    model = fast(progress=True, tolerance=0.0, iterations=30).fit(X, np.sin(X[:, 0]))
    assert {bar.desc for bar in bars} >= {"learning"}
    assert all(bar.closed and 0 <= bar.n <= bar.total for bar in bars)
    bars.clear()
    model.predict(np.tile(X, (200, 1)))
    assert [bar.desc for bar in bars] == ["rows"]
    assert bars[0].closed
    assert bars[0].total == 100_000
    # A function that ends fits has no say here: a prediction without its end is none.
    model.set_params(progress=lambda *_: False)
    assert np.isfinite(model.predict(np.tile(X, (100, 1)))).all()


def test_progress_without_tqdm_writes_a_line(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm", None)
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    X = np.random.default_rng(0).normal(size=(600, 3))
    fast(progress=True, tolerance=0.0, iterations=30).fit(X, np.sin(X[:, 0]))
    assert "of at most 30" in capsys.readouterr().err


@pytest.mark.parametrize("asked", [True, "true", "auto", False, "false", np.bool_(False)])
def test_inducing_inputs_move_as_asked_by_a_bool_or_a_word(asked):
    """The bound of five inputs tells: where they move it is higher."""
    x = np.linspace(0.0, 6.0, 120).reshape(-1, 1)
    y = np.sin(x[:, 0])
    common = {"inference": "sparse", "inducing": 5, "iterations": 20}
    bound, moved, fixed = (
        fast(**common, move_inducing=move).fit(x, y).elbo_ for move in (asked, "true", "false")
    )
    assert moved > fixed + 1.0
    assert bound == (fixed if str(asked).lower() == "false" else moved)


def test_inducing_inputs_move_by_true_false_or_auto_only():
    """The rule names the keyword."""
    with pytest.raises(phigp.InvalidInput, match=r"move_inducing.*must be auto, true or false"):
        phigp.GPRegressor(inference="sparse", move_inducing="yes").fit([[0.0], [1.0]], [0.0, 1.0])
