# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# With -V, a copy only has notes about the variables, dimensions and types that it keeps, and leaves
# out types that only other variables have.
. "$NCF_CASES/prelude.sh"
need ncdump
need_python h5py
"$NCF_PYTHON" - <<'PYTHON'
import h5py
import numpy

boolean = h5py.enum_dtype({"n": 0, "y": 1}, basetype="i1")


def make(name, change):
    with h5py.File(name + ".nc", "w") as file:
        file["x"] = numpy.arange(3.0)
        file["x"].make_scale("x")
        file["a"] = numpy.arange(3, dtype="i4")
        file["a"].dims[0].attach_scale(file["x"])
        file["b"] = numpy.arange(3, dtype="i4")
        change(file)


def delete_scale(file):
    del file["x"]


def delete_class(file):
    del file["x"].attrs["CLASS"]


def add_types(file):
    file["boolean"] = numpy.array([True, False])
    file["pair"] = numpy.zeros(2, dtype=[("i", "i4"), ("flag", boolean)])
    file["b"].attrs["kind"] = numpy.array([0, 1], dtype=boolean)


def add_named_type(file):
    file["named"] = numpy.dtype([("flag", boolean)])
    file["named"].attrs["units"] = 1


make("scale", delete_scale)
make("class", delete_class)
make("types", add_types)
make("named", add_named_type)
PYTHON
for file in scale class; do
  try ncfcopy -V a $file.nc out.nc
  ncdump -h out.nc | grep 'a('
  try ncfcopy -V b $file.nc out.nc
done
types_of() { ncdump -h "$1" | sed -n '/^types:/,/^dimensions:/p'; }
try ncfcopy -k nc3 -V a types.nc out.nc
ncdump out.nc | grep 'a ='
try ncfcopy -V b types.nc out.nc
types_of out.nc
try ncfcopy -V pair types.nc out.nc
types_of out.nc
try ncfcopy -V a named.nc out.nc
types_of out.nc
try ncfcopy -k nc3 -V a named.nc out2.nc
