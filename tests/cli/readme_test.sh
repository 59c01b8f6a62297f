#!/usr/bin/env bash
# The README tells the truth: every command in its console block runs, and its C++ is the example that is built.
set -euo pipefail
source "$(dirname "$0")/page_commands.sh"
run_page "$1" README.md
diff <(sed -n '/^```cpp$/,/^```$/p' "$root/README.md" | sed '1d;$d') "$root/examples/own_likelihood.cpp"
