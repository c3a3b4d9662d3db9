#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Builds preset fuzz (Clang) and fuzzes.
#
#   bash tests/fuzz/run.sh [--seconds N] [target...]
#
# N is 60 unless given and counts for each target; without targets all run. What is found stays in
# build/fuzz/findings; new inputs gather in build/fuzz/corpus, and the next run goes on from there.
# A finding that is fixed belongs into tests/fuzz/corpus/TARGET, under a name that says what it was.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

seconds=60
if [[ "${1:-}" == --seconds ]]; then
  seconds="${2:?--seconds needs a number}"
  shift 2
fi
targets=("$@")
if [[ ${#targets[@]} -eq 0 ]]; then
  targets=(cdl filter_spec codec_json plugin_codec location
    bitshuffle_decode blosc_decode bzip2_decode deflate_decode deflate_encode
    fletcher32_decode lz4_decode lzf_decode shuffle_decode szip_decode zstd_decode)
fi

cmake --preset fuzz
for target in "${targets[@]}"; do
  cmake --build --preset fuzz --target "fuzz_$target"
  gathered="build/fuzz/corpus/$target"
  findings="build/fuzz/findings/$target"
  mkdir -p "$gathered" "$findings"
  arguments=(-max_total_time="$seconds" -timeout=10 -max_len=4096 -print_final_stats=1
    -artifact_prefix="$findings/")
  dictionary="grammar/tokens/${target//_/-}.dict"
  corpora=("$gathered" "tests/fuzz/corpus/$target")
  if [[ -f "$dictionary" ]]; then
    arguments+=(-dict="$dictionary")
  fi
  if [[ -f "grammar/${target//_/-}.ebnf" ]]; then
    corpora+=(grammar/valid grammar/invalid)
  fi
  "build/fuzz/tests/fuzz_$target" "${arguments[@]}" "${corpora[@]}"
done
