#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Times our programs against Debian's on the same work, run in turn, and prints a table.
#
#   tests/bench/compare.sh [--row NAME]... [--rounds N] [--large-chunks] [--cold] [--list]
#                          [--keep FOLDER] [--json FILE]
#
# Builds the preset release first. compare.py describes rows.
set -euo pipefail
cd "$(dirname "$0")/../.."

python=python3
if [[ -x /usr/bin/python3 ]]; then python=/usr/bin/python3; fi
cmake --preset release -DNCF_BUILD_EXAMPLES=ON >/dev/null
cmake --build --preset release --target ncfcopy ncfdump ncfgen ncfinfo make_model_output \
  ncf_plugin_bzip2 ncf_plugin_zstd ncf_plugin_zfp >/dev/null
exec "$python" -B tests/bench/compare.py --build build/release "$@"
