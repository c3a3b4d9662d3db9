# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# The programs that are to read the copy can do so without plugins.
. "$NCF_CASES/prelude.sh"
need_python h5py netCDF4 xarray h5netcdf zarr
"$NCF_PYTHON" - <<'PYTHON'
import netCDF4, numpy
with netCDF4.Dataset("in.nc", "w") as dataset:
    dataset.createDimension("x", 100000)
    steps = dataset.createVariable("steps", "i2", ("x",), chunksizes=(10000,))
    steps[:] = numpy.cumsum(numpy.random.default_rng(1).integers(-3, 4, 100000))
PYTHON
ncfcopy -F '*,zstd,1' in.nc present.nc 2>notes
export HDF5_PLUGIN_PATH="$PWD/none"
for readers in stock h5py xarray zarr-python netcdf-java; do
  for goal in size balanced speed; do
    rm -rf present.tuned.*
    ncfinfo tune --goal $goal --readers $readers present.nc | tail -n 1 >command
    bash -eu command 2>notes
    "$NCF_PYTHON" - $readers <<'PYTHON'
import sys, netCDF4, numpy
def read(engine):
    import xarray
    with xarray.open_dataset("present.tuned.nc", engine=engine, decode_cf=False) as dataset:
        return dataset["steps"].values
def with_h5py():
    import h5py
    with h5py.File("present.tuned.nc") as file:
        return file["steps"][:]
def with_zarr():
    import zarr
    return zarr.open("present.tuned.zarr", mode="r")["steps"][:]
ways = {"h5py": [with_h5py], "zarr-python": [with_zarr]}
engines = [lambda: read("netcdf4"), lambda: read("h5netcdf")]
with netCDF4.Dataset("in.nc") as dataset:
    expected = dataset["steps"][:]
for way in ways.get(sys.argv[1], engines):
    assert numpy.array_equal(way(), expected)
PYTHON
  done
  echo "$readers: read"
done

echo
echo 'xarray writes what it recommends for zarr-python:'
for goal in size speed; do
  rm -rf in.tuned.*
  ncfinfo tune --goal $goal --readers zarr-python in.nc | sed -n 's/^xarray: //p' >statement
  "$NCF_PYTHON" -W ignore - <<'PYTHON'
import numcodecs, numpy, xarray, zarr
statement = open("statement").read()
exec(statement)
array = zarr.open("in.tuned.zarr", mode="r")["steps"]
assert numpy.array_equal(array[:], xarray.open_dataset("in.nc")["steps"])
codecs = [*(array.filters or []), array.compressor]  # the best ones depend on their speed
print(all(str(codec.get_config()) in statement for codec in codecs), array.chunks)
PYTHON
done

echo
echo 'A folder for zarr-python becomes stores:'
mkdir archive
cp in.nc archive
ncfinfo tune --readers zarr-python archive | tail -n 1 >command
bash -eu command 2>notes
ls archive.packed

echo
echo 'Inputs in Zarr:'
ncfcopy -k zarr in.nc store
ncfcopy --kerchunk references.json in.nc
for input in store references.json; do
  ncfinfo tune --readers zarr-python $input | sed -n 's/^xarray: //p' >statement
  grep -v 'xarray.open_dataset' statement && continue
  "$NCF_PYTHON" -W ignore - <<'PYTHON'
import numcodecs, xarray, zarr
exec(open("statement").read())
print(zarr.open("store.tuned.zarr", mode="r")["steps"].shape)
PYTHON
done

echo
echo 'A _FillValue of another type:'
ncfdump in.nc | sed 's/short steps(x) ;/& steps:_FillValue = NaN ;/' | ncfgen -3 -o foreign.nc
ncfinfo tune foreign.nc | sed -n 's/^xarray: //p'
