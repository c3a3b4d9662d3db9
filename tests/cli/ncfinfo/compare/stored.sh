# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Equal stored bytes prove that values are equal, without the filters that decode them, unless a
# value means missing data in only one of the files.
. "$NCF_CASES/prelude.sh"
"$NCF_PYTHON" - <<'PYTHON'
import netCDF4, numpy
with netCDF4.Dataset("in.nc", "w") as dataset:
    dataset.createDimension("x", 1000)
    for name in ("v", "w"):
        variable = dataset.createVariable(name, "i4", ("x",), zlib=True, chunksizes=(300,))
        variable[:] = numpy.arange(1000)
PYTHON
ncfcopy -k zarr in.nc first.zarr
ncfcopy -k zarr in.nc second.zarr
# decoded FIRST SECOND OPTION...: prints variables and whether their values were decoded.
decoded() {
  ncfinfo compare --json "${@:3}" "$1" "$2" >report.json || true
  "$NCF_PYTHON" - <<'PYTHON'
import json
with open("report.json", encoding="utf-8") as file:
    report = json.load(file)
for one in report["variables"]:
    print(one["path"], one["values"], one["differing"], one["decoded"], one["numbers"] is not None)
PYTHON
}
decoded first.zarr second.zarr
decoded first.zarr second.zarr --decode
decoded first.zarr in.nc
echo
echo 'Other chunks, other filters:'
ncfcopy -c x/250 first.zarr chunks.zarr
ncfcopy -d 9 -s first.zarr filters.zarr
decoded first.zarr chunks.zarr
decoded first.zarr filters.zarr
echo
echo 'A codec that is not here:'
sed -i 's/"zlib"/"unknown"/' {first,second}.zarr/v/.zarray
try ncfinfo compare first.zarr second.zarr
cp second.zarr/v/{2,3}
try ncfinfo compare first.zarr second.zarr
echo
echo 'A value that is missing in one of the files:'
"$NCF_PYTHON" - <<'PYTHON'
import h5py, shutil
shutil.copy("in.nc", "missing.nc")
with h5py.File("missing.nc", "r+") as file:
    file["w"].attrs["missing_value"] = file["w"][5:6]
PYTHON
try ncfinfo compare in.nc missing.nc
