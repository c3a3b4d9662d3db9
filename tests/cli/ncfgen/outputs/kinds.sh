# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# The kind of the output if none is requested.
. "$NCF_CASES/prelude.sh"
need ncdump
kind() {
  printf 'netcdf in { %s }' "$1" | ncfgen -o out.nc
  printf '%s: %s\n' "$(ncdump -k out.nc)" "$1"
}
kind 'dimensions: t = unlimited ; variables: int v(t) ;'
kind 'variables: ubyte v ;'
kind 'variables: int64 v ;'
kind ':a = 1ull ;'
kind 'variables: string v ;'
kind 'dimensions: t = unlimited, u = UNLIMITED ;'
kind 'dimensions: x = 2, t = unlimited ; variables: int v(x, t) ;'
kind 'group: g { }'
kind 'types: opaque(3) o ;'
kind 'dimensions: x = 2 ; variables: int v(x) ; v:_DeflateLevel = 1 ;'
kind ':_Format = "64-bit offset" ;'
kind ':_Format = "cdf5" ; variables: ubyte v ;'
for attribute in '_Storage = "chunked"' '_Endianness = "big"' '_DeflateLevel = 1'; do
  printf 'netcdf in { dimensions: x = 2 ; variables: int v(x) ; v:%s ; }' "$attribute" > in.cdl
  try ncfgen -3 -o refused.nc in.cdl
  test ! -e refused.nc
done
