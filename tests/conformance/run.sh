#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Debian's tools and ours on every file of a corpus, by every set of options; --help describes the
# options.
#
#   bash tests/conformance/run.sh [--tool ncfcopy|ncfdump|ncfgen|programs|zarr]... --corpus DIR
set -euo pipefail
# Prefers Debian's own Python, if there is one, because other packages do not interfere with it.
python=/usr/bin/python3
[[ -x "$python" ]] || python=python3
here="$(dirname "${BASH_SOURCE[0]}")"
PYTHONPATH="$here/../support" exec "$python" -B "$here/tools/run.py" "$@"
