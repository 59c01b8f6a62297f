"""A curve with gross errors in it: Gaussian noise is dragged along, Student-t noise is not."""

import numpy as np

import phigp

rng = np.random.default_rng(1)
x = np.sort(rng.uniform(0, 10, size=(120, 1)), axis=0)
truth = np.sin(x[:, 0])
y = truth + 0.1 * rng.standard_normal(120)
y[::12] += rng.uniform(3, 6, size=10)  # one row in twelve is wrong

for name in ("gaussian", "student-t"):
    model = phigp.GPRegressor(likelihood=name).fit(x, y)
    error = np.sqrt(np.mean((model.predict_latent(x) - truth) ** 2))
    print(f"{name:10}  error of the curve {error:.3f}   bound {model.elbo_:8.2f}   ", end="")
    print(", ".join(f"{key} = {value:.3g}" for key, value in model.likelihood_.parameters.items()))

assert error < 0.1
