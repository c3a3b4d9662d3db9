# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Strings of fixed length, as written by h5py, become netCDF's strings, or characters inside
# compounds. Floats wider than a double become doubles, with a note. (libnetcdf reads them as other
# strings, or reads out of bounds.)
. "$NCF_CASES/prelude.sh"
need ncgen ncdump
need_python h5py
"$NCF_PYTHON" - <<'PYTHON'
import h5py
import numpy

strings = numpy.array([[b"alpha", b"be"], [b"x", b"gammaX"]], "S6")
record = numpy.dtype([("name", "S6"), ("number", "i4")])
with h5py.File("one.nc", "w") as file:
    file["s"] = strings[:, 1]
    file["n"] = numpy.arange(3)
with h5py.File("compressed.nc", "w") as file:
    file.create_dataset("g/s", data=strings, chunks=(1, 2), compression="gzip")
with h5py.File("full.nc", "w") as file:
    file["scalar"] = numpy.bytes_(b"hello, world")
with h5py.File("fill.nc", "w") as file:
    file.create_dataset("s", (3,), "S40", fillvalue=b"x" * 40)
with h5py.File("short.nc", "w") as file:
    file.create_dataset("t", data=numpy.arange(4), maxshape=(None,), chunks=(4,)).make_scale("t")
    file.create_dataset("s", (2, 2), "S3", maxshape=(None, 2), chunks=(1, 2), fillvalue=b"zz")
    file["s"][0] = b"a", b"abc"
    file["s"].dims[0].attach_scale(file["t"])
with h5py.File("nul.nc", "w") as file:
    file["n"] = numpy.arange(3)
    file["n"].attrs["names"] = numpy.array([b"al\0pha", b"be"], "S6")
with h5py.File("record_attribute.nc", "w") as file:
    file["t"] = record
    file.attrs.create("r", numpy.array([(b"alpha", 1)], record), dtype=file["t"])
with h5py.File("wide.nc", "w") as file:
    file["n"] = numpy.arange(3)
    file.create_dataset("long", data=numpy.arange(4, dtype="longdouble"), chunks=(2,),
                        compression="gzip")
with h5py.File("right.nc", "w") as file:
    file["letters"] = numpy.array([b"a", b"b"], "S1")
    file.create_dataset("vlen", data=["alpha", "be"], dtype=h5py.string_dtype())
    ended = h5py.h5t.C_S1.copy()
    ended.set_size(12)
    scalar = h5py.h5d.create(file.id, b"ended", ended, h5py.h5s.create(h5py.h5s.SCALAR))
    scalar.write(h5py.h5s.ALL, h5py.h5s.ALL, numpy.array(b"hello, you\0\0", "S12"), ended)
    file.attrs["names"] = strings[0]
PYTHON
for input in one compressed full fill short nul record_attribute wide; do
  try ncfcopy --verify $input.nc out.nc
  try ncfdump $input.nc
done
try ncfcopy -V n one.nc out.nc
try ncfinfo file one.nc
ncfcopy --verify right.nc out.nc
ncdump -n out out.nc
