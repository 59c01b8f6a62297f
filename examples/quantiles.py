# %% [markdown]
# # Quantiles of a crash: the motorcycle data
# Acceleration of a helmet after an impact, 133 rows. The spread changes with time, which one law
# of noise for all rows cannot follow. Quantile regression makes no law of it: each level has a
# curve of its own.

# %%
import matplotlib.pyplot as plt
import numpy as np

import phigp

path = "data/mcycle.csv.gz"  # from the folder of the project
times, y = np.genfromtxt(path, delimiter=",", skip_header=1).T
x = times.reshape(-1, 1)
grid = np.linspace(times.min(), times.max(), 300).reshape(-1, 1)

# %%
figure, ax = plt.subplots(figsize=(8, 4.4), layout="constrained")
ax.plot(times, y, ".", color="#333333", ms=4)
for level, colour in ((0.1, "#2166ac"), (0.5, "#333333"), (0.9, "#b2182b")):
    model = phigp.GPQuantileRegressor(quantile=level, kernel="matern52").fit(x, y)
    share = np.mean(y < model.predict(x))
    print(f"level {level}: {share:.2f} of the rows below")
    ax.plot(grid, model.predict(grid), color=colour, label=f"{level:.0%} quantile")
    assert abs(share - level) < 0.08
ax.set_xlabel("milliseconds after the impact")
ax.set_ylabel("acceleration in g")
ax.legend(frameon=False)
plt.show()
