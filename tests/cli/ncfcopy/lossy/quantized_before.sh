# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Rounding again does not restore digits: the attribute keeps the smaller number, with a note. Two
# kinds of rounding give two attributes.
. "$NCF_CASES/prelude.sh"
cat > in.cdl <<'CDL'
netcdf in {
dimensions: x = 4 ;
variables: float v(x) ;
data: v = 1.2345678, 2.3456789, 3.4567891, 4.5678912 ;
}
CDL
ncfgen -4 -o in.nc in.cdl
try ncfcopy --quantize v,granular,3 in.nc three.nc
try ncfcopy --quantize v,granular,6 three.nc six.nc
try ncfcopy --quantize v,granular,2 three.nc two.nc
try ncfcopy --quantize v,bitround,5 three.nc both.nc
for file in three six two both; do ncfdump -h $file.nc | grep Quantize; done

# Rounding may move values out of a valid range.
cat > range.cdl <<'CDL'
netcdf range {
dimensions: x = 4 ;
variables:
  float humidity(x) ; humidity:valid_range = 0.f, 60.f ;
  float open(x) ; open:valid_min = "none" ;
data:
  humidity = 60, 59.5, 50, 1 ;
  open = 60, 59.5, 50, 1 ;
}
CDL
ncfgen -4 -o range.nc range.cdl
try ncfcopy --quantize '*,error,5' range.nc range2.nc
try ncfcopy --strict --quantize '*,error,5' range.nc range3.nc
