"""Gibbs sampling and the law of omega, from Python."""

import os
import signal
import threading

import numpy as np
import pytest
import scipy.stats
from sklearn.exceptions import NotFittedError

import phigp


def test_draws_have_the_moments_of_the_exact_posterior(waves):
    x, y = waves
    # With Gaussian noise the posterior of f is known.
    keywords = {"likelihood": "gaussian", "parameters": {"sigma": 0.2}, "optimize": False}
    model = phigp.GPRegressor(kernel="rbf(lengthscale=0.5)", threads=1, **keywords).fit(x, y)
    draws = model.sample(x[:5], chains=2, draws=1500, seed=1, targets=True)
    assert draws.f.shape == (2, 1500, 40)
    assert draws.f_at.shape == draws.y_at.shape == (2, 1500, 5)
    assert draws.y.shape == (2, 1500, 40)
    mean, sd = model.predict_latent(x, return_std=True)
    # Independent draws: 3000 of them, 45 means; 5 standard errors are exceeded once in 40,000 runs.
    error = 5 / np.sqrt(3000)
    assert np.abs((draws.f.mean(axis=(0, 1)) - mean) / sd).max() < error
    assert np.abs((draws.f_at.mean(axis=(0, 1)) - mean[:5]) / sd[:5]).max() < error
    # The standard error of log sd is 1 / sqrt(2 n).
    assert np.abs(np.log(draws.f.std(axis=(0, 1)) / sd)).max() < error / np.sqrt(2)
    assert np.log(draws.y.std(axis=(0, 1)) / model.predict(x, return_std=True)[1]).max() < 0.1
    assert set(draws.posterior) == {"f", "f_at"}
    assert set(draws.posterior_predictive) == {"y", "y_at"}


def test_draws_are_those_of_the_program(heart, run_program, tmp_path):
    frame = heart.iloc[:60]
    frame.to_csv(tmp_path / "t.csv", index=False)
    words = ["--kernel", "rbf", "--chains", 2, "--draws", 30, "--warm-up", 10, "--no-optimize"]
    run_program(
        "sample", tmp_path / "t.csv", "--target", "y", *words, "--quiet", "--out", tmp_path / "d"
    )
    from phigp.draws import read_tensors

    theirs, _ = read_tensors(tmp_path / "d.safetensors")
    model = phigp.GPClassifier(kernel="rbf", optimize=False)
    model.fit(frame.drop(columns="y"), frame["y"])
    ours = model.sample(chains=2, draws=30, warm_up=10, path=tmp_path / "ours.safetensors")
    np.testing.assert_array_equal(ours.f[1], theirs["f.chain2"])
    again, _ = read_tensors(tmp_path / "ours.safetensors")
    np.testing.assert_array_equal(again["f.chain1"], ours.f[0])


def test_hyperparameters_are_those_of_the_program(boston, run_program, tmp_path):
    frame = boston.iloc[:40, -3:]
    frame.to_csv(tmp_path / "t.csv", index=False)
    words = ["--kernel", "rbf", "--chains", 1, "--draws", 20, "--warm-up", 10, "--hyperparameters"]
    words += ["--prior", "rbf.variance=lognormal(0,1)"]
    run_program(
        "sample", tmp_path / "t.csv", "--target", "y", *words, "--quiet", "--out", tmp_path / "d"
    )
    from phigp.draws import read_tensors

    theirs, _ = read_tensors(tmp_path / "d.safetensors")
    model = phigp.GPRegressor(kernel="rbf", prior={"rbf.variance": "lognormal(0,1)"})
    ours = model.fit(frame.drop(columns="y"), frame["y"])
    draws = ours.sample(chains=1, draws=20, warm_up=10, hyperparameters=True)
    np.testing.assert_array_equal(
        np.stack(list(draws.parameters.values()), axis=-1)[0], theirs["parameters.chain1"]
    )


def test_hyperparameters_are_drawn_by_name(waves):
    x, y = waves
    model = phigp.GPRegressor(kernel="rbf", likelihood="laplace", threads=1).fit(x[:25], y[:25])
    draws = model.sample(
        chains=2,
        draws=40,
        warm_up=20,
        hyperparameters=True,
        prior={"rbf.variance": "lognormal(0,1)"},
    )
    last_words = {name.split(".")[-1] for name in draws.parameters}
    assert {"variance", "lengthscale", "b"} <= last_words
    assert all(values.shape == (2, 40) for values in draws.parameters.values())
    assert draws.parameters["rbf.variance"].std() > 0
    assert "2 chains of 40" in repr(draws)
    assert draws.report["chains"] == 2


def test_a_stopped_run_keeps_its_draws(waves):
    model = phigp.GPRegressor(kernel="rbf", threads=1).fit(*waves)
    timer = threading.Timer(1.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        model.sample(chains=1, draws=300_000, warm_up=1)
    timer.join()
    assert 0 < model.draws_.draws < 300_000


def test_a_run_that_fails_keeps_its_draws_too(waves, tmp_path):
    limit = [np.inf]

    def phi(r):
        limit[0] -= 1
        if limit[0] < 0:
            raise RuntimeError("enough")
        return np.exp(-np.sqrt(r))

    likelihood = phigp.Likelihood(phi=phi)
    model = phigp.GPRegressor(likelihood=likelihood, optimize=False, threads=1).fit(*waves)
    limit[0] = 10_000
    every = model.sample(chains=2, draws=40, warm_up=3)
    calls = 10_000 - limit[0]
    limit[0] = calls - 15  # one call per draw, for its log density
    with pytest.raises(RuntimeError, match="enough"):
        model.sample(chains=2, draws=40, warm_up=3)
    kept = model.draws_
    assert kept.report == {"stop": "failed"}
    assert (kept.chains, kept.draws) == (2, 26)
    np.testing.assert_array_equal(kept.f, every.f[:, :26])
    # Into a file of the caller's: that has them.
    limit[0] = calls - 15
    with pytest.raises(RuntimeError, match="enough"):
        model.sample(chains=2, draws=40, warm_up=3, path=tmp_path / "draws")
    assert model.draws_ is kept
    found = phigp.draws.read_tensors(tmp_path / "draws")[0]["f.chain2"]
    np.testing.assert_array_equal(found, kept.f[1])


def test_an_error_does_not_name_a_file_that_is_gone(waves, monkeypatch):
    model = phigp.GPRegressor(kernel="rbf", threads=1).fit(*waves)
    sample = phigp._core.sample

    def failing(fitted, path, *more):
        sample(fitted, path, *more)
        rule = f"must succeed; what was drawn before is in {path}"
        raise phigp.NumericalError(f"sweep {rule}", "sweep", "", rule)

    monkeypatch.setattr(phigp._core, "sample", failing)
    with pytest.raises(phigp.NumericalError) as caught:
        model.sample(chains=1, draws=5, warm_up=1)
    assert str(caught.value) == "sweep must succeed; what was drawn before is in draws_"
    assert caught.value.rule == "must succeed; what was drawn before is in draws_"
    assert model.draws_.draws == 5


def test_sampling_is_refused_where_it_makes_no_sense(waves):
    with pytest.raises(NotFittedError):
        phigp.GPRegressor().sample()
    model = phigp.GPRegressor(kernel="rbf", threads=1).fit(*waves)
    with pytest.raises(ValueError, match="chains"):
        model.sample(chains=0)
    with pytest.raises(ValueError, match="features"):
        model.sample(np.ones((2, 3)), draws=5)


def test_the_tilted_law_of_laplace_noise_is_inverse_gaussian():
    # exp(-|x|/b): omega given c has mean 1/(2 b c) and shape 1/(2 b^2).
    b = 0.7
    law = phigp.TiltedLaw(phigp.Likelihood("laplace", b=b))
    c2 = np.array([[0.04], [1.0], [9.0]])
    mean, shape = 1 / (2 * b * np.sqrt(c2)), 1 / (2 * b * b)
    exact = scipy.stats.invgauss(mean / shape, scale=shape)
    np.testing.assert_allclose(law.mean(c2), exact.mean(), rtol=1e-12)
    np.testing.assert_allclose(law.variance(c2), exact.var(), rtol=1e-10)
    x = mean * np.array([0.3, 1.0, 2.5])
    np.testing.assert_allclose(law.cdf(x, c2), exact.cdf(x), atol=1e-10)
    np.testing.assert_allclose(law.sf(x, c2), exact.sf(x), atol=1e-10)
    np.testing.assert_allclose(law.pdf(x, c2), exact.pdf(x), rtol=1e-8)
    np.testing.assert_allclose(law.quantile([0.1, 0.9], c2), exact.ppf([0.1, 0.9]), rtol=1e-8)
    assert law.cdf_error(x, c2).max() < 1e-9
    draws = law.sample(np.full(5000, 1.0), seed=3)
    one = scipy.stats.invgauss(1 / (2 * b) / shape, scale=shape)
    assert scipy.stats.kstest(draws, one.cdf).pvalue > 1e-4  # a false alarm once in 10,000 seeds
    assert law.certificate.startswith("exact")


def test_the_tilted_law_refuses_what_is_no_argument():
    law = phigp.TiltedLaw("logistic", y=1)
    for wrong in (lambda: law.mean(-1.0), lambda: law.cumulant(9, 1.0), lambda: law.quantile(2, 1)):
        with pytest.raises(ValueError):
            wrong()
    with pytest.raises(ValueError):
        phigp.TiltedLaw("logistic", y=0.5)
    with pytest.raises(ValueError, match="shape mismatch"):
        law.cdf([1.0, 2.0], [1.0, 2.0, 3.0])
