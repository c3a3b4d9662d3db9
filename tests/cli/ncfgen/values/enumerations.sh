# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Values of enumerations that are not members, as printed by ncfdump, and numbers for members; an
# attribute given twice with the same value.
. "$NCF_CASES/prelude.sh"
cat > in.cdl <<'CDL'
netcdf in {
types:
  byte enum e { A = 1, B = 2 } ;
  ubyte enum named { _UNDEFINED = 7 } ;
dimensions:
  x = 5 ;
variables:
  e v(x) ;
    e v:all = A, 2, _UNDEFINED ;
    v:units = "1" ;
    v:units = "1" ;
  named n ;
data:
  v = A, 2, _UNDEFINED, -5, e.B ;
  n = _UNDEFINED ;
}
CDL
ncfgen -o in.nc in.cdl
ncfdump in.nc | tee again.cdl
ncfgen -o again.nc again.cdl
ncfdump -n in again.nc | cmp - again.cdl
for value in 300 1.5f C; do
  printf 'netcdf in { types: byte enum e { A = 1 } ; variables: e v ; data: v = %s ; }\n' $value > in.cdl
  try ncfgen -o out.nc in.cdl
done

# Members whose names contain that of the type, or that of no member.
cat > names.cdl <<'CDL'
netcdf names {
types:
  int enum A { B = 1, A.B = 2, _UNDEFINED = 7 } ;
dimensions:
  x = 6 ;
variables:
  A v(x) ;
data:
  v = 1, 2, A.B, A.A.B, 7, 0 ;
}
CDL
ncfgen -o names.nc names.cdl
ncfdump --exact names.nc | tee names_again.cdl
ncfgen -o names_again.nc names_again.cdl
ncfinfo compare names.nc names_again.nc

# Members of uint64 can be larger than what ncdump prints.
cat > large.cdl <<'CDL'
netcdf large {
types:
  uint64 enum e {NONE = 0, HALF = 9223372036854775808, 
      ALL = 18446744073709551615} ;
variables:
	e v ;
data:

 v = ALL ;
}
CDL
need ncdump
ncfgen -o large.nc large.cdl
ncfdump large.nc | cmp - large.cdl
ncdump large.nc | grep enum
