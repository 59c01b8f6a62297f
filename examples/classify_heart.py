"""Two classes, with probabilities that mean what they say: the heart data, by cross-validation."""

import pathlib

import numpy as np

import phigp

path = pathlib.Path(__file__).resolve().parents[1] / "data" / "heart.csv.gz"
data = np.genfromtxt(path, delimiter=",", names=True)
names = [name for name in data.dtype.names if name != "y"]
X = np.column_stack([data[name] for name in names])
y = data["y"]

folds = np.random.default_rng(0).integers(0, 5, len(y))
probability = np.empty(len(y))
for fold in range(5):
    model = phigp.GPClassifier(kernel="rbf").fit(X[folds != fold], y[folds != fold])
    probability[folds == fold] = model.predict_proba(X[folds == fold])[:, 1]

positive = y == model.classes_[1]
right = np.mean((probability >= 0.5) == positive)
print(f"{len(y)} patients, {X.shape[1]} features: {right:.1%} right")
for low, high in ((0.0, 0.2), (0.2, 0.8), (0.8, 1.0)):
    rows = (probability >= low) & (probability <= high)
    print(
        f"  told {low:.1f} to {high:.1f}: {rows.sum():3d} patients, {positive[rows].mean():.2f} ill"
    )

assert right > 0.75
