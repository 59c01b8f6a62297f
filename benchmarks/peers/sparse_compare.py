"""phigp's sparse engine against other libraries: seconds of a step, and held-out scores against seconds.

    PHIGP_DATA=folder make bench-peers [BUDGET=120]       everything below, phigp and environments included
    python sparse_compare.py step                         one step with hyperparameter gradients
    python sparse_compare.py curve [--sets A,B] [--methods A,B] [--budget SECONDS] [--batch 1024] [--move-inducing]
    python sparse_compare.py table                        one table of ratios, plots; writes nothing else

Results go to build/peers/sparse.json as they come; `curve` runs what is missing there, died, or was made with
another budget, batch, number of threads or, for phigp, another program. Plots: build/peers/sparse_<set>.png. Each peer has an environment of its own, build/peers/<name>, pinned in
requirements/. One thread each (--threads). The budget is processor time of one run, 120 s unless said,
up to 1800 for a comparison in earnest; import and compilation are reported apart and not counted.

Same for all: rows, split, standardisation, the 200 inducing inputs (phigp's k-means), initial hyperparameters (phigp's defaults), `rbf(ard)`, constant mean,
float64. Z is fixed; with --move-inducing all who can learn it do, from these 200, with the hyperparameters: what each library
does by itself. Such runs are kept beside the others, as those of the set `NAME Z learned`. phigp's time is that of the whole program: start, learning, writing the model; it reads a column file (`phigp convert`), as peers
get arrays. All get Z. Every program's latent means and variances of the test rows go through one formula (predictive.py).

`step`, M = 200, simulated rows: phigp is sparse_bench (sites, natural step, all gradients, the kernel matrix and its factor
at the new values; Adam's arithmetic on a few dozen numbers is not in it), peers their whole step on a batch at hand.
All in turn, several times; medians.
"""

import argparse
import hashlib
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import predictive
import sparse_data
import sparse_report
from environments import PEERS, ROOT, call, environment, processor_time, thread_limits

RESULTS = PEERS / "sparse.json"
WORKER = ROOT / "benchmarks" / "peers" / "sparse_peer.py"
METHODS = {  # name: environment, or the --inference of phigp
    "phigp auto": "auto",
    "phigp stochastic": "stochastic",
    "phigp paper": "paper",
    "GPflow natgrad": "gpflow",
    "GPflow Adam": "gpflow",
    "GPyTorch NGD": "gpytorch",
    "GPBoost FITC": "gpboost",
    "GPBoost Vecchia": "gpboost",
    "scikit-learn subset": "sklearn",
}
STEPPERS = ("GPflow natgrad", "GPflow Adam", "GPyTorch NGD")
MOVERS = ("phigp auto", "phigp stochastic", "phigp paper", *STEPPERS)  # the rest choose inducing inputs themselves, or have none
CASES = [(lik, d, b) for lik in ("student-t", "laplace") for d in (9, 54) for b in (100, 1024)]


def keep(key, entry):
    """Adds to the results; the file is read anew, so that two runs may go on at once."""
    results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    results[key] = entry
    temporary = RESULTS.with_suffix(f".{os.getpid()}")
    temporary.write_text(json.dumps(results, indent=1))
    temporary.replace(RESULTS)


def step(arguments):
    """Times of single steps, all programs in turn."""
    bench = ROOT / "build" / "bench" / "benchmarks" / "sparse_bench"
    workers = {}
    for method in STEPPERS:
        command = [environment(METHODS[method]), WORKER, "step", method]
        workers[method] = subprocess.Popen(
            [str(word) for word in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True, env={**os.environ, **thread_limits(arguments.threads)})
    for likelihood, inputs, batch in CASES:
        times = {method: {"processor": [], "wall": []} for method in ("phigp", *STEPPERS)}
        for _ in range(arguments.rounds):
            answers = {"phigp": json.loads(call([bench, "--seconds", likelihood, batch, inputs, arguments.steps], PEERS))}
            for method, worker in workers.items():
                ask = {"likelihood": likelihood, "batch": batch, "inputs": inputs, "rounds": arguments.steps}
                print(json.dumps(ask), file=worker.stdin, flush=True)
                answers[method] = json.loads(worker.stdout.readline())
            for method, answer in answers.items():
                for clock in ("processor", "wall"):
                    times[method][clock] += answer[clock]
        entry = {method: {clock: float(np.median(t[clock])) for clock in t} for method, t in times.items()}
        keep(f"step | {likelihood} | {inputs} | {batch}", entry)
        shown = "  ".join(f"{method} {1e3 * t['processor']:.1f} ms" for method, t in entry.items())
        print(f"{likelihood}, d = {inputs}, B = {batch}: {shown}", flush=True)
    for worker in workers.values():
        worker.stdin.close()
        worker.wait()


def fit_phigp(program, inference, name, folder, settings, seconds=0.0):
    """One fit, stopped after so many seconds unless 0: time, scores of its latent predictions, and what they come from."""
    model = f"{inference}.phigp"
    options = ["--target", "y", "--likelihood", sparse_data.SETS[name][1], "--inference", inference, "--time-limit", seconds]
    options += ["--inducing-file", "inducing.csv", "--seed", settings["seed"], "--threads", settings["threads"]]
    options += ["--move-inducing", "true"] if settings.get("move_inducing") else []  # else those of a file stay
    begin = time.perf_counter(), processor_time()
    report = json.loads(call([program, "fit", "train.columns", *options, "--out", model, "--json"], folder, 7200))
    spent = {"wall": time.perf_counter() - begin[0], "processor": processor_time() - begin[1]}
    call([program, "predict", model, "test.csv", "--quantiles", "0.5", "--out", "predicted.csv", "--quiet"], folder)
    with open(folder / "predicted.csv") as file:
        names = file.readline().strip().split(",")
        columns = [names.index("latent_mean"), names.index("latent_sd")]
        m, sd = np.loadtxt(file, delimiter=",", usecols=columns).T
    values = sparse_data.likelihood_values(json.loads(call([program, "info", model, "--json"], folder)))
    law = values["likelihood"], values["parameters"], np.load(folder / "arrays.npz")["y_test"], m, sd**2
    point = {**spent, "steps": report["learning_steps"], **predictive.scores(*law)}
    return point, report, values, law


def time_limits(settings):
    """Seconds after which fits are stopped: from the first limit on each twice the one before, up to the last; 0, which is none, unless said."""
    limit, last = settings.get("first_limit") or 0.0, settings.get("last_limit") or np.inf
    yield limit
    while 0.0 < limit <= last / 2.0:
        limit *= 2.0
        yield limit


def run_phigp(program, inference, name, folder, settings):
    """Fits under growing limits of time until one ends by itself: what one has who waits no longer. Beside the last one's scores
    phigp's own, which must be the same."""
    points = []
    for limit in time_limits(settings):
        final, report, values, law = fit_phigp(program, inference, name, folder, settings, limit)
        points.append(final)
        if report["stop"] != "stopped":
            break
    model = f"{inference}.phigp"
    own = json.loads(call([program, "evaluate", model, "test.csv", "--json"], folder))["scores"]
    own_nlpd = own["log_loss" if values["likelihood"] == "logistic" else "nlpd"]["value"]
    Z, learned = np.load(folder / "arrays.npz")["Z"], sparse_data.read_tensors(folder / model)["inducing_inputs"]
    result = {"final": final, "curve": points, "stop": report["stop"], "failures": [], "values": values, "own_nlpd": own_nlpd,
              "disagreement": predictive.largest_disagreement(*law)}
    if settings.get("move_inducing"):
        result["moved"] = float(np.sqrt(np.mean((learned - Z) ** 2)))
    else:
        result["same_inducing"] = bool(np.allclose(learned, Z, rtol=1e-9, atol=1e-9))
    if report.get("curve", {}).get("held_out_density"):  # wall time scaled to processor time
        scale = final["processor"] / final["wall"]
        result["held_out"] = {"processor": [scale * s for s in report["curve"]["seconds"]],
                              "nlpd": [-x for x in report["curve"]["held_out_density"]]}
    return result


def run_peer(method, folder, settings):
    """One run of a peer; what it says when it dies is its result."""
    stated = folder / f"settings.{os.getpid()}.json"
    stated.write_text(json.dumps(settings))
    command = [environment(METHODS[method]), WORKER, "curve", method, folder, stated]
    try:
        return json.loads(call(command, folder, 20.0 * settings["budget"] + 1200.0, settings["threads"]))
    except (RuntimeError, subprocess.TimeoutExpired, json.JSONDecodeError) as error:
        stop = "nothing within the budget" if "SIGXCPU" in str(error) else "died"
        return {"stop": stop, "failures": [str(error)[:300]]}
    finally:
        stated.unlink()


def run(method, program, name, folder, settings):
    """One run of ours or of a peer."""
    if method.startswith("phigp"):
        return run_phigp(program, METHODS[method], name, folder, settings)
    return run_peer(method, folder, settings)


def curve(arguments):
    """What is missing of sets and methods."""
    for name in arguments.sets.split(","):
        folder = sparse_data.prepare(name, arguments.phigp, os.environ["PHIGP_DATA"])
        kept_as = f"{name} Z learned" if arguments.move_inducing else name
        for method in arguments.methods.split(","):
            results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
            key = f"curve | {kept_as} | {method}"
            settings = {"budget": arguments.budget, "batch": arguments.batch, "threads": arguments.threads, "seed": arguments.seed}
            if arguments.move_inducing:
                settings["move_inducing"] = True
            if method.startswith("phigp"):
                settings["program"] = hashlib.sha256(arguments.phigp.read_bytes()).hexdigest()[:12]
            known = results.get(key, {})
            if known.get("settings") == settings and known["stop"] != "died":
                continue
            result = run(method, arguments.phigp, name, folder, settings)
            keep(key, {"settings": settings, **result})
            final = result.get("final", {})
            print(f"{kept_as}, {method}: {sparse_report.summary(final)}; stop: {result['stop']}; "
                  f"failures: {len(result['failures'])} {result['failures'][:1]}", flush=True)


def table(_):
    """Prints and plots what there is."""
    results = json.loads(RESULTS.read_text())
    print("\n".join(sparse_report.tables(results)))
    for path in sparse_report.plots(results, PEERS):
        print(path.relative_to(ROOT))


def everything(arguments):
    """For make bench-peers."""
    step(arguments)
    curve(arguments)
    table(arguments)


def main():
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("step", "curve", "table", "all"))
    parser.add_argument("--phigp", default=ROOT / "build" / "phigp")
    parser.add_argument("--sets", default="protein,magic,susy_21k,airline,covtype", help="in this order")
    parser.add_argument("--methods", help="in this order; all unless said")
    parser.add_argument("--budget", type=float, default=120.0, help="seconds of processor time of one run of a peer")
    parser.add_argument("--batch", type=int, default=1024, help="rows of a peer's minibatch")
    parser.add_argument("--move-inducing", action="store_true", help="inducing inputs are learned too, by those who can")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0, help="of minibatches and subsets")
    parser.add_argument("--rounds", type=int, default=5, help="turns of `step`")
    parser.add_argument("--steps", type=int, default=20, help="steps in each")
    arguments = parser.parse_args()
    arguments.methods = arguments.methods or ",".join(MOVERS if arguments.move_inducing else METHODS)
    arguments.phigp = Path(arguments.phigp).resolve()
    if arguments.move_inducing and not set(arguments.methods.split(",")) <= set(MOVERS):
        sys.exit(f"--move-inducing is for {', '.join(MOVERS)}")
    if arguments.what in ("curve", "all") and "PHIGP_DATA" not in os.environ:
        sys.exit("PHIGP_DATA must name the folder with the tables")
    {"step": step, "curve": curve, "table": table, "all": everything}[arguments.what](arguments)


if __name__ == "__main__":
    main()
