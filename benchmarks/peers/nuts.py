"""Effective draws per second of f: phigp's Gibbs sampler against NumPyro's NUTS.

    build/peers/numpyro/bin/python benchmarks/peers/nuts.py --phigp build/phigp [--draws 4000]

Boston (bundled) with student-t, laplace and matern32, heart (bundled) with logistic; twice: with the
kernel fixed (variance 1, one lengthscale, the root of the mean squared distance, noise scale 1, as
in the literature) and with learned hyperparameters. Both sample the same posterior of f: phigp fits
and writes the model, NUTS reads kernel, likelihood, inputs and targets from the model file. NUTS
runs in two coordinates: whitened by the prior, f = mean + L z, and whitened by the variational
posterior, f = m + C z. One chain, one thread, double precision. Times are processor times of draws
after warm-up: phigp's as `phigp compare` reports it of the same posterior, the least of three runs.
NUTS has two: NumPyro's own, less what compiling takes, and the least that its gradients need, the number of
leapfrog steps times one gradient in a compiled loop, whatever implementation makes them. Effective sizes
are ArviZ's bulk ESS of f and of (f - mean)^2, minimum and median over rows; it is checked that the posterior
means agree. Writes build/peers/nuts.json.

Needs the environment of requirements/numpyro.txt.
"""

import argparse
import json
import os
import re
import subprocess
import tempfile
import time
from pathlib import Path

os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
os.environ["OPENBLAS_NUM_THREADS"] = "1"

import arviz as az
import jax
import jax.numpy as jnp
import numpy as np
from numpyro.infer import MCMC, NUTS
from safetensors import safe_open

jax.config.update("jax_enable_x64", True)
ROOT = Path(__file__).resolve().parents[2]
CASES = [  # table, likelihood, parameters when fixed
    ("boston", "student-t", "nu=3,sigma=1"),
    ("boston", "laplace", "b=1"),
    ("boston", "matern32", "rho=1"),
    ("heart", "logistic", ""),
]


def log_likelihood(name, p, y, f):
    """Sum of log p(y|f) up to a constant, written independently of phigp."""
    if name == "logistic":
        return -jnp.sum(jnp.logaddexp(0.0, -y * f))
    r = jnp.abs(y - f)
    if name == "student-t":
        return -0.5 * (p["nu"] + 1.0) * jnp.sum(jnp.log1p((r / p["sigma"]) ** 2 / p["nu"]))
    if name == "laplace":
        return -jnp.sum(r) / p["b"]
    a = np.sqrt(3.0) / p["rho"]
    return jnp.sum(jnp.log1p(a * r) - a * r)


def read_model(path):
    with safe_open(path, "numpy") as file:
        meta = file.metadata()
        arrays = {key: file.get_tensor(key) for key in file.keys()}
    X, y = arrays["inputs"], arrays["targets"]
    found = re.fullmatch(r"([\d.e+-]+)\*rbf\((?:ard, )?lengthscale=(.*)\)", meta["kernel"])
    variance = float(found.group(1))
    lengthscale = np.array([float(x) for x in re.findall(r"[\d.]+(?:e[+-]?\d+)?", found.group(2))])
    scaled = X / lengthscale
    squares = ((scaled[:, None, :] - scaled[None, :, :]) ** 2).sum(-1)
    K = variance * np.exp(-0.5 * squares) + 1e-10 * variance * np.eye(len(y))
    mean = np.zeros(len(y))
    if meta["mean"] == "constant":
        mean += arrays["mean_coefficients"][0]
    likelihood = json.loads(meta["likelihood"])
    scale = json.loads(meta["encoding"])
    return K, mean, y, likelihood["name"], likelihood["parameters"], arrays["site_precision"], scale


def phigp_run(program, table, options, draws, folder):
    """Draws of one chain, and the model they are of."""
    base = [str(ROOT / "data" / f"{table}.csv.gz"), "--target", "y", "--threads", "1", *options]
    subprocess.run([program, "fit", *base, "--out", f"{folder}/model", "--quiet"], check=True)
    sample = ["sample", *base, "--chains", "1", "--out", f"{folder}/draws", "--draws", str(draws), "--quiet"]
    subprocess.run([program, *sample], check=True)
    with safe_open(f"{folder}/draws.safetensors", "numpy") as file:
        return file.get_tensor("f.chain1")


def seconds_per_draw(program, model, draws):
    """Processor time of a Gibbs sweep at the parameters of a model."""
    command = [program, "compare", "--model", model, "--methods", "gibbs", "--chains", "1", "--threads", "1"]
    out = subprocess.run([*command, "--draws", str(draws), "--json"], check=True, capture_output=True, text=True)
    return json.loads(out.stdout)["samplers"][0]["seconds_per_draw"]


def nuts_run(potential, n, draws):
    """Draws; seconds they took, compilation apart; the least they can have taken; leapfrog steps per draw."""
    mcmc = MCMC(NUTS(potential_fn=potential), num_warmup=500, num_samples=draws, progress_bar=False)
    mcmc.warmup(jax.random.PRNGKey(1), init_params=jnp.zeros(n))
    begin = mcmc.post_warmup_state

    def run(number):
        mcmc.num_samples = number
        mcmc.post_warmup_state = begin
        start = time.process_time()
        mcmc.run(begin.rng_key, extra_fields=("num_steps",))
        samples = np.asarray(mcmc.get_samples())
        return samples, time.process_time() - start

    # Every call compiles again: what a few draws take is compilation.
    few = max(draws // 20, 10)
    compiling = min(run(few)[1] for _ in range(3))
    samples, seconds = run(draws)
    steps = float(np.mean(mcmc.get_extra_fields()["num_steps"]))
    gradient = jax.grad(potential)
    loop = jax.jit(lambda z: jax.lax.fori_loop(0, 500, lambda _, x: x - 1e-9 * gradient(x), z))
    z = jnp.zeros(n)
    loop(z).block_until_ready()  # compiles
    times = []
    for _ in range(7):
        start = time.process_time()
        loop(z).block_until_ready()
        times.append((time.process_time() - start) / 500.0)
    return samples, (seconds - compiling) * draws / (draws - few), draws * steps * min(times), steps


def effective(f):
    """Minimum and median over rows of the bulk ESS of f and of its square about the mean."""
    centred = f - f.mean(0)
    out = []
    for x in (f, centred**2):
        ess = np.array([float(az.ess(x[:, i][None, :])) for i in range(x.shape[1])])
        out += [ess.min(), np.median(ess)]
    return np.array(out)


def compare(program, table, likelihood, options, draws, nuts_draws):
    with tempfile.TemporaryDirectory() as folder:
        f = phigp_run(program, table, ["--likelihood", likelihood, *options], draws, folder)
        K, mean, y, name, p, precision, encoding = read_model(f"{folder}/model")
        seconds = draws * min(seconds_per_draw(program, f"{folder}/model", draws) for _ in range(3))
    if table == "boston":
        f = (f - encoding["response"]["centre"]) / encoding["response"]["scale"]
    n = len(y)
    L = np.linalg.cholesky(K)
    ours = effective(f)
    rates = {"phigp": ours / seconds}
    print(f"  phigp       {seconds:7.1f} s  {rates['phigp'].round(1)}", flush=True)

    # S of q(f); any centre serves.
    half = np.sqrt(precision)
    B = np.linalg.cholesky(np.eye(n) + half[:, None] * K * half[None, :])
    V = np.linalg.solve(B, half[:, None] * K)
    S = K - V.T @ V
    C = np.linalg.cholesky(S + 1e-12 * np.trace(S) / n * np.eye(n))
    centre = f.mean(0)
    alpha = np.linalg.solve(K, centre - mean)
    Lj, Cj, yj = jnp.asarray(L), jnp.asarray(C), jnp.asarray(y)

    def by_prior(z):
        return 0.5 * z @ z - log_likelihood(name, p, yj, mean + Lj @ z)

    def by_posterior(z):
        step = Cj @ z  # K^-1 = S^-1 - Lambda
        prior = 0.5 * (z @ z - jnp.sum(precision * step**2)) + alpha @ step
        return prior - log_likelihood(name, p, yj, centre + step)

    for label, potential, way in (
        ("NUTS prior", by_prior, lambda z: mean + z @ L.T),
        ("NUTS S", by_posterior, lambda z: centre + z @ C.T),
    ):
        z, seconds, least, steps = nuts_run(potential, n, nuts_draws)
        g = way(z)
        size = effective(g)
        rates[label] = size / seconds
        rates[f"{label}, gradients alone"] = size / least
        error = np.sqrt(f.var(0) / ours[0] + g.var(0) / size[0])
        apart = np.abs((f.mean(0) - g.mean(0)) / error).max()
        print(f"  {label:11} {seconds:7.1f} s  {rates[label].round(1)}  {steps:.0f} steps per draw, gradients alone "
              f"{least:.1f} s, means apart by at most {apart:.1f} standard errors", flush=True)
    return {key: list(value) for key, value in rates.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--phigp", default=str(ROOT / "build" / "phigp"))
    parser.add_argument("--draws", type=int, default=4000)
    parser.add_argument("--nuts-draws", type=int, default=1000)
    parser.add_argument("--only", default="", help="cases whose name contains this")
    args = parser.parse_args()
    results = {}
    print("effective draws per second: f min, f median, f^2 min, f^2 median over rows")
    for table, likelihood, fixed in CASES:
        for how in ("fixed", "learned"):
            if args.only not in f"{table} {likelihood} {how}":
                continue
            options = ["--mean", "zero"]
            if how == "fixed":
                # Standardised inputs: the mean squared distance is twice the number of columns.
                options += ["--no-optimize", "--kernel", f"1*rbf(lengthscale={np.sqrt(26.0):.6f})"]
                if fixed:
                    options += ["--parameters", fixed]
            print(f"{table}, {likelihood}, {how}", flush=True)
            results[f"{table} {likelihood} {how}"] = compare(
                args.phigp, table, likelihood, options, args.draws, args.nuts_draws
            )
    for peer in [key for key in next(iter(results.values())) if key != "phigp"]:
        ratios = np.array([np.array(r["phigp"]) / np.array(r[peer]) for r in results.values()])
        print(f"phigp / {peer}: geometric mean {np.exp(np.log(ratios).mean(0)).round(1)}, least {ratios.min(0).round(1)}")
    out = ROOT / "build" / "peers" / "nuts.json"
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()
