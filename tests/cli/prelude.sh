# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# What command-line cases share: . "$NCF_CASES/prelude.sh"

# need TOOL...: the case is skipped unless every tool is on PATH.
need() {
  local tool
  for tool in "$@"; do
    if ! command -v "$tool" >/dev/null; then
      echo "$tool is not here"
      exit 77
    fi
  done
}

# use_corpus FILE...: links files of the corpus into the case's folder; skipped without them.
use_corpus() {
  local file
  for file in "$@"; do
    if [[ -z "${NCF_CORPUS:-}" || ! -f "$NCF_CORPUS/$file" ]]; then
      echo "the corpus file $file is not here"
      exit 77
    fi
    ln -s "$NCF_CORPUS/$file" "$(basename "$file")"
  done
}
