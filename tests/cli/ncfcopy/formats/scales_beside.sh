# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# In HDF5, a dimension scale may be in any group. Readers of netCDF look for it in the group of the
# variable and its parents, unless ids name the dimension, as in files of netCDF.
. "$NCF_CASES/prelude.sh"
need_python h5py netCDF4
"$NCF_PYTHON" - <<'PYTHON'
import h5py

with h5py.File("in.h5", "w") as file:
    for path in "axes/x", "data/inner/y", "z":
        file[path] = [10.0, 20.0, 30.0]
        file[path].make_scale(path[-1])
    file["data/v"] = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
    file["data/inner/w"] = [[1, 2, 3], [4, 5, 6]]
    file["data/v"].dims[0].attach_scale(file["axes/x"])
    file["data/v"].dims[1].attach_scale(file["z"])
    file["data/inner/w"].dims[1].attach_scale(file["data/inner/y"])
    file["data/copied"] = [1, 2, 3]  # with the id of its dimension in another file
    file["data/copied"].attrs["_Netcdf4Coordinates"] = [7]
    file["data/copied"].dims[0].attach_scale(file["axes/x"])
PYTHON
try ncfcopy --strict in.h5 out.nc
for kind in nc4 zarr3; do
  try ncfcopy --verify -k $kind in.h5 out.$kind
  ncfdump -h out.$kind | grep 'int64'
done
"$NCF_PYTHON" -c 'import netCDF4; print(netCDF4.Dataset("out.nc4")["data/v"].shape)'
ncgen -4 -o ids.nc <<'CDL'
netcdf ids {
group: axes { dimensions: x = 3 ; }
group: data { variables: int v(/axes/x) ; }
}
CDL
try ncfcopy --strict --verify ids.nc out.nc
same_data ids.nc out.nc
