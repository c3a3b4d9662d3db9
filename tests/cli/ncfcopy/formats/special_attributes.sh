# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# netCDF-4 keeps facts of its own under some names, so a copy leaves out attributes with these names
# and notes it.
. "$NCF_CASES/prelude.sh"
cat >in.cdl <<'CDL'
netcdf in {
dimensions: x = 2 ;
variables: int v(x) ; v:CLASS = "mammals" ; v:units = "m" ;
  :NAME = "Noah" ; :title = "ark" ;
data: v = 1, 2 ;
}
CDL
cat >groups.cdl <<'CDL'
netcdf groups { group: g { :CLASS = "birds" ; :size = 2 ; } }
CDL
ncfgen -o in.nc in.cdl
ncfcopy -k zarr in.nc in.zarr
ncfgen -k zarr -o groups.zarr groups.cdl
for input in in.nc in.zarr groups.zarr; do
  try ncfcopy --verify -k nc4 $input out.nc
  ncdump -h out.nc
  try ncfcopy --strict -k nc4 $input strict.nc
done
