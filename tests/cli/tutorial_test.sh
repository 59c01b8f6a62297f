#!/usr/bin/env bash
# Every command of the tutorial runs, and what it says of their results is so.
set -euo pipefail
source "$(dirname "$0")/page_commands.sh"
run_page "$1" docs/tutorial.md
grep -qE '^converged +yes' outputs.txt || { echo "the sampler of the tutorial has not converged"; exit 1; }
! grep -q "equal rows of training" build/tutorial.html || { echo "the tutorial tests on rows of training"; exit 1; }
