#!/usr/bin/env bash
# The README tells the truth: every command in its console block runs, and its C++ is the example that is built.
set -euo pipefail
program=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p build
ln -sfn "$root/data" data
count=0
while IFS= read -r line; do
  command=${line/#build\/phigp/\"$program\"}
  echo "\$ $line"
  eval "$command" > out.txt || { echo "failed: $line"; exit 1; }
  [[ -s out.txt ]] || { echo "printed nothing: $line"; exit 1; }
  count=$((count + 1))
done < <(sed -n '/^```console$/,/^```$/p' "$root/README.md" | grep '^build/phigp')
((count >= 5)) || { echo "found only $count commands in the README"; exit 1; }
diff <(sed -n '/^```cpp$/,/^```$/p' "$root/README.md" | sed '1d;$d') "$root/examples/own_likelihood.cpp"
