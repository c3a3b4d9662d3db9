# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
#   bash -eu public_headers.sh
#
# Every public header compiles as the first and only include, and twice; those for C also as C.
# That they include the standard library alone is seen to by house/include_directions.
cd "$NCF_SOURCE_DIR/lib/include"
warnings=(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror)
failed=0

# compile LANGUAGE COMPILER... <SOURCE
compile() {
  local language="$1"
  shift
  "$@" "${warnings[@]}" -fsyntax-only -I . -x "$language" - || failed=1
}

count=0
for header in ncf/*; do
  source="$(printf '#include <%s>\n' "$header" "$header")"
  compile c++ "$CXX" -std=c++20 <<<"$source"
  if [[ "$header" == *.h ]]; then compile c "$CC" -std=c99 <<<"$source"; fi
  count=$((count + 1))
done
echo "$count headers"
test "$count" -gt 0
exit "$failed"
