# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# HDF5 numbers may have bits elsewhere than those of C. Their chunks are not read as if they were
# the same.
. "$NCF_CASES/prelude.sh"
need_python h5py
"$NCF_PYTHON" - <<'PYTHON'
import h5py
import numpy

def write(name, type_id, stored=None, values=None):
    with h5py.File(name, "w") as file:
        creation = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
        creation.set_chunk((8,))
        space = h5py.h5s.create_simple((8,))
        dataset = h5py.Dataset(h5py.h5d.create(file.id, b"v", type_id, space, creation))
        if stored is not None:
            dataset.id.write_direct_chunk((0,), stored.tobytes())
        else:
            dataset[...] = values

def integer(offset):
    type_id = h5py.h5t.STD_I32LE.copy()
    type_id.set_precision(20)
    type_id.set_offset(offset)
    return type_id

write("low.h5", integer(0), numpy.arange(8, dtype="i4") * 256)
write("high.h5", integer(8), numpy.arange(8, dtype="i4") * 256)
short = h5py.h5t.IEEE_F32LE.copy()
short.set_fields(31, 26, 5, 3, 23)
short.set_ebias(15)
values = numpy.linspace(280, 290, 8, dtype="f4")
write("float.h5", short, values=values)
PYTHON
try ncfinfo compare low.h5 high.h5
for name in low high float; do
  ncfcopy --verify $name.h5 $name.nc
  try ncfinfo compare $name.h5 $name.nc
done
try ncfcopy --verify --quantize v,error,0.1,pack=int16 float.h5 packed.nc
