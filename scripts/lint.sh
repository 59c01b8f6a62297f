#!/usr/bin/env bash
# clang-tidy over all sources with a ratchet: scripts/tidy_count.txt holds the number of distinct
# warnings allowed. More fails; fewer lowers the file, which is then to be committed.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/setup.sh lint
# For compile_commands.json, with a command for every source by itself.
cmake --preset dev -B build/lint -DPHIGP_FEW_UNITS=OFF -DPHIGP_SANITISED_TESTS=OFF >/dev/null
log=build/logs/tidy.log
mkdir -p build/logs

tidy=$(command -v clang-tidy-14 || command -v clang-tidy)
# The compile commands are g++'s: clang does not know all its warnings and means more by some. Those are
# the compiler's business, not counted here.
mapfile -t files < <(find phigp cli tests benchmarks -name '*.cpp' -not -path 'tests/consumer/*' 2>/dev/null)
printf '%s\0' "${files[@]}" |
  xargs -0 -n 1 -P "${JOBS:-2}" "$tidy" -p build/lint --quiet \
    --extra-arg=-Wno-unknown-warning-option --extra-arg=-Wno-error \
    >"$log" 2>/dev/null || true  # warnings are counted below; an exit status says nothing more

# A warning in a header is reported once per file that includes it.
warnings=$(grep -E '^/.*: (warning|error): .*\[' "$log" | sort -u || true)
count=$(grep -c . <<<"$warnings" || true)
allowed=$(<scripts/tidy_count.txt)
if ((count > allowed)); then
  sed "s|^$PWD/||" <<<"$warnings"
  echo "lint: $count warnings, $allowed allowed (scripts/tidy_count.txt)" >&2
  exit 1
fi
echo "lint: $count warnings in ${#files[@]} files, $allowed allowed"
if ((count < allowed)); then
  echo "$count" >scripts/tidy_count.txt
  echo "lint: scripts/tidy_count.txt lowered to $count"
fi
