"""Where peers live and how they are called: one pinned environment each, one thread.

    python environments.py NAME     makes build/peers/NAME from requirements/NAME.txt, prints its Python

Needs nothing but Python itself, so that it can make the environment of what comes after it.
"""

import os
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PEERS = ROOT / "build" / "peers"


def thread_limits(threads=1):
    """Environment variables that hold every library to that many threads."""
    libraries = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "TF_NUM_INTRAOP_THREADS")
    return {name: str(threads) for name in libraries}


def environment(peer):
    """The peer's Python, installed when it is not there."""
    folder = PEERS / peer
    wanted = ROOT / "benchmarks" / "peers" / "requirements" / f"{peer}.txt"
    stamp = folder / "installed.txt"
    if not stamp.exists() or stamp.read_text() != wanted.read_text():
        subprocess.run([sys.executable, "-m", "venv", folder], check=True, stdout=sys.stderr)
        subprocess.run([folder / "bin" / "pip", "install", "-q", "-r", wanted], check=True, stdout=sys.stderr)
        stamp.write_text(wanted.read_text())
    return folder / "bin" / "python"


def call(command, folder, longest=1500, threads=1):
    """Output of a command on few threads; an exception with its last words when it fails."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        env={**os.environ, **thread_limits(threads)},
        capture_output=True,
        text=True,
        timeout=longest,
        check=False,
    )
    if done.returncode < 0:
        raise RuntimeError(f"ended by {signal.Signals(-done.returncode).name}")
    if done.returncode:
        raise RuntimeError(done.stderr.strip().splitlines()[-1][:300] if done.stderr.strip() else "failed")
    return done.stdout


def processor_time():
    """Seconds of all programs that were called and have ended."""
    return sum(os.times()[2:4])


if __name__ == "__main__":
    print(environment(sys.argv[1]))
