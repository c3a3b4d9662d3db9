# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Numbers in forms that HDF5 has and netCDF lacks: the copy has the same values on every route.
. "$NCF_CASES/prelude.sh"
need_python h5py
cat >odd.py <<'PYTHON'
import sys

import h5py
import numpy
from h5py import h5d, h5p, h5s, h5t


def make(path):
    random = numpy.random.RandomState(1)
    with h5py.File(path, "w") as file:
        def add(name, values):
            file.create_dataset(name, data=values, chunks=(100,), compression="gzip", shuffle=True)

        def add_as(name, stored, values, memory):
            properties = h5p.create(h5p.DATASET_CREATE)
            properties.set_chunk((100,))
            properties.set_deflate(4)
            dataset = h5d.create(file.id, name, stored, h5s.create_simple((250,)), properties)
            dataset.write(h5s.ALL, h5s.ALL, values, memory)

        add("big_half", random.rand(250).astype(">f2"))
        add("complex", random.rand(250) + 1j * random.rand(250))
        add("half", random.rand(250).astype("f2"))
        add("long", random.rand(250).astype(numpy.longdouble))
        add("text", numpy.array([b"%d" % i for i in range(250)], "S6"))
        sixteen = h5t.STD_I32LE.copy()
        sixteen.set_precision(16)
        add_as(b"sixteen_of_32_bits", sixteen, random.randint(-2000, 2000, 250).astype("i4"),
               h5t.NATIVE_INT32)
        add_as(b"bits", h5t.STD_B16BE, random.randint(0, 60000, 250).astype("u2"), h5t.NATIVE_B16)


def values_of(file, name):
    if name == "bits":
        values = numpy.empty(250, "u2")
        is_bits = file[name].id.get_type().get_class() == h5t.BITFIELD
        file[name].id.read(h5s.ALL, h5s.ALL, values, h5t.NATIVE_B16 if is_bits else None)
        return values
    values = file[name][:]
    if values.dtype.names:
        return values["r"] + 1j * values["i"]
    return values.astype("f8") if values.dtype.kind == "f" else values


def same(one, other):
    with h5py.File(one, "r") as a, h5py.File(other, "r") as b:
        assert set(a) <= set(b), set(a) - set(b)
        for name in a:
            assert (values_of(a, name) == values_of(b, name)).all(), name


if len(sys.argv) == 2:
    make(sys.argv[1])
else:
    same(*sys.argv[1:])
PYTHON
"$NCF_PYTHON" odd.py in.h5
try ncfcopy --verify in.h5 out.nc
"$NCF_PYTHON" odd.py in.h5 out.nc
for options in "-d 1" "-c phony_dim_0/60" "-F none" "-m 1M" "-j 1"; do
  ncfcopy --verify $options in.h5 out.nc 2>notes
  "$NCF_PYTHON" odd.py in.h5 out.nc
done
try ncfcopy --strict in.h5 strict.nc
