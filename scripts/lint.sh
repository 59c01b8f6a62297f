#!/usr/bin/env bash
# clang-tidy over all sources with a ratchet: scripts/tidy_count.txt holds the number of distinct
# warnings allowed. More fails; fewer lowers the file, which is then to be committed.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/setup.sh lint
# For compile_commands.json. Several sources of the library at a time, as the tests compile them: most of the time goes into
# headers that they share.
cmake --preset dev -B build/lint -DPHIGP_SANITISED_TESTS=OFF >/dev/null
log=build/logs/tidy.log
mkdir -p build/logs

tidy=$(command -v clang-tidy-14 || command -v clang-tidy)
# The compile commands are g++'s: clang does not know all its warnings and means more by some. Those are
# the compiler's business, not counted here.
mapfile -t files < <(python3 - <<'PYTHON'
import json
import re

commands = json.load(open("build/lint/compile_commands.json"))
ours = re.compile(r"/Unity/unity_|/(phigp|cli|tests|benchmarks)/[^.]*\.cpp$")
print(*sorted({c["file"] for c in commands if ours.search(c["file"]) and "headers_alone" not in c["file"]}), sep="\n")
PYTHON
)
printf '%s\0' "${files[@]}" |
  xargs -0 -n 1 -P "${JOBS:-2}" "$tidy" -p build/lint --quiet \
    --extra-arg=-Wno-unknown-warning-option --extra-arg=-Wno-error \
    >"$log" 2>/dev/null || true  # warnings are counted below; an exit status says nothing more

# A warning in a header, which a source of such a unit is too, is reported once per file that includes it.
warnings=$(grep -E '^/.*: (warning|error): .*\[' "$log" | sort -u || true)
count=$(grep -c . <<<"$warnings" || true)
allowed=$(<scripts/tidy_count.txt)
if ((count > allowed)); then
  sed "s|^$PWD/||" <<<"$warnings"
  echo "lint: $count warnings, $allowed allowed (scripts/tidy_count.txt)" >&2
  exit 1
fi
echo "lint: $count warnings in ${#files[@]} units, $allowed allowed"
if ((count < allowed)); then
  echo "$count" >scripts/tidy_count.txt
  echo "lint: scripts/tidy_count.txt lowered to $count"
fi
