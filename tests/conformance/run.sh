#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Debian's tools and ours on every file of a corpus, by every set of options; --help says more.
#
#   bash tests/conformance/run.sh [--tool ncfcopy|ncfdump|ncfgen|programs|zarr] --corpus DIR
set -euo pipefail
here="$(dirname "${BASH_SOURCE[0]}")"
# The Python that has no other packages in its way: Debian's own, where there is one.
python=/usr/bin/python3
[[ -x "$python" ]] || python=python3
if [[ "${1:-} ${2:-}" == "--tool ncfgen" ]]; then
  exec "$python" -B "$here/run_generate.py" "${@:3}"
fi
if [[ "${1:-} ${2:-}" == "--tool programs" ]]; then
  exec "$python" -B "$here/run_programs.py" "${@:3}"
fi
if [[ "${1:-} ${2:-}" == "--tool zarr" ]]; then
  exec "$python" -B "$here/run_zarr.py" "${@:3}"
fi
status=0
"$python" -B "$here/run_corpus.py" "$@" || status=$?
if [[ " $* " != *" --tool "* && " $* " != *" --help "* ]]; then
  "$python" -B "$here/run_generate.py" "$@" || status=$?
  "$python" -B "$here/run_programs.py" "$@" || status=$?
  "$python" -B "$here/run_zarr.py" "$@" || status=$?
fi
exit "$status"
