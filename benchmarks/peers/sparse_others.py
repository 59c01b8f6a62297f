"""Peers of sparse_peer.py that learn in one call: GPBoost, and scikit-learn on a subset of the rows.

GPBoost has Laplace's approximation, with 200 inducing points that it chooses itself (FITC) or with neighbours (Vecchia); no
Laplace noise, in whose place its t noise stands. scikit-learn has no sparse process and no heavy-tailed noise: it
gets 2000 random rows, Gaussian noise for regression. Both start at the hyperparameters of the others. Processor
time is limited by the system: a fit that does not end within it leaves nothing.
"""

import importlib
import resource
import time
import warnings

import numpy as np
import predictive

SUBSET = 2000


def gpboost(X, y, X_test, start, label, approximation):
    """Latent predictions and likelihood."""
    import gpboost as gpb

    likelihood = "bernoulli_logit" if label else "t"
    options = {"num_ind_points": 200} if approximation == "fitc" else {}
    model = gpb.GPModel(gp_coords=X, cov_function="gaussian_ard", likelihood=likelihood, gp_approx=approximation,
                        num_parallel_threads=1, **options)
    # Its covariance is exp(-(distance / range)^2).
    values = {"init_cov_pars": np.array([start["variance"], *np.sqrt(2.0) * np.array(start["lengthscales"])])}
    if start["likelihood"] == "student-t":
        values["init_aux_pars"] = np.array([start["parameters"]["sigma"], start["parameters"]["nu"]])
    model.fit(y=y, X=np.ones((len(X), 1)), params=values)
    fitted = time.process_time()
    latent = model.predict(gp_coords_pred=X_test, X_pred=np.ones((len(X_test), 1)), predict_var=True, predict_response=False)
    noise = {}
    if not label:
        noise = dict(zip(("sigma", "nu"), (float(x) for x in np.ravel(model.get_aux_pars())[:2])))
    return np.asarray(latent["mu"]), np.asarray(latent["var"]), "logistic" if label else "student-t", noise, fitted


def sklearn(X, y, X_test, start, label):
    """The same, from a subset of the rows."""
    from sklearn.gaussian_process import GaussianProcessClassifier, GaussianProcessRegressor
    from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel

    rows = np.random.default_rng(0).permutation(len(X))[:SUBSET]
    smooth = ConstantKernel(start["variance"], (1e-4, 1e4)) * RBF(start["lengthscales"], (1e-2, 1e5))
    if label:
        model = GaussianProcessClassifier(smooth).fit(X[rows], y[rows])
        fitted = time.process_time()
        m, v = model.latent_mean_and_variance(X_test)
        return m, v, "logistic", {}, fitted
    model = GaussianProcessRegressor(smooth + WhiteKernel(0.5, (1e-6, 1e2)), alpha=0.0).fit(X[rows], y[rows])
    fitted = time.process_time()
    parts = [model.predict(part, return_std=True) for part in np.array_split(X_test, max(len(X_test) // 5000, 1))]
    m, sd = (np.concatenate(which) for which in zip(*parts))
    noise = model.kernel_.k2.noise_level  # part of its predictive variance
    return m, sd**2 - noise, "gaussian", {"sigma": noise**0.5}, fitted


def fit(data, start, settings, approximation):
    """One run: a curve of one point."""
    begin = time.perf_counter(), time.process_time()
    importlib.import_module("gpboost" if approximation else "sklearn.gaussian_process")
    importing = [time.perf_counter() - begin[0], time.process_time() - begin[1]]
    label = start["likelihood"] == "logistic"
    varying = np.ptp(data["X"], axis=0) > 0  # GPBoost refuses constant columns
    start = {**start, "lengthscales": np.array(start["lengthscales"])[varying].tolist()}
    begin = time.perf_counter(), time.process_time()
    limit = int(begin[1] + settings["budget"]) + 1
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (limit, hard))
    arguments = data["X"][:, varying], data["y"], data["X_test"][:, varying], start, label
    with warnings.catch_warnings(record=True) as complaints:
        warnings.simplefilter("always")
        m, v, likelihood, noise, fitted = sklearn(*arguments) if approximation is None else gpboost(*arguments, approximation)
    spent = {"wall": time.perf_counter() - begin[0], "processor": fitted - begin[1], "steps": 1}
    resource.setrlimit(resource.RLIMIT_CPU, (hard, hard))  # scoring is not counted
    found = {**spent, **predictive.scores(likelihood, noise, data["y_test"], m, v)}
    notes = sorted({str(c.message).splitlines()[0][:160] for c in complaints})
    return {"importing": importing, "curve": [found], "final": found, "stop": "its own rule", "failures": [], "notes": notes, "compiling": [0.0, 0.0],
            "disagreement": predictive.largest_disagreement(likelihood, noise, data["y_test"], m, v),
            "values": {**noise, "likelihood": likelihood}}
