"""Our CSV reader against pandas' C engine, as a ratio of seconds on one file.

    python tables.py build/bench/benchmarks/table_bench FILE.csv [repeats]

Both read the same plain file from the page cache, in turn, one thread each; medians over the
repeats. The bar is 1.0; the exit status is 1 if it is missed.

Needs: pandas.
"""

import os
import statistics
import subprocess
import sys
import time

import pandas


def seconds_of_pandas(path):
    """One read, after the file has been read before."""
    start = time.perf_counter()
    pandas.read_csv(path, engine="c")
    return time.perf_counter() - start


def main():
    """Prints the table of medians."""
    program, path = sys.argv[1:3]
    repeats = int(sys.argv[3]) if len(sys.argv) > 3 else 7
    times = {"phigp": [], "pandas": []}
    for _ in range(repeats):
        ours = subprocess.run([program, "--seconds", path], capture_output=True, check=True)
        times["phigp"].append(float(ours.stdout))
        times["pandas"].append(seconds_of_pandas(path))
    megabytes = os.path.getsize(path) / 1e6
    median = {name: statistics.median(values) for name, values in times.items()}
    for name, seconds in median.items():
        ratio = median["phigp"] / seconds
        print(f"{name:7} {seconds:7.3f} s {megabytes / seconds:6.0f} MB/s   phigp/{name} {ratio:.2f}")
    return 0 if median["phigp"] <= median["pandas"] else 1


if __name__ == "__main__":
    sys.exit(main())
