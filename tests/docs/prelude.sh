# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# What the pages of docs and man need to be run as transcripts: in.nc, model output of a program that
# NCF_MAKE_MODEL_OUTPUT names, and a curl that finds files in the corpus.
. "$NCF_SOURCE_DIR/tests/cli/prelude.sh"
need ncdump cc

"$NCF_MAKE_MODEL_OUTPUT" --times 4 --levels 3 --latitudes 24 --longitudes 48 in.nc >/dev/null

# curl -fsSLO URL: skips the rest of the page without the real file.
curl() {
  local name
  name="$(basename "$2")"
  if [[ ! -f "${NCF_CORPUS:-}/data/$name" || -e "$NCF_CORPUS/made" ]]; then
    echo "the real file $name is not here"
    exit 77
  fi
  cp "$NCF_CORPUS/data/$name" .
}
