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
# pairs FIRST DISTANCE: the letters from FIRST on, without i, each with the one at that distance.
pairs() {
  local code text=''
  for ((code = $1; code < $1 + 26; ++code)); do
    ((code == $1 + 8)) || text+=$(printf ';(<U%04X>,<U%04X>)' "$code" "$((code + $2))")
  done
  printf '%s' "${text#;}"
}
cat > "$folder/definition" <<DEFINITION
comment_char %
escape_char /
LC_NUMERIC
decimal_point "<U002C>"
thousands_sep "<U002E>"
grouping 3;3
END LC_NUMERIC
LC_CTYPE
upper <U0041>..<U005A>
lower <U0061>..<U007A>;<U00FD>
digit <U0030>..<U0039>
xdigit <U0030>..<U0039>;<U0041>..<U0046>;<U0061>..<U0066>
space <U0009>..<U000D>;<U0020>;<U00A0>
blank <U0009>;<U0020>
cntrl <U0000>..<U001F>;<U007F>
punct <U0021>..<U002F>;<U003A>..<U0040>;<U005B>..<U0060>;<U007B>..<U007E>
tolower $(pairs 0x41 0x20);(<U0049>,<U00FD>)
toupper $(pairs 0x61 -0x20);(<U00FD>,<U0049>)
END LC_CTYPE
DEFINITION
# It warns about missing categories; the library checks the others.
localedef -c -f "$folder/characters" -i "$folder/definition" "$folder/foreign" 2> /dev/null || true

LOCPATH="$folder" LC_ALL=foreign LD_PRELOAD="$library" "$@"
