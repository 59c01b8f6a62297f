"""What experiments say: bars that can be missed, losses that are told."""

import importlib
import json
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
    for name in list(sys.modules):  # they have names of one another
        if name == "harness" or name.startswith(("sampling_", "gap_", "new_likelihoods_")):
            sys.modules.pop(name)


def sampler(name, rate, lag=0.1, r_hat=1.001):
    spread = {"least": rate, "median": rate, "most": rate}
    return {
        "name": name,
        "r_hat": {"most": r_hat},
        "converged": r_hat <= 1.01,
        "seconds_per_draw": 0.1,
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
    assert "(draws 1 times as fast, each worth 2)" in text
    assert "nuts-eigen" not in text


def test_samplers_that_disagree_miss_the_bar(report):
    bars = report("sampling").bars
    results = sampling_results()
    nuts = results["cells"]["heart logistic"]["samplers"][2]
    for apart, word in ((4.9, "met"), (5.1, "MISSED")):
        nuts["agreement"] = {"mean": 1.0, "sd": apart}
        line = next(text for text in bars(results) if "converged samplers apart" in text)
        assert f"apart by at most {apart}" in line
        assert line.endswith(word)


def test_growth_has_a_bar_of_its_own(report):
    bars = report("sampling").bars
    results = sampling_results()
    for rows, r_hat in ((100, 1.004), (1000, 1.03)):
        results["cells"][f"growth {rows}"] = {
            "rows": rows,
            "limits": {"draws": 500, "seconds": 8},
            "samplers": [sampler("gibbs", 10.0, r_hat=r_hat)],
        }
    line = next(text for text in bars(results) if text.startswith("- growth"))
    assert "1.0300, at 1000 rows" in line
    assert line.endswith("MISSED")


def test_our_nuts_has_to_agree_with_the_one_from_outside(report):
    sampling = report("sampling")
    one = {
        "r_hat": 1.001,
        "gradients_per_draw": 7.0,
        "divergences": 0,
        "ess_mean_per_gradient": 0.2,
        "ess_square_per_gradient": 0.1,
        "seconds_per_gradient": 1e-4,
    }
    found = {"apart": {"mean": 1.0, "sd": 2.0}, "ours": one, "numpyro": one}
    results = sampling_results()
    cell = {"nuts-prior": found, "nuts-variational": found | {"apart": {"mean": 5.2, "sd": 1.0}}}
    results["cells"]["heart logistic external"] = cell
    prior, variational = sampling.external_bars(results)
    assert prior.endswith("met")
    assert "apart by at most 5.2" in variational
    assert variational.endswith("MISSED")
    assert set(sampling.external_bars(results)) <= set(sampling.bars(results))
    assert "| 2e+03 | 1e+03 | 0.05 / 0.1 |" in "\n".join(sampling.external_table(results))


def test_gibbs_loses_to_itself_without_over_relaxation_too(report):
    results = sampling_results()
    plain = results["cells"]["heart logistic"]["samplers"][1]
    plain["ess_square_per_second"] = {"median": 150.0}
    text = "\n".join(report("sampling").losses(results))
    assert "gibbs-plain makes more effective draws of f² per second: heart logistic 1.50" in text


def test_a_sampler_that_was_refused_is_shown_and_does_no_harm(report):
    sampling = report("sampling")
    refused = {"name": "gibbs-cholesky", "meaning": "", "refused": "must be positive"}
    results = sampling_results()
    cell = results["cells"]["heart logistic"]
    cell |= {"likelihood": "logistic", "chains": 2}
    for s in cell["samplers"]:
        s |= {
            "draws": 10,
            "seconds_per_draw": 0.1,
            "ess_bulk": {"least": 1.0},
            "ess_tail": {"least": 1.0},
        }
        s |= {"agreement": {"mean": 1.0, "sd": 1.0}}
    before = sampling.headline(results)
    cell["samplers"].append(refused)
    assert sampling.headline(results) == before
    assert "must be positive" in "\n".join(sampling.cell_table("heart logistic", cell))
    only = {"rows": 270, "samplers": [refused | {"name": "gibbs-plain"}]}
    assert "must be positive" in "\n".join(
        sampling.omega_table({"cells": {"heart logistic omega": only}})
    )


def test_cells_keep_what_made_them(monkeypatch, tmp_path):
    monkeypatch.syspath_prepend(str(HERE))
    import harness

    program = tmp_path / "program"
    program.write_text("#!/bin/sh\necho '{\"rows\": 3}'\n")
    program.chmod(0o755)
    folder = tmp_path / "trial"
    folder.mkdir()
    (folder / "config.json").write_text(
        '{"full": {"cells": [{"table": "heart"}], "draws": 7}, "quick": {}}'
    )
    monkeypatch.setattr(sys, "argv", ["run.py", "--program", str(program)])
    experiment = harness.Experiment(folder, "")
    experiment.results["withdrawn"] = "because"
    table = HERE.parent / "data" / "heart.csv.gz"
    words = ("fit", table, tmp_path / "x.csv", "--phi", "exp(-r)")
    experiment.cell("one", lambda: experiment.call(*words))
    kept = json.loads((folder / "results" / "results.json").read_text())
    assert "withdrawn" not in kept
    assert kept["cells"]["one"]["config"] == {"draws": 7}
    assert kept["cells"]["one"]["commands"] == [
        "phigp fit data/heart.csv.gz x.csv --phi 'exp(-r)' --json --threads 2"
    ]
    assert kept["cells"]["one"]["made_with"]["threads"] == 2
    assert harness.seed_of("one") != harness.seed_of("two")
    sys.modules.pop("harness")


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
    text = "\n".join(gap.summary(gap_results()))
    assert "| 0.100 ± 0.010 |" in text  # nats that refinement leaves
    assert "| 85.7 ± 1.2 at 1 |" in text  # per cent: 0.6 of 0.7, and 0.01 of 0.7 of that
    mean, error = gap.paired(gap_results()["cells"]["laplace 1"])
    assert mean == pytest.approx(0.0)
    assert error == pytest.approx(0.1)


def typed_cell(likelihood, folds, r_hat=1.001):
    value = sum(folds) / len(folds)
    scores = {name: {"value": value, "standard_error": 0.1} for name in ("nlpd", "crps")}
    scores |= {
        name: {"value": 0.8, "standard_error": 0.01} for name in ("coverage_0.5", "coverage_0.9")
    }
    loo = {"elpd_loo": -12.0, "rows": 10, "pareto_k_above": 1}
    gibbs = {"largest_r_hat": r_hat, "least_bulk_ess": 100.0, "omega": "exact: gamma"}
    return {
        "likelihood": likelihood,
        "formula": "exp(-r)",
        "table": "boston",
        "rows": 10,
        "scores": scores,
        "folds": {"nlpd": folds, "learned": len(folds)},
        "gibbs": gibbs | {"leave_one_out": loo},
    }


def test_formulas_are_compared_with_student_t_fold_by_fold(report):
    formulas = report("new_likelihoods")
    found = {
        "one": typed_cell("student-t (for reference)", [1.0, 2.0]),
        "two": typed_cell("better", [0.8, 1.79]),
        "three": typed_cell("undecided", [0.5, 2.6], r_hat=1.02),
        "four": typed_cell("worse", [1.5, 2.52]),
    }
    config = {"tables": [{"name": "boston"}], "likelihoods": [{"name": "worst"}]}
    results = {"cells": found, "config": config}
    text = "\n".join(formulas.headline(results))
    assert "1 of 1 cells of the protocol have no result yet: boston | worst." in text
    assert "R̂ ≤ 1.01 at every row in 2 of them" in text
    assert "others: boston, undecided (1.020)." in text
    assert "| -0.205 ± 0.005 | 1 / 1 / 1 |" in text
    assert "- boston: worse (+0.51)" in text
    rows = [line for line in formulas.tables(results) if line.startswith("| ")][1:]
    assert [row.split(" | ")[0] for row in rows] == [
        "| better",
        "| student-t (for reference)",
        "| undecided",
        "| worse",
    ]
    assert "1.200 (1 rows doubtful)" in rows[0]
    assert "not converged" in rows[2]


def test_the_numbers_of_the_paper_stand_beside_ours(report):
    sampling = report("sampling")
    results = sampling_results()
    grid = [
        sampler(name, 5.0, lag=0.3) | {"draws": 10, "acceptance": 0.9}
        for name in ("hmc(0.1,5)", "hmc(0.1,10)")
    ]
    results["cells"]["heart logistic hmc"] = {"samplers": grid}
    text = "\n".join(sampling.headline(results))
    assert "| heart logistic | HMC | 41 | 0.53 | 1.00 | hmc(0.1,10) | 100 | 0.300 | 1.001 |" in text
    assert "| heart logistic | Gibbs | 10 | 0.11 | 1.00 | gibbs | 100 | 0.100 | 1.001 |" in text
    row = next(line for line in sampling.hmc_tables(results) if line.startswith("| hmc(0.1,5)"))
    assert row.endswith("| 24 | 0.875 | 1.00 |")
