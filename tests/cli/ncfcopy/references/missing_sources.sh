# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# libhdf5 reads values whose source is missing as fill values, and those beyond the end of an
# external file as zeros. A copy refuses such variables; ncfdump and ncfinfo name them.
. "$NCF_CASES/prelude.sh"
need_python h5py
"$NCF_PYTHON" - <<'PYTHON'
import h5py
import numpy

def virtual(file, name, source, dataset):
    layout = h5py.VirtualLayout((3,), "i4")
    layout[:] = h5py.VirtualSource(source, dataset, (3,))
    file.create_virtual_dataset(name, layout, fillvalue=-1)

def make(name, source, dataset):
    with h5py.File(name + ".h5", "w") as file:
        file["own"] = numpy.arange(2, dtype="i4")
        virtual(file, "v", source, dataset)

with h5py.File("source.h5", "w") as file:
    file["a"] = numpy.arange(3, dtype="i4")
    virtual(file, "of_gone", "gone.h5", "a")
make("file", "gone.h5", "a")
make("dataset", "source.h5", "b")
make("nested", "source.h5", "of_gone")
make("here", ".", "b")
with h5py.File("external.h5", "w") as file:
    file["own"] = numpy.arange(2, dtype="i4")
    file.create_dataset("v", (3,), "i4", external=[("raw", 0, 12)])
open("raw", "wb").write(b"12345678")
space = h5py.h5s.create_simple((1, 3), (h5py.h5s.UNLIMITED, 3))
space.select_hyperslab((0, 0), (h5py.h5s.UNLIMITED, 1), block=(1, 3))
properties = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
properties.set_virtual(space, b"part-%b.h5", b"a", h5py.h5s.create_simple((3,)))
with h5py.File("numbered.h5", "w") as file:
    file["own"] = numpy.arange(2, dtype="i4")
    h5py.h5d.create(file.id, b"v", h5py.h5t.STD_I32LE,
                    h5py.h5s.create_simple((1, 3), (h5py.h5s.UNLIMITED, 3)), properties)
PYTHON
for input in file dataset nested here external numbered; do
  try ncfcopy --follow-external $input.h5 out.nc
  test ! -e out.nc
done
try ncfcopy here.h5 out.nc
try ncfcopy --follow-external -V own file.h5 out.nc
try ncfdump --follow-external file.h5
try ncfinfo file --follow-external file.h5
try ncfinfo compare --follow-external file.h5 file.h5
# Sources after a gap are not read.
cp source.h5 part-0.h5
cp source.h5 part-2.h5
try ncfcopy --follow-external numbered.h5 out.nc
ncfdump out.nc | grep -A 2 'v ='
