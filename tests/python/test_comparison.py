"""Methods side by side, and the page of a model: the program's, from Python."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest
from phigp.comparison import ComparedApproximation, ComparedSampler, methods

import phigp

METHODS = ["gibbs", "elliptical", "vi", "ep", "annealing"]
SHORT = {"chains": 2, "draws": 200, "warm_up": 50, "particles": 8, "temperatures": 20}


@pytest.fixture(scope="module")
def model():
    rng = np.random.default_rng(3)
    x = np.linspace(0, 6, 40).reshape(-1, 1)
    return phigp.GPRegressor(likelihood="laplace", kernel="rbf", threads=1).fit(
        x, np.sin(x[:, 0]) + 0.3 * rng.laplace(size=40)
    )


@pytest.fixture(scope="module")
def found(model):
    return phigp.compare(model, METHODS, **SHORT, seed=4)


def without_times(report):
    """What does not depend on the clock."""
    if isinstance(report, dict):
        return {
            name: without_times(value) for name, value in report.items() if "second" not in name
        }
    return [without_times(one) for one in report] if isinstance(report, list) else report


def test_numbers_are_those_of_the_program(model, run_program, tmp_path):
    model.save(tmp_path / "model.phigp")
    loaded = phigp.load(tmp_path / "model.phigp").set_params(threads=1)
    found = phigp.compare(loaded, METHODS, **SHORT, seed=4)
    words = [f"--{name.replace('_', '-')}={value}" for name, value in SHORT.items()]
    printed = run_program(
        "compare", "--model", tmp_path / "model.phigp", "--methods", ",".join(METHODS), "--json",
        "--seed=4", "--threads=1", *words,
    )  # fmt: skip
    assert without_times(json.loads(printed)) == without_times(found.report)


def test_results_have_the_stated_types(found):
    assert list(found.samplers) == METHODS[:2]
    assert list(found.approximations) == METHODS[2:]
    for one in found.samplers.values():
        assert set(one) <= set(ComparedSampler.__annotations__)
        assert one["draws"] == 200
        assert one["r_hat"]["least"] <= one["r_hat"]["most"]
    for one in found.approximations.values():
        assert set(one) <= set(ComparedApproximation.__annotations__)
    assert found.report["rows"] == 40
    assert repr(found) == found.text
    assert "elliptical" in found.text


def test_the_variational_bound_is_that_of_the_model(model, found):
    bound = found.approximations["vi"]["log_evidence"]
    parts = phigp.inference.problem(model)
    *_, last = phigp.inference.coordinate_ascent(parts.prior, parts.observed)
    assert bound == pytest.approx(last.bound, rel=1e-6)
    assert found.approximations["vi"]["gap"] == pytest.approx(last.gap, rel=1e-3)


def test_mistakes_are_refused(model):
    with pytest.raises(phigp.InvalidInput, match="did you mean gibbs"):
        phigp.compare(model, "gibs")
    with pytest.raises(phigp.InvalidInput, match="chains"):
        phigp.compare(model, "gibbs", chains=0)
    with pytest.raises(phigp.InvalidInput, match="names"):
        phigp.compare(model, [3])
    with pytest.raises(ValueError, match="not fitted"):
        phigp.compare(phigp.GPRegressor())
    assert "gibbs" in methods()
    x = np.linspace(0, 6, 60).reshape(-1, 1)
    sparse = phigp.GPRegressor(kernel="rbf", inference="sparse", inducing=5, threads=1)
    with pytest.raises(phigp.InvalidInput, match="dense"):
        phigp.compare(sparse.fit(x, np.sin(x[:, 0])), "gibbs")


def test_a_comparison_can_be_ended_early(model):
    model.progress = lambda phase, *_: False
    try:
        found = phigp.compare(model, ["gibbs", "vi"], **{**SHORT, "draws": 100_000})
    finally:
        model.progress = False
    assert found.report["stopped"]
    assert list(found.approximations) == []


def test_the_page_is_that_of_the_program(model, run_program, tmp_path):
    x = np.linspace(0.05, 5.9, 30).reshape(-1, 1)
    y = np.sin(x[:, 0]) + 0.2
    fresh = phigp.GPRegressor(kernel="rbf", optimize=False, threads=1).fit(x, y)
    fresh.report(tmp_path / "fresh.html")
    alone = (tmp_path / "fresh.html").read_text("utf-8")
    assert "model file not saved" in alone
    assert "CRPS" not in alone
    model.save(tmp_path / "model.phigp")
    model.report(tmp_path / "ours.html", x, y)
    with open(tmp_path / "test.csv", "w", encoding="utf-8") as file:
        file.write(
            "x0,y\n"
            + "".join(f"{a!r},{b!r}\n" for a, b in zip(x[:, 0].tolist(), y.tolist(), strict=True))
        )
    run_program(
        "report", tmp_path / "model.phigp", tmp_path / "test.csv", "--threads=1",
        "--out", tmp_path / "theirs.html",
    )  # fmt: skip
    ours, theirs = ((tmp_path / f"{name}.html").read_text("utf-8") for name in ("ours", "theirs"))
    # The table has another name, and no header that rows are counted with.
    theirs = theirs.replace(f"rows of {tmp_path / 'test.csv'} count", "rows of X count")
    numbers = re.compile(r'<td class="n">\d+</td>')
    assert numbers.sub("", ours) == numbers.sub("", theirs)
    assert "CRPS" in ours


def test_a_report_needs_both_or_neither_of_x_and_y(model, tmp_path):
    with pytest.raises(ValueError, match="go together"):
        model.report(tmp_path / "page.html", [[1.0]])
    with pytest.raises(phigp.WriteError):
        model.report(tmp_path / "nowhere" / "page.html")
    with pytest.raises(ValueError, match="not fitted"):
        phigp.GPRegressor().report(tmp_path / "page.html")
    assert list(tmp_path.iterdir()) == []
