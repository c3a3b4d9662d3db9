# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A dataset that h5py copied from another netCDF-4 file still has the dimension ids of that file, and
# one whose scale h5py replaced has its old ids. The notes say which dimensions are read.
. "$NCF_CASES/prelude.sh"
need ncgen
need_python h5py
cat >file.cdl <<'CDL'
netcdf file {
dimensions: time = 3 ; run = 3 ;
variables: double time(time) ; double run(run) ; int v(time) ;
data: time = 1, 2, 3 ; run = 7, 8, 9 ; v = 1, 2, 3 ;
}
CDL
sed 's/time/lat/g; s/run/lon/g; s/int v(lat)/int padding(lon) ; int w(lon, lat)/; s/v =/w =/' \
  file.cdl >other.cdl
for file in file other; do ncgen -4 -o $file.nc $file.cdl; done
"$NCF_PYTHON" - <<'PYTHON'
import h5py

with h5py.File("file.nc", "r+") as file, h5py.File("other.nc") as other:
    file["v"].dims[0].detach_scale(file["time"])
    file["v"].dims[0].attach_scale(file["run"])
    other.copy("w", file)
PYTHON
try ncfdump -h file.nc
try ncfcopy --strict file.nc out.nc
