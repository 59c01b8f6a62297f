"""Data and helpers that the tests of the package share."""

from __future__ import annotations

import os
import pathlib
import subprocess

# scikit-learn's check of array API input is skipped without this, and scipy reads it on import.
os.environ.setdefault("SCIPY_ARRAY_API", "1")

import numpy as np
import pandas as pd
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def boston() -> pd.DataFrame:
    return pd.read_csv(ROOT / "data" / "boston.csv.gz")


@pytest.fixture(scope="session")
def heart() -> pd.DataFrame:
    return pd.read_csv(ROOT / "data" / "heart.csv.gz")


@pytest.fixture
def waves() -> tuple[np.ndarray, np.ndarray]:
    """Forty points of a sine with noise."""
    rng = np.random.default_rng(3)
    x = np.sort(rng.uniform(0.0, 6.0, size=(40, 1)), axis=0)
    return x, np.sin(x[:, 0]) + 0.1 * rng.standard_normal(40)


@pytest.fixture
def run_program():
    """The program, built from the same library."""
    program = os.environ.get("PHIGP")
    if not program:
        pytest.skip("PHIGP does not name the program")

    def run(*words: object) -> str:
        done = subprocess.run(
            [program, *map(str, words)], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run
