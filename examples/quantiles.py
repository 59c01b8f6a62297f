"""Quantiles that are modelled by themselves: noise that grows and leans to one side."""

import numpy as np

import phigp

rng = np.random.default_rng(3)
x = np.linspace(0, 4, 300).reshape(-1, 1)
scale = 0.2 + 0.3 * x[:, 0]
y = np.sin(2 * x[:, 0]) + scale * rng.exponential(size=300)

for level in (0.1, 0.5, 0.9):
    model = phigp.GPQuantileRegressor(quantile=level).fit(x, y)
    truth = np.sin(2 * x[:, 0]) - scale * np.log1p(-level)
    found = model.predict(x)
    print(
        f"level {level}: {np.mean(y < found):.2f} of the rows below, mean error "
        f"{np.mean(np.abs(found - truth)):.3f}"
    )
    assert abs(np.mean(y < found) - level) < 0.08
