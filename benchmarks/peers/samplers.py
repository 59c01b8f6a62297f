"""Our samplers against the best public ones, as ratios of nanoseconds per draw.

    python samplers.py build/bench/benchmarks/laws_bench     runs both, interleaved
    python samplers.py results.json                          ours from --benchmark_format=json
    python samplers.py                                       the peers alone

Peers: polyagamma (PyPI) for Polya-Gamma, NumPy's Generator.wald for inverse Gaussian, and SciPy's
geninvgauss for information. Each peer is timed with scalar and with array parameters, its argument
checks off where it lets us, and the faster counts; ours always reads its parameter from an array.
Both sides in processor time, medians over the repeats. The bar is 1.5 for the first two; the exit
status is 1 if a ratio misses it.

Needs: numpy, scipy, polyagamma.
"""

import argparse
import json
import statistics
import subprocess
import sys
import time

import numpy as np
import scipy.stats
from polyagamma import random_polyagamma

BAR = 1.5
DRAWS = 50_000
rng = np.random.default_rng(1)


def polya_gamma(b, c):
    array = np.full(DRAWS, float(c))
    options = {"disable_checks": True, "random_state": rng}
    return [
        lambda: random_polyagamma(b, c, size=DRAWS, **options),
        lambda: random_polyagamma(b, array, **options),
    ]


def inverse_gaussian(mean):
    means = np.full(DRAWS, float(mean))
    shapes = np.ones(DRAWS)
    return [lambda: rng.wald(mean, 1.0, DRAWS), lambda: rng.wald(means, shapes)]


def generalised_inverse_gaussian(p, a):
    # SciPy's law is x^(p-1) exp(-w (x + 1/x) / 2); ours at b = 1 is a scaled copy, w = sqrt(a).
    law = scipy.stats.geninvgauss(p, np.sqrt(a))
    return [lambda: law.rvs(DRAWS, random_state=rng)]


# Name in laws_bench: (the peer, ways to draw DRAWS variates, does the bar apply?)
PEERS = {}
for c in ("0", "0.1", "0.5", "1", "2", "3", "4", "8", "100"):
    PEERS[f"polya_gamma/1/{c}"] = ("polyagamma", polya_gamma(1, float(c)), True)
for mean in ("0.1", "1", "10", "1000"):
    PEERS[f"inverse_gaussian/{mean}"] = ("numpy wald", inverse_gaussian(float(mean)), True)
for b in ("0.5", "1.5", "2", "5", "10", "50"):
    for c in ("0", "1", "4"):
        PEERS[f"polya_gamma/{b}/{c}"] = ("polyagamma", polya_gamma(float(b), float(c)), False)
for p in ("-1.5", "-2.5", "-1.7", "0.3"):
    PEERS[f"generalised_inverse_gaussian/{p}/1"] = (
        "scipy",
        generalised_inverse_gaussian(float(p), 1.0),
        False,
    )


def time_peer(ways):
    best = float("inf")
    for draw in ways:
        start = time.process_time()
        draw()
        best = min(best, (time.process_time() - start) / DRAWS * 1e9)
    return best


def read_ours(text):
    rows = json.loads(text)["benchmarks"]
    return {row["name"]: row["ns_per_draw"] for row in rows if row.get("run_type") == "iteration"}


def run_ours(program):
    names = "|".join(f"^{name}$" for name in PEERS)
    command = [program, f"--benchmark_filter={names}", "--benchmark_format=json"]
    command.append("--benchmark_min_time=0.02")
    return read_ours(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ours", nargs="?", help="the program laws_bench, or its JSON output")
    parser.add_argument("--repeats", type=int, default=9)
    arguments = parser.parse_args()

    stored = None
    if arguments.ours and arguments.ours.endswith(".json"):
        with open(arguments.ours) as file:
            stored = read_ours(file.read())
    ours = {name: [] for name in PEERS}
    theirs = {name: [] for name in PEERS}
    for _ in range(arguments.repeats):
        if arguments.ours:
            for name, value in (stored or run_ours(arguments.ours)).items():
                if name in ours:
                    ours[name].append(value)
        for name, (_, ways, _) in PEERS.items():
            theirs[name].append(time_peer(ways))

    missed = 0
    print(f"{'law':38} {'peer':12} {'ours ns':>9} {'peer ns':>9} {'ratio':>7}")
    for name, (peer, _, has_bar) in PEERS.items():
        their_time = statistics.median(theirs[name])
        if not ours[name]:
            print(f"{name:38} {peer:12} {'-':>9} {their_time:9.1f} {'-':>7}")
            continue
        our_time = statistics.median(ours[name])
        ratio = our_time / their_time
        miss = has_bar and ratio > BAR
        missed += miss
        note = "  misses the bar" if miss else ""
        print(f"{name:38} {peer:12} {our_time:9.1f} {their_time:9.1f} {ratio:7.2f}{note}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
