#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Installs what is missing, builds, and runs all tests.
#
#   bash tests/run.sh [--preset NAME] [ctest options...]
#
# NAME is release unless given, or dev, asan-ubsan, tsan, coverage, minimal. Tests that read real
# files take them from the folder that NCF_CORPUS names (by default ../shared, if it exists); without
# it, they take small files that the build makes. The output ends in ctest's summary and a line
# "skipped: N"; the exit status is ctest's.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

preset=release
if [[ "${1:-}" == --preset ]]; then
  preset="${2:?--preset needs a name}"
  shift 2
fi

bash cmake/install_packages.sh test

configure=(--preset "$preset" -DNCF_BUILD_TESTS=ON)
if [[ -n "${NCF_CORPUS:-}" ]]; then
  configure+=("-DNCF_CORPUS=$(realpath "$NCF_CORPUS")")
fi
cmake "${configure[@]}"
cmake --build --preset "$preset"

results="build/$preset/test_results.xml"
rm -f "$results"
status=0
# One more than there are processors, because the tests with servers and MPI mostly wait.
ctest --preset "$preset" --parallel "$(($(nproc) + 1))" --no-tests=error \
  --output-junit "$PWD/$results" "$@" || status=$?
if [[ -f "$results" ]]; then
  echo "skipped: $(grep --count '<skipped' "$results" || true)"
fi
exit "$status"
