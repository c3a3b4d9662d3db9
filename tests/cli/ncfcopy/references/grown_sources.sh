# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Virtual datasets whose sources have grown since they were made are read to their present end:
# one source, numbered files, and numbered datasets of the same file. ncdump is the judge.
. "$NCF_CASES/prelude.sh"
need_python h5py
"$NCF_PYTHON" - <<'PYTHON'
import h5py
import numpy
from h5py import h5d, h5p, h5s, h5t

def grows(block):
    space = h5s.create_simple((4,), (h5s.UNLIMITED,))
    space.select_hyperslab((0,), (h5s.UNLIMITED,), stride=(block,), block=(block,))
    return space

def add(file, source, dataset, block, selected):
    made = h5p.create(h5p.DATASET_CREATE)
    made.set_virtual(grows(block), source, dataset, selected)
    made.set_fill_value(numpy.array(-1, "i4"))
    h5d.create(file.id, b"v", h5t.STD_I32LE, h5s.create_simple((4,), (h5s.UNLIMITED,)), made)

whole = h5s.create_simple((4,))
with h5py.File("source.h5", "w") as file:
    file.create_dataset("d", data=numpy.arange(12, dtype="i4"), maxshape=(None,), chunks=(4,))
with h5py.File("one.h5", "w", libver="latest") as file:
    add(file, b"source.h5", b"d", 1, grows(1))
for number in range(3):
    with h5py.File(f"part{number}.h5", "w") as file:
        file["d"] = numpy.arange(4, dtype="i4") + 10 * number
with h5py.File("files.h5", "w", libver="latest") as file:
    add(file, b"part%b.h5", b"d", 4, whole)
with h5py.File("here.h5", "w", libver="latest") as file:
    for number in range(3):
        file[f"d{number}"] = numpy.arange(4, dtype="i4") + 100 * number
    add(file, b".", b"d%b", 4, whole)
PYTHON
for name in one files here; do
  ncfcopy --verify --follow-external -V v $name.h5 out.nc
  ncdump -n same -v v $name.h5 | sed -n '/^data/,$p' >peer
  ncdump -n same -v v out.nc | sed -n '/^data/,$p' | diff peer -
  ncfdump --follow-external -n same -v v $name.h5 | sed -n '/^data/,$p' | diff peer -
  grep 'v =' peer
done
