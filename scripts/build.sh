#!/usr/bin/env bash
# build.sh PRESET TARGET...: configures and builds.
set -euo pipefail
cd "$(dirname "$0")/.."

preset=$1
shift
# A build folder copied or moved from elsewhere keeps its old absolute paths and cannot be used.
cache=build/$preset/CMakeCache.txt
if [[ -f $cache ]] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" "$cache"; then
  rm -rf "build/$preset"
fi
# The presets file decides the flags, so every call configures: half a second when nothing changed.
mkdir -p build
log=build/configure-$preset.log
cmake --preset "$preset" >"$log" 2>&1 || { cat "$log"; exit 1; }
cmake --build "build/$preset" -j "${JOBS:-2}" --target "$@"
