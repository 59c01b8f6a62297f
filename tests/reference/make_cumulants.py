"""Writes cumulants.txt: cumulants 1..8 of pi(omega | c2) for the functions phi of the catalogue, by mpmath.

Each phi is written here in its textbook form. For c2 > 0 the derivatives of log phi come from numerical differentiation
with 400 digits in the scale-free variable u, r = c2 (1 + u); at c2 = 0 from the expansion of log phi(q^2) in q, likewise
computed by differentiation at q = 0, where an odd power below the order makes the cumulant infinite.
Usage: python make_cumulants.py > cumulants.txt
"""

from mpmath import cosh, exp, factorial, inf, log, mp, mpf, nstr, sqrt, taylor

mp.dps = 400
ORDER = 8

PHI = {
    "gaussian(sigma=0.7)": lambda r: -r / (2 * mpf("0.7") ** 2),
    "laplace(b=1.7)": lambda r: -sqrt(r) / mpf("1.7"),
    "student-t(nu=3.3)": lambda r: -(mpf("3.3") + 1) / 2 * log(1 + r / mpf("3.3")),
    "cauchy()": lambda r: -log(1 + r),
    "matern32(rho=1.3)": lambda r: log(1 + sqrt(3 * r) / mpf("1.3")) - sqrt(3 * r) / mpf("1.3"),
    "matern52(rho=0.8)": lambda r: log(1 + sqrt(5 * r) / mpf("0.8") + 5 * r / (3 * mpf("0.8") ** 2))
    - sqrt(5 * r) / mpf("0.8"),
    "logistic()": lambda r: -log(cosh(sqrt(r) / 2)),
    "bayesian-svm()": lambda r: -sqrt(r),
    "binomial(trials=7)": lambda r: -7 * log(cosh(sqrt(r) / 2)),
    "negative-binomial(s=1.6,y=3)": lambda r: -mpf("4.6") * log(cosh(sqrt(r) / 2)),
    "asymmetric-laplace(tau=0.3,sigma=0.6)": lambda r: -sqrt(r) / (2 * mpf("0.6")),
    "logistic-noise(s=1.9)": lambda r: -2 * log(cosh(sqrt(r) / 2)),
    "pseudo-huber(delta=1.7,s=0.9)": lambda r: -(mpf("1.7") ** 2) * (sqrt(1 + r / mpf("1.7") ** 2) - 1),
    "exponential-power(q=1.3,s=0.8)": lambda r: -(r ** (mpf("1.3") / 2)),
}
# Powers of r that are not halves have no expansion in sqrt(r); there every cumulant at 0 is infinite.
NOT_EXPANDABLE = {"exponential-power(q=1.3,s=0.8)"}


def at_positive(f, c2):
    a = taylor(lambda u: f(c2 * (1 + u)), 0, ORDER)
    return [(-1) ** k * factorial(k) * a[k] / c2**k for k in range(1, ORDER + 1)]


def at_zero(name, f):
    if name in NOT_EXPANDABLE:
        return [inf] * ORDER
    # f(q^2) is analytic in q; sqrt(q^2) has to mean q on both sides, so q is kept symbolic through its own square root.
    a = taylor(lambda q: f(Square(q)), 0, 2 * ORDER)
    cumulants = []
    for k in range(1, ORDER + 1):
        odd = [j for j in range(1, 2 * k, 2) if abs(a[j]) > mpf(10) ** -60]
        # The lowest odd power dominates r^k f^(k) as r -> 0.
        cumulants.append(inf if odd else (-1) ** k * factorial(k) * a[2 * k])
    return cumulants


def Square(q):
    """q^2, remembered so that sqrt(c q^2) returns sqrt(c) q and not sqrt(c) |q|."""
    return _Squared(mpf(1), q)


class _Squared:
    def __init__(self, factor, q):
        self.factor, self.q = factor, q

    def value(self):
        return self.factor * self.q**2

    def __mul__(self, c):
        return _Squared(self.factor * c, self.q)

    __rmul__ = __mul__

    def __truediv__(self, c):
        return _Squared(self.factor / c, self.q)

    def __neg__(self):
        return -self.value()

    def __add__(self, c):
        return self.value() + c

    __radd__ = __add__


_mp_sqrt = sqrt


def sqrt(x):  # noqa: F811
    return _mp_sqrt(x.factor) * x.q if isinstance(x, _Squared) else _mp_sqrt(x)


def resolve(x):
    return x.value() if isinstance(x, _Squared) else x


def main():
    print("# mpmath, 400 digits: phi | c2 | cumulants 1..8 of pi(omega | c2); made by make_cumulants.py")
    for name, f in PHI.items():
        points = [("0", at_zero(name, lambda r: resolve(f(r))))]
        for decade in range(-16, 17):
            points.append((f"1e{decade}", at_positive(f, mpf(10) ** decade)))
        for label, values in points:
            text = " ".join("0" if abs(v) < mpf(10) ** -300 else nstr(v, 20) for v in values)
            print(f"{name} {label} {text.replace('+inf', 'inf')}")


if __name__ == "__main__":
    main()
