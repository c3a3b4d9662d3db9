# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# HDF5 objects that libnetcdf hides, or that make it refuse the file or loop: each is read as its
# nearest equivalent in netCDF, or named.
. "$NCF_CASES/prelude.sh"
need_python h5py
"$NCF_PYTHON" - <<'PYTHON'
import h5py
import numpy
from h5py import h5d, h5s, h5t

with h5py.File("objects.h5", "w") as file:
    file["alias"] = h5py.SoftLink("/flag")
    file["complex"] = numpy.array([1 + 2j, 3 - 4j])
    file["empty"] = h5py.Empty("f4")
    file["flag"] = numpy.array([True, False, True])
    file["gone"] = h5py.SoftLink("/nothing")
    file["half"] = numpy.array([1, 2.5], "f2")
    file["named_integer"] = numpy.dtype("i4")
    file["record"] = numpy.array([(1, b"ab", True)], [("number", ">i4"), ("name", "S4"), ("ok", "?")])
    file["reference"] = numpy.array([file["flag"].ref], dtype=h5py.ref_dtype)
    ragged = file.create_dataset("ragged", (2,), dtype=h5py.vlen_dtype(numpy.int32))
    ragged[0], ragged[1] = [1, 2, 3], [4]
    space = h5s.create_simple((3,))
    bits = h5d.create(file.id, b"bits", h5t.STD_B8LE, space)
    bits.write(h5s.ALL, h5s.ALL, numpy.array([1, 2, 255], "u1"), h5t.STD_B8LE)
    twelve_bits = h5t.STD_I16BE.copy()
    twelve_bits.set_precision(12)
    h5d.create(file.id, b"twelve_bits", twelve_bits, space)
    h5d.create(file.id, b"arrays", h5t.array_create(h5t.NATIVE_INT32, (3,)), space)
    file["flag"].attrs["matrix"] = numpy.arange(4).reshape(2, 2)
    file["flag"].attrs["CLASS"] = numpy.bytes_(b"IMAGE")
    file["flag"].attrs["reference"] = file["flag"].ref
    file["inner/loop"] = file["/"]
    file["inner/deeper/loop"] = file["/inner"]

# Each group has two links to the next: there are too many paths to visit.
with h5py.File("paths.h5", "w") as file:
    group = file
    for depth in range(40):
        below = group.create_group("a")
        group["b"] = below
        group = below
    group["v"] = numpy.arange(3)

# Links to other files, and back.
with h5py.File("here.h5", "w") as file:
    file["v"] = numpy.arange(2)
    file["there"] = h5py.ExternalLink("there.h5", "/")
with h5py.File("there.h5", "w") as file:
    file["w"] = numpy.arange(1)
    file["itself"] = h5py.ExternalLink("there.h5", "/")
    file["back"] = h5py.ExternalLink("here.h5", "/")

with h5py.File("scales.h5", "w") as file:
    for name, length in ("x", 3), ("other", 3), ("short", 2):
        file[name] = numpy.arange(length)
        file[name].make_scale()
    file["half"] = numpy.zeros((3, 4))
    file["half"].dims[0].attach_scale(file["x"])
    file["two"] = numpy.zeros(3)
    file["two"].dims[0].attach_scale(file["x"])
    file["two"].dims[0].attach_scale(file["other"])
    file["wrong"] = numpy.zeros(3)
    file["wrong"].dims[0].attach_scale(file["short"])

with h5py.File("names.h5", "w") as file:
    file.create_dataset("e", data=numpy.array([1], "i1"),
                        dtype=h5py.enum_dtype({"no": 0, "yes/maybe": 1}, "i1"))
    file["k"] = numpy.array([(1,)], dtype=[("km/h", "i4")])
PYTHON
try ncfdump objects.h5
try ncfdump names.h5
try ncfdump -h scales.h5
try timeout 20 ncfdump paths.h5 | grep -c 'group: '
try timeout 20 ncfdump --follow-external -h here.h5
try ncfcopy --strict scales.h5 out.nc
try ncfcopy objects.h5 out.nc
try ncfcopy -V flag,half objects.h5 out.nc
