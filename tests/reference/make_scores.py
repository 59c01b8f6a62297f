"""Writes scores.json: predictions, targets and their scores by scikit-learn, SciPy and properscoring.

Weighted means of rows and their standard errors are written out with NumPy. CRPS from quantiles is twice scikit-learn's
pinball loss, summed over levels with the widths of their cells; fair CRPS is the double sum over distinct draws.
Needs numpy, scipy, scikit-learn, properscoring. Usage: python make_scores.py > scores.json
"""

import json
import warnings

import numpy as np
import properscoring
import scipy
import sklearn
from scipy import stats
from sklearn import metrics
from sklearn.calibration import calibration_curve

warnings.simplefilter("ignore")
rng = np.random.default_rng(3)
short = np.vectorize(lambda v: float(f"{v:.6g}"))


def mean_and_error(x, w):
    mean = np.average(x, weights=w)
    n = len(x)
    return [float(mean), float(np.sqrt(n / (n - 1) * np.sum(w**2 * (x - mean) ** 2)) / w.sum())]


def crps():
    y, mean, sd = short(rng.normal(size=12)), short(rng.normal(size=12)), short(rng.gamma(2.0, size=12))
    draws = short(rng.normal(mean[:, None], sd[:, None], size=(12, 9)))
    draws[0, :3] = draws[0, 3]  # ties
    levels = np.array([0.02, 0.05, 0.1, 0.25, 0.5, 0.6, 0.9, 0.99])
    quantiles = short(stats.norm.ppf(levels, mean[:, None], sd[:, None]))
    cells = np.diff(np.concatenate([[0], (levels[1:] + levels[:-1]) / 2, [1]]))
    pinball = lambda i, k: metrics.mean_pinball_loss(y[i : i + 1], quantiles[i : i + 1, k], alpha=levels[k])
    fair = [np.abs(d - t).mean() - np.abs(d[:, None] - d).sum() / (2 * 9 * 8) for d, t in zip(draws, y)]
    return {
        "y": y.tolist(), "mean": mean.tolist(), "sd": sd.tolist(), "draws": draws.tolist(),
        "levels": levels.tolist(), "quantiles": quantiles.tolist(),
        "gaussian": properscoring.crps_gaussian(y, mean, sd).tolist(),
        "plain": properscoring.crps_ensemble(y, draws).tolist(),
        "fair": [float(v) for v in fair],
        "from_quantiles": [float(sum(2 * cells[k] * pinball(i, k) for k in range(8))) for i in range(12)],
    }


def regression():
    n = 40
    mean, sd, w = short(rng.normal(size=n)), short(rng.gamma(3.0, size=n)), short(rng.gamma(2.0, size=n))
    y = short(mean + sd * rng.standard_t(4, size=n))
    median = short(mean + 0.1)
    log_density = stats.norm.logpdf(y, mean, sd)
    cdf = stats.norm.cdf(y, mean, sd)
    one = np.ones(n)
    out = {"y": y.tolist(), "weights": w.tolist(), "mean": mean.tolist(), "sd": sd.tolist(),
           "median": median.tolist(), "log_density": log_density.tolist(), "cdf": cdf.tolist()}
    for name, weights in ("plain", one), ("weighted", w):
        mse = mean_and_error((y - mean) ** 2, weights)
        rmse = metrics.root_mean_squared_error(y, mean, sample_weight=weights)
        inside = np.abs(y - mean) <= sd * stats.norm.ppf(0.9)
        out[name] = {
            "rmse": [float(rmse), mse[1] / (2 * rmse)],
            "mae": [float(metrics.mean_absolute_error(y, median, sample_weight=weights)),
                    mean_and_error(np.abs(y - median), weights)[1]],
            "nlpd": mean_and_error(-log_density, weights),
            "coverage80": mean_and_error(inside.astype(float), weights),
        }
    ks = stats.kstest(cdf, "uniform")
    out["pit"] = {"distance": float(ks.statistic), "exact_p": float(ks.pvalue)}
    return out


def kolmogorov():
    t = [0.2, 0.4, 0.7, 0.999, 1.0, 1.3, 2.0, 3.5]
    return {"t": t, "survival": stats.kstwobign.sf(t).tolist()}


def calibration_error(y, p, w, binned):
    out = 0.0
    for b in np.unique(binned):
        here = binned == b
        out += w[here].sum() / w.sum() * abs(np.average(p[here], weights=w[here]) - np.average(y[here], weights=w[here]))
    return float(out)


def binary():
    n = 120
    p = short(rng.beta(0.7, 0.9, size=n))
    p[5] = 0.3  # on an edge of the ten bins
    y = (rng.random(n) < p**1.3).astype(float)
    w = short(rng.gamma(2.0, size=n))
    one = np.ones(n)
    edges = np.arange(1, 10) / 10
    width = np.searchsorted(edges, p)
    out = {"y": y.tolist(), "p": p.tolist(), "weights": w.tolist()}
    for name, weights in ("plain", one), ("weighted", w):
        observed = np.where(y == 1, p, 1 - p)
        out[name] = {
            "error": [float(1 - metrics.accuracy_score(y, p > 0.5, sample_weight=weights)),
                      mean_and_error((y != (p > 0.5)).astype(float), weights)[1]],
            "log_loss": [float(metrics.log_loss(y, p, sample_weight=weights)), mean_and_error(-np.log(observed), weights)[1]],
            "brier": [float(metrics.brier_score_loss(y, p, sample_weight=weights)), mean_and_error((y - p) ** 2, weights)[1]],
            "ece_width": calibration_error(y, p, weights, width),
        }
    # No weights in scikit-learn's curves. Without ties and with n a multiple of the bins its quantile bins are ours.
    for key, strategy in ("ece_width", "uniform"), ("ece", "quantile"):
        frequency, probability = calibration_curve(y, p, n_bins=10, strategy=strategy)
        inner = edges if strategy == "uniform" else np.percentile(p, 100 * edges)
        share = np.bincount(np.searchsorted(inner, p), minlength=10) / n
        value = float(np.sum(share[share > 0] * np.abs(frequency - probability)))
        assert key == "ece" or abs(value - out["plain"]["ece_width"]) < 1e-14
        out["plain"][key] = value
    return out


def multiclass():
    n = 50
    p = short(rng.dirichlet([0.8, 1.0, 1.5], size=n))
    p[:, 2] = 1 - p[:, 0] - p[:, 1]
    y = np.array([rng.choice(3, p=row) for row in p])
    top = p.argmax(axis=1)
    confidence = p.max(axis=1)
    width = np.searchsorted(np.arange(1, 10) / 10, confidence)
    return {
        "y": y.tolist(), "p": p.tolist(),
        "error": float(1 - metrics.accuracy_score(y, top)),
        "log_loss": float(metrics.log_loss(y, p)),
        "brier": float(metrics.brier_score_loss(y, p, labels=[0, 1, 2], scale_by_half=False)),
        "ece_width": calibration_error((y == top).astype(float), confidence, np.ones(n), width),
    }


def counts():
    n = 30
    rate = short(rng.gamma(4.0, size=n))
    y = rng.poisson(rate)
    return {"y": y.tolist(), "rate": rate.tolist(), "log_mass": stats.poisson.logpmf(y, rate).tolist(),
            "below": stats.poisson.cdf(y - 1, rate).tolist(), "cdf": stats.poisson.cdf(y, rate).tolist(),
            "nlpd": float(-stats.poisson.logpmf(y, rate).mean())}


versions = {"numpy": np.__version__, "scipy": scipy.__version__, "scikit-learn": sklearn.__version__,
            "properscoring": properscoring.__version__}
parts = {"by": versions, "crps": crps(), "regression": regression(), "kolmogorov": kolmogorov(), "binary": binary(),
         "multiclass": multiclass(), "counts": counts()}
print("{" + ",\n".join(f"{json.dumps(k)}: {json.dumps(v)}" for k, v in parts.items()) + "}")
