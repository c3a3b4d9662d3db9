# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A fixed dimension of length 0, which netCDF does not have, becomes unlimited, with a note.
. "$NCF_CASES/prelude.sh"
need ncdump
need_python h5py
"$NCF_PYTHON" - <<'PYTHON'
import h5py

h5py.File("in.h5", "w").create_dataset("v", (0, 3), "i4")
PYTHON
for kind in nc4 nc3 cdf5 nczarr zarr zarr3; do
  try ncfcopy -k $kind in.h5 out.$kind
  ncfdump out.$kind | sed '1d'
done
ncdump -h out.nc3 | sed '1d'

# Plain Zarr makes an unlimited dimension fixed, with a note of its own.
echo 'netcdf empty { dimensions: t = unlimited ; variables: float v(t) ; }' >empty.cdl
ncfgen -k nc4 -o empty.nc empty.cdl
for options in "-k zarr" "-u -k zarr3" "-u -k nczarr"; do
  try ncfcopy --verify $options empty.nc store
  ncfdump -h store | grep ' = '
  rm -r store
done

# An unlimited dimension is as long as before if only a variable without values has it.
"$NCF_PYTHON" - <<'PYTHON'
import h5py

with h5py.File("short.nc", "w") as file:
    for name in "tx":
        empty = file.create_dataset(name, (0,), "f4", maxshape=(None,), chunks=(4,))
        empty.make_scale("This is a netCDF dimension but not a netCDF variable. %10d" % 0)
    variable = file.create_dataset("v", (0, 5), h5py.string_dtype(), maxshape=(None, None),
                                   chunks=(4, 5))
    for dimension in 0, 1:
        variable.dims[dimension].attach_scale(file["tx"[dimension]])
PYTHON
for kind in nc4 nczarr; do
  try ncfcopy -k $kind short.nc out
  ncfdump -h out | grep x
  rm -r out
done
