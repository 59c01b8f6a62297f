#!/usr/bin/env bash
# Installs what is missing to build and test: system packages and a Python environment in .venv.
# Quick when nothing is missing. Argument `lint` adds what only `make lint` needs.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(
  build-essential cmake ninja-build ccache python3 python3-dev python3-venv
  libeigen3-dev libopenblas-dev libboost1.81-dev libcerf-dev librandom123-dev libfmt-dev  # the library
  libfast-float-dev libxxhash-dev zlib1g-dev                              # its files
  libcli11-dev nlohmann-json3-dev                                         # the program
  libgtest-dev libbenchmark-dev                                           # tests and benchmarks
)
[[ "${1:-}" == lint ]] && packages+=(clang-tidy)

install_packages() {
  local missing=() package as_root=()
  if ! command -v dpkg >/dev/null; then
    echo "setup: not a Debian system; please provide the equivalents of: ${packages[*]}"
    return
  fi
  for package in "${packages[@]}"; do
    dpkg -s "$package" 2>/dev/null | grep -q '^Status: install ok installed' || missing+=("$package")
  done
  ((${#missing[@]})) || return 0
  if [[ $(id -u) -ne 0 ]]; then
    if ! command -v sudo >/dev/null; then
      echo "setup: neither root nor sudo; please install: ${missing[*]}" >&2
      return 1
    fi
    as_root=(sudo)
  fi
  echo "setup: installing ${missing[*]}"
  local install=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive
                 apt-get install -y -q --no-install-recommends "${missing[@]}")
  # The package lists are refreshed only when they turn out to be absent or stale.
  "${install[@]}" || { "${as_root[@]}" apt-get update -q && "${install[@]}"; }
}

install_python() {
  local stamp=.venv/.installed
  cmp -s scripts/requirements.txt "$stamp" && return
  echo "setup: Python environment in .venv"
  [[ -x .venv/bin/python ]] || python3 -m venv .venv
  .venv/bin/python -m pip install --quiet --disable-pip-version-check -r scripts/requirements.txt
  cp scripts/requirements.txt "$stamp"
}

install_packages
install_python
