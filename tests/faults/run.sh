#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Runs our programs N times with random faults.
#
#   bash tests/faults/run.sh N [--seed S] [--ncfcopy PATH] [--inputs FOLDER]
#                            [--only SCENARIO]... [--case NUMBER]
#
# Whatever happens, an output must be finished or as it was before, the exit status must say which,
# a message must say why, and nothing may stay beside it but what a SIGKILL leaves, which the next
# run removes. Prints each fault with the command that repeats it, how often each kind of trouble
# was drawn and happened, and "runs=N faults=F seed=S"; the exit status is 1 unless F is 0.
#
# Runs the release build, which it makes first, or what NCF_BIN names. Damages files of the corpus
# that NCF_CORPUS names (by default ../shared, where there is one) and files of its own.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"

if [[ -z "${NCF_BIN:-}" ]]; then
  source_dir="$(cd "$here/../.." && pwd)"
  (
    cd "$source_dir"
    cmake --preset release -DNCF_BUILD_TESTS=ON
    cmake --build --preset release --target faults
  ) >/dev/null
  export NCF_BIN="$source_dir/build/release/bin"
  export NCF_PLUGINS="$source_dir/build/release/plugins"
  export NCF_FAILING_IO_LIBRARY="$source_dir/build/release/tests/libfailing_io.so"
fi

if [[ -z "${NCF_CORPUS:-}" && -d "$here/../../../shared/data" ]]; then
  NCF_CORPUS="$(cd "$here/../../../shared" && pwd)"
  export NCF_CORPUS
fi

# Uses a separate mount namespace for full disks, so that nothing remains mounted.
enter=(env NCF_FAULTS_MAY_MOUNT=no)
for unshare in "unshare --mount" "unshare --user --map-root-user --mount"; do
  if $unshare true 2>/dev/null; then
    enter=($unshare env NCF_FAULTS_MAY_MOUNT=yes)
    break
  fi
done
exec "${enter[@]}" "${NCF_PYTHON:-/usr/bin/python3}" -B "$here/run_faults.py" "$@"
