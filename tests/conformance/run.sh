#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Debian's tools and ours on every file of a corpus, by every set of options; --help says more.
#
#   bash tests/conformance/run.sh [--tool ncfcopy|ncfgen] --corpus DIR
set -euo pipefail
here="$(dirname "${BASH_SOURCE[0]}")"
# The Python that has no other packages in its way: Debian's own, where there is one.
python=/usr/bin/python3
[[ -x "$python" ]] || python=python3
tools=(ncfcopy ncfgen)
if [[ "${1:-}" == --tool ]]; then
  tools=("${2:?--tool needs a name}")
  shift 2
fi
status=0
for tool in "${tools[@]}"; do
  case "$tool" in
    ncfcopy) script=run_corpus.py ;;
    ncfgen) script=run_generate.py ;;
    *) echo "run.sh: no tool $tool" >&2; exit 2 ;;
  esac
  "$python" -B "$here/$script" "$@" || status=$?
done
exit "$status"
