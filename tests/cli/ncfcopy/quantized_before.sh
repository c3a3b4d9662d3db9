# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Values that were rounded before get no digits back: the attribute keeps the fewest, and a note says
# so; two kinds of rounding leave both attributes.
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
