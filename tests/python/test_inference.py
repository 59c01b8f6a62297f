"""The lower level: parts of inference that come to what the estimators do."""

from __future__ import annotations

import itertools
import pickle

import numpy as np
import pytest

import phigp
from phigp import Likelihood, TiltedLaw, inference, likelihoods

CASES = [
    (phigp.GPRegressor, "laplace"),
    (phigp.GPRegressor, "gaussian"),
    (phigp.GPClassifier, "logistic"),
    (phigp.GPCountRegressor, "negative-binomial"),
]


def data(cls, n=60):
    rng = np.random.default_rng(3)
    x = np.linspace(0, 6, n).reshape(-1, 1)
    f = np.sin(x[:, 0])
    if cls is phigp.GPClassifier:
        return x, (f + rng.normal(size=n) > 0).astype(int)
    if cls is phigp.GPCountRegressor:
        return x, rng.poisson(np.exp(f))
    return x, f + 0.3 * rng.standard_t(3, size=n)


def fixed(cls, likelihood, **more):
    x, y = data(cls)
    model = cls(likelihood=likelihood, kernel="rbf(lengthscale=0.8)", optimize=False, **more)
    return model.fit(x, y), x


@pytest.mark.parametrize(("cls", "likelihood"), CASES)
def test_steps_of_ascent_are_those_of_the_estimator(cls, likelihood):
    model, x = fixed(cls, likelihood)
    parts = inference.problem(model)
    steps = list(inference.coordinate_ascent(parts.prior, parts.observed))
    bounds = [step.bound for step in steps]
    assert bounds[-1] == pytest.approx(model.elbo_, rel=1e-12)
    assert all(after >= before for before, after in itertools.pairwise(bounds))
    q = steps[-1].q
    f, sd = model.predict_latent(x, return_std=True)
    np.testing.assert_allclose(parts.centre + parts.scale * q.mean, f, rtol=0, atol=1e-9)
    np.testing.assert_allclose(parts.scale * np.sqrt(q.variance), sd, rtol=0, atol=1e-9)


@pytest.mark.parametrize(("cls", "likelihood"), CASES)
def test_draws_of_the_iterator_are_those_of_sample(cls, likelihood):
    model, _ = fixed(cls, likelihood)
    parts = inference.problem(model)
    # To the last bit. Draws of a warm-up are made without their conditional means, which rounds
    # otherwise, and a chain may magnify that before it forgets it.
    expected = model.sample(chains=2, draws=9, warm_up=0, seed=5)
    chain = inference.gibbs(parts.prior, parts.observed, around=parts.sites, seed=5, chain=1)
    drawn = list(itertools.islice(chain, 9))
    found = parts.centre + parts.scale * np.array([draw.f for draw in drawn])
    np.testing.assert_array_equal(found, expected.f[1])
    assert all((draw.omega > 0).all() for draw in drawn)


def test_sparse_prior_at_all_inputs_is_the_dense_one():
    model, _x = fixed(phigp.GPRegressor, "laplace")
    parts = inference.problem(model)
    sparse = inference.SparsePrior(parts.prior.kernel, parts.prior.X, parts.prior.X)
    np.testing.assert_allclose(sparse.covariance, parts.prior.covariance, atol=1e-7)
    *_, dense_last = inference.coordinate_ascent(parts.prior, parts.observed)
    *_, sparse_last = inference.coordinate_ascent(sparse, parts.observed)
    assert sparse_last.bound == pytest.approx(dense_last.bound, abs=1e-5)
    new = np.array([[0.37], [9.0]])
    for ours, theirs in zip(sparse_last.q.predict(new), dense_last.q.predict(new), strict=True):
        np.testing.assert_allclose(ours, theirs, atol=1e-5)


@pytest.mark.parametrize(("cls", "likelihood"), CASES)
def test_sparse_ascent_is_that_of_the_sparse_estimator(cls, likelihood):
    model, x = fixed(cls, likelihood, inference="sparse", inducing=9)
    parts = inference.problem(model)
    prior, observed = parts.prior, parts.observed
    steps = list(inference.coordinate_ascent(prior, observed, tolerance=1e-14))
    # The estimator starts from the prior too, and its first step is a plain one.
    _, _, _, bounds, _ = model.model_.trace[-1]
    before = observed.bound_terms(prior.mean, prior.variance).sum()
    assert bounds[0] == pytest.approx(before, rel=1e-12)
    assert bounds[1] == pytest.approx(steps[0].bound, rel=1e-12)
    # Then it goes beyond each step, and stops at 1e-6 (rows + |bound|) a pass; noise that is
    # normal needs one step, and leaves nothing to stop short of.
    short = 0.0 if likelihood == "gaussian" else 1e-6 * (len(x) + abs(model.elbo_))
    assert -1e-12 * abs(model.elbo_) <= steps[-1].bound - model.elbo_ <= short
    # As far as the bound is below its maximum, so far squared is q from the fixed point.
    f, sd = model.predict_latent(x, return_std=True)
    far = np.abs(parts.centre + parts.scale * steps[-1].q.mean - f) / sd
    assert far.max() <= np.sqrt(2.0 * short) + 1e-9


def test_log_evidence_and_kl_are_those_of_gaussian_regression():
    x, y = data(phigp.GPRegressor, 25)
    prior = inference.DensePrior("1.3*rbf(lengthscale=0.7)", x, mean=0.2)
    noise = 0.4
    sites = inference.Sites(np.full(25, noise**-2), y, np.zeros(25))
    q = prior.condition(sites)
    K = prior.covariance
    joint = K + noise**2 * np.eye(25)
    solved = np.linalg.solve(joint, y - 0.2)
    expected = 0.2 + K @ solved
    S = K - K @ np.linalg.solve(joint, K)
    np.testing.assert_allclose(q.mean, expected, atol=1e-10)
    np.testing.assert_allclose(q.variance, np.diag(S), atol=1e-10)
    # The sites lack the constants of the normal density.
    constants = 12.5 * np.log(2 * np.pi * noise**2)
    log_normal = -0.5 * ((y - 0.2) @ solved + np.linalg.slogdet(2 * np.pi * joint)[1])
    assert q.log_evidence == pytest.approx(log_normal + constants, abs=1e-9)
    observed = inference.observe(likelihoods.Gaussian(sigma=noise), y)
    bound = observed.bound_terms(q.mean, q.variance).sum() - q.kl
    assert bound == pytest.approx(log_normal, abs=1e-9)  # exact for Gaussian noise


def test_bound_and_gap_of_a_single_observation():
    from scipy import integrate

    observed = inference.observe("laplace", [0.7])
    prior = inference.DensePrior("rbf", [[0.0]])
    *_, last = inference.coordinate_ascent(prior, observed, tolerance=1e-14)
    q = last.q

    def expected(f):
        return -abs(0.7 - f) * np.exp(-((f - q.mean[0]) ** 2) / (2 * q.variance[0]))

    total = sum(
        integrate.quad(expected, low, high, epsabs=1e-12)[0] for low, high in ((-9, 0.7), (0.7, 9))
    ) / np.sqrt(2 * np.pi * q.variance[0])
    assert last.original_bound == pytest.approx(total - np.log(2) - q.kl, abs=1e-9)
    assert last.gap > 0.0


def test_gibbs_draws_have_the_law_of_the_posterior():
    # One observation: the posterior by quadrature. False alarm below 1e-4 (4 standard errors, by
    # batches of the chain).
    y, b = 1.1, 0.5
    observed = inference.observe(likelihoods.Laplace(b=b), [y])
    prior = inference.DensePrior("rbf", [[0.0]])
    grid = np.linspace(-8, 8, 20001)
    weight = np.exp(-0.5 * grid**2 - abs(y - grid) / b)
    mean = (grid * weight).sum() / weight.sum()
    chain = itertools.islice(inference.gibbs(prior, observed, seed=1), 4100)
    f = np.array([draw.f[0] for draw in chain])[100:]
    batches = f.reshape(40, -1).mean(axis=1)
    assert abs(f.mean() - mean) < 4 * batches.std(ddof=1) / np.sqrt(40)


def test_drawn_sites_have_the_mean_of_mean_sites():
    # 4 standard errors of 4000 draws: false alarm below 1e-4.
    observed = inference.observe(likelihoods.Logistic(), np.ones(4000))
    f = np.full(4000, 1.3)
    omega = observed.omega(observed.draw_sites(f, seed=2))
    expected = observed.omega(observed.mean_sites(f, np.zeros(4000)))
    np.testing.assert_allclose(expected, TiltedLaw("logistic", 1).mean(1.3**2), rtol=1e-12)
    assert abs(omega.mean() - expected[0]) < 4 * omega.std() / np.sqrt(4000)
    again = observed.draw_sites(f, seed=2)
    np.testing.assert_array_equal(observed.omega(again), omega)


def test_a_draw_of_f_has_the_mean_and_covariance_of_q():
    # Means and all covariances of 2000 draws: 5 standard errors, false alarm below 1e-5.
    x = np.array([[0.0], [0.5], [2.0]])
    prior = inference.DensePrior("rbf", x)
    sites = inference.Sites([1.0, 0.0, 4.0], [1.0, 0.0, -1.0], [0.0, 0.5, 0.0])
    q = prior.condition(sites)
    S = np.linalg.inv(np.linalg.inv(prior.covariance) + np.diag(sites.precision))
    np.testing.assert_allclose(np.diag(S), q.variance, rtol=1e-9)
    f = np.array([prior.draw(sites, seed) for seed in range(2000)])
    assert (abs(f.mean(axis=0) - q.mean) < 5 * np.sqrt(q.variance / 2000)).all()
    errors = np.sqrt((S**2 + np.outer(q.variance, q.variance)) / 2000)
    assert (abs(np.cov(f.T) - S) < 5 * errors).all()
    assert abs(S[0, 1]) > 10 * errors[0, 1]  # so that independent draws would be seen


def test_objects_pickle():
    observed = inference.observe(likelihoods.StudentT(nu=3), [0.1, 0.2], weights=[1.0, 2.0])
    prior = inference.SparsePrior("matern32", [[0.0], [1.0]], [[0.5]], mean=[1.0, 2.0])
    law = TiltedLaw(likelihoods.Laplace(b=2.0), y=0.5)
    for one, value in (
        (observed, lambda o: o.log_density([0.0, 0.0])),
        (prior, lambda p: p.covariance),
        (law, lambda t: t.mean([0.5, 2.0])),
    ):
        np.testing.assert_array_equal(value(pickle.loads(pickle.dumps(one))), value(one))


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: inference.observe("logistic", [0.5]), "y"),
        (lambda: inference.observe("laplace", [0.5], weights=[-1.0]), "weight"),
        (lambda: inference.observe("laplace", [[0.5]]), "one dimension"),
        (lambda: inference.DensePrior("nothing", [[0.0]]), "nothing"),
        (lambda: inference.DensePrior("rbf", [0.0]), "two dimensions"),
        (lambda: inference.DensePrior("rbf", [[np.nan]]), "finite"),
        (lambda: inference.SparsePrior("rbf", [[0.0]], [[0.0, 1.0]]), "columns"),
        (lambda: inference.observe("laplace", [0.5]).mean_sites([0.0], [-1.0]), "negative"),
        (lambda: inference.observe("laplace", [0.5]).log_density([0.0, 1.0]), "one per"),
        (
            lambda: inference.DensePrior("rbf", [[0.0]]).condition(
                inference.Sites([1.0, 1.0], [0.0, 0.0], [0.0, 0.0])
            ),
            "one per input",
        ),
        (lambda: next(inference.gibbs(*_pair(), persistence=1.0)), "persistence"),
    ],
)
def test_mistakes_are_refused_with_their_name(call, words):
    with pytest.raises(ValueError, match=words):
        call()


def _pair():
    return inference.DensePrior("rbf", [[0.0]]), inference.observe(Likelihood("laplace"), [0.5])
