#!/usr/bin/env bash
# Every command of the tutorial runs.
set -euo pipefail
source "$(dirname "$0")/page_commands.sh"
run_page "$1" docs/tutorial.md
