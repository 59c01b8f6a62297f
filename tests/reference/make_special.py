#!/usr/bin/env python3
"""Writes special.txt: logarithms of special functions and their Taylor coefficients, by mpmath.

Lines: real NAME NU X c0 ... c8        c_k = x^k (log f)^(k)(x) / k!
       complex NAME NU RE IM RE(log f) IM(log f)
NAME: erfcx, erfc, besselk, matern (s^(nu/2) K_nu(sqrt s) as a function of s). NU is 0 where unused.
"""

import sys
from pathlib import Path

import mpmath as mp

mp.mp.dps = 170
ORDER = 8

FUNCTIONS = {
    "erfcx": lambda nu, x: mp.exp(x * x) * mp.erfc(x),
    "erfc": lambda nu, x: mp.erfc(x),
    "besselk": lambda nu, x: mp.besselk(nu, x),
    "matern": lambda nu, s: s ** (nu / 2) * mp.besselk(nu, mp.sqrt(s)),
}


def text(x):
    return mp.nstr(x, 20, min_fixed=1, max_fixed=0)


def coefficients(name, nu, x):
    """Taylor coefficients of log f in d, x (1 + d), by Cauchy's integral on a circle so small that f barely turns."""
    points, radius = 16, mp.mpf(2) ** -40
    roots = [mp.expjpi(mp.mpf(2) * j / points) for j in range(points)]
    centre = FUNCTIONS[name](nu, x)
    values = [mp.log(FUNCTIONS[name](nu, x * (1 + radius * w)) / centre) for w in roots]
    result = [mp.log(centre)]
    for k in range(1, ORDER + 1):
        total = mp.fsum(values[j] * roots[j] ** (-k) for j in range(points)) / points
        result.append((total / radius**k).real)
    return result


def main():
    lines = []

    def real(name, nu, x):
        nu, x = mp.mpf(float(nu)), mp.mpf(float(x))  # the doubles that the test reads
        row = " ".join(text(c) for c in coefficients(name, nu, x))
        lines.append(f"real {name} {mp.nstr(nu, 17)} {mp.nstr(x, 17)} {row}")

    def complex_(name, nu, size, angle):
        nu = mp.mpf(float(nu))
        z = mp.mpc(float(size * mp.cos(angle)), float(size * mp.sin(angle)))
        f = mp.log(FUNCTIONS[name](nu, z))
        lines.append(f"complex {name} {mp.nstr(nu, 17)} {text(z.real)} {text(z.imag)} {text(f.real)} {text(f.imag)}")

    for x in ("-8", "-2.5", "-0.75", "0.001", "0.25", "0.875", "1", "1.5", "4", "20", "1000", "1e8"):
        real("erfcx", 0, x)
        if abs(mp.mpf(x)) < 21:
            real("erfc", 0, x)
    for nu in ("0", "0.25", "0.8", "1", "2.3", "7.5", "20.2"):
        for x in ("1e-6", "0.01", "0.7", "1.75", "3", "30", "5000"):
            real("besselk", nu, x)
            if nu != "0":
                real("matern", nu, x if x != "5000" else "1e8")
    for nu in ("0", "0.3", "1", "2.3", "7.75", "20.2"):
        for size in ("1e-4", "0.05", "0.6", "2", "9", "60"):
            for angle in (0.4, 0.785, 1.2, 1.5):
                complex_("besselk", nu, mp.mpf(size), mp.mpf(angle))
    for nu in ("0", "0.3", "1", "2.3", "20.2"):  # far out, and a function of s close to 0
        for size in ("120", "500", "1e5", "1e12"):
            for angle in (0.4, 1.5):
                complex_("besselk", nu, mp.mpf(size), mp.mpf(angle))
    for nu in ("0.07", "0.25", "1", "2.3", "7.75"):
        for size in ("1e-40", "1e-9", "0.01", "0.4", "0.99", "1.1"):
            for angle in (0.4, 1.5, 3.0):
                complex_("matern", nu, mp.mpf(size), mp.mpf(angle))
    for size in ("1e-4", "0.05", "0.6", "2", "9", "60"):
        for angle in (0.4, 0.785, 1.2, 1.5):
            complex_("erfcx", 0, mp.mpf(size), mp.mpf(angle))
    out = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_name("special.txt")
    out.write_text("\n".join([f"# by make_special.py, mpmath {mp.__version__}, {mp.mp.dps} digits", *lines]) + "\n")


if __name__ == "__main__":
    main()
