#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Measures which lines of lib/ the tests reach, and fails where that is not over 90 %.
#
#   bash tests/coverage.sh [ctest options...]
#
# Builds the preset coverage and runs its tests, all of them or those the options choose
# (-R '^(unit_|cli/)' has nearly all of the lines in half of the time). Leaves under
# build/coverage/report a page for each file (index.html) and, for reading in a terminal, the files
# with the lines nobody reached (lines.txt).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

bash cmake/install_packages.sh develop
cmake --preset coverage -DNCF_BUILD_TESTS=ON
cmake --build --preset coverage

# Counts of an earlier run would be added to.
find build/coverage -name '*.gcda' -delete
ctest --preset coverage --parallel "$(nproc)" --no-tests=error "$@"

mkdir -p build/coverage/report
gcovr --root . --filter lib/ --object-directory build/coverage -j "$(nproc)" build/coverage \
  --exclude-unreachable-branches \
  --html-details build/coverage/report/index.html --txt build/coverage/report/lines.txt \
  --print-summary --fail-under-line 90
