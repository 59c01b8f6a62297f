#!/usr/bin/env bash
# What `make run` shows: each command, then its output.
set -euo pipefail
cd "$(dirname "$0")/.."

show() {
  local word line='$'
  for word in "$@"; do
    # Quoted as a person would type it, so that the line can be copied.
    if [[ $word =~ ^[[:alnum:]_./=-]+$ ]]; then line+=" $word"; else line+=" \"$word\""; fi
  done
  printf '\n%s\n' "$line"
  "$@"
}

show build/phigp likelihood list
show build/phigp likelihood show student-t
show build/phigp likelihood check "(1+sqrt(3*r)/rho)*exp(-sqrt(3*r)/rho)" rho=1.5
