# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# User-defined types keep their values and fill values on every route: passthrough, changed chunks
# and filters, and single values.
. "$NCF_CASES/prelude.sh"
need ncgen ncdump
cat >in.cdl <<'CDL'
netcdf in {
types:
  short enum state { calm = 0, rough = 1 } ;
  opaque(3) tag ;
  compound place { double lon ; float lat ; short depth(2) ; } ;
  int(*) series ;
dimensions:
  time = UNLIMITED ;
  n = 4 ;
variables:
  state sea(time, n) ;
    state sea:_FillValue = rough ;
    sea:_ChunkSizes = 1, 4 ;
    sea:_DeflateLevel = 2 ;
  tag label(n) ;
    label:_ChunkSizes = 2 ;
  place at(n) ;
    at:_ChunkSizes = 4 ;
  series levels(n) ;
data:
  sea = calm, rough, calm, _, calm, calm, calm, rough ;
  label = 0X010203, 0X040506, 0X070809, 0X0A0B0C ;
  at = {1, 2, {3, 4}}, {5, 6, {7, 8}}, {9, 10, {11, 12}}, {0, 0, {0, 0}} ;
  levels = {1}, {2, 3}, {}, {4} ;
}
CDL
ncgen -4 -o in.nc in.cdl
ncdump -n same in.nc >values

copied() {
  try ncfcopy --verify "$@" in.nc out.nc
  HDF5_PLUGIN_PATH="$NCF_PLUGINS" ncdump -n same out.nc | diff values - && echo "the same values"
}
copied
copied -F '*,shuffle|zstd,1' -F 'levels,none'
copied -F 'sea&at,deflate,1' -c sea:2,2 -c label:4 -c at:1
copied -d 1 -c n/3
