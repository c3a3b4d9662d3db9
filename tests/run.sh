#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Installs what is missing, builds, and runs the tests.
#
#   bash tests/run.sh [--preset NAME] [--room ROOM]... [--release] [ctest options...]
#
# NAME is release unless given, or dev, asan-ubsan, tsan, coverage, minimal. ROOM is a folder of lib
# (transcode, ops/copy) or another part (plugins, python, docs, house, ...): only what its tests need
# is built, and only they run; nothing is installed. --release also runs what is checked before a
# release rather than for each change. Tests that read real files take them from the folder that
# NCF_CORPUS names (by default ../shared, if it exists); without it, they take small files that the
# build makes. The output ends in ctest's summary and a line "skipped: N"; the exit status is ctest's.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

preset=release
rooms=()
chosen=(-LE '^release$')
while true; do
  case "${1:-}" in
    --preset) preset="${2:?--preset needs a name}"; shift 2 ;;
    --room) rooms+=("${2:?--room needs a folder of lib}"); shift 2 ;;
    --release) chosen=(); export NCF_RELEASE=1; shift ;;
    *) break ;;
  esac
done

targets=()
if [[ ${#rooms[@]} -eq 0 ]]; then
  bash cmake/install_packages.sh test
else
  pattern="$(IFS='|'; echo "${rooms[*]}")"
  chosen+=(-L "^room:($pattern)\$")
  for room in "${rooms[@]}"; do targets+=(--target "room_${room//[^a-z0-9]/_}"); done
fi

configure=(--preset "$preset" -DNCF_BUILD_TESTS=ON)
if [[ -n "${NCF_CORPUS:-}" ]]; then
  configure+=("-DNCF_CORPUS=$(realpath "$NCF_CORPUS")")
fi
if [[ ${#rooms[@]} -eq 0 || ! -e "build/$preset/build.ninja" ]]; then
  cmake "${configure[@]}"
fi
cmake --build --preset "$preset" "${targets[@]}"

results="build/$preset/test_results.xml"
rm -f "$results"
status=0
# Two more than there are processors, because the tests with servers and MPI mostly wait.
ctest --preset "$preset" --parallel "$(($(nproc) + 2))" --no-tests=error \
  --output-junit "$PWD/$results" --test-output-size-passed 100000 "${chosen[@]}" "$@" || status=$?
if [[ -f "$results" ]]; then
  python3 -B tests/results.py skipped "$results"
fi
exit "$status"
