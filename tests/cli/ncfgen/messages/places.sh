# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Errors that a kind of file or a filter causes are found after the text was read, but show their
# position too.
. "$NCF_CASES/prelude.sh"
refuse() {
  local text="$1"
  shift
  printf 'netcdf in {\n%s\n}\n' "$text" > in.cdl
  try ncfgen -o out.nc "$@" in.cdl
}
refuse 'group: g { variables: string v ; }' -k nc7
refuse 'variables: int v ; v:units = "m" ; string v:names = "a", "b" ;' -3
refuse ':names = 1 ; dimensions: t = unlimited, u = unlimited ;' -3
refuse 'types: int enum e { A = 1 } ; variables: e v ;' -3
refuse 'dimensions: x = 3000000000 ; variables: byte v(x) ;' -3
refuse 'dimensions: x = 4 ; variables: int v(x), w(x) ; w:_Filter = "szip,nn,32" ;' -4
refuse 'dimensions: x = 4 ; group: g { variables: int v(x) ;
    v:_ChunkSizes = 4 ; v:_Filter = "szip,nn,32" ; }' -k zarr
refuse 'variables: string s ; group: g { :a = 1b ; variables: int s ; string s:a = "x" ; }' -l f77
# Attributes that are left out before it do not change the position.
refuse 'types: compound p { int a ; }
  variables: int v ; v:_ARRAY_DIMENSIONS = "x" ; p v:b = { 1 } ; v:c = 1 ;' -k zarr
# From a pipe, after a byte order mark, and far before the end.
{
  printf '\xef\xbb\xbfnetcdf in { dimensions: x = 400000 ;\nvariables:\n  int v(x) ;\n'
  printf '    uint64 v:big = 1 ;\n  data:\nv ='
  printf ' 1,%.0s' {1..399999}
  echo ' 1 ; }'
} | try ncfgen -3 -o out.nc
ls
