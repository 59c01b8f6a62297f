"""What all experiments share: calling the program, keeping results as they come, saying on what they were made.

An experiment is a folder with `config.json` (the protocol: `full`, and `quick`, which replaces parts of it), `run.py`
(one command) and `results/` (`results.json`, `results.md`, pictures). Cells that are in results.json are not run
again unless `--again`; so a run that was stopped goes on where it was. Each cell says what made it: settings, commands
with their arguments, program and machine. `--quick` leaves its results in build/experiments, never in the tree.
"""

import argparse
import json
import os
import platform
import shlex
import subprocess
import tempfile
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BUNDLED = {"banana": "banana.csv.gz", "boston": "boston.csv.gz", "heart": "heart.csv.gz"}


class Experiment:
    """One experiment: its protocol, its results, the program."""

    def __init__(self, folder, description):
        """Reads the command line and the protocol."""
        self.name = Path(folder).name
        parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
        parser.add_argument("--quick", action="store_true", help="a few seconds: does it run at all?")
        parser.add_argument("--again", action="store_true", help="run cells that have results, too")
        parser.add_argument("--only", default="", help="cells whose name contains this; =NAME for one")
        parser.add_argument("--report", action="store_true", help="tables and pictures of the results there are")
        parser.add_argument("--program", default=os.environ.get("PHIGP", str(ROOT / "build" / "phigp")))
        parser.add_argument("--threads", type=int, default=2, help="processors for the program")
        self.arguments = parser.parse_args()
        protocol = json.loads((Path(folder) / "config.json").read_text())
        self.config = protocol["full"] | (protocol["quick"] if self.arguments.quick else {})
        self.out = ROOT / "build" / "experiments" / self.name if self.arguments.quick else Path(folder) / "results"
        self.out.mkdir(parents=True, exist_ok=True)
        self.file = self.out / "results.json"
        fresh = self.arguments.quick or not self.file.exists()
        self.results = {"cells": {}} if fresh else json.loads(self.file.read_text())
        self.commands = []  # of the cell that is being run

    def table(self, name):
        """Path of a table: bundled, or in the folder PHIGP_DATA; None where it is not to be had."""
        if name in BUNDLED:
            return ROOT / "data" / BUNDLED[name]
        folder = os.environ.get("PHIGP_DATA")
        path = Path(folder) / f"{name}.csv.gz" if folder else None
        return path if path and path.exists() else None

    def call(self, *words):
        """The JSON that the program prints; a message with its last words where it fails."""
        command = [self.arguments.program, *map(str, words), "--json", "--threads", str(self.arguments.threads)]
        return self.output(["phigp", *command[1:]], command)

    def peer(self, *words):
        """The JSON that a program of others prints."""
        command = [*map(str, words)]
        return self.output(command, command)

    def output(self, shown, command):
        """Runs it, and keeps it as shown among the commands of the cell."""
        self.commands.append(shlex.join(map(shown_word, shown)))
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f"{' '.join(command)}\nended with {done.returncode}: {done.stderr.strip()}")
        return json.loads(done.stdout)

    def cell(self, name, work):
        """Runs `work` for a cell that has no result yet, and keeps what it returns."""
        self.read_again()
        done = name in self.results["cells"] and not self.arguments.again
        only = self.arguments.only
        wanted = name == only[1:] if only.startswith("=") else only in name
        if self.arguments.report or done or not wanted:
            return
        print(f"{self.name}: {name}", flush=True)
        self.commands = []
        found = work() | {"made_with": self.made_with(), "config": self.settings(), "commands": self.commands}
        self.read_again()
        self.results["cells"][name] = found
        self.keep()

    def read_again(self):
        """What other runs have found meanwhile: two may go on at once."""
        if self.file.exists() and not self.arguments.quick:
            self.results = json.loads(self.file.read_text())

    def settings(self):
        """The protocol without its lists of cells: which of them this is, the cell's commands say."""
        return {key: value for key, value in self.config.items() if not (isinstance(value, list) and value and isinstance(value[0], dict))}

    def keep(self):
        """Writes the results whole or not at all."""
        self.results.pop("withdrawn", None)  # there is something to show again
        if not self.arguments.only or "made_with" not in self.results:  # a part does not speak for the whole
            self.results["made_with"] = self.made_with()
            self.results["config"] = self.config
        if self.arguments.again and not self.arguments.only:
            self.results.pop("remarks", None)  # they told of the run before
        write(self.file, json.dumps(self.results, indent=1, sort_keys=True) + "\n")

    def made_with(self):
        """Machine, versions, threads, and the state of the sources."""
        version = subprocess.run([self.arguments.program, "--version"], capture_output=True, text=True, check=True)
        return {
            "program": version.stdout.strip(),
            "revision": revision(),
            "processor": processor_name(),
            "processors": os.cpu_count(),
            "threads": self.arguments.threads,
            "system": platform.platform(terse=True),
            "python": platform.python_version(),
            "command": f"experiments/{self.name}/run.py",
        }

    def write_report(self, lines):
        """results.md, below a head that says where it comes from."""
        head = [
            f"<!-- Written by experiments/{self.name}/run.py from results.json; do not edit. -->",
            f"Made by `experiments/{self.name}/run.py` with {makers(self.results)}. Times are processor times. Settings and commands of each cell are in results.json.",
            "",
        ]
        write(self.out / "results.md", "\n".join([*head, *lines]).rstrip() + "\n")


def makers(results):
    """Program, threads and machine of all cells; the cells of each where they differ."""
    counts = {}
    for cell in results["cells"].values():
        made = cell.get("made_with") or results.get("made_with", {})
        sources = f" (sources at {made['revision']})" if made.get("revision") else ""
        text = (f"{made.get('program')}{sources}, {made.get('threads')} thread{'' if made.get('threads') == 1 else 's'}, on {made.get('processors')} processors "
                f"({made.get('processor')}), {made.get('system')}, Python {made.get('python')}")
        counts[text] = counts.get(text, 0) + 1
    if len(counts) == 1:
        return next(iter(counts))
    return "; ".join(f"{text}: {count} cells" for text, count in sorted(counts.items()))


def revision():
    """The last commit that touched what the program is made of, + where it was changed since; empty without a repository."""
    sources = ["--", "phigp", "cli", "cmake", "CMakeLists.txt"]
    last = subprocess.run(["git", "-C", str(ROOT), "log", "-1", "--format=%h", "--abbrev=10", *sources], capture_output=True, text=True)
    changed = subprocess.run(["git", "-C", str(ROOT), "status", "--porcelain", *sources], capture_output=True, text=True)
    return last.stdout.strip() + ("+" if last.stdout and changed.stdout else "")


def shown_word(word):
    """A word of a command as anyone could type it: paths from the root of the project, or the name of the file."""
    path = Path(word)
    if not path.is_absolute():
        return word
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else path.name


def seed_of(cell):
    """One for each cell, always the same, so that chance errors of cells have nothing in common."""
    return zlib.crc32(cell.encode()) % 2**31


def processor_name():
    """As the system calls it."""
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or "unknown"


def write(path, text):
    """Replaces a file at once."""
    with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False) as file:
        file.write(text)
    Path(file.name).chmod(0o644)
    Path(file.name).replace(path)


def figure(width, height):
    """A matplotlib figure that needs no display, or None where there is no matplotlib."""
    try:
        import matplotlib
    except ImportError:
        return None
    matplotlib.use("Agg")
    from matplotlib import pyplot

    return pyplot.figure(figsize=(width, height), layout="constrained")


def save(fig, path):
    """Writes a picture that is the same for the same numbers."""
    fig.savefig(path, dpi=110, metadata={"Software": None})


def table_lines(head, rows):
    """A Markdown table."""
    return ["| " + " | ".join(head) + " |", "|---" * len(head) + "|", *("| " + " | ".join(row) + " |" for row in rows), ""]


def not_run(results, names):
    """Says which cells of the protocol have no result; nothing where all have."""
    missing = [name for name in names if name not in results["cells"]]
    return [f"**Not complete**: {len(missing)} of {len(names)} cells of the protocol have no result yet: {'; '.join(missing)}.", ""] if missing else []


def geometric_mean(values):
    """Of positive numbers."""
    product = 1.0
    for value in values:
        product *= value ** (1.0 / len(values))
    return product
