# %% [markdown]
# # A likelihood of your own from one formula
# State φ, or the density; the rest follows. `check` says first whether φ belongs to the family,
# and why.

# %%
import matplotlib.pyplot as plt
import numpy as np

import phigp

noise = phigp.Likelihood(phi="(1 + sqrt(3*r)/rho) * exp(-sqrt(3*r)/rho)", rho=1.0)
print(noise.check())

# %% [markdown]
# In pictures: the density it makes, φ, how an observation loses its say with its distance from f,
# and the law of the ω behind it.

# %%
phigp.plot.likelihood(noise)
plt.show()

# %% [markdown]
# It is fitted, predicts and samples like one that has a name.

# %%
rng = np.random.default_rng(2)
x = np.linspace(0, 5, 100).reshape(-1, 1)
y = np.cos(2 * x[:, 0]) + 0.2 * rng.laplace(size=100)
kernel = phigp.kernels.Matern52() + phigp.kernels.Constant()
model = phigp.GPRegressor(likelihood=noise, kernel=kernel).fit(x, y)
low, high = model.predict(x, return_quantiles=[0.05, 0.95])[1].T
print(f"learned: {model.likelihood_}")
print(f"90 % intervals hold {np.mean((low < y) & (y < high)):.0%} of the rows")
phigp.plot.posterior(model, x, y)
plt.show()

# %% [markdown]
# Not every formula will do. This one looks harmless:

# %%
refused = phigp.Likelihood(phi="exp(-r^1.2)").check()
print(f"exp(-r^1.2) is {refused.verdict}: {refused.reasons[0]}")

# %%
assert noise.check().verdict == "proven"
assert not refused
