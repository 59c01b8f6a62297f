# %% [markdown]
# # A decision surface: the banana data
# Two classes that wind around each other, 5300 rows in two dimensions. Above 2000 rows the fit
# goes through inducing inputs by itself; nothing has to be said about it.

# %%
import matplotlib.pyplot as plt
import numpy as np

import phigp

path = "data/banana.csv.gz"  # from the folder of the project
data = np.genfromtxt(path, delimiter=",", names=True)
X, y = np.column_stack([data["x1"], data["x2"]]), data["y"].astype(int)
order = np.random.default_rng(0).permutation(len(y))
train, test = order[:4000], order[4000:]

# %%
model = phigp.GPClassifier(kernel="rbf", inducing=60).fit(X[train], y[train])
print(model.report_["engine"])
print(f"{model.score(X[test], y[test]):.1%} of {len(test)} other rows are right")

# %% [markdown]
# The line is where both classes are equally likely; it lies between the dashed ones with
# probability 90 %, which are far apart where there are few rows. The probabilities are tested on
# the other rows.

# %%
figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.4), layout="constrained")
few = test[:250]
phigp.plot.posterior(model, X[few], y[few], ax=left)
phigp.plot.calibration(model, X[test], y[test], ax=right)
plt.show()

# %%
assert model.score(X[test], y[test]) > 0.88
