"""Large tables for sparse_compare.py: one split, standardised once, the same files for every program.

Test rows are those with i % 10 == 9; of airline2008 the first 700,000 rows train and the next 100,000 test.
Inputs, and the target of a regression, are brought to mean 0 and standard deviation 1 by the training rows.
Inducing inputs are phigp's k-means ones, and initial hyperparameters its defaults: both are read from a model that phigp
fits without learning.
"""

import gzip
import json
import struct
from pathlib import Path

import numpy as np
from environments import PEERS, call

AIRLINE_TRAIN, AIRLINE_TEST = 700_000, 100_000
INDUCING = 200
SETS = {  # name: (file, likelihood, the value that is label 1, or None)
    "protein": ("protein", "student-t", None),
    "magic": ("magic", "logistic", 1.0),
    "susy_21k": ("susy_21k", "logistic", 1.0),
    "electricity": ("electricity", "logistic", 1.0),
    "higgs_sub": ("higgs_sub", "logistic", 1.0),
    "airline": ("airline2008", "laplace", None),
    "airline matern32": ("airline2008", "matern32", None),
    "covtype": ("covtype", "logistic", 2.0),
    "banana": ("banana", "logistic", 1.0),
}


def split(name, tables):
    """Header, training rows and test rows, standardised, target last."""
    file, _, positive = SETS[name]
    with gzip.open(Path(tables) / f"{file}.csv.gz", "rt") as lines:
        header = lines.readline().strip()
        rows = np.loadtxt(lines, delimiter=",", ndmin=2)
    if file == "airline2008":
        train, test = rows[:AIRLINE_TRAIN], rows[AIRLINE_TRAIN : AIRLINE_TRAIN + AIRLINE_TEST]
    else:
        held_out = np.arange(len(rows)) % 10 == 9
        train, test = rows[~held_out], rows[held_out]
    centre, scale = train.mean(axis=0), train.std(axis=0)
    if positive is not None:
        centre[-1], scale[-1] = 0.0, 1.0
        train[:, -1], test[:, -1] = train[:, -1] == positive, test[:, -1] == positive
    scale[scale == 0.0] = 1.0
    return header, (train - centre) / scale, (test - centre) / scale


def read_tensors(path):
    """Arrays of a safetensors file (docs/files.md)."""
    content = Path(path).read_bytes()
    length = struct.unpack("<Q", content[:8])[0]
    header = json.loads(content[8 : 8 + length])
    header.pop("__metadata__", None)
    found = {}
    for name, part in header.items():
        if part["dtype"] == "F64":
            first, last = part["data_offsets"]
            found[name] = np.frombuffer(content[8 + length + first : 8 + length + last]).reshape(part["shape"])
    return found


def likelihood_values(info):
    """Learned values out of `phigp info --json`, in the names that predictive.py and the peers use."""
    kernel = info["kernel"]["parameters"]
    scales = {key: value for key, value in kernel.items() if "lengthscale[" in key}
    return {
        "likelihood": info["likelihood"]["name"],
        "parameters": info["likelihood"].get("parameters", {}),
        "variance": kernel["rbf.variance"],
        "lengthscales": [scales[f"rbf.lengthscale[{k}]"] for k in range(len(scales))],
        "mean": info["mean"]["coefficients"][0],
    }


def prepare(name, program, tables):
    """Folder with train.columns for phigp, arrays.npz for the others, test.csv, inducing.csv and start.json, made when it is not there."""
    folder = PEERS / "sparse" / name.replace(" ", "_")
    if (folder / "start.json").exists() and (folder / "train.columns").exists():
        return folder
    folder.mkdir(parents=True, exist_ok=True)
    header, train, test = split(name, tables)
    for file, rows in (("train.csv", train), ("test.csv", test)):
        np.savetxt(folder / file, rows, delimiter=",", fmt="%.17g", header=header, comments="")
    call([program, "convert", "train.csv", "--out", "train.columns", "--quiet"], folder)
    options = ["--target", "y", "--likelihood", SETS[name][1], "--inference", "stochastic", "--no-optimize", "--threads", "1",
               "--inducing", INDUCING]
    call([program, "fit", "train.columns", *options, "--out", "start.phigp", "--quiet"], folder)
    info = json.loads(call([program, "info", "start.phigp", "--json"], folder))
    arrays = {"X": train[:, :-1], "y": train[:, -1], "X_test": test[:, :-1], "y_test": test[:, -1]}
    Z = read_tensors(folder / "start.phigp")["inducing_inputs"]
    np.savez(folder / "arrays.npz", Z=Z, **arrays)
    np.savetxt(folder / "inducing.csv", Z, delimiter=",", fmt="%.17g", header=header.rpartition(",")[0], comments="")
    (folder / "start.json").write_text(json.dumps(likelihood_values(info), indent=1))
    return folder
