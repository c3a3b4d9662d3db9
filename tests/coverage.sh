#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Measures which lines of lib/ the tests run, and fails unless more than 90 % are run.
#
#   bash tests/coverage.sh [ctest options...]
#
# Builds the preset coverage, runs the unit tests, the command-line cases and the conformance tests
# but for those that only measure, or what the options choose instead, and lists the lines of each
# file that none of them ran.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

bash cmake/install_packages.sh test
cmake --preset coverage -DNCF_BUILD_TESTS=ON
cmake --build --preset coverage

# Counts are files: a case that limits the size of files spoils them.
if [[ $# == 0 ]]; then
  set -- -R '^(unit_|cli/|conformance/)' -E '^(cli/ncfcopy/outputs/streams$|conformance/(levels|main_job|engine|tune))'
fi
find build/coverage -name '*.gcda' -delete
ctest --preset coverage --parallel "$(nproc)" --no-tests=error "$@"
python3 tests/coverage.py build/coverage 90
