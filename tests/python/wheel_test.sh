#!/usr/bin/env bash
# wheel_test.sh PYTHON FOLDER: `pip install .` gives a package that works in an environment with NumPy alone, on a
# system that has none of the libraries it was built with.
set -euo pipefail
python=$1
folder=$2
rm -rf "$folder"
mkdir -p "$folder"
# The build tools of the environment that runs the tests, so that nothing has to be fetched.
"$python" -m pip wheel . --quiet --no-deps --no-build-isolation --wheel-dir "$folder"
wheel=$(ls "$folder"/*.whl)
size=$(stat -c %s "$wheel")
echo "$(basename "$wheel"): $size bytes"
((size <= 15000000)) || { echo "the wheel is larger than 15 MB"; exit 1; }
numpy=$("$python" -c 'import importlib.metadata as m; print(m.version("numpy"))')
"$python" -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check "$wheel" "numpy==$numpy"
cd "$folder"

# All that the extension loads is the C and C++ runtime of the system, or lies beside it.
package=$(venv/bin/python -c 'import phigp, pathlib; print(pathlib.Path(phigp.__file__).parent)')
loaded=$(ldd "$package"/_core*.so)
echo "$loaded"
foreign=$(grep -vE "linux-vdso|/ld-linux|/lib(c|m|dl|rt|pthread|stdc\+\+|gcc_s)\.so|$package/" <<<"$loaded" || true)
[[ -z $foreign ]] || { echo "the wheel needs libraries of the system: $foreign"; exit 1; }

venv/bin/python - <<'PYTHON'
import importlib.util, pathlib, time
import numpy as np
start = time.perf_counter()
import phigp
seconds = time.perf_counter() - start
print(f"import phigp after numpy: {seconds:.3f} s")
assert seconds < 0.15, "import takes too long"
assert importlib.util.find_spec("sklearn") is None
package = pathlib.Path(phigp.__file__).parent
assert (package / "py.typed").exists() and (package / "_core.pyi").exists()
x = np.linspace(0, 6, 100).reshape(-1, 1)
model = phigp.GPRegressor().fit(x, np.sin(x[:, 0]) + 0.1 * np.cos(90 * x[:, 0]))
assert model.score(x, np.sin(x[:, 0])) > 0.98
assert model.sample(chains=1, draws=20, warm_up=5).f.shape == (1, 20, 100)
large = np.random.default_rng(0).normal(size=(3000, 2))  # the sparse engine, and threads in BLAS
assert phigp.GPRegressor(iterations=3).fit(large, large.sum(axis=1)).score(large, large.sum(axis=1)) > 0.9
PYTHON
