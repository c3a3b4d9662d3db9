# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
#   bash -eu api_reference.sh
#
# The reference is made without a warning and has a page for each public header, which begins with
# an example; a comment that refers to what is not there fails it.
. "$NCF_SOURCE_DIR/tests/cli/prelude.sh"
need doxygen awk
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT

bash "$NCF_SOURCE_DIR/docs/api/make.sh" "$folder/reference"
for header in "$NCF_SOURCE_DIR"/lib/include/ncf/*; do
  page="$(basename "$header" | sed 's/_/__/g; s/\./_8/').html"
  test -s "$folder/reference/$page" || test "$(basename "$header")" = ncf.hpp || {
    echo "$(basename "$header") has no page"
    exit 1
  }
  case "$(basename "$header")" in export.h | export.hpp) continue ;; esac  # only a macro
  sed '/^#pragma once/q' "$header" | grep -qE '^(//| \*)   ' || {
    echo "$(basename "$header") has no example"
    exit 1
  }
done
grep -q 'The public headers of ncf' "$folder/reference/index.html"

mkdir -p "$folder/faulty/docs" "$folder/faulty/lib/include"
cp -r "$NCF_SOURCE_DIR/docs/api" "$folder/faulty/docs"
cp -r "$NCF_SOURCE_DIR/lib/include/ncf" "$folder/faulty/lib/include"
sed -i 's,^/// "[0-9.]*": the version,/// \\ref no_such_name\n\&,' \
  "$folder/faulty/lib/include/ncf/version.hpp"
if bash "$folder/faulty/docs/api/make.sh" "$folder/other" 2>"$folder/log"; then
  echo "a reference to what is not there is not reported"
  exit 1
fi
grep -q 'version.hpp:.*no_such_name' "$folder/log"
