# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# If the attributes of a dimension scale say that it is not a variable, libnetcdf hides it. If it
# has values nevertheless, they are left out with a note. Written zeros, as in files made in
# parallel, need no note.
. "$NCF_CASES/prelude.sh"
need ncdump
need_python h5py
"$NCF_PYTHON" - <<'PYTHON'
import h5py
import numpy

MARK = "This is a netCDF dimension but not a netCDF variable"


def scale(file, name, mark, **made):
    file.create_dataset(name, **made).make_scale(mark)
    user = file.create_dataset("of_" + name, data=numpy.arange(made["data"].size))
    user.dims[0].attach_scale(file[name])
    return file[name]


with h5py.File("in.nc", "w") as file:
    scale(file, "zeros", MARK + ".         3", data=numpy.zeros(3))
    scale(file, "zero_chunks", MARK + ".", data=numpy.zeros(4, "i2"), chunks=(3,))
    scale(file, "values", MARK + ".", data=numpy.arange(5.0))
    scale(file, "chunks", MARK + ".", data=numpy.arange(6) // 5, chunks=(2,), maxshape=(None,))
    scale(file, "filtered", MARK + ".", data=numpy.arange(7), compression="gzip")
    scale(file, "texts", MARK + ".", data=numpy.array(list("abcdefgh"), "S1"))
    scale(file, "units", MARK + ".", data=numpy.zeros(9)).attrs["units"] = 1
    both = scale(file, "both", MARK + ".", data=numpy.ones(10))
    both.attrs["matrix"] = numpy.zeros((2, 2))
    scale(file, "no_full_stop", MARK, data=numpy.arange(11.0))
PYTHON
try ncfcopy in.nc out.nc
try ncfcopy -V of_values in.nc part.nc
try ncfcopy --strict -u -V of_zeros,of_zero_chunks in.nc part.nc
try ncfdump -h in.nc
diff <(ncdump -h -n in in.nc) <(ncfdump -h in.nc 2>/dev/null)
