# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Called by ncdump's name, the program calls itself so.
. "$NCF_CASES/prelude.sh"
make_input
mkdir bin
ln -s "$(command -v ncfdump)" bin/ncdump
try bin/ncdump -k in.nc
try bin/ncdump nosuch.nc
