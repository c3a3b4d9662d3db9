# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# nccopy changes storage and fill mode without being asked.
. "$NCF_CASES/prelude.sh"
make_input plain.nc
ncfcopy -c v:2,3 -c z:compact plain.nc in.nc
specials() { ncdump -hs "$1" | grep -E '_Storage|_ChunkSizes|_NoFill'; }
specials in.nc
for options in '-F *,none' '-d 0' '-F none' '-4'; do
  # shellcheck disable=SC2086
  (set -f; try ncfcopy $options in.nc out.nc)
  cmp <(specials in.nc) <(specials out.nc)
done
