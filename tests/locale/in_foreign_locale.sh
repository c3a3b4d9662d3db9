#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
#   bash in_foreign_locale.sh LIBRARY COMMAND...
#
# Runs a command in a locale made for it, chosen by LIBRARY (choose_locale.cpp): it has a comma for
# the decimal point, a point between thousands, a small I that is no i, as Turkish has, and a blank
# beyond ASCII. No locale need be installed.
set -euo pipefail
library=$1
shift
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

{
  printf '%s\n' '<code_set_name> ISO-8859-9' '<comment_char> %' '<escape_char> /' CHARMAP
  for ((code = 0; code < 256; ++code)); do printf '<U%04X> /x%02x\n' "$code" "$code"; done
  echo 'END CHARMAP'
} > "$folder/characters"
cat > "$folder/definition" <<'DEFINITION'
comment_char %
escape_char /
LC_NUMERIC
decimal_point "<U002C>"
thousands_sep "<U002E>"
grouping 3;3
END LC_NUMERIC
LC_CTYPE
upper <U0041>;<U0049>
lower <U0061>;<U00FD>
space <U0020>;<U00A0>
tolower (<U0041>,<U0061>);(<U0049>,<U00FD>)
toupper (<U0061>,<U0041>);(<U00FD>,<U0049>)
END LC_CTYPE
DEFINITION
# It warns of the categories that are not there; the library checks those that are.
localedef -c -f "$folder/characters" -i "$folder/definition" "$folder/foreign" 2> /dev/null || true

LOCPATH="$folder" LC_ALL=foreign LD_PRELOAD="$library" "$@"
