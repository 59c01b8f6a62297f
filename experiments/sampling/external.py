"""NumPyro's NUTS on the posterior of a model file, for run.py; runs in build/peers/numpyro, of benchmarks/peers/requirements.

    build/peers/numpyro/bin/python external.py MODEL CENTRES --chains N --warm-up N --draws N --seed N

CENTRES is a JSON list, one f per row, near the posterior mean: where the variational coordinates are centred. Prints JSON: versions, and for
`nuts-prior` and `nuts-variational`, the coordinates of ours by these names, posterior mean and sd of every row with ArviZ's
Monte Carlo errors, effective draws, gradients per draw after warm-up, and processor seconds of one gradient in a compiled loop,
which is the least that they can take: compilation does not count.
"""

import argparse
import json
import sys
import time
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "benchmarks" / "peers"))
import nuts  # first: it holds XLA to one thread
import arviz as az
import jax
import jax.numpy as jnp
import numpy as np
from numpyro.infer import MCMC, NUTS

TIMED = 300


def targets(model, centre):
    """For each kind of coordinates: the potential of z, and f of many z."""
    K, mean, y, name, parameters, precision, _ = nuts.read_model(model)
    n = len(y)
    L = np.linalg.cholesky(K)
    half = np.sqrt(precision)
    B = np.linalg.cholesky(np.eye(n) + half[:, None] * K * half[None, :])
    V = np.linalg.solve(B, half[:, None] * K)
    S = K - V.T @ V
    C = np.linalg.cholesky(S + 1e-12 * np.trace(S) / n * np.eye(n))
    alpha = np.linalg.solve(K, centre - mean)
    Lj, Cj, yj = jnp.asarray(L), jnp.asarray(C), jnp.asarray(y)

    def by_prior(z):
        return 0.5 * z @ z - nuts.log_likelihood(name, parameters, yj, mean + Lj @ z)

    def by_posterior(z):
        step = Cj @ z  # K^-1 = S^-1 - Lambda
        prior = 0.5 * (z @ z - jnp.sum(precision * step**2)) + alpha @ step
        return prior - nuts.log_likelihood(name, parameters, yj, centre + step)

    return {
        "nuts-prior": (by_prior, lambda z: mean + z @ L.T),
        "nuts-variational": (by_posterior, lambda z: centre + z @ C.T),
    }


def gradient_seconds(potential, n):
    """Of one gradient."""
    gradient = jax.grad(potential)
    loop = jax.jit(lambda z: jax.lax.fori_loop(0, TIMED, lambda _, x: x - 1e-9 * gradient(x), z))
    loop(jnp.zeros(n)).block_until_ready()  # compiles
    start = time.process_time()
    loop(jnp.zeros(n)).block_until_ready()
    return (time.process_time() - start) / TIMED


def run(potential, to_rows, n, arguments):
    """Chains one after the other, summed up row by row."""
    sampler = MCMC(NUTS(potential_fn=potential), num_warmup=arguments.warm_up, num_samples=arguments.draws, num_chains=arguments.chains,
                   chain_method="sequential", progress_bar=False)
    key, start = jax.random.split(jax.random.PRNGKey(arguments.seed))
    sampler.run(key, init_params=1.5 * jax.random.normal(start, (arguments.chains, n)), extra_fields=("num_steps", "diverging"))
    f = to_rows(np.asarray(sampler.get_samples(group_by_chain=True)))
    squares = (f - f.mean((0, 1))) ** 2

    def each(function, x):
        return [float(function(x[:, :, i])) for i in range(n)]

    extra = sampler.get_extra_fields()
    return {
        "mean": each(np.mean, f), "sd": each(lambda x: np.std(x, ddof=1), f),
        "mean_error": each(lambda x: az.mcse(x, method="mean"), f), "sd_error": each(lambda x: az.mcse(x, method="sd"), f),
        "ess_mean": float(np.median(each(lambda x: az.ess(x, method="mean"), f))),
        "ess_square": float(np.median(each(lambda x: az.ess(x, method="mean"), squares))),
        "r_hat": float(max(each(az.rhat, f))), "divergences": int(np.sum(extra["diverging"])),
        "gradients_per_draw": float(np.mean(extra["num_steps"])), "seconds_per_gradient": gradient_seconds(potential, n),
    }


def main():
    """Both kinds of coordinates."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("centres")
    for name in ("chains", "warm-up", "draws", "seed"):
        parser.add_argument(f"--{name}", type=int, required=True)
    arguments = parser.parse_args()
    centre = np.array(json.loads(Path(arguments.centres).read_text()))
    found = {name: run(*target, len(centre), arguments) for name, target in targets(arguments.model, centre).items()}
    print(json.dumps({"versions": {name: version(name) for name in ("numpyro", "jax", "arviz")}, "found": found}))


if __name__ == "__main__":
    main()
