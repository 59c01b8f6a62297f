"""Writes likelihoods.txt: densities, derivatives and predictive laws of the likelihood catalogue, by mpmath.

Every density is written (likelihood_laws.py) as a textbook has it, not as C exp(g f) phi(h^2): the file ties the family
to the laws it claims to contain. Five kinds of lines; NAME carries the parameter values, numbers that are inputs are exact doubles.
  density    NAME y trials f    log p(y|f) and its derivatives 1..3 in f (at a kink: odd ones the mean of both sides)
  predictive NAME y trials m v  log E p(y|f), f ~ N(m, v)
  moments    NAME trials m v    mean and variance of y, f ~ N(m, v)
  cdf        NAME y trials m v  P(Y <= y), f ~ N(m, v)
  expected   NAME y trials m v  E log p(y|f), f ~ N(m, v), its derivative in m, and -2 times that in v
Usage: python make_likelihoods.py > likelihoods.txt
"""

from functools import cache

from likelihood_laws import DISCRETE, REAL, SETS, binomial_law, exponential_power, negative_binomial, svm
from mpmath import betainc, diff, erfc, exp, gammainc, inf, isinf, log, mp, mpf, nstr, pi, quad, sqrt

DISTANCES = [0.0, 1e-8, -1e-5, 1e-3, -0.03, 0.3, 0.999, 1.001, -2.5, 7.0, -40.0, 1e6, -1e6]


def title(name, names, values):
    return name + "(" + ",".join(f"{k}={v!r}" for k, v in zip(names, values)) + ")"


def text(x):
    if isinf(x):
        return "inf" if x > 0 else "-inf"
    return nstr(mpf(x), 20) if x != 0 else "0"


def derivatives(g, f, kink):
    """Of g at f, orders 0..3. One-sided from both sides where g has a kink."""
    if not kink:
        return [g(f)] + [diff(g, f, k) for k in (1, 2, 3)]
    right = [diff(g, f, k, direction=1) for k in (1, 2, 3)]
    left = [diff(g, f, k, direction=-1) for k in (1, 2, 3)]
    return [g(f), (right[0] + left[0]) / 2, right[1], (right[2] + left[2]) / 2]


def at_power_kink(q, s):
    """Exponential power at u = 0: |u|^q; odd derivatives cancel between the sides, the second is 0, finite or infinite."""
    if q == 2:
        return [exponential_power(mpf(0), q, s), 0, -2 / s**2, 0]
    second = 0 if q == 1 else (-inf if q > 1 else inf)
    return [exponential_power(mpf(0), q, s), 0, second, 0]


def densities():
    for name, (noise, names) in REAL.items():
        for values in SETS[name]:
            theta = [mpf(v) for v in values]
            for y in (0.0, -2.125, 1e6):
                for d in DISTANCES:
                    f = y + d
                    u = mpf(y) - mpf(f)
                    if name == "exponential-power" and u == 0:
                        row = at_power_kink(*theta)
                    else:
                        kink = u == 0 and name in ("laplace", "asymmetric-laplace", "matern32", "matern52")
                        # abs() in the formulas has two sides; the smooth ones are the same from both.
                        row = derivatives(lambda x: noise(mpf(y) - x, *theta), mpf(f), kink or u == 0)
                    yield f"density {title(name, names, values)} {y!r} 1 {f!r} " + " ".join(map(text, row))
    labels = [(1.0, 1.0), (-1.0, 1.0)]
    label_f = [0.0, 1e-8, -1e-5, 1e-3, 0.03, -0.3, 0.999, 1.001, 1.0, -1.0, 1 + 1e-8, 2.5, -4.0, 6.0, -40.0, 700.0, 1e6, -1e6]
    successes = [(0.0, 1.0), (1.0, 1.0), (3.0, 7.0), (0.0, 1000.0), (1.0, 1000.0), (1000.0, 1000.0), (412.0, 1000.0)]
    counts = [(0.0, 1.0), (1.0, 1.0), (3.0, 1.0), (1000.0, 1.0)]
    plan = {"logistic": labels, "bayesian-svm": labels, "binomial": successes, "negative-binomial": counts}
    for name, (law, names) in DISCRETE.items():
        for values in SETS[name]:
            theta = [mpf(v) for v in values]
            for y, n in plan[name]:
                for f in label_f:
                    if name in ("binomial", "negative-binomial") and abs(f) > 100:
                        f /= 1000
                    kink = name == "bayesian-svm" and y * f == 1
                    row = derivatives(lambda x: law(mpf(y), mpf(n), x, *theta), mpf(f), kink)
                    yield f"density {title(name, names, values)} {y!r} {n!r} {f!r} " + " ".join(map(text, row))


def peak(g, low, high):
    """Where a unimodal g is largest, by golden section; good enough to lay out panels."""
    for _ in range(200):
        a, b = low + (high - low) * mpf("0.382"), low + (high - low) * mpf("0.618")
        if g(a) < g(b):
            low = a
        else:
            high = b
    return (low + high) / 2


def expectation(h, m, v, features, weight=None):
    """E h(f), f ~ N(m, v), tanh-sinh on panels that shrink towards m, the features and the peak of weight + log normal."""
    sd = sqrt(v)
    points = set()
    places = [(m, sd)] + list(features)
    if weight is not None:
        joint = lambda f: weight(f) - (f - m) ** 2 / (2 * v)
        ends = [p for p, _ in places]
        at = peak(joint, min(ends) - 40 * sd, max(ends) + 40 * sd)
        width = sd
        while joint(at) - joint(at + width) > 1 or joint(at) - joint(at - width) > 1:
            width /= 2
        places.append((at, width))
    reach = max(abs(p - m) for p, _ in places) + 40 * sd
    for place, width in places:
        points.add(place)
        step = width / 4
        while step < reach:
            points.update([place - step, place + step])
            step *= 2
    points = sorted(p for p in points if m - reach <= p <= m + reach)
    total = mpf(0)
    normal = lambda f: exp(-((f - m) ** 2) / (2 * v)) / sqrt(2 * pi * v)
    for a, b in zip(points, points[1:]):
        middle = (a + b) / 2
        # Panels in which nothing happens cost as much as the others; skip those far below the total.
        total += quad(lambda f: h(f) * normal(f), [a, middle, b], maxdegree=5)
    return total


PREDICTIVE = {
    "gaussian": [0.7], "laplace": [1.7], "student-t": [3.3, 1.6], "cauchy": [0.45], "matern32": [1.3],
    "matern52": [0.8], "asymmetric-laplace": [0.3, 0.6], "logistic-noise": [1.9], "pseudo-huber": [1.7, 0.9],
    "exponential-power": [1.3, 0.8], "logistic": [], "bayesian-svm": [], "binomial": [], "negative-binomial": [1.6],
}


def predictive():
    mp.dps = 25
    for name, values in PREDICTIVE.items():
        theta = [mpf(v) for v in values]
        if name in REAL:
            noise, names = REAL[name]
            scale = theta[-1]
            cases = [(0.3, 0.0, 1e-12), (-4.0, 1.5, 1e-4), (1.0, 0.25, 0.7), (101.0, 1.0, 1.0), (-30.0, 2.0, 25.0),
                     (1e6, 3.0, 1e8), (2.0, -5.0, 1e8)]
            for y, m, v in cases:
                logp = lambda f: noise(mpf(y) - f, *theta)
                value = expectation(lambda f: exp(logp(f)), mpf(m), mpf(v), [(mpf(y), scale)], logp)
                yield f"predictive {title(name, names, values)} {y!r} 1 {m!r} {v!r} {text(log(value))}"
            continue
        law, names = DISCRETE[name]
        if name == "bayesian-svm":  # normalised over the two labels
            log_p = lambda y, n, f: law(y, n, f) - log(exp(law(mpf(1), n, f)) + exp(law(mpf(-1), n, f)))
        else:
            log_p = lambda y, n, f: law(y, n, f, *theta)
        rows = {
            "logistic": [(1, 1), (-1, 1)], "bayesian-svm": [(1, 1), (-1, 1)],
            "binomial": [(0, 1), (3, 7), (412, 1000), (900, 1000), (1000, 1000)],
            "negative-binomial": [(0, 1), (3, 1), (1000, 1)],
        }[name]
        for y, n in rows:
            for m, v in [(0.4, 1e-12), (0.0, 0.01), (-1.2, 0.7), (2.0, 25.0), (30.0, 1.0), (-3.0, 1e4), (5.0, 1e8)]:
                logp = lambda f: log_p(mpf(y), mpf(n), f)
                features = [(mpf(0), mpf(1)), (mpf(1), mpf(1)), (mpf(-1), mpf(1)), (mpf(7), mpf(1))]
                value = expectation(lambda f: exp(logp(f)), mpf(m), mpf(v), features, logp)
                yield f"predictive {title(name, names, values)} {y}.0 {n} {m!r} {v!r} {text(log(value))}"
    # Counts far above what the latent mean expects: the mode in f lies beyond log s by many standard deviations.
    for s, y, m, v in [(1e4, 1e6, 9.0, 0.01), (37.5, 1e4, 2.0, 0.04)]:
        logp = lambda f: negative_binomial(mpf(y), 1, f, mpf(s))
        features = [(log(mpf(s)), mpf(1)), (log(mpf(y)), 1 / sqrt(mpf(s)))]
        value = expectation(lambda f: exp(logp(f)), mpf(m), mpf(v), features, logp)
        yield f"predictive negative-binomial(s={s!r}) {y!r} 1 {m!r} {v!r} {text(log(value))}"


def moments():
    sigmoid = lambda f: 1 / (1 + exp(-f))
    near = [(mpf(0), mpf(1)), (mpf(1), mpf(1)), (mpf(-1), mpf(1))]
    for m, v in [(0.4, 1e-12), (-1.2, 0.7), (2.0, 25.0), (-3.0, 1e4), (5.0, 1e8)]:
        first = expectation(sigmoid, mpf(m), mpf(v), near)
        second = expectation(lambda f: sigmoid(f) ** 2, mpf(m), mpf(v), near)
        yield f"moments logistic() 1 {m!r} {v!r} {text(2 * first - 1)} {text(1 - (2 * first - 1) ** 2)}"
        for n in (1, 7, 1000):
            mean = n * first
            variance = n * (first - second) + n**2 * (second - first**2)
            yield f"moments binomial() {n} {m!r} {v!r} {text(mean)} {text(variance)}"
        plus = lambda f: exp(svm(1, 1, f)) / (exp(svm(1, 1, f)) + exp(svm(-1, 1, f)))
        p = expectation(plus, mpf(m), mpf(v), near)
        yield f"moments bayesian-svm() 1 {m!r} {v!r} {text(2 * p - 1)} {text(1 - (2 * p - 1) ** 2)}"
    for s in (1.6, 0.08):
        for m, v in [(0.4, 1e-12), (-1.2, 0.7), (2.0, 25.0), (-1000.0, 800.0)]:
            mu = exp(mpf(m) + mpf(v) / 2)
            spread = exp(2 * mpf(m) + mpf(v)) * (exp(mpf(v)) - 1) + exp(2 * mpf(m) + 2 * mpf(v)) / mpf(s)
            yield f"moments negative-binomial(s={s!r}) 1 {m!r} {v!r} {text(mu)} {text(mu + spread)}"
    for name, values in PREDICTIVE.items():  # location families: the noise's own moments, by quadrature
        if name not in REAL:
            continue
        noise, names = REAL[name]
        theta = [mpf(v) for v in values]
        panels = [-inf, -100, -10, -1, 0, 1, 10, 100, inf]
        if name == "cauchy":
            mean, variance = mpf(0), inf
        else:
            mean = quad(lambda u: u * exp(noise(u, *theta)), panels)
            variance = quad(lambda u: u**2 * exp(noise(u, *theta)), panels) - mean**2
            if name == "student-t":  # the quadrature cannot reach the end of so heavy a tail
                mean, variance = mpf(0), theta[1] ** 2 * theta[0] / (theta[0] - 2)
        for m, v in [(0.5, 0.0), (-2.0, 3.0)]:
            yield f"moments {title(name, names, values)} 1 {m!r} {v!r} {text(m + mean)} {text(v + variance)}"


def noise_cdf(name, theta, u):
    if name == "gaussian":
        return erfc(-u / (theta[0] * sqrt(mpf(2)))) / 2
    if name == "student-t":
        nu, sigma = theta
        tail = betainc(nu / 2, mpf(1) / 2, 0, nu / (nu + (u / sigma) ** 2), regularized=True) / 2
        return tail if u < 0 else 1 - tail
    if name == "cauchy":
        return mpf(1) / 2 + mp.atan(u / theta[0]) / pi
    if name == "exponential-power":
        q, s = theta
        tail = gammainc(1 / q, (abs(u) / s) ** q, inf, regularized=True) / 2
        return tail if u < 0 else 1 - tail
    noise = REAL[name][0]
    panels = [u - 2**k for k in range(12, -6, -1)] + [u] if u < 0 else [u] + [u + 2**k * mpf("0.03") for k in range(18)]
    if u < 0:
        return quad(lambda x: exp(noise(x, *theta)), panels)
    return 1 - quad(lambda x: exp(noise(x, *theta)), panels)


def cdfs():
    for name, values in PREDICTIVE.items():
        theta = [mpf(v) for v in values]
        if name in REAL:
            for y, f in [(0.3, 0.0), (-4.0, 1.5), (9.0, -3.0), (-60.0, 0.0)]:
                value = noise_cdf(name, theta, mpf(y) - mpf(f))
                yield f"cdf {title(name, REAL[name][1], values)} {y!r} 1 {f!r} 0.0 {text(value)}"
    for name in ("gaussian", "student-t", "cauchy", "exponential-power"):
        values = PREDICTIVE[name]
        theta = [mpf(v) for v in values]
        for y, m, v in [(0.3, 0.0, 0.7), (-4.0, 1.5, 25.0), (50.0, -3.0, 1e4)]:
            value = expectation(lambda f: noise_cdf(name, theta, mpf(y) - f), mpf(m), mpf(v), [(mpf(y), theta[-1])])
            yield f"cdf {title(name, REAL[name][1], values)} {y!r} 1 {m!r} {v!r} {text(value)}"
    for y, n in [(0, 7), (3, 7), (412, 1000)]:
        for m, v in [(0.3, 0.0), (-1.2, 0.7), (2.0, 25.0)]:
            at = lambda f: sum(exp(binomial_law(mpf(k), mpf(n), f)) for k in range(y + 1))
            if n == 1000 and v > 0:
                continue
            value = at(mpf(m)) if v == 0 else expectation(at, mpf(m), mpf(v), [(mpf(0), mpf(1))])
            yield f"cdf binomial() {y}.0 {n} {m!r} {v!r} {text(value)}"
    for y in (0, 3, 40):
        for m, v in [(0.3, 0.0), (3.0, 0.0), (-1.2, 0.7), (2.0, 25.0)]:
            at = lambda f: sum(exp(negative_binomial(mpf(k), 1, f, mpf("1.6"))) for k in range(y + 1))
            if y == 40 and v > 0:
                continue
            value = at(mpf(m)) if v == 0 else expectation(at, mpf(m), mpf(v), [(mpf(0), mpf(1)), (mpf(2), mpf(1))])
            yield f"cdf negative-binomial(s=1.6) {y}.0 1 {m!r} {v!r} {text(value)}"


def expected_row(logp, m, v, features):
    """Derivatives are those of the normal density under the integral: log p itself is never differentiated."""
    m, v = mpf(m), mpf(v)
    logp = cache(logp)  # the three integrals share their nodes
    value = expectation(logp, m, v, features)
    slope = expectation(lambda f: (f - m) / v * logp(f), m, v, features)
    precision = expectation(lambda f: (1 - (f - m) ** 2 / v) / v * logp(f), m, v, features)
    return " ".join(map(text, (value, slope, precision)))


def expected():
    mp.dps = 40  # at small v the derivatives are what is left of larger numbers
    for name, values in PREDICTIVE.items():
        if name not in REAL:
            continue
        noise, names = REAL[name]
        cases = [(0.3, 0.0, 1e-6), (0.3, 0.3, 0.05), (1.0, 0.25, 0.7), (7.0, 1.0, 0.6), (-4.0, 1.5, 1e-4), (2.0, -5.0, 1e4),
                 (1e6, 3.0, 100.0), (1e6, 3.0, 1e-6)]
        heavy = {"student-t": [0.37, 2.2], "exponential-power": [0.55, 1.9]}
        for chosen in [values] + ([heavy[name]] if name in heavy else []):
            theta = [mpf(v) for v in chosen]
            for y, m, v in cases:
                row = expected_row(lambda f: noise(mpf(y) - f, *theta), m, v, [(mpf(y), theta[-1])])
                yield f"expected {title(name, names, chosen)} {y!r} 1 {m!r} {v!r} {row}"
    rows = {
        "logistic": [(1, 1), (-1, 1)], "bayesian-svm": [(1, 1), (-1, 1)], "binomial": [(3, 7), (412, 1000)],
        "negative-binomial": [(0, 1), (3, 1), (1000, 1)],
    }
    for name, (law, names) in DISCRETE.items():
        values = PREDICTIVE[name]
        theta = [mpf(v) for v in values]
        places = [(mpf(0), mpf(1)), (mpf(1), mpf(1)), (mpf(-1), mpf(1))]
        for y, n in rows[name]:
            for m, v in [(0.4, 1e-6), (0.0, 0.01), (-1.2, 0.7), (2.0, 25.0), (30.0, 1.0), (-3.0, 1e4)]:
                row = expected_row(lambda f: law(mpf(y), mpf(n), f, *theta), m, v, places)
                yield f"expected {title(name, names, values)} {y}.0 {n} {m!r} {v!r} {row}"


def main():
    print("# mpmath; made by make_likelihoods.py, which says what the columns are")
    for part in (densities, predictive, moments, cdfs, expected):
        for line in part():
            print(line, flush=True)


if __name__ == "__main__":
    main()
