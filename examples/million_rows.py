# %% [markdown]
# # A million rows
# Hyperparameters are learned on growing subsets of the rows, then the posterior in passes over
# all of them. The noise is heavy-tailed, and that is learned too.

# %%
import time

import matplotlib.pyplot as plt
import numpy as np

import phigp

rng = np.random.default_rng(5)
n = 1_000_000
X = rng.uniform(-1, 1, size=(n, 4))


def surface(X):
    return np.sin(3 * X[:, 0]) * np.cos(2 * X[:, 1]) + 0.5 * X[:, 2] ** 2  # not X[:, 3]


y = surface(X) + 0.3 * rng.standard_t(3, size=n)

# %%
begin = time.perf_counter()
model = phigp.GPRegressor(likelihood="student-t", inducing=100).fit(X, y)
print(f"{n} rows in {time.perf_counter() - begin:.0f} s: {model.report_['engine']}")
for stage in model.report_["stages"]:
    print(f"  {stage['name']:18} {stage['rows']:8} rows, {stage['iterations']:3} iterations")
print(model.likelihood_, "in units of the standard deviation of y")

# %%
fresh = rng.uniform(-1, 1, size=(5000, 4))
error = model.predict_latent(fresh) - surface(fresh)
print(f"error of the surface: {np.sqrt(np.mean(error**2)):.4f}")
phigp.plot.ard(model)
plt.show()

# %%
assert np.sqrt(np.mean(error**2)) < 0.03
assert abs(model.likelihood_.parameters["nu"] - 3) < 0.2
