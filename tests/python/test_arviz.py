"""Draws as ArviZ takes them, and our diagnostics against its own."""

from __future__ import annotations

import sys
import types
import warnings

import numpy as np
import pytest

import phigp

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    az = pytest.importorskip("arviz")


@pytest.fixture(scope="module")
def fitted():
    rng = np.random.default_rng(3)
    x = np.sort(rng.uniform(0.0, 6.0, size=(25, 1)), axis=0)
    y = 3 + 2 * np.sin(x[:, 0]) + 0.3 * rng.standard_normal(25)
    model = phigp.GPRegressor(likelihood="student-t", threads=1).fit(x, y)
    draws = model.sample(
        x[-2:] + 2.0, chains=4, draws=150, warm_up=50, hyperparameters=True, targets=True, seed=1
    )
    return model, x, y, draws


GROUPS = {
    "posterior",
    "posterior_predictive",
    "log_likelihood",
    "observed_data",
    "sample_stats",
}


def test_groups_hold_what_was_drawn(fitted):
    _, _, y, draws = fitted
    data = draws.to_arviz()
    assert set(data.groups()) == GROUPS
    assert data.posterior["f"].dims == ("chain", "draw", "row")
    assert data.posterior["f_at"].shape == (4, 150, 2)
    np.testing.assert_array_equal(data.posterior["nu"].to_numpy(), draws.parameters["nu"])
    np.testing.assert_array_equal(data.posterior_predictive["y"].to_numpy(), draws.y)
    np.testing.assert_allclose(data.observed_data["y"].to_numpy(), y, rtol=1e-12)


def test_r_hat_and_effective_sizes_are_those_of_arviz(fitted):
    draws = fitted[3]
    for name, found in draws.report["parameters"].items():
        values = draws.parameters[name]
        assert found["r_hat"] == pytest.approx(float(az.rhat(values)), abs=1e-10)
        for method in ("bulk", "tail"):
            expected = float(az.ess(values, method=method))
            assert found[f"ess_{method}"] == pytest.approx(expected, rel=1e-10)
        assert found["mcse"] == pytest.approx(float(az.mcse(values)), rel=1e-10)
    every = [draws.f[:, :, i] for i in range(draws.f.shape[2])] + list(draws.parameters.values())
    largest = max(float(az.rhat(values)) for values in every)
    assert draws.report["largest_r_hat"] == pytest.approx(largest, abs=1e-10)
    least = min(float(az.ess(values)) for values in every)
    assert draws.report["least_bulk_ess"] == pytest.approx(least, rel=1e-10)


@pytest.mark.filterwarnings("ignore")
def test_leave_one_out_is_that_of_arviz(fitted):
    draws = fitted[3]
    ours = draws.report["leave_one_out"]
    theirs = az.loo(draws.to_arviz())
    # ArviZ takes one relative efficiency for all rows, that of the parameters; we take that of
    # each row's density, as the authors of PSIS do. Given these, the numbers are the same.
    assert abs(ours["elpd_loo"] - theirs.elpd_loo) < 0.05 * theirs.se
    assert abs(ours["p_loo"] - theirs.p_loo) < 0.05 * theirs.p_loo
    density = draws.log_likelihood()
    draws_of_row = density.reshape(-1, density.shape[2])
    total = 0.0
    for row, values in enumerate(draws_of_row.T):
        size = float(az.ess(np.exp(density[:, :, row] - values.max()), method="mean"))
        weights, _ = az.psislw(-values, reff=size / len(values))
        total += np.logaddexp.reduce(weights + values)
    assert ours["elpd_loo"] == pytest.approx(total, rel=1e-10)


@pytest.mark.filterwarnings("ignore")
def test_rows_count_for_as_many_as_they_weigh(fitted):
    from scipy import stats

    _, x, y, _ = fitted
    again = np.concatenate([np.arange(25), np.arange(9), np.arange(9)])

    def drawn(*data):
        model = phigp.GPRegressor(likelihood="student-t", threads=1).fit(*data)
        return model, model.sample(chains=2, draws=100, warm_up=50, seed=1)

    (model, copied), (_, weighted) = (
        drawn(x[again], y[again]),
        drawn(x, y, np.bincount(again).astype(float)),
    )
    theirs = az.loo(copied.to_arviz())
    assert az.loo(weighted.to_arviz()).elpd_loo == pytest.approx(theirs.elpd_loo, rel=1e-12)
    assert abs(theirs.elpd_loo - copied.report["leave_one_out"]["elpd_loo"]) < 0.05 * theirs.se
    # The sum is that of all rows as they were given.
    data = weighted.to_arviz()
    place = [int(np.argmin(abs(data.observed_data["y"].to_numpy() - one))) for one in y[again]]
    nu, sigma = (model.likelihood_.parameters[name] for name in ("nu", "sigma"))
    scale = sigma * np.std(y[again])
    expected = stats.t.logpdf(y[again], nu, loc=weighted.f[1, 7][place], scale=scale).sum()
    total = data.sample_stats["total_log_likelihood"].to_numpy()[1, 7]
    assert total == pytest.approx(expected, rel=1e-9)


def test_log_likelihood_is_the_density_in_the_units_of_y(fitted):
    from scipy import stats

    _model, _, y, draws = fitted
    density = draws.log_likelihood()
    scale = np.std(y)
    nu, sigma = (draws.parameters[name][2, 7] for name in ("nu", "sigma"))
    expected = stats.t.logpdf(y, nu, loc=draws.f[2, 7], scale=scale * sigma)
    np.testing.assert_allclose(density[2, 7], expected, rtol=1e-9)


@pytest.mark.filterwarnings("ignore")
def test_summary_and_trace_work(fitted):
    import matplotlib as mpl

    mpl.use("Agg")
    data = fitted[3].to_arviz()
    table = az.summary(data, var_names=["nu", "sigma"])
    assert list(table.index) == ["nu", "sigma"]
    az.plot_trace(data, var_names=["sigma"])


def test_newer_arviz_is_given_one_dictionary_of_groups(fitted, monkeypatch):
    # Its from_dict takes groups so; it is not for this Python, and here only its call is shown.
    calls = []
    newer = types.SimpleNamespace(
        __version__="1.0.0", from_dict=lambda groups, **more: calls.append((groups, more))
    )
    monkeypatch.setitem(sys.modules, "arviz", newer)
    fitted[3].to_arviz()
    ((groups, more),) = calls
    assert set(groups) == GROUPS
    assert more["dims"]["f"] == ["row"]
    monkeypatch.setitem(sys.modules, "arviz", None)
    with pytest.raises(ImportError, match="pip install arviz"):
        fitted[3].to_arviz()


def test_classes_are_observed_as_zero_and_one():
    x = np.linspace(-2, 2, 30).reshape(-1, 1)
    model = phigp.GPClassifier(threads=1).fit(x, np.where(x[:, 0] > 0.3, "yes", "no"))
    data = model.sample(chains=2, draws=20, warm_up=5, targets=True).to_arviz()
    assert set(data.observed_data["y"].to_numpy()) == {0.0, 1.0}
    f = data.posterior["f"].to_numpy()
    signs = 2 * data.observed_data["y"].to_numpy() - 1
    np.testing.assert_allclose(
        data.log_likelihood["y"].to_numpy(), -np.log1p(np.exp(-signs * f)), rtol=1e-9, atol=1e-14
    )
