# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Objects for which libnetcdf refuses a whole HDF5 file become the nearest equivalent in netCDF, or
# are left out, with a note.
. "$NCF_CASES/prelude.sh"
need_python h5py
"$NCF_PYTHON" - <<'PYTHON'
import h5py
import numpy
from h5py import h5a, h5d, h5o, h5s, h5t


def make(name, change):
    with h5py.File(name + ".nc", "w") as file:
        file["g/v"] = numpy.arange(3)
        change(file)


def commit(of_type):
    return lambda file: of_type.commit(file.id, b"t")


times = h5t.UNIX_D32LE
compound = h5t.create(h5t.COMPOUND, 8)
compound.insert(b"r", 0, h5t.STD_REF_OBJ)
one = h5s.create_simple((1,))
make("matrix", lambda file: file["g/v"].attrs.create("m", numpy.zeros((2, 3))))
make("of_group", lambda file: file["g"].attrs.create("m", numpy.zeros((2, 3, 4))))
make("of_file", lambda file: file.attrs.create("m", numpy.zeros((1, 1))))
make("time_attribute", lambda file: h5a.create(file["g/v"].id, b"a", times, one))
make("time_values", lambda file: h5d.create(file.id, b"t", times, one))
make("named_integer", commit(h5t.STD_I32LE.copy()))
make("named_bits", commit(h5t.STD_B8LE.copy()))
make("named_array", commit(h5t.array_create(h5t.STD_I32LE, (2, 3))))
make("named_compound", commit(compound))
dates = h5t.create(h5t.OPAQUE, 8)
dates.set_tag(b"NUMPY:datetime64[ns]")
make("named_tag", commit(dates.copy()))
pair = h5t.create(h5t.COMPOUND, 16)
pair.insert(b"of", 0, h5t.STD_I32BE)
pair.insert(b"at", 8, dates)
make("tag", lambda file: h5d.create(file.id, b"t", dates, one))
make("tag_inside", lambda file: h5d.create(file.id, b"t", pair, one))
make("tag_attribute", lambda file: h5a.create(file["g/v"].id, b"a", dates, one))
make("comment", lambda file: h5o.set_comment(file["g/v"].id, b"by the old model"))
make("comment_of_group", lambda file: h5o.set_comment(file["g"].id, b"a\nb"))
make("limited", lambda file: file.create_dataset("g/w", data=numpy.arange(3), maxshape=(9,)))
make("names", lambda file: file.create_group("h").__setitem__("w", file["g/v"]))


def attach_two_scales(file):
    for name in "xy":
        file[name] = numpy.arange(3)
        file[name].make_scale(name)
        file["g/v"].dims[0].attach_scale(file[name])


make("scales", attach_two_scales)
with h5py.File("user_block.nc", "w", userblock_size=512) as file:
    file["v"] = numpy.arange(3)


def fill_as_hdf5_does(file):
    file.create_dataset("g/w", data=numpy.arange(3), fillvalue=7).attrs["_FillValue"] = -1
    # Nothing is lost of these: equal numbers, and the libraries' own fill values beside others that
    # were added later.
    values = numpy.arange(3, dtype="f4")
    file.create_dataset("g/equal", data=values, fillvalue=0.5).attrs["_FillValue"] = 0.5
    default = numpy.float32(9.9692099683868690e+36)
    added = file.create_dataset("g/added", data=values, fillvalue=default)
    added.attrs["_FillValue"] = numpy.float32(1e20)
    zero = file.create_dataset("g/zero", data=values, fillvalue=numpy.float32(0))
    zero.attrs["_FillValue"] = numpy.float32(1e20)


def make_scales(file):
    file["title"] = numpy.arange(3)
    file["title"].make_scale("degrees north")
    for name, title in (("g/name", "name"), ("g/path", "/g/path"), ("g/none", "")):
        file[name] = numpy.arange(3)
        file[name].make_scale(title)


def make_unequal_limits(file):
    file["fixed"] = numpy.arange(3)
    file["fixed"].make_scale("fixed")
    file.create_dataset("growing", data=numpy.arange(3), maxshape=(None,))
    file.create_dataset("limited", data=numpy.arange(3), maxshape=(9,))
    file["growing"].make_scale("growing")
    for name, scale in ("g/w", "fixed"), ("g/x", "growing"):
        limit = None if scale == "fixed" else 9
        file.create_dataset(name, data=numpy.arange(3), maxshape=(limit,))
        file[name].dims[0].attach_scale(file[scale])
    file.create_dataset("unused", (5,), maxshape=(None,), chunks=(5,))
    file["unused"].make_scale("This is a netCDF dimension but not a netCDF variable.         5")


make("fill", fill_as_hdf5_does)
make("text_fill", lambda file: file.create_dataset("g/w", (3,), "S4", fillvalue=b"none"))
make("limits", make_unequal_limits)
make("title", make_scales)
make("long", lambda file: file.create_dataset("long", data=numpy.arange(7)))
with open("long.nc", "r+b") as file:
    # Shortens the variable of 7 values to 5. source: HDF5 file format specification, IV.A.2.b
    data = file.read()
    space = bytes([1, 1, 1, 0, 0, 0, 0, 0])
    seven, five = (space + 2 * n.to_bytes(8, "little") for n in (7, 5))
    assert data.count(seven) == 1
    file.seek(0)
    file.write(data.replace(seven, five))
make("appended", lambda file: None)
with open("appended.nc", "ab") as file:
    file.write(b"12 more byte")
make("null", lambda file: file.create_dataset("n", data=h5py.Empty("f4")))
PYTHON
for file in matrix of_group of_file time_attribute time_values named_integer named_bits named_array \
  named_compound named_tag tag tag_inside tag_attribute null comment \
  comment_of_group limited limits names scales user_block fill text_fill title long appended; do
  try ncfcopy "$file.nc" out.nc
done
try ncfdump -h matrix.nc
try ncfdump -v n null.nc
for file in comment user_block names fill title long appended; do
  try ncfcopy --in-place -F '*,deflate,9' "$file.nc"
done
try ncfcopy -V /g/v null.nc out.nc
