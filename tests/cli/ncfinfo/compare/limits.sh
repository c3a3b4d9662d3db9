# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Limits turn a comparison into a test; errors in options.
. "$NCF_CASES/prelude.sh"
ncfgen -4 -o in.nc <<'CDL'
netcdf in {
dimensions: x = 4;
variables:
  double x(x); float t(x); float u(x); string name(x);
  t:units = "K"; u:_FillValue = -1.f;
data:
  x = 1, 2, 3, 4; t = 280.0625, 290.125, 300.25, 310.5; u = 1.03125, 2.0625, 4.125, -1; name = "a", "b", "c", "d";
}
CDL
ncfcopy --quantize 't&u,bitround,5' in.nc rounded.nc
echo 'The record of the rounding tells how values are stored:'
try ncfinfo compare --storage in.nc rounded.nc
echo
try ncfinfo compare --error 4 in.nc rounded.nc
try ncfinfo compare --error t,2 --error '*,relative,0.015625' in.nc rounded.nc
try ncfinfo compare --error t,relative,0.015 --error u,relative,0.001 in.nc rounded.nc
echo
echo 'Neither missing values nor coordinates are allowed to change:'
ncfdump in.nc | sed 's/310.5 ;/310.5 ;/; s/4.125, _ ;/_, 4 ;/; s/ x = 1, 2/ x = 1, 2.5/' >changed.cdl
ncfgen -4 -o changed.nc changed.cdl
try ncfinfo compare --error 100 in.nc changed.nc
try ncfinfo compare --error 100 --error x,1 -v x in.nc changed.nc
echo
echo 'Attributes:'
ncfdump in.nc | sed 's/"K"/"degC"/' | ncfgen -4 -o units.nc
try ncfinfo compare --error 1 in.nc units.nc
try ncfinfo compare --ignore-attributes units,history in.nc units.nc
echo
echo 'What is wrong:'
for error in t t,-1 t,relative relative,1 name,1 nothing,1; do
  try ncfinfo compare --error "$error" in.nc units.nc
done
try ncfinfo compare --error t,1 --error t,2 in.nc units.nc
try ncfinfo compare -v nam in.nc units.nc
try ncfinfo compare -g '' in.nc units.nc
try ncfinfo compare in.nc nothing.nc
try ncfinfo compare in.nc
status=0
ncfinfo compare in.nc in.nc >/dev/full 2>message || status=$?
echo "$(cat message): exit status $status"
