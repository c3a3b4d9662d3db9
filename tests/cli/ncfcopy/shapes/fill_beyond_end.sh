# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Datasets that end before their unlimited dimension: beyond the end, values of any type read as
# HDF5's fill value, which may differ from _FillValue.
. "$NCF_CASES/prelude.sh"
/usr/bin/python3 -c 'import h5py' 2>h5py.log || { echo "h5py is not here"; exit 77; }
/usr/bin/python3 - <<'PYTHON'
import h5py
import numpy

PAIR = numpy.dtype([("a", "i4"), ("b", "f4")])
COLOUR = h5py.enum_dtype({"RED": 1, "GREEN": 2}, basetype="i2")


def add(file, name, dtype, fill, value, missing=None):
    variable = file.create_dataset(
        name, (6,), dtype, maxshape=(None,), chunks=(2,), fillvalue=fill)
    variable[0:2] = value
    variable.dims[0].attach_scale(file["t"])
    if missing is not None:
        variable.attrs.create("_FillValue", numpy.array([missing], dtype), dtype=dtype)


with h5py.File("in.h5", "w") as file:
    file.create_dataset("t", data=numpy.arange(8.0), maxshape=(None,), chunks=(4,)).make_scale("t")
    add(file, "text", "S1", b"n", b"a")
    add(file, "string", h5py.string_dtype(), "none", "a")
    add(file, "colour", COLOUR, 2, 1, missing=1)
    add(file, "pair", PAIR, numpy.array((7, 1), PAIR)[()], numpy.array((1, 3), PAIR)[()],
        missing=(9, 9))
    add(file, "bytes", "V3", numpy.void(b"xyz"), numpy.void(b"abc"), missing=b"zzz")
PYTHON
ncfdump in.h5 2>notes | sed 1d >expected.cdl
sed -n '/^data:/,$p' expected.cdl
for filters in "" "-F *,zstd"; do
  try ncfcopy --verify $filters in.h5 out.nc
  ncfdump out.nc | sed 1d | diff expected.cdl -
done
try ncfcopy --verify -k zarr -V text in.h5 out.zarr
ncfdump -v text out.zarr | sed -n '/^data:/,$p'
# The same text as an attribute of characters is not another.
/usr/bin/python3 - <<'PYTHON'
import h5py
import numpy

with h5py.File("words.h5", "w") as file:
    for name in "none", "gone":
        variable = file.create_dataset(name, (6,), "S4", fillvalue=b"none")
        variable.attrs["_FillValue"] = numpy.bytes_(name)
PYTHON
try ncfdump -h words.h5
