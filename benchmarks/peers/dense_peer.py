"""One fit of one peer on one split: what dense_compare.py runs in the peer's own environment.

    python dense_peer.py METHOD TRAIN.csv TEST.csv > result.json

Tables are plain CSV with a header, the target last; a target of 0 and 1 is a label. Inputs, and the
target of a regression, are brought to mean 0 and standard deviation 1 by the training rows. The
result holds one number per test row: `mean`, and `log_density`, `lower`, `upper` (the central 95 %
interval) of a regression, all in the units of the table; `notes` says what the optimiser complained
about; `seconds` is processor time of the fit alone.
"""

import json
import os
import sys
import time
import warnings

import numpy as np
import predictive
from scipy import stats

LEVELS = (0.025, 0.975)


def read(path):
    """Features and target of a table."""
    table = np.loadtxt(path, delimiter=",", skiprows=1, ndmin=2)
    return table[:, :-1], table[:, -1]


def standardised(train, test):
    """Both by mean and standard deviation of the first."""
    centre, scale = train.mean(axis=0), train.std(axis=0)
    return (train - centre) / scale, (test - centre) / scale


def gaussian_law(y, mean, sd):
    """Log density at y and the interval of N(mean, sd^2)."""
    law = stats.norm(mean, sd)
    return law.logpdf(y), law.ppf(LEVELS[0]), law.ppf(LEVELS[1])


def student_law(y, m, v, scale, df):
    """The same for y = f + scale t_df, f ~ N(m, v): cdf by sums over a fine grid of f, ends by bisection."""
    z = np.linspace(-8.0, 8.0, 1601)
    weights = stats.norm.pdf(z)
    weights /= weights.sum()
    f = m[:, None] + np.sqrt(v)[:, None] * z
    noise = stats.t(df)

    def cdf(at):
        return noise.cdf((at[:, None] - f) / scale) @ weights

    log_density = predictive.log_density("student-t", {"nu": df, "sigma": scale}, y, m, v)
    ends = []
    for level in LEVELS:
        reach = 10.0 * np.sqrt(v) + scale * abs(noise.ppf(level / 10.0))
        low, high = m - reach, m + reach
        for _ in range(60):
            middle = 0.5 * (low + high)
            below = cdf(middle) < level
            low, high = np.where(below, middle, low), np.where(below, high, middle)
        ends.append(0.5 * (low + high))
    return log_density, ends[0], ends[1]


def sklearn(X, y, Z, label):
    """GaussianProcessRegressor with white noise, or GaussianProcessClassifier (Laplace, logistic)."""
    from sklearn.gaussian_process import GaussianProcessClassifier, GaussianProcessRegressor
    from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel

    smooth = ConstantKernel(1.0, (1e-4, 1e4)) * RBF(np.full(X.shape[1], X.shape[1] ** 0.5), (1e-2, 1e5))
    if label:
        model = GaussianProcessClassifier(smooth).fit(X, y)
        return {"mean": model.predict_proba(Z)[:, 1]}
    model = GaussianProcessRegressor(smooth + WhiteKernel(0.1, (1e-6, 1e2)), alpha=0.0).fit(X, y)
    mean, sd = model.predict(Z, return_std=True)
    return {"mean": mean, "law": lambda at: gaussian_law(at, mean, sd)}


def gpboost(X, y, Z, label, likelihood):
    """GPModel with one range per input and an intercept; Laplace's approximation where needed."""
    import gpboost as gpb

    model = gpb.GPModel(
        gp_coords=X, cov_function="gaussian_ard", likelihood=likelihood, num_parallel_threads=1
    )
    ones = np.ones((len(X), 1))
    model.fit(y=y, X=ones)
    latent = model.predict(
        gp_coords_pred=Z, X_pred=np.ones((len(Z), 1)), predict_var=True, predict_response=label
    )
    mean, variance = np.asarray(latent["mu"]), np.asarray(latent["var"])
    if label:
        return {"mean": mean}
    if likelihood == "gaussian":
        sd = np.sqrt(variance + float(np.ravel(model.get_cov_pars())[0]))
        return {"mean": mean, "law": lambda at: gaussian_law(at, mean, sd)}
    scale, df = (float(x) for x in np.ravel(model.get_aux_pars())[:2])
    return {"mean": mean, "law": lambda at: student_law(at, mean, variance, scale, df)}


def gpflow(X, y, Z, label):
    """VGP with a constant mean; Student-t with the library's 3 degrees of freedom, or Bernoulli."""
    import gpflow as gp
    import tensorflow as tf

    tf.config.threading.set_intra_op_parallelism_threads(1)
    tf.config.threading.set_inter_op_parallelism_threads(1)
    likelihood = gp.likelihoods.Bernoulli(invlink=tf.sigmoid) if label else gp.likelihoods.StudentT(0.5)
    kernel = gp.kernels.SquaredExponential(1.0, np.full(X.shape[1], X.shape[1] ** 0.5))
    model = gp.models.VGP((X, y[:, None]), kernel, likelihood, mean_function=gp.functions.Constant())
    found = gp.optimizers.Scipy().minimize(
        model.training_loss, model.trainable_variables, options={"maxiter": 500, "maxfun": 600}
    )
    if not found.success:
        warnings.warn(str(found.message))
    if label:
        return {"mean": model.predict_y(Z)[0].numpy()[:, 0]}
    m, v = (part.numpy()[:, 0] for part in model.predict_f(Z))
    scale, df = (float(np.ravel(x.numpy() if hasattr(x, "numpy") else x)[0]) for x in (likelihood.scale, likelihood.df))
    return {"mean": m, "law": lambda at: student_law(at, m, v, scale, df)}


METHODS = {
    "scikit-learn": sklearn,
    "GPBoost": lambda X, y, Z, label: gpboost(X, y, Z, label, "bernoulli_logit" if label else "t"),
    "GPBoost gaussian": lambda X, y, Z, label: gpboost(X, y, Z, label, "gaussian"),
    "GPflow": gpflow,
}


def main():
    """Fits, predicts, prints: the result alone, whatever the libraries say on the way."""
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    method, train, test = sys.argv[1:4]
    X, y = read(train)
    Z, target = read(test)
    label = set(np.unique(y)) <= {0.0, 1.0}
    varying = np.ptp(X, axis=0) > 0  # GPBoost refuses constant columns
    X, Z = standardised(X[:, varying], Z[:, varying])
    centre, scale = (0.0, 1.0) if label else (y.mean(), y.std())
    with warnings.catch_warnings(record=True) as complaints:
        warnings.simplefilter("always")
        start = time.process_time()
        found = METHODS[method](X, (y - centre) / scale, Z, label)
        seconds = time.process_time() - start
    result = {
        "mean": (centre + scale * found["mean"]).tolist(),
        "seconds": seconds,
        "notes": sorted(
            {str(c.message).splitlines()[0][:200] for c in complaints if not issubclass(c.category, DeprecationWarning)}
        ),
    }
    if not label:
        log_density, lower, upper = found["law"]((target - centre) / scale)
        result["log_density"] = (log_density - np.log(scale)).tolist()
        result["lower"] = (centre + scale * lower).tolist()
        result["upper"] = (centre + scale * upper).tolist()
    json.dump(result, out)
    out.close()


if __name__ == "__main__":
    main()
