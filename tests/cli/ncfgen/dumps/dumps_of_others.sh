# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# ncfgen reads everything that ncfdump -s prints for files of other programs: what the kind of file
# cannot contain is left out with a warning.
. "$NCF_CASES/prelude.sh"
need ncdump
need_python h5py zarr
"$NCF_PYTHON" - <<'PYTHON'
import h5py
import numpy
from h5py import h5d, h5p, h5s, h5t
from zarr_python import create_array, zarr

with h5py.File("chunks.nc", "w") as file:
    file.create_dataset("v", data=numpy.arange(10), maxshape=(20,), chunks=(16,))
with h5py.File("bits.nc", "w") as file:
    bits = h5t.STD_I32LE.copy()
    bits.set_precision(16)
    made = h5p.create(h5p.DATASET_CREATE)
    made.set_chunk((3,))
    made.set_filter(5)
    space = h5s.create_simple((3,))
    v = h5d.create(file.id, b"v", bits, space, made)
    v.write(h5s.ALL, h5s.ALL, numpy.array([1, -4096, 4095], "i4"))
with h5py.File("texts.nc", "w") as file:
    made = dict(compression="gzip", chunks=(2,))
    file.create_dataset("fixed", data=numpy.array([b"abc", b"de"]), **made)
    file.create_dataset("any", data=["abc", "de"], dtype=h5py.string_dtype(), **made)
fills = {
    "nan": numpy.nan,
    "two": numpy.array([1, 2], "i2"),
    "nothing": numpy.array([], "i2"),
    "text": "none",
    "int": numpy.int32(-1),
    "large": 1e5,
}
with h5py.File("fills.nc", "w") as file:
    for name, fill in fills.items():
        file.create_dataset(name, data=numpy.arange(3, dtype="i2")).attrs["_FillValue"] = fill
with h5py.File("empty.nc", "w") as file:
    file.create_dataset("x", shape=(0,), dtype="f4").make_scale("x")
    file.create_dataset("v", shape=(2, 0), dtype="f4").dims[1].attach_scale(file["x"])
group = zarr.open_group("fills.zarr", mode="w")
for name, fill in {"base64": "AAA=", "nan": numpy.nan, "two": [1, 2], "null": None}.items():
    v = create_array(group, name, numpy.arange(3, dtype="i2"), compressor=None)
    v.attrs["_ARRAY_DIMENSIONS"] = ["x"]
    v.attrs["_FillValue"] = fill
PYTHON
for file in chunks.nc bits.nc texts.nc fills.nc fills.zarr; do
  ncfdump -s "$file" > dump.cdl 2>notes
  try ncfgen -o out.nc dump.cdl
  ncdump -s out.nc | sed -n 's/^\t*//; /_ChunkSizes\|_Filter\|_Fill/p; /^ [a-z].* = /p'
done

ncfdump empty.nc | tee dump.cdl
try ncfgen -o out.nc dump.cdl
ncfdump out.nc

# Classic files allow any _FillValue, unless values are filled with it.
cat > classic.cdl <<'CDL'
netcdf classic { dimensions: t = UNLIMITED ; x = 3 ; variables:
  short v(t, x) ; v:_FillValue = NaN ;
  short w(t) ; w:_FillValue = 1.5f, 2.f ;
  short empty(x) ; empty:_FillValue = "none" ;
  data: v = 1, _, 3, 4 ; w = 1, 2, 3 ; }
CDL
for kind in classic cdf5; do
  try ncfgen -k "$kind" -o out.nc classic.cdl
  ncdump out.nc | sed '1,/^variables/d'
  try ncfcopy --verify out.nc copy.nc
  same_data out.nc copy.nc
done
try ncfgen -l c classic.cdl
use_corpus data/eraint_uvz.nc
ncfdump -s eraint_uvz.nc > dump.cdl
try ncfgen -o out.nc dump.cdl
cmp <(ncdump -n x out.nc) <(ncdump -n x eraint_uvz.nc | sed '/itude:_FillValue/s/NaN/NaNf/')
