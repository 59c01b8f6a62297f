#!/usr/bin/env bash
# All of `make test`. Every step runs even when an earlier one failed, unless it needs its result;
# a table of steps closes the run. The output of each step stays in build/logs/.
set -uo pipefail
cd "$(dirname "$0")/.."

jobs=${JOBS:-2}
export OPENBLAS_NUM_THREADS=1  # tests run side by side; threads of one would wait for the other's
rm -rf build/logs
mkdir -p build/logs
table=()
failures=0

# step NAME NEEDS COMMAND...: runs the command unless the step NEEDS (or -) did not succeed.
declare -A result=([-]=ok)
step() {
  local name=$1 needs=$2 start=$SECONDS
  shift 2
  if [[ ${result[$needs]} != ok ]]; then
    result[$name]=skipped
  else
    echo "== $name"
    if "$@" 2>&1 | tee "build/logs/$name.log"; then result[$name]=ok; else result[$name]=FAILED; fi
  fi
  [[ ${result[$name]} == ok ]] || failures=$((failures + 1))
  table+=("$(printf '%-12s %-8s %5d s' "$name" "${result[$name]}" $((SECONDS - start)))")
}

python_check() { python3 "scripts/$1.py" --self-test && python3 "scripts/$1.py"; }

step setup - scripts/setup.sh
step layering - python_check check_layering
step math-tags - python_check check_math_tags
step format setup scripts/format.sh
step build setup scripts/build.sh dev all headers_alone
# On the library, and most of them on its sanitised twin (cmake/Tests.cmake).
step test build ctest --test-dir build/dev --output-on-failure --no-tests=error -j "$jobs" -LE slow

echo
printf '%s\n' "${table[@]}"
printf '%-12s %-8s %5d s\n' total "$( ((failures)) && echo FAILED || echo ok)" "$SECONDS"
((failures == 0))
