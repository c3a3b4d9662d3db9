# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# If the program is called as ncdump, it uses that name.
. "$NCF_CASES/prelude.sh"
make_input
mkdir bin
ln -s "$(command -v ncfdump)" bin/ncdump
try bin/ncdump -k in.nc
try bin/ncdump nosuch.nc
