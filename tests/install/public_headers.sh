# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
#   bash -eu public_headers.sh
#
# Every public header compiles as the first and only include, and twice; those for C also as C and
# as older C++. In older C++, the other headers must report the required version before any other
# error. house/include_directions checks that they include only the standard library.
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
  if [[ "$header" == *.h ]]; then
    compile c "$CC" -std=c99 <<<"$source"$'\ntypedef int not_empty;'
    compile c++ "$CXX" -std=c++11 <<<"$source"
  fi
  count=$((count + 1))
done
first_error="$("$CXX" -std=c++17 -fsyntax-only -I . -x c++ - <<<'#include <ncf/ncf.hpp>' 2>&1 |
  grep -m 1 error || true)"
if [[ "$first_error" != *'need C++20: compile with -std=c++20'* ]]; then
  echo "as C++17, ncf.hpp begins with: $first_error"
  failed=1
fi
echo "$count headers"
test "$count" -gt 0
exit "$failed"
