# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# By default, chunks are as long as nccopy's.
. "$NCF_CASES/prelude.sh"
need nccopy
ncgen -3 -o in.nc <<'CDL'
netcdf in { dimensions: t = UNLIMITED ; y = 700 ; x = 900 ;
variables: float a(y, x) ; double b(t, y, x) ; short c(t) ; byte d(x) ; }
CDL
chunks() { ncdump -hs "$1" | grep -E '_ChunkSizes' | tr -d '\t'; }
for options in '-d 1' '-4' '-4 -c x/100' '-4 -c t/2,y/9'; do
  # shellcheck disable=SC2086
  ncfcopy $options in.nc ours.nc
  # shellcheck disable=SC2086
  nccopy $options -M 0 in.nc theirs.nc
  chunks ours.nc | wc -l
  cmp <(chunks ours.nc) <(chunks theirs.nc)
done
