# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# ncfgen reads what ncfdump prints: opaque values of any length, and names with characters that
# ncdump does not escape.
. "$NCF_CASES/prelude.sh"
need ncgen ncdump
cat > in.cdl <<CDL
netcdf in {
types:
  opaque(3000) raw ;
dimensions:
  RH\\% = 2 ;
variables:
  raw v ;
  int w\\%(RH\\%) ;
data:
  v = 0x$(printf 'ab%.0s' {1..3000}) ;
  w\\% = 1, 2 ;
}
CDL
ncgen -4 -o in.nc in.cdl
ncfdump -n in in.nc > in.txt
try ncfgen -o out.nc in.txt
ncfdump -n in out.nc | cmp - in.txt
cut -c-60 in.txt
