"""What the convergence experiment says: levels set by peers, races that can be lost, deaths."""

import importlib
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parents[2] / "experiments"


@pytest.fixture
def report(monkeypatch):
    monkeypatch.syspath_prepend(str(HERE))
    monkeypatch.syspath_prepend(str(HERE / "convergence"))
    yield importlib.import_module("convergence_report")
    for name in ("convergence_report", "harness"):
        sys.modules.pop(name, None)


def run(method, *points, seed=0, name="protein"):
    curve = [{"processor": at, "nlpd": nlpd, "rmse": 0.5, "steps": 10} for at, nlpd in points]
    out = {
        "set": name,
        "method": method,
        "settings": {"seed": seed},
        "curve": curve,
        "stop": "rule",
        "failures": [],
        "disagreement": 0.0,
    }
    return out | ({"final": curve[-1]} if curve else {"stop": "died", "failures": ["no factor"]})


def results(*runs):
    cells = {f"{r['set']} | {r['method']} | {r['settings']['seed']}": r for r in runs}
    return {"cells": cells, "config": {"sets": ["protein", "covtype"]}}


def test_the_level_is_the_best_of_all_peers_at_any_time(report):
    runs = {
        "phigp auto": run("phigp auto", (10.0, 1.0)),
        "GPflow Adam": run("GPflow Adam", (50.0, 1.30), (100.0, 1.20), (200.0, 1.25)),
        "GPyTorch NGD": run("GPyTorch NGD", (30.0, 1.22), (90.0, 1.205)),
    }
    found = report.race(runs)
    assert found["level"] == pytest.approx(1.21)
    assert (found["ours"], found["peer"], found["name"]) == (10.0, 90.0, "GPyTorch NGD")
    assert found["behind"] == pytest.approx(-0.2)


def test_seeds_are_raced_each_by_itself(report):
    text = "\n".join(
        report.races(
            results(
                run("phigp auto", (10.0, 1.0)),
                run("GPflow Adam", (300.0, 1.1)),
                run("phigp auto", (20.0, 1.0), seed=1),
                run("GPflow Adam", (500.0, 1.1), seed=1),
            )
        )
    )
    assert "| 27.5 (25.0 to 30.0) |" in text
    assert "least 27.5: met" in text
    assert "not reached: met" in text


def test_losses_are_told(report):
    lost = results(run("phigp auto", (10.0, 1.5)), run("GPflow Adam", (30.0, 1.1)))
    text = "\n".join(report.races(lost))
    assert "not reached: MISSED: protein" in text
    assert "| not reached |" in text
    slow = results(run("phigp auto", (10.0, 1.0)), run("GPflow Adam", (30.0, 1.1)))
    assert "least 3.0: MISSED" in "\n".join(report.races(slow))


def test_a_peer_that_died_is_in_the_table_and_sets_no_level(report):
    peers = run("GPflow Adam"), run("GPyTorch NGD", (30.0, 1.6))
    found = results(run("phigp auto", (10.0, 1.5)), *peers)
    assert report.race(report.by_set(found)["protein"][0])["name"] == "GPyTorch NGD"
    assert "| GPflow Adam | – | – | – | – | – | – | died |" in report.every_run(found)


def test_without_peers_there_is_no_race(report):
    assert report.races(results(run("phigp auto", (10.0, 1.5)))) == ["No peer has run yet.", ""]
