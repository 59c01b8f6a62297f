"""Writes posteriors.txt: means and covariances of three latent values given three observations, by quadrature.

The prior is N(mu, K) with mu = (0.3, -0.2, 0.1) and K_ij = 1.3 exp(-|i - j|/1.5); PRIOR below is repeated in the file.
Densities are written here as a textbook has them, up to a factor without f. The integral is over f itself, a product of
Gauss-Legendre panels broken at the kink f = y, on two grids whose difference is the error that is printed.
Lines: NAME(parameters) y1 y2 y3 trials | three means | covariances 11 21 22 31 32 33.
Needs numpy and scipy. Usage: python make_posteriors.py > posteriors.txt
"""

import sys

import numpy as np
from scipy import special

MU = np.array([0.3, -0.2, 0.1])
K = 1.3 * np.exp(-np.abs(np.subtract.outer(range(3), range(3))) / 1.5)

real = [1.4, -0.6, 0.9]
labels = [1.0, -1.0, 1.0]


def matern32(u, rho):
    a = np.sqrt(3) / rho * np.abs(u)
    return np.log1p(a) - a


def matern52(u, rho):
    a = np.sqrt(5) / rho * np.abs(u)
    return np.log1p(a + a * a / 3) - a


CASES = [
    ("gaussian", dict(sigma=0.7), real, 1, lambda y, f, sigma: -0.5 * ((y - f) / sigma) ** 2),
    ("laplace", dict(b=0.6), real, 1, lambda y, f, b: -np.abs(y - f) / b),
    ("student-t", dict(nu=2.5, sigma=0.5), real, 1,
     lambda y, f, nu, sigma: -(nu + 1) / 2 * np.log1p(((y - f) / sigma) ** 2 / nu)),
    ("cauchy", dict(sigma=0.5), real, 1, lambda y, f, sigma: -np.log1p(((y - f) / sigma) ** 2)),
    ("matern32", dict(rho=0.8), real, 1, lambda y, f, rho: matern32(y - f, rho)),
    ("matern52", dict(rho=0.8), real, 1, lambda y, f, rho: matern52(y - f, rho)),
    ("logistic-noise", dict(s=0.4), real, 1, lambda y, f, s: -(y - f) / s - 2 * np.logaddexp(0, -(y - f) / s)),
    ("pseudo-huber", dict(delta=1.3, s=0.5), real, 1,
     lambda y, f, delta, s: -delta**2 * (np.sqrt(1 + ((y - f) / s / delta) ** 2) - 1)),
    ("exponential-power", dict(q=1.4, s=0.7), real, 1, lambda y, f, q, s: -np.abs((y - f) / s) ** q),
    ("asymmetric-laplace", dict(tau=0.3, sigma=0.4), real, 1,
     lambda y, f, tau, sigma: -(y - f) * (tau - (y < f)) / sigma),
    ("logistic", {}, labels, 1, lambda y, f: -np.logaddexp(0, -y * f)),
    ("bayesian-svm", {}, labels, 1, lambda y, f: -2 * np.maximum(1 - y * f, 0)),
    ("binomial", {}, [5.0, 1.0, 3.0], 7, lambda y, f: y * special.log_expit(f) + (7 - y) * special.log_expit(-f)),
    ("negative-binomial", dict(s=1.6), [4.0, 0.0, 1.0], 1,
     lambda y, f, s: y * f - (y + s) * np.logaddexp(np.log(s), f)),
]


def axis(kink, low, high, nodes, panels):
    """Gauss-Legendre on panels that shrink towards the kink: |u|^1.4 has no third derivative there."""
    x, w = np.polynomial.legendre.leggauss(nodes)
    cuts = [low, high]
    if low < kink < high:
        steps = 0.3 ** np.arange(panels)
        cuts += [kink] + [kink - (kink - low) * s for s in steps] + [kink + (high - kink) * s for s in steps]
    cuts = np.unique(cuts)
    half = np.diff(cuts)[:, None] / 2
    return ((cuts[:-1, None] + half) + half * x).ravel(), (half * w).ravel()


def moments(log_density, y, kinks, nodes, panels):
    axes = [axis(k, m - 8 * np.sqrt(v), m + 8 * np.sqrt(v), nodes, panels) for k, m, v in zip(kinks, MU, np.diag(K))]
    f = np.meshgrid(*[a[0] for a in axes], indexing="ij")
    P = np.linalg.inv(K)
    d = [g - m for g, m in zip(f, MU)]
    log_p = -0.5 * sum(P[i, j] * d[i] * d[j] for i in range(3) for j in range(3))
    for i in range(3):
        log_p = log_p + log_density(y[i], f[i])
    p = np.exp(log_p - log_p.max()) * np.einsum("i,j,k->ijk", *[a[1] for a in axes])
    p /= p.sum()
    mean = [float((p * g).sum()) for g in f]
    return mean + [float((p * (f[i] - mean[i]) * (f[j] - mean[j])).sum()) for i in range(3) for j in range(i + 1)]


print("# made by make_posteriors.py, which says what the columns are")
print("prior", *map(float, MU), *(float(K[i, j]) for i in range(3) for j in range(i + 1)))
for name, parameters, y, trials, log_density in CASES:
    kinks = y if y is not labels else ([1.0, -1.0, 1.0] if name == "bayesian-svm" else [0.0] * 3)
    if name in ("binomial", "negative-binomial"):
        kinks = [0.0] * 3
    fixed = lambda value, f: log_density(value, f, **parameters)
    coarse, fine = (moments(fixed, y, kinks, *grid) for grid in ((10, 5), (12, 7)))
    error = max(abs(a - b) for a, b in zip(coarse, fine))
    print(name, error, file=sys.stderr)
    assert error < 1e-6, name
    title = f"{name}({','.join(f'{k}={v}' for k, v in parameters.items())})"
    print(title, *y, trials, *(f"{value:.10g}" for value in fine))
