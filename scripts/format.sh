#!/usr/bin/env bash
# Checks the format of all C++ sources; with --fix, formats them in place.
set -euo pipefail
cd "$(dirname "$0")/.."

# Versions of clang-format disagree in details and old ones do not know C++20, so ours is pinned.
formatter=(.venv/bin/clang-format --style=file)
folders=()
for folder in phigp cli tests benchmarks examples experiments python; do
  [[ -d $folder ]] && folders+=("$folder")
done
mkdir -p build
mapfile -t files < <(find "${folders[@]}" -name '*.h' -o -name '*.cpp' | sort)
((${#files[@]})) || exit 0

if [[ "${1:-}" == --fix ]]; then
  exec "${formatter[@]}" -i "${files[@]}"
fi
"${formatter[@]}" --dry-run -Werror "${files[@]}" 2>build/format.log && exit 0
grep -oE '^[^ :]+\.(h|cpp):[0-9]+' build/format.log | sort -t: -k1,1 -u | sed 's/$/: first line not formatted/'
echo "format: run \`make format\`"
exit 1
