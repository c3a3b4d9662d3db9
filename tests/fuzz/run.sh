#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Builds preset fuzz (Clang) and fuzzes.
#
#   bash tests/fuzz/run.sh [--seconds N] [target...]
#
# N is 60 unless given and counts for each target; without targets all run. Findings are stored in
# build/fuzz/findings; new inputs are stored in build/fuzz/corpus, and the next run continues from
# there. A fixed finding belongs in tests/fuzz/corpus/TARGET, under a name that describes it.
#
# netcdf4_reader continues after a finding, because libhdf5 crashes, hangs or runs out of memory
# with many damaged files. Only a fault in our code is a finding, and then the exit status is 1.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

seconds=60
if [[ "${1:-}" == --seconds ]]; then
  seconds="${2:?--seconds needs a number}"
  shift 2
fi
cmake --preset fuzz
targets=("$@")
if [[ ${#targets[@]} -eq 0 ]]; then mapfile -t targets <build/fuzz/tests/fuzz_targets; fi

# Prints the first place of a stack that is in our code or in libhdf5.
first_place() {
  grep -E '^ +#[0-9]+ ' | grep -m1 -oE "$PWD/(lib|plugins)/[^ ]+|[^ ]+ \([^ ]*libhdf5[^ +]*" || true
}

# Prints the place at which an input ends the process, which is ours, too, if libhdf5 leaks our
# memory; nothing if it does not end.
owner_of() {
  local report place memory
  if report="$("$@" 2>&1)"; then return; fi
  place="$(sed '/allocated by/,$d' <<<"$report" | first_place)"
  memory="$(sed -n '/allocated by/,$p' <<<"$report" | first_place)"
  if [[ "$memory" == "$PWD"/* ]]; then place="$memory"; fi
  echo "${place:-an unknown place}"
}

# Keeps the findings that are ours. Returns false if there are any.
sort_findings() {
  local input owner ours=0 theirs=()
  for input in "$findings"/*; do
    [[ -f "$input" ]] || continue
    owner="$(owner_of "$program" "${limits[@]}" "$input")"
    if [[ -z "$owner" || "$owner" == *libhdf5* ]]; then
      rm "$input"
      theirs+=("${owner:-not found again}")
    else
      echo "$owner: $input"
      ours=$((ours + 1))
    fi
  done
  printf '%s\n' "${theirs[@]}" | sort | uniq -c | sort -rn
  echo "$target: $ours findings, ${#theirs[@]} in libhdf5 or not found again"
  [[ "$ours" == 0 ]]
}

status=0
for target in "${targets[@]}"; do
  cmake --build --preset fuzz --target "fuzz_$target"
  gathered="build/fuzz/corpus/$target"
  findings="build/fuzz/findings/$target"
  mkdir -p "$gathered" "$findings"
  program="build/fuzz/tests/fuzz_$target"
  limits=(-timeout=10)
  arguments=(-max_total_time="$seconds" -max_len=4096 -print_final_stats=1
    -artifact_prefix="$findings/")
  dictionary="grammar/tokens/${target//_/-}.dict"
  corpora=("$gathered")
  if [[ -d "tests/fuzz/corpus/$target" ]]; then
    corpora+=("tests/fuzz/corpus/$target")
  fi
  if [[ -f "$dictionary" ]]; then
    arguments+=(-dict="$dictionary")
  fi
  if [[ -f "grammar/${target//_/-}.ebnf" ]]; then
    corpora+=(build/fuzz/tests/grammar_samples)
  fi
  if [[ "$target" != netcdf4_reader ]]; then
    "$program" "${limits[@]}" "${arguments[@]}" "${corpora[@]}"
    continue
  fi
  # libhdf5 leaks what it fails to read, and may meet a limit of memory.
  export ASAN_OPTIONS=detect_leaks=0:max_allocation_size_mb=1100:allocator_may_return_null=1
  limits+=(-rss_limit_mb=3000)
  "$program" "${limits[@]}" "${arguments[@]}" -max_len=16384 -fork=1 \
    -ignore_crashes=1 -ignore_timeouts=1 -ignore_ooms=1 "${corpora[@]}" ||
    echo "$target: its last run was a finding"
  unset ASAN_OPTIONS
  sort_findings || status=1
done
exit "$status"
