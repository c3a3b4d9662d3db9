# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Filters are in the order written; filters of values come before _Fletcher32 and _Shuffle, which do
# not state an order. An order that changes values is refused.
. "$NCF_CASES/prelude.sh"
need h5dump

# generate FILTERS [OPTION...]: makes a file with one variable.
generate() {
  local filters="$1"
  shift
  cat > in.cdl <<CDL
netcdf in { types: compound named { int i ; string s ; } ; dimensions: x = 8 ; variables:
  named n(x) ; int v(x) ; double d(x) ;
    $filters
  data: v = 1, 2, 3 ; d = 1, 2, 3 ; }
CDL
  rm -rf out.nc
  try ncfgen -o out.nc "$@" in.cdl
}

# chain NAME: prints its filters as h5dump names them.
chain() {
  HDF5_PLUGIN_PATH="$NCF_PLUGINS" h5dump -pH -d "$1" out.nc |
    grep -oE 'SHUFFLE|FLETCHER32|DEFLATE|SCALEOFFSET|FILTER_ID [0-9]+' | paste -sd ' '
}

generate 'v:_Filter = "zstd,3|shuffle|fletcher32" ;'
chain /v
generate 'v:_Filter = "scaleoffset,bits=0" ; v:_Fletcher32 = "true" ; v:_Shuffle = "true" ;'
chain /v
ncfdump -s out.nc | sed -n '/_Fil\|_Fle\|_Shu/p' | tr -d '\t'
generate 'v:_Filter = "fletcher32|scaleoffset,bits=0" ;'
generate 'v:_Filter = "shuffle" ; v:_Filter = "6,2,0" ;'
generate 'v:_Filter = "2,8" ;'
generate 'v:_Filter = "scaleoffset,digits=2" ;'
generate 'v:_DeflateLevel = 1 ; v:_Filter = "shuffle|deflate,9" ;'
generate 'n:_Filter = "zstd,3" ;'
generate 'n:_DeflateLevel = 3 ;'
generate 'v:_Filter = "scaleoffset,bits=0|fletcher32" ;' -l c
cat > zarr.cdl <<'CDL'
netcdf in { dimensions: x = 8 ; variables:
  double d(x) ;
    d:_Fletcher32 = "true" ; d:_Shuffle = "true" ; d:_DeflateLevel = 4 ;
  int i(x) ;
    i:_Fletcher32 = "true" ; i:_Shuffle = "true" ; i:_DeflateLevel = 4 ;
  data: d = 1, 2, 3 ; i = 1 ; }
CDL
try ncfgen -k zarr -o out.zarr zarr.cdl
ncfdump -hs out.zarr | sed -n 's/^\t*//; /_Codecs/p'
