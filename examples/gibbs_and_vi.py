# %% [markdown]
# # Gibbs sampling against variational inference
# Variational inference answers in moments; the Gibbs sampler draws from the posterior itself,
# exactly, for the same model. Comparing the two shows what the approximation costs.

# %%
import matplotlib.pyplot as plt
import numpy as np

import phigp

rng = np.random.default_rng(4)
x = np.sort(rng.uniform(-3, 3, size=(80, 1)), axis=0)
truth = 2 * np.sin(2 * x[:, 0])
y = (rng.uniform(size=80) < 1 / (1 + np.exp(-truth))).astype(int)

model = phigp.GPClassifier(kernel="matern52").fit(x, y)
mean, sd = model.predict_latent(x, return_std=True)

# %%
draws = model.sample(chains=2, draws=1000, warm_up=200, seed=1)
f = draws.f.reshape(-1, len(x))
print(f"largest R-hat {draws.report['largest_r_hat']:.3f}")
print(f"mean of f: largest difference {np.abs(f.mean(axis=0) - mean).max():.2f}")
print(f"sd of f: variational / exact {np.median(sd / f.std(axis=0)):.3f}")

# %% [markdown]
# Means agree. The variational posterior is too narrow, as it has to be, since it makes f and ω
# independent: by a tenth for most rows, by up to a third where f is far from 0.

# %%
figure, ax = plt.subplots(figsize=(8, 4.2), layout="constrained")
ax.fill_between(x[:, 0], mean - 2 * sd, mean + 2 * sd, color="#9ec3e6", label="variational, 2 sd")
low, high = f.mean(axis=0) - 2 * f.std(axis=0), f.mean(axis=0) + 2 * f.std(axis=0)
ax.plot(x, low, x, high, color="#b35806", lw=1)
ax.plot(x, f.mean(axis=0), color="#b35806", label="Gibbs: mean and 2 sd")
ax.plot(x, truth, "--", color="#333333", lw=1, label="truth")
ax.set_xlabel("x")
ax.set_ylabel("f")
ax.legend(frameon=False)
plt.show()

# %% [markdown]
# How far apart do draws have to be? f is over-relaxed: two draws later, nothing of it is left.

# %%
phigp.plot.autocorrelation(draws, lags=20)
plt.show()

# %% [markdown]
# Other methods see the same posterior: a table says what each costs and how far it is off.

# %%
print(phigp.compare(model, ["gibbs", "elliptical", "vi", "vi-refined", "ep"], draws=400))

# %%
assert np.abs(f.mean(axis=0) - mean).max() < 0.5
assert 0.85 < np.median(sd / f.std(axis=0)) < 1.02
