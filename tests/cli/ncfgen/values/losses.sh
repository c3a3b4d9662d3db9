# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Quirks B12 to B17: values that ncgen drops, truncates or wraps around are errors.
. "$NCF_CASES/prelude.sh"
refuse() {
  printf 'netcdf in { %s }\n' "$1" > in.cdl
  try ncfgen -4 -o out.nc in.cdl
  test ! -e out.nc
}
refuse 'dimensions: x = 2 ; variables: int v(x) ; data: v = 1, 2, 3, 4 ;'
refuse 'variables: byte v ; data: v = 300 ;'
refuse 'variables: int v ; data: v = 1.9e20 ;'
refuse 'variables: int v ; data: v = 089 ;'
refuse 'dimensions: x = 2 ; variables: int v(x) ; data: v = "ab" ;'
refuse 'variables: double v ; data: v = time("zzzz") ;'
refuse 'variables: double v ; data: v = time("2001-02-31") ;'
refuse 'types: opaque(2) o ; variables: o v ; data: v = 0xabcdef ;'
refuse 'types: int(*) e ; variables: int v ; e:_Storage = "chunked" ;'
refuse ':t = 1 ; :t = 2 ;'
refuse 'variables: string s ; data: s = "a\000b" ;'
refuse 'variables: int v ; data: v = 1 ; v = 2 ;'
