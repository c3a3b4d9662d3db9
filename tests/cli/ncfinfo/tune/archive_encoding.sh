# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# ncfinfo tune of an archive prints xarray's `encoding` for all its files; xarray writes it.
. "$NCF_CASES/prelude.sh"
skip_under_sanitizer "h5py cannot load our plugins"
need_python netCDF4 xarray h5netcdf zarr
mkdir archive
"$NCF_PYTHON" - <<'PYTHON'
import netCDF4, numpy
random = numpy.random.default_rng(1)

def make(name, variables):
    with netCDF4.Dataset(f"archive/{name}.nc", "w") as dataset:
        dataset.createDimension("x", 40000)
        for variable, kind, chunk, options in variables:
            made = dataset.createVariable(variable, kind, ("x",), chunksizes=(chunk,), **options)
            made[:] = numpy.cumsum(random.integers(-3, 4, 40000))
        deep = dataset.createGroup("g").createVariable("deep", "i4", ("x",), chunksizes=(10000,))
        deep[:] = numpy.cumsum(random.integers(-3, 4, 40000))

deflated = {"zlib": True, "complevel": 9, "shuffle": True}
make("a", [("steps", "i4", 10000, {}), ("mixed", "i4", 10000, {}), ("cut", "i4", 10000, {}),
           ("kept", "i4", 10000, deflated)])
make("b", [("steps", "i4", 10000, {}), ("mixed", "i8", 10000, {}), ("cut", "i4", 20000, {}),
           ("kept", "i4", 10000, deflated)])
make("c", [("steps", "i4", 10000, {}), ("more", "f4", 10000, {})])
PYTHON
for readers in stock any zarr-python; do
  echo "for $readers"
  ncfinfo tune --goal size --readers $readers archive | sed -n 's/^xarray encoding: //p' >printed
  head -n 1 printed >encoding
  tail -n 1 printed | sed "s/needs engine='h5netcdf'; //"  # as the choice needs
  ncfinfo tune --goal size --readers $readers --json archive >report.json
  HDF5_PLUGIN_PATH="$NCF_PLUGINS" "$NCF_PYTHON" -W ignore - $readers <<'PYTHON'
import glob, json, numcodecs, os, sys, netCDF4, numpy, xarray, zarr
encoding = eval(open("encoding").read())
assert eval(json.load(open("report.json"))["xarray"]["text"]).keys() == encoding.keys()
engine = "h5netcdf" if "h5netcdf" in open("printed").read() else "netcdf4"
def write(dataset, path, own):
    if sys.argv[1] == "zarr-python":
        return dataset.to_zarr(path, zarr_version=2, encoding=own)
    return dataset.to_netcdf(path, engine=engine, encoding=own)
def chunks_of(path, name):
    if sys.argv[1] == "zarr-python":
        return zarr.open(path, mode="r")[name].chunks
    with netCDF4.Dataset(path) as dataset:
        return tuple(dataset[name].chunking())
for path in sorted(glob.glob("archive/*.nc")):
    with xarray.open_dataset(path, mask_and_scale=False, decode_times=False,
                             decode_coords=False) as dataset:
        own = {name: one for name, one in encoding.items() if name in dataset.variables}
        out = f"{sys.argv[1]}-{os.path.basename(path)}"
        write(dataset, out, own)
        reader = "zarr" if sys.argv[1] == "zarr-python" else "h5netcdf"
        with xarray.open_dataset(out, engine=reader, decode_cf=False) as copy:
            for name in dataset.variables:
                assert numpy.array_equal(dataset[name], copy[name]), (path, name)
        if "steps" in own:
            assert chunks_of(out, "steps") == (10000,)
print(*encoding, "chunks of cut:", [name for name in encoding["cut"] if "chunk" in name])
PYTHON
done
