# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Filters of the input that cannot encode the chunks of the output are left out, with a note, as by
# a pattern of -F.
. "$NCF_CASES/prelude.sh"
need ncgen
ncgen -4 -o in.nc <<'CDL'
netcdf in {
dimensions: one = 1 ; a = 2 ; b = 2 ; c = 2 ; d = 2 ; x = 8 ;
variables:
  int v(x) ; v:_ChunkSizes = 8 ;
  float four(one, a, b, c, d) ;
data: v = 1, 2, 3, 4, 5, 6, 7, 8 ; four = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 ;
}
CDL
quietly ncfcopy -F 'v,szip,nn,4|deflate,1' -F four,zfp,reversible in.nc filtered.nc
try ncfcopy -V v -c x/2 filtered.nc small.nc
try ncfcopy -V v -c x/4 filtered.nc large.nc
try ncfcopy -V four filtered.nc out.zarr
try ncfcopy --strict -V four -c one/1 filtered.nc kept.nc
for file in small.nc large.nc kept.nc; do filters_of $file | cut -d , -f 1; done
ncfdump -hs out.zarr | grep -c _Filter || true
for file in small.nc large.nc out.zarr; do
  ncfcopy -F none -k nc4 $file plain.nc
  ncfdump plain.nc | sed -n '/^data/,$p'
done
