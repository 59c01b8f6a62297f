#!/usr/bin/env python3
"""References of the tilted law pi(omega | c2), by mpmath, independent of the library.

One file per phi in pi_phi/, one line per point: c2, x, F(x), 1 - F(x), density, error estimate.

    make_pi_phi.py --check [--stride N]   recompute every N-th line of every file and compare
    make_pi_phi.py --write NAME...        recompute the values of these files, in place; the points (c2, x)
                                          are those in the file, further columns may be missing

F(x) = exp(-c2 x) / phi(c2) * 1/(2 pi i) int exp(r x) phi(r) / (r - c2) dr over a hyperbola to the
right of the pole that bends into the left half-plane, where the known phi are analytic off the
negative axis; a vertical line for those that are not small there. Trapezoidal rule, and the difference
of two steps as error estimate. Gamma laws use the incomplete gamma function.
"""
import argparse
import pathlib
import sys

from mpmath import mp, mpf

mp.dps = 70
FOLDER = pathlib.Path(__file__).resolve().parent / "pi_phi"
half = mpf(1) / 2


def sech_power(b):
    # log cosh z = z + log(1 + e^{-2z}) - log 2 stays on one branch, which real powers need.
    def log_phi(r):
        root = mp.sqrt(r)
        return -b * (root / 2 + mp.log(1 + mp.exp(-root)) - mp.log(2))

    return log_phi


def matern32(r):
    x = mp.sqrt(3) * mp.sqrt(r)
    return mp.log(1 + x) - x


def matern52(r):
    x = mp.sqrt(5) * mp.sqrt(r)
    return mp.log(1 + x + x * x / 3) - x


def stable(a):
    return lambda r: -(r ** mpf(a))


def log_sum(r, *parts):
    """log sum of w exp(part): one function value, whatever its branch; mpmath does not underflow."""
    return mp.log(sum(w * mp.exp(part(r)) for w, part in parts))


def gamma(shape, rate):
    return lambda r: -mpf(shape) * mp.log(1 + r / mpf(rate))


# name: (log phi, angle). The contour leaves the real axis at a right angle and ends in the direction
# 90 degrees + angle; 0 is a vertical line.
LAWS = {
    "laplace": (lambda r: -mp.sqrt(r), 45),
    "logistic": (sech_power(mpf(1)), 45),
    "matern32": (matern32, 45),
    "matern52": (matern52, 45),
    "stable.3": (stable("0.3"), 45),
    "stable.8": (stable("0.8"), 10),
    "pg2.7": (sech_power(mpf("2.7")), 45),
    "mix": (lambda r: log_sum(r, (half, lambda r: -mp.sqrt(r)), (half, gamma(2, 1))), 45),
    # The same laws where |log phi| is huge, and laws that are hard for an inversion.
    "laplace-large": (lambda r: -mp.sqrt(r), 45),
    "matern32-large": (matern32, 45),
    "stable.8-large": (stable("0.8"), 10),
    "stable.95": (stable("0.95"), 0),
    "stable.99": (stable("0.99"), 0),
    "shifted-laplace": (lambda r: -r - mp.sqrt(r), 45),
    "compound-poisson": (lambda r: 2 * (mp.exp(-mp.sqrt(r)) - 1), 30),
    "slow": (lambda r: -mp.log(1 + mp.log(1 + r)), 60),
}
GAMMA_LAWS = {
    "student1.5": ("1.25", "1.5"),
    "student3": ("2", "3"),
    "student30": ("15.5", "30"),
    "gamma.05": ("0.05", "1"),
    "gamma1e5": ("1e5", "2e5"),
}

def gamma_law(name, c2, x):
    shape, rate = (mpf(t) for t in GAMMA_LAWS[name])
    rate += c2
    lower = mp.gammainc(shape, 0, rate * x, regularized=True)
    upper = mp.gammainc(shape, rate * x, regularized=True)
    pdf = mp.exp(shape * mp.log(rate * x) - rate * x - mp.loggamma(shape)) / x
    return lower, upper, pdf, mpf(10) ** (5 - mp.dps)


def hyperbola_law(log_phi, angle, c2, x):
    """Step halved until two values agree; the rule converges geometrically, halving squares the error."""
    mean = lambda r: -mp.diff(log_phi, r, h=r * mpf(10) ** -25)
    distance = 1 / x  # from the pole; about that of the saddle point of exp(r x) phi(r) / (r - c2)
    while (x - mean(c2 + distance)) * distance < 1:
        distance *= mpf("1.1")
    rho = c2 + distance
    variance = -mp.diff(mean, rho, h=rho * mpf(10) ** -12)
    width = min(max(distance, 1 / mp.sqrt(abs(variance))), 100 * distance)
    base = (log_phi(c2) if c2 > 0 else mpf(0)) + c2 * x
    alpha = mp.radians(angle)

    def term(u):
        r = rho + width * (mp.sin(alpha) + mp.sin(mp.mpc(-alpha, u)))
        density = mp.exp(log_phi(r) + r * x - base) * width * mp.cos(mp.mpc(-alpha, u))
        return (density / (r - c2)).real / mp.pi, density.real / mp.pi

    def total(step, offset):
        cdf, pdf, k, quiet, largest = mpf(0), mpf(0), 0, 0, mpf(0)
        while quiet < 6:
            u = (k + offset) * step
            a, b = term(u)
            weight = half if u == 0 else 1
            cdf, pdf = cdf + weight * a, pdf + weight * b
            largest = max(largest, abs(a))
            quiet = quiet + 1 if abs(a) < mpf(10) ** -45 * largest else 0
            k += 1
        return cdf * step, pdf * step

    step = mpf(1) / 4
    cdf, pdf = total(step, mpf(0))
    for _ in range(14):
        more_cdf, more_pdf = total(step, half)
        new_cdf, new_pdf = (cdf + more_cdf) / 2, (pdf + more_pdf) / 2
        error = abs(new_cdf - cdf)
        cdf, pdf, step = new_cdf, new_pdf, step / 2
        if error < mpf(10) ** -18 * abs(cdf):
            return cdf, 1 - cdf, pdf, max(error**2 / abs(cdf), mpf(10) ** -44)
    raise ArithmeticError(f"no convergence at c2 = {c2}, x = {x}")


def line_law(log_phi, c2, x):
    """Far to the right, where only the precision of the arithmetic suffers: with the period T > x the rule gives
    sum_j e^{-j a T} F(x + j T), j >= 0, and a T = 90."""
    base = (log_phi(c2) if c2 > 0 else mpf(0)) + c2 * x
    values = []
    for ratio in (mpf("1.2"), mpf("1.5")):
        period = ratio * x
        a = 90 / period
        cdf, pdf, k, largest, size = mpf(0), mpf(0), 0, mpf(0), mpf(1)
        while size > mpf(10) ** -65 * largest:
            r = mp.mpc(c2 + a, 2 * mp.pi * k / period)
            density = mp.exp(log_phi(r) + r * x - base) * (half if k == 0 else 1) * 2 / period
            size = abs(density)
            largest = max(largest, size)
            cdf += (density / (r - c2)).real
            pdf += density.real
            k += 1
        values.append((cdf, pdf))
    (cdf, pdf), (other, _) = values
    return cdf, 1 - cdf, pdf, max(abs(cdf - other), mpf(10) ** -44)


def law(name, c2, x):
    if name in GAMMA_LAWS:
        return gamma_law(name, c2, x)
    log_phi, angle = LAWS[name]
    return hyperbola_law(log_phi, angle, c2, x) if angle else line_law(log_phi, c2, x)


def path(name):
    return FOLDER / f"ref_{name}.txt"


def line(name, c2, x):
    lower, upper, pdf, error = law(name, mpf(c2), mpf(float(x)))
    digits = [mp.nstr(v, 20, strip_zeros=False) for v in (lower, upper, pdf)]
    return " ".join([c2, x, *digits, mp.nstr(error, 3)])


def check(stride):
    worst = mpf(0)
    for file in sorted(FOLDER.glob("ref_*.txt")):
        name = file.stem.removeprefix("ref_")
        largest = mpf(0)
        for number, text in enumerate(file.read_text().splitlines()):
            if number % stride:
                continue
            c2, x, lower, upper, pdf, error = text.split()
            new = law(name, mpf(c2), mpf(float(x)))
            allowed = mpf(error) + new[3]
            for old, value in zip((lower, upper, pdf), new):
                # 20 digits are stored.
                excess = abs(mpf(old) - value) - mpf("1e-19") * abs(value) - 40 * allowed * max(1, new[2])
                if excess > 0:
                    sys.exit(f"{file.name}:{number + 1}: stored {old}, computed {mp.nstr(value, 20)}")
            largest = max(largest, abs(mpf(lower) - new[0]), abs(mpf(upper) - new[1]))
        print(f"{file.name}: largest difference {mp.nstr(largest, 3)}")
        worst = max(worst, largest)
    print(f"all: {mp.nstr(worst, 3)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--stride", type=int, default=1)
    parser.add_argument("--write", nargs="+", metavar="NAME", default=[])
    arguments = parser.parse_args()
    for name in arguments.write:
        points = [text.split()[:2] for text in path(name).read_text().splitlines()]
        path(name).write_text("".join(line(name, *point) + "\n" for point in points))
    if arguments.check:
        check(arguments.stride)


if __name__ == "__main__":
    main()
