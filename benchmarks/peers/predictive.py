"""log p(y) of a row whose latent value is N(m, v): one formula for the predictions of every program.

The rule is the trapezoidal one on m + s z, |z| <= 9 in steps of 1/16, which converges like
exp(-2 pi a / step) where the density of y has its nearest pole a standard deviations of f off the
real line; Laplace noise, which has a corner, is integrated in closed form. `by_quadrature` is
another way to the same numbers, with nothing in common but the density, and checks it.
"""

import numpy as np
from scipy import integrate, special, stats

NODES = np.arange(-144, 145) / 16.0
WEIGHTS = stats.norm.pdf(NODES) / stats.norm.pdf(NODES).sum()
BLOCK = 20_000  # rows at a time


def log_likelihood(name, parameters, y, f):
    """log p(y | f), all likelihoods of the comparison; labels are 0 and 1."""
    if name == "logistic":
        return -np.logaddexp(0.0, np.where(y > 0.5, -f, f))
    if name == "student-t":
        return stats.t.logpdf((y - f) / parameters["sigma"], parameters["nu"]) - np.log(parameters["sigma"])
    if name == "laplace":
        return -np.abs(y - f) / parameters["b"] - np.log(2.0 * parameters["b"])
    if name == "matern32":
        x = np.sqrt(3.0) * np.abs(y - f) / parameters["rho"]
        return np.log1p(x) - x + np.log(np.sqrt(3.0) / (4.0 * parameters["rho"]))
    if name == "gaussian":
        return stats.norm.logpdf(y, f, parameters["sigma"])
    raise ValueError(f"no likelihood {name}")


def laplace_log_density(y, m, s, b):
    """Closed form: two exponentials, each cut off by a normal law, in logarithms."""
    r = (y - m) / s
    c = s / b
    each = [0.5 * c * c + sign * c * r + special.log_ndtr(-(c + sign * r)) for sign in (1.0, -1.0)]
    return np.logaddexp(*each) - np.log(2.0 * b)


def log_density(name, parameters, y, m, v):
    """log p(y) of each row."""
    y, m, s = np.asarray(y), np.asarray(m), np.sqrt(np.asarray(v))
    if name == "gaussian":
        return stats.norm.logpdf(y, m, np.hypot(s, parameters["sigma"]))
    if name == "laplace":
        return laplace_log_density(y, m, s, parameters["b"])
    found = np.empty(len(y))
    for first in range(0, len(y), BLOCK):
        part = slice(first, first + BLOCK)
        f = m[part, None] + s[part, None] * NODES
        found[part] = special.logsumexp(log_likelihood(name, parameters, y[part, None], f), b=WEIGHTS, axis=1)
    return found


def by_quadrature(name, parameters, y, m, v):
    """The same for one row, adaptively."""
    s = np.sqrt(v)

    def integrand(f):
        return np.exp(log_likelihood(name, parameters, y, f)) * stats.norm.pdf(f, m, s)

    places = [m, y] if abs(y - m) < 10.0 * s else [m]
    value, _ = integrate.quad(integrand, m - 10.0 * s, m + 10.0 * s, points=places, limit=200, epsabs=0, epsrel=1e-10)
    return np.log(value)


def scores(name, parameters, y, m, v):
    """NLPD and RMSE, or error, of test rows. The latent mean is the predicted mean of symmetric noise."""
    if not (np.all(np.isfinite(m)) and np.all(v > 0)):
        raise FloatingPointError("predictions that are not finite")
    found = {"nlpd": float(-np.mean(log_density(name, parameters, y, m, v)))}
    if name == "logistic":
        found["error"] = float(np.mean((m > 0) != (y > 0.5)))
    else:
        found["rmse"] = float(np.sqrt(np.mean((m - y) ** 2)))
    return found


def largest_disagreement(name, parameters, y, m, v, rows=20):
    """Between the two ways, in nats, over rows spread evenly."""
    chosen = np.unique(np.linspace(0, len(y) - 1, rows).astype(int))
    ours = log_density(name, parameters, y[chosen], m[chosen], v[chosen])
    return float(max(abs(a - by_quadrature(name, parameters, y[i], m[i], v[i])) for i, a in zip(chosen, ours)))
