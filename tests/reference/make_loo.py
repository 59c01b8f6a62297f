"""Writes loo.json: log-likelihoods of several models, draws by draws, and what ArviZ's PSIS-LOO makes of them.

Each case is a posterior of a mean, known in closed form, with one log density per draw and observation; outliers make some
tails heavy. Log-likelihoods are rounded to seven digits to keep the file small. `raw` is importance sampling without
smoothing: tests show that it differs.
Needs arviz. Usage: python make_loo.py > loo.json
"""

import json
import warnings

import arviz as az
import numpy as np
import scipy
from scipy import special, stats

warnings.simplefilter("ignore")
rng = np.random.default_rng(5)


def normal_mean(y, draws):
    """Draws x observations for y ~ N(mu, 1), flat prior."""
    mu = rng.normal(y.mean(), 1 / np.sqrt(len(y)), size=draws)
    return stats.norm.logpdf(y[None, :], mu[:, None], 1.0)


def free_means(y, draws):
    """One latent value per observation: nearly as many parameters as data."""
    f = rng.normal(0.7 * y, 0.8, size=(draws, len(y)))
    return stats.t.logpdf(y[None, :] - f, 4) - np.log(0.6)


def cases():
    y = np.append(rng.standard_normal(7), [3.5, 9.0])
    yield "normal mean with outliers", normal_mean(y, 400), 1.0
    yield "the same, dependent draws", normal_mean(y, 300), 0.37
    yield "latent values", free_means(3 * rng.standard_normal(8), 500), 0.8
    yield "few draws", normal_mean(y[:4], 30), 1.0
    yield "too few draws for a tail", normal_mean(y[:4], 15), 1.0
    yield "far from 0", normal_mean(y[:3], 100) - 700.0, 1.0


def describe(name, log_density, reff):
    ll = np.array([[float(f"{v:.7g}") for v in row] for row in log_density])
    data = az.from_dict(posterior={"mu": np.zeros((1, len(ll)))}, log_likelihood={"y": ll[None]})
    loo = az.loo(data, pointwise=True, reff=reff)
    number = lambda v: float(v) if np.isfinite(v) else None
    return {
        "name": name,
        "reff": reff,
        "columns": ll.T.tolist(),
        "elpd": float(loo.elpd_loo),
        "se": float(loo.se),
        "p_loo": float(loo.p_loo),
        "good_k": float(loo.good_k),
        "warning": bool(loo.warning),
        "elpd_i": loo.loo_i.values.tolist(),
        "k": [number(v) for v in loo.pareto_k.values],
        "raw": float((np.log(len(ll)) - special.logsumexp(-ll, axis=0)).sum()),
    }


versions = {"arviz": az.__version__, "numpy": np.__version__, "scipy": scipy.__version__}
body = ",\n".join(json.dumps(describe(*case)) for case in cases())
print(f'{{"by": {json.dumps(versions)},\n"cases": [\n{body}\n]}}')
