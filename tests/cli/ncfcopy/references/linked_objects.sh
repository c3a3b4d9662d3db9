# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Files by the same program have their first objects at the same addresses, and the same dimension
# ids. Types and dimensions of a file that a link leads to are not those of the file with the link.
. "$NCF_CASES/prelude.sh"
need ncgen
need_python h5py
cat >columns.cdl <<'CDL'
netcdf columns {
dimensions: depth = 3 ; level = 3 ;
variables: double depth(depth) ; double level(level) ; int v(level, depth) ;
data: depth = 10, 20, 30 ; level = 1, 2, 3 ; v = 1, 2, 3, 4, 5, 6, 7, 8, 9 ;
}
CDL
sed 's/depth/time/g; s/level/run/g; s/ int v(run, time) ;//; s/ v = .*;//' columns.cdl >series.cdl
for file in columns series; do ncgen -4 -o $file.nc $file.cdl; done
"$NCF_PYTHON" - <<'PYTHON'
import shutil

import h5py
import numpy

flags = numpy.array([0, 1, 1], "i4")
with h5py.File("types.h5", "w") as file:
    file["Flag"] = h5py.enum_dtype({"bad": 0, "good": 1}, "i4")
    file.create_dataset("e", data=flags, dtype=file["Flag"])
    file["e"].attrs.create("quality", 1, dtype=file["Flag"])
with h5py.File("pairs.h5", "w") as file:
    pair = numpy.dtype([("a", "f8"), ("b", "i4")])
    file["Pair"] = pair
    file.create_dataset("c", data=numpy.array([(1.5, 2), (3.5, 4)], pair), dtype=file["Pair"])
with h5py.File("names.h5", "w") as file:
    for name in "PQ":
        file["g/" + name] = numpy.dtype([("a", "i4")])
    file.create_dataset("g/q", data=numpy.zeros(1, [("a", "i4")]), dtype=file["g/Q"])
with h5py.File("enum.h5", "w") as file:
    file["Own"] = h5py.enum_dtype({"good": 0, "bad": 1}, "i4")
    file["e"] = h5py.ExternalLink("types.h5", "/e")
with h5py.File("compound.h5", "w") as file:
    file["Own"] = numpy.dtype([("b", "i4"), ("z", "i2")])
    file["c"] = h5py.ExternalLink("pairs.h5", "/c")
    file["e"] = h5py.ExternalLink("types.h5", "/e")
with h5py.File("group.h5", "w") as file:
    file["g"] = h5py.ExternalLink("names.h5", "/g")
with h5py.File("scales.h5", "w") as file:
    for name in "yx":
        file["g/" + name] = numpy.arange(3)
        file["g/" + name].make_scale(name)
    file["g/v"] = numpy.zeros((3, 3))
    for axis, name in enumerate("xy"):
        file["g/v"].dims[axis].attach_scale(file["g/" + name])
with h5py.File("own_scales.h5", "w") as file:
    for name in "ab":
        file["own/" + name] = numpy.arange(3)
        file["own/" + name].make_scale(name)
    file["z"] = h5py.ExternalLink("scales.h5", "/g")
with h5py.File("two_links.h5", "w") as file:
    for name in "pq":
        file[name] = h5py.ExternalLink("types.h5", "/e")
        file["of_scale_" + name] = h5py.ExternalLink("scales.h5", "/g/x")
for name, target in ("variable", "/v"), ("file", "/"):
    shutil.copy("series.nc", name + ".nc")
    with h5py.File(name + ".nc", "r+") as file:
        file["linked"] = h5py.ExternalLink("columns.nc", target)
PYTHON
for file in enum.h5 compound.h5 group.h5 own_scales.h5 two_links.h5 variable.nc file.nc; do
  try ncfcopy --follow-external --verify "$file" out.nc
  try ncfdump out.nc
done
ncfcopy --follow-external enum.h5 out.nc
"$NCF_PYTHON" - <<'PYTHON'
import h5py

for name in "enum.h5", "out.nc":
    with h5py.File(name) as file:
        print(name, h5py.check_enum_dtype(file["e"].dtype), file["e"][...])
PYTHON
