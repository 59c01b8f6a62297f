"""Writes diagnostics.json: draws of several chains and what ArviZ computes from them.

Draws are rounded to six digits, so that the file is small and its numbers are the same doubles everywhere. ArviZ refuses
R-hat of a single chain; there the halves, ranked by SciPy, are handed to its unsplit R-hat instead.
`unsplit` and `unranked` are what forgetting the split or the ranks would give: tests show that they differ.
Needs arviz. Usage: python make_diagnostics.py > diagnostics.json
"""

import json
import logging
import warnings

import arviz as az
import numpy as np
import scipy
from scipy import stats

logging.disable(logging.WARNING)
warnings.simplefilter("ignore")
rng = np.random.default_rng(11)
LEVELS = [0.1, 0.25, 0.5, 0.9]


def autoregression(chains, draws, rho):
    x = rng.standard_normal((chains, draws))
    for t in range(1, draws):
        x[:, t] = rho * x[:, t - 1] + np.sqrt(1 - rho**2) * x[:, t]
    return x


def cases():
    yield "independent", rng.standard_normal((4, 100))
    yield "autoregressive 0.9", autoregression(4, 200, 0.9)
    yield "autoregressive 0.99, many lags", autoregression(2, 400, 0.99)
    yield "antithetic -0.5", autoregression(4, 120, -0.5)
    yield "antithetic -0.95", autoregression(2, 80, -0.95)
    yield "differing means", autoregression(4, 100, 0.3) + np.array([[0], [0.4], [-0.3], [1.5]])
    yield "differing spreads", autoregression(4, 100, 0.3) * np.array([[1], [1], [3], [0.3]])
    yield "heavy tails", stats.t.rvs(1, size=(4, 150), random_state=rng)
    yield "ties", rng.poisson(3.0, size=(4, 100)).astype(float)
    yield "two values", rng.integers(0, 2, size=(4, 60)).astype(float)
    stuck = rng.standard_normal((4, 90))
    stuck[2] = 0.75
    yield "one chain stuck", stuck
    yield "odd length", autoregression(3, 101, 0.5)
    yield "one chain", autoregression(1, 151, 0.6)
    yield "four draws", rng.standard_normal((4, 4))
    yield "five draws", rng.standard_normal((2, 5))
    yield "seven draws", rng.standard_normal((3, 7))
    yield "nine draws", autoregression(2, 9, 0.8)
    yield "shifted far", autoregression(4, 100, 0.5) + 1000.0
    yield "trend", autoregression(2, 200, 0.2) + np.linspace(0, 3, 200)
    yield "constant", np.full((4, 20), 0.1)


def ranked_halves(x):
    half = x.shape[1] // 2
    halves = np.concatenate([x[:, :half], x[:, -half:]])
    folded = np.abs(halves - np.median(halves))
    score = lambda v: stats.norm.ppf((stats.rankdata(v).reshape(v.shape) - 0.375) / (v.size + 0.25))
    return score(halves), score(folded)


def r_hat(x):
    if len(x) > 1:
        return az.rhat(x)
    return max(az.rhat(z, method="identity") for z in ranked_halves(x))


def number(x):
    return float(x) if np.isfinite(x) else None


def describe(name, x):
    x = np.array([[float(f"{v:.6g}") for v in row] for row in x])
    size = lambda method, **more: number(az.ess(x, method=method, **more))
    return {
        "name": name,
        "draws": x.tolist(),
        "r_hat": number(r_hat(x)),
        "bulk": size("bulk"),
        "tail": size("tail"),
        "mean": size("mean"),
        "second_moment": size("sd"),
        "quantile": [size("quantile", prob=p) for p in LEVELS],
        "mean_error": number(az.mcse(x, method="mean")),
        "sd_error": number(az.mcse(x, method="sd")),
        "quantile_error": [number(az.mcse(x, method="quantile", prob=p)) for p in LEVELS],
        "autocovariance": az.autocov(x[0])[:10].tolist(),
        "autocorrelation": [number(v) for v in az.autocorr(x[0])[:10]],
        "unsplit": {"r_hat": number(az.rhat(x, method="identity")), "mean": size("identity")},
        "unranked": {"r_hat": number(az.rhat(x, method="split"))},
    }


versions = {"arviz": az.__version__, "numpy": np.__version__, "scipy": scipy.__version__}
body = ",\n".join(json.dumps(describe(*case)) for case in cases())
print(f'{{"by": {json.dumps(versions)},\n"levels": {LEVELS},\n"cases": [\n{body}\n]}}')
