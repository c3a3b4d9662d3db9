# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Values that neither file stores are compared by one of them, however the file finds its chunks: in
# an index that libhdf5 lists slowly, in one that is an array, in shards, or without any. So it is
# with maps of errors and checks of levels.
. "$NCF_CASES/prelude.sh"
need_python h5py netCDF4
"$NCF_PYTHON" - <<'PYTHON'
import h5py
import netCDF4
def make(name, length, chunk, values, libver="earliest", **more):
    with h5py.File(name, "w", libver=libver) as file:
        v = file.create_dataset("v", (length,), "f4", chunks=(chunk,), fillvalue=2, **more)
        for at, value in values.items():
            v[at] = value
many = {11 * i * 10**4: i % 7 for i in range(900)}
make("many1.nc", 10**8, 10**4, many, compression="gzip")
make("many2.nc", 10**8, 10**4, many | {10**6 + 1: 5}, compression="gzip", shuffle=True)
make("array1.nc", 10**9, 10**4, {5 * 10**8: 3}, "latest", compression="gzip")
make("array2.nc", 10**9, 10**4, {5 * 10**8: 4}, "latest", fletcher32=True)
with h5py.File("unwritten.nc", "w") as file:
    file.create_dataset("v", (10**8,), "f4", fillvalue=2)
for name, a in {"longer1.nc": {3: 1}, "longer2.nc": {3: 1, 7: 5}}.items():
    with netCDF4.Dataset(name, "w") as file:
        file.createDimension("time", None)
        file.createDimension("x", 1000)
        v = file.createVariable("a", "f4", ("time", "x"), chunksizes=(1, 1000), zlib=len(a) > 1)
        b = file.createVariable("b", "i1", ("time",), chunksizes=(10**6,), zlib=True)
        for at, value in a.items():
            v[at] = value
        b[10**6 - 1] = 1
levels = {"levels1.nc": {(9, 4, 5): 1}, "levels2.nc": {(9, 4, 5): 2, (50000, 0, 0): 1}}
for name, values in levels.items():
    with h5py.File(name, "w") as file:
        v = file.create_dataset("v", (10**5, 20, 30), "f4", chunks=(1, 20, 30), fillvalue=0,
                                compression="gzip", shuffle=len(values) > 1)
        for at, value in values.items():
            v[at] = value
PYTHON
ncfcopy -k zarr3 --shards v:1000000 many1.nc shards.zarr 2>copy.log
ncfcopy -k zarr3 --shards v:10000000 array1.nc shard.zarr 2>copy.log
try ncfinfo compare many1.nc many2.nc
try ncfinfo compare array1.nc array2.nc
try ncfinfo compare shard.zarr array2.nc
try ncfinfo compare longer1.nc longer2.nc
try ncfinfo compare --ignore-attributes _FillValue many1.nc shards.zarr
try ncfinfo compare shards.zarr many2.nc
try ncfinfo compare many1.nc unwritten.nc
try ncfinfo compare --maps levels1.nc levels2.nc
echo 'The map of errors:'
ncfinfo compare --html page.html --json levels1.nc levels2.nc >report.json || test $? = 1
"$NCF_PYTHON" - <<'PYTHON'
import json
errors = json.load(open("report.json"))["variables"][0]["numbers"]["errors"]
down, across = errors["down"], errors["across"]
def sizes(axis):
    begins = [i * axis["length"] // axis["cells"] for i in range(axis["cells"] + 1)]
    return [end - begin for begin, end in zip(begins, begins[1:])]
expected = [10**5 * rows * columns for rows in sizes(down) for columns in sizes(across)]
assert [cell["pairs"] for cell in errors["cells"]] == expected
assert sum(cell["largest_error"] > 0 for cell in errors["cells"]) == 2
print(errors["ranges"])
PYTHON
