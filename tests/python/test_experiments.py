"""What experiments say: bars that can be missed, losses that are told."""

import importlib
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parents[2] / "experiments"


@pytest.fixture
def report(monkeypatch):
    def load(name):
        monkeypatch.syspath_prepend(str(HERE))
        monkeypatch.syspath_prepend(str(HERE / name))
        return importlib.import_module(f"{name}_report")

    yield load
    for name in ("sampling_report", "gap_report", "harness"):
        sys.modules.pop(name, None)


def sampler(name, rate, lag=0.1, r_hat=1.001):
    spread = {"least": rate, "median": rate, "most": rate}
    return {
        "name": name,
        "r_hat": {"most": r_hat},
        "converged": r_hat <= 1.01,
        "autocorrelation": [lag] * 10,
        "ess_mean_per_second": spread,
        "ess_square_per_second": spread,
    }


def sampling_results(**changes):
    ours = sampler("gibbs", changes.get("gibbs", 100.0))
    plain = sampler("gibbs-plain", 80.0, changes.get("lag", 0.12), changes.get("r_hat", 1.001))
    nuts = sampler("nuts-prior", 20.0)
    stuck = sampler("nuts-eigen", 1e6, r_hat=1.5)
    cell = {"rows": 270, "reference": "gibbs", "samplers": [ours, plain, nuts, stuck]}
    return {"cells": {"heart logistic": cell}}


def test_bars_of_sampling_are_met_or_missed(report):
    bars = report("sampling").bars
    text = "\n".join(bars(sampling_results()))
    assert "MISSED" not in text
    assert "5.00 times over the 1 of 1 cells where it converged" in text
    assert "lag 1 of plain Gibbs 0.140" in "\n".join(bars(sampling_results(lag=0.14)))
    assert "MISSED" in "\n".join(bars(sampling_results(lag=0.14)))
    assert "MISSED" in "\n".join(bars(sampling_results(r_hat=1.02)))
    assert "MISSED" in "\n".join(bars(sampling_results(gibbs=30.0)))


def test_losses_are_told_and_chains_that_did_not_converge_do_not_count(report):
    losses = report("sampling").losses
    assert "Nowhere" in "\n".join(losses(sampling_results()))
    text = "\n".join(losses(sampling_results(gibbs=10.0)))
    assert "nuts-prior makes more effective draws of f per second: heart logistic 2.00" in text
    assert "nuts-eigen" not in text


def gap_results(gap=0.5, original=-99.5, refined=-99.4):
    vi = {"gap": gap, "original_bound": original, "log_evidence": -100.0}
    annealing = {"log_evidence": -99.3, "standard_error": 0.01}
    folds = {"folds": [1.0, 1.1], "nlpd": {"value": 1.05, "standard_error": 0.1}}
    cell = {
        "likelihood": "laplace",
        "lengthscale": 1.0,
        "rows": 10,
        "bounds": {"vi": vi, "vi-refined": {"log_evidence": refined}, "annealing": annealing},
        "held_out": folds,
        "held_out_refined": {"folds": [0.9, 1.2], "nlpd": folds["nlpd"]},
    }
    return {"cells": {"laplace 1": cell}}


def test_bars_of_the_gap_are_met_or_missed(report):
    gap = report("gap")
    assert "MISSED" not in "\n".join(gap.bars(gap_results()))
    for wrong in (
        gap_results(gap=-0.5, original=-100.5),
        gap_results(gap=0.4),
        gap_results(refined=-99.6),
        gap_results(refined=-99.2),
    ):
        assert "\n".join(gap.bars(wrong)).count("MISSED") >= 1
    mean, error = gap.paired(gap_results()["cells"]["laplace 1"])
    assert mean == pytest.approx(0.0)
    assert error == pytest.approx(0.1)
