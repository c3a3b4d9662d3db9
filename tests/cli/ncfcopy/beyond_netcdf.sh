# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# What libnetcdf refuses a whole HDF5 file for becomes the nearest that netCDF has, or is left out,
# with a note.
. "$NCF_CASES/prelude.sh"
"$NCF_PYTHON" -c 'import h5py' 2>h5py.log || { echo "h5py is not here"; exit 77; }
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
make("null", lambda file: file.create_dataset("n", data=h5py.Empty("f4")))
PYTHON
for file in matrix of_group of_file time_attribute time_values named_integer named_bits named_array \
  named_compound named_tag tag tag_inside tag_attribute null comment \
  comment_of_group limited names scales user_block; do
  try ncfcopy "$file.nc" out.nc
done
try ncfdump -h matrix.nc
try ncfdump -v n null.nc
for file in comment user_block names; do
  try ncfcopy --in-place -F '*,deflate,9' "$file.nc"
done
try ncfcopy -V /g/v null.nc out.nc
