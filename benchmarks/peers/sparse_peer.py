"""One program of sparse_compare.py, run in the program's own environment.

    python sparse_peer.py curve METHOD FOLDER SETTINGS.json > result.json
    python sparse_peer.py step METHOD < requests > answers      JSON, one per line

FOLDER holds arrays.npz (X, y, X_test, y_test, standardised, and Z) and start.json (initial
hyperparameters). Everything is float64, on the threads that the environment variables allow.

`curve`: minibatches without replacement until the processor time allowed is spent or the stopping rule holds,
the same as phigp's `paper`: 500 training rows are held out; every 50 steps of 1024 rows the mean log p(y) of these rows and
the average bound since the last check are compared with their best; ten checks without 1e-4 nats more in either end the run.
Test rows are scored with the clock stopped, at times that grow by a sixth, or more where scoring takes longer than that. A step that fails (no Cholesky factor, NaN)
is counted; the state of the last check is restored, and the fifth failure ends the run. Where Z is learned (move_inducing),
`moved` is the root of its mean squared distance from the start, in standardised features.

`step`: a request is {likelihood, batch, inputs, rounds}; simulated rows, 200 inducing inputs. The answer holds processor and
wall seconds of each step: natural step of q, and Adam for kernel, mean and likelihood, on a batch that is at hand.
"""

import importlib
import json
import os
import sys
import time
from pathlib import Path

import numpy as np
import predictive

HELD_OUT = 500
PATIENCE, BETTER = 10, 1e-4
CHECK_ROWS = 50 * 1024
MOST_FAILURES = 5
NEXT_SCORE = 7.0 / 6.0
INDUCING = 200
METHODS = {  # name: (module, its keyword arguments)
    "GPflow natgrad": ("sparse_gpflow", {"natural": True}),
    "GPflow Adam": ("sparse_gpflow", {"natural": False}),
    "GPyTorch NGD": ("sparse_gpytorch", {}),
    "GPBoost FITC": ("sparse_others", {"approximation": "fitc"}),
    "GPBoost Vecchia": ("sparse_others", {"approximation": "vecchia"}),
    "scikit-learn subset": ("sparse_others", {"approximation": None}),
}


class StopClock:
    """Wall and processor seconds of this process, without the times it was stopped."""

    def __init__(self):
        self.spent = np.zeros(2)
        self.since = self.now()

    @staticmethod
    def now():
        return np.array([time.perf_counter(), time.process_time()])

    def stop(self):
        self.since, started = self.now(), self.since
        self.spent += self.since - started

    def stopped_for(self):
        """Processor seconds since it was stopped."""
        return (self.now() - self.since)[1]

    def go_on(self):
        self.since = self.now()

    def read(self):
        return self.spent + self.now() - self.since


class Batches:
    """Rows without replacement, in a new order each time round; the held-out ones never."""

    def __init__(self, rows, batch, seed):
        self.random = np.random.default_rng(seed)
        order = self.random.permutation(rows)
        self.held_out, self.rows = order[:HELD_OUT], order[HELD_OUT:]
        self.batch, self.at = batch, rows

    def next(self):
        if self.at + self.batch > len(self.rows):
            self.rows, self.at = self.random.permutation(self.rows), 0
        self.at += self.batch
        return self.rows[self.at - self.batch : self.at]


class Rule:
    """When to stop, and which state was the best."""

    def __init__(self):
        self.best = [-np.inf, -np.inf]
        self.quiet, self.state = 0, None

    def done(self, score, bound, state):
        better = score > self.best[0] + BETTER or bound > self.best[1] + BETTER
        if score > self.best[0]:
            self.state = state
        self.best = [max(self.best[0], score), max(self.best[1], bound)]
        self.quiet = 0 if better else self.quiet + 1
        return self.quiet >= PATIENCE


def scored(model, likelihood, X, y):
    """NLPD and RMSE or error of rows, and the predictions they come from."""
    m, v = model.latent(X)
    return predictive.scores(likelihood, model.parameters(), y, m, v), (m, v)


def learn(model, likelihood, data, settings):
    """The loop of minibatches; model is anything with step, latent, parameters, state and restore."""
    X, y = data["X"], data["y"]
    batches, rule, clock = Batches(len(X), settings["batch"], settings["seed"]), Rule(), StopClock()
    check_every = max(CHECK_ROWS // settings["batch"], 1)
    model.step(X[batches.rows[: settings["batch"]]], y[batches.rows[: settings["batch"]]])  # compiles
    compiling = clock.read().tolist()
    clock = StopClock()
    curve, failures, bound, since, steps, due = [], [], 0.0, 0, 0, 0.0
    kept, stop = model.state(), "budget"
    while True:
        rows = batches.next()
        try:
            value = model.step(X[rows], y[rows])
            if not np.isfinite(value):
                raise FloatingPointError("the bound is not finite")
            bound, since, steps = bound + value, since + 1, steps + 1
            now = clock.read()
            spent = now[1] >= settings["budget"]
            if now[1] >= due or spent:
                clock.stop()
                found, _ = scored(model, likelihood, data["X_test"], data["y_test"])
                curve.append({"wall": now[0], "processor": now[1], "steps": steps, **found})
                due = max(now[1] * NEXT_SCORE, now[1] + clock.stopped_for())
                clock.go_on()
            if steps % check_every == 0 and since:
                held = batches.held_out
                density = predictive.log_density(likelihood, model.parameters(), y[held], *model.latent(X[held])).mean()
                if not np.isfinite(density):
                    raise FloatingPointError("the held-out score is not finite")
                kept = model.state()
                if rule.done(density, bound / since / len(X), kept):
                    stop = "rule"
                    break
                bound, since = 0.0, 0
            if spent:
                break
        except Exception as error:  # whatever the library throws is a failed step
            failures.append(f"step {steps}: {type(error).__name__}: {str(error).splitlines()[0][:160] if str(error) else ''}")
            if len(failures) >= MOST_FAILURES:
                stop = "failures"
                break
            model.restore(kept)
    now = clock.read()
    model.restore(rule.state or kept)
    found, (m, v) = scored(model, likelihood, data["X_test"], data["y_test"])
    disagreement = predictive.largest_disagreement(likelihood, model.parameters(), data["y_test"], m, v)
    final = {"wall": now[0], "processor": now[1], "steps": steps, **found}
    return {"curve": curve, "final": final, "stop": stop, "failures": failures, "compiling": compiling,
            "disagreement": disagreement, "values": model.values()}


def curve(method, folder, settings):
    """Result of one run."""
    data = dict(np.load(Path(folder) / "arrays.npz"))
    start = json.loads((Path(folder) / "start.json").read_text())
    name, options = METHODS[method]
    clock = StopClock()
    module = importlib.import_module(name)
    importing = clock.read().tolist()
    if hasattr(module, "Model"):
        move = settings.get("move_inducing", False)
        model = module.Model(data["Z"], len(data["X"]), start, move_inducing=move, **options)
        result = learn(model, start["likelihood"], data, settings)
        if move:
            result["moved"] = float(np.sqrt(np.mean((model.inducing() - data["Z"]) ** 2)))
    else:
        result = module.fit(data, start, settings, **options)
    return {"importing": importing, **result}


def simulated(rows, inputs, seed):
    """As sparse_bench's."""
    random = np.random.default_rng(seed)
    X = random.standard_normal((rows, inputs))
    return X, np.sin(X[:, 0]) + 0.3 * random.standard_normal(rows)


def serve(method, out):
    """Answers requests for timings until there are none."""
    name, options = METHODS[method]
    module = importlib.import_module(name)
    models = {}
    for line in sys.stdin:
        ask = json.loads(line)
        key = ask["likelihood"], ask["batch"], ask["inputs"]
        X, y = simulated(ask["batch"], ask["inputs"], 5)
        y = (y > 0).astype(float) if ask["likelihood"] == "logistic" else y
        clock = StopClock()
        if key not in models:
            noise = {"student-t": {"nu": 4.0, "sigma": 1.0}, "laplace": {"b": 1.0}, "logistic": {}}[ask["likelihood"]]
            start = {"likelihood": ask["likelihood"], "parameters": noise, "variance": 1.0,
                     "lengthscales": [(2.0 * ask["inputs"]) ** 0.5] * ask["inputs"], "mean": 0.0}
            models[key] = module.Model(simulated(INDUCING, ask["inputs"], 6)[0], 40_000, start, **options)
            for _ in range(5):  # compiles, and comes to rest
                models[key].step(X, y)
        preparing = clock.read().tolist()
        times = []
        for _ in range(ask["rounds"]):
            clock = StopClock()
            models[key].step(X, y)
            times.append(clock.read().tolist())
        wall, processor = zip(*times)
        print(json.dumps({"wall": wall, "processor": processor, "preparing": preparing}), file=out, flush=True)


def main():
    """The result alone on standard output, whatever the libraries say on the way."""
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    if sys.argv[1] == "step":
        serve(sys.argv[2], out)
    else:
        json.dump(curve(sys.argv[2], sys.argv[3], json.loads(Path(sys.argv[4]).read_text())), out)
    out.close()


if __name__ == "__main__":
    main()
