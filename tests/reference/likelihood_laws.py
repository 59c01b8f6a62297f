"""The laws of the likelihood catalogue as a textbook has them, by mpmath: log densities of noise and of labels and counts,
and the parameter values at which they are compared. For make_likelihoods.py."""

from functools import cache

from mpmath import besselk, exp, gamma, log, loggamma, mp, mpf, pi, sqrt

# Constants are asked for at every point of a quadrature or difference quotient; each is computed once. Being the same
# number each time, they drop out of differences whatever the precision there.


def once(f):
    @cache
    def precise(x):
        with mp.workdps(80):
            return f(x)

    return precise


bessel_one = once(lambda x: besselk(1, x))
gamma_of = once(gamma)
log_gamma_of = once(loggamma)
mp.dps = 50


def log1p(x):
    """mpmath's own adds 1 exactly, which takes forever for x = exp(-1e6)."""
    return x if x < mpf(10) ** -400 else mp.log1p(x)


def log_sigmoid(x):
    return -log1p(exp(-x)) if x > 0 else x - log1p(exp(x))


def log_choose(n, k):
    return log_gamma_of(n + 1) - log_gamma_of(k + 1) - log_gamma_of(n - k + 1)


# log density of the noise u = y - f.
def gaussian(u, sigma):
    return -(u**2) / (2 * sigma**2) - log(sigma * sqrt(2 * pi))


def laplace(u, b):
    return -abs(u) / b - log(2 * b)


def student(u, nu, sigma):
    c = gamma_of((nu + 1) / 2) / (gamma_of(nu / 2) * sqrt(pi * nu) * sigma)
    return log(c) - (nu + 1) / 2 * log(1 + u**2 / (nu * sigma**2))


def cauchy(u, sigma):
    return -log(pi * sigma * (1 + (u / sigma) ** 2))


def matern32(u, rho):
    x = sqrt(mpf(3)) * abs(u) / rho
    return log(sqrt(mpf(3)) / (4 * rho) * (1 + x)) - x


def matern52(u, rho):
    x = sqrt(mpf(5)) * abs(u) / rho
    return log(3 * sqrt(mpf(5)) / (16 * rho) * (1 + x + x**2 / 3)) - x


def asymmetric(u, tau, sigma):  # the check loss of quantile regression
    return log(tau * (1 - tau) / sigma) - u * (tau - (1 if u < 0 else 0)) / sigma


def logistic_noise(u, s):  # f(1-f)/s with f the logistic function
    x = abs(u) / s
    return -x - 2 * log1p(exp(-x)) - log(s)


def pseudo_huber(u, delta, s):
    c = 2 * s * delta * bessel_one(delta**2)
    return -(delta**2) * sqrt(1 + (u / (s * delta)) ** 2) - log(c)


def exponential_power(u, q, s):
    return log(q / (2 * s * gamma_of(1 / q))) - (abs(u) / s) ** q


REAL = {
    "gaussian": (gaussian, ["sigma"]),
    "laplace": (laplace, ["b"]),
    "student-t": (student, ["nu", "sigma"]),
    "cauchy": (cauchy, ["sigma"]),
    "matern32": (matern32, ["rho"]),
    "matern52": (matern52, ["rho"]),
    "asymmetric-laplace": (asymmetric, ["tau", "sigma"]),
    "logistic-noise": (logistic_noise, ["s"]),
    "pseudo-huber": (pseudo_huber, ["delta", "s"]),
    "exponential-power": (exponential_power, ["q", "s"]),
}


# log p(y | f) of labels and counts.
def logistic(y, n, f):
    return log_sigmoid(y * f)


def svm(y, n, f):
    return -2 * max(mpf(0), 1 - y * f)


def binomial_law(y, n, f):
    return log_choose(n, y) + y * log_sigmoid(f) + (n - y) * log_sigmoid(-f)


def negative_binomial(y, n, f, s):
    p = f - log(s)  # log odds of mean e^f against s
    return log_gamma_of(y + s) - log_gamma_of(s) - log_gamma_of(y + 1) + y * log_sigmoid(p) + s * log_sigmoid(-p)


DISCRETE = {
    "logistic": (logistic, []),
    "bayesian-svm": (svm, []),
    "binomial": (binomial_law, []),
    "negative-binomial": (negative_binomial, ["s"]),
}

# Parameter values: none is 1. The last sets are the corners: nearly Gaussian, very heavy tails, far from symmetric.
SETS = {
    "gaussian": [[0.7], [3.1], [0.01]],
    "laplace": [[1.7], [0.23], [40.0]],
    "student-t": [[3.3, 1.6], [1e7, 0.4], [0.37, 2.2], [1e10, 2.0], [199.5, 0.8], [200.5, 0.8]],
    "cauchy": [[0.45], [7.5]],
    "matern32": [[1.3], [0.31], [19.0]],
    "matern52": [[0.8], [2.9], [14.0]],
    "asymmetric-laplace": [[0.3, 0.6], [0.93, 2.7], [0.011, 1.4]],
    "logistic-noise": [[1.9], [0.17]],
    "pseudo-huber": [[1.7, 0.9], [0.05, 2.3], [12.0, 0.6]],
    "exponential-power": [[1.3, 0.8], [0.55, 1.9], [2.0, 1.2], [1.98, 0.7], [0.5, 0.3]],
    "logistic": [[]],
    "bayesian-svm": [[]],
    "binomial": [[]],
    "negative-binomial": [[1.6], [0.08], [37.5], [9.5], [1e4]],
}
