# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# libnetcdf cannot open a netCDF-4 file in which a record of rounding is not a number, and a list
# would overwrite its memory. Other formats have no such records.
. "$NCF_CASES/prelude.sh"
name=_QuantizeBitGroomNumberOfSignificantDigits
for value in '"three"' '3, 4' '3'; do
  echo "netcdf in { dimensions: x = 2 ; variables: float v(x) ; int v:$name = $value ;
    data: v = 1, 2 ; }" | sed "s/int v:$name = \"/char v:$name = \"/" >in.cdl
  ncfgen -k nc3 -o in.nc in.cdl
  try ncfcopy -k nc4 in.nc out.nc
  try ncfcopy -k nc5 in.nc out.nc
  try ncfcopy -k zarr3 in.nc out.zarr
done
