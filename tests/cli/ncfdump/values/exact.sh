# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Numbers are as short as possible without loss.
. "$NCF_CASES/prelude.sh"
need ncgen
ncgen -3 -o in.nc <<'CDL'
netcdf in {
dimensions:
  x = 6 ;
variables:
  float f(x) ;
    f:a = 0.1f, 16777217.f, 1e30f ;
  double d(x) ;
    d:a = 0.1, 0.30000000000000004, 1e300 ;
  double beside_fill(x) ;
    beside_fill:_FillValue = 1.0000000000000002 ;
  float signs_of_zero(x) ;
    signs_of_zero:_FillValue = -0.f ;
data:
  f = 0.1, 16777216, 1.17549435e-38, 3.4028235e38, 1e15, -7 ;
  d = 0.1, 0.30000000000000004, 5e-324, 123456789012345.0, 100, NaN ;
  beside_fill = 1, _, 1.0000000000000004, 0.99999999999999989, NaN, -1 ;
  signs_of_zero = 0, _, -0.f, 1, NaN, -Infinity ;
}
CDL
try ncfdump --exact in.nc
ncfdump --exact in.nc | ncgen -3 -o again.nc
cmp in.nc again.nc && echo "nothing is lost"

# Attributes without values keep their types.
ncfgen -4 -o empty.nc <<'CDL'
netcdf empty {
variables:
  int v ;
    short v:shorts = ;
    v:text = "" ;
    string v:strings = ;
  double :doubles = ;
}
CDL
try ncfdump --exact -h empty.nc
ncfdump --exact empty.nc | ncfgen -4 -o again.nc
try ncfinfo compare empty.nc again.nc
ncfdump empty.nc | ncfgen -4 -o untyped.nc
try ncfinfo compare empty.nc untyped.nc

# Classic files may have fill values of another type than their variables', and none or several.
ncfgen -3 -o odd.nc <<'CDL'
netcdf odd {
variables:
  byte large ; large:_FillValue = 300 ;
  short none ; float none:_FillValue = ;
  char several ; char several:_FillValue = "ab" ;
  float two ; two:_FillValue = 1.f, 2.f ;
}
CDL
try ncfdump --exact -h odd.nc
ncfdump --exact odd.nc | ncfgen -3 -o again.nc
try ncfinfo compare odd.nc again.nc
try ncfdump --exact -h -X F odd.nc
ncfdump --exact -X F odd.nc | ncfgen -3 -o again.nc
try ncfinfo compare odd.nc again.nc

# Attributes with the names of special ones stay attributes, and do not round the values.
ncfgen -3 -o named.nc <<'CDL'
netcdf named {
dimensions:
  x = 2 ;
variables:
  float v(x) ;
    int v:_QuantizeBitRoundNumberOfSignificantBits = 3 ;
    char v:_NoFill = "never" ;
    short v:_Format = 7s ;
  char :_NCProperties = "own" ;
data:
  v = 1.234567, 2.345678 ;
}
CDL
try ncdump -h named.nc
try ncfdump --exact named.nc
ncfdump --exact named.nc | ncfgen -3 -o again.nc
try ncfinfo compare named.nc again.nc

# The lengths of unlimited dimensions follow from their values, and this one has none.
ncfgen -3 -o records.nc <<'CDL'
netcdf records { dimensions: t = UNLIMITED ; variables: int v ; data: v = 1 ; }
CDL
printf '\0\0\0\3' | dd of=records.nc bs=1 seek=4 conv=notrunc status=none
try ncdump -h records.nc
try ncfdump --exact records.nc
