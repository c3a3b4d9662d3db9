# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A copy does not replace a file from which its input reads values through references, links,
# virtual datasets or external storage.
. "$NCF_CASES/prelude.sh"
need_python h5py
mkdir folder
cd folder
"$NCF_PYTHON" - <<'PYTHON'
import h5py
import numpy

values = numpy.arange(1000.0)
with h5py.File("source.h5", "w") as file:
    file["a"] = values
layout = h5py.VirtualLayout((1000,), "f8")
layout[:] = h5py.VirtualSource("source.h5", "a", (1000,))
with h5py.File("virtual.h5", "w") as file:
    file.create_virtual_dataset("v", layout)
values.tofile("raw.bin")
with h5py.File("external.h5", "w") as file:
    file.create_dataset("v", (1000,), "f8", external=[("raw.bin", 0, 8000)])
for number in range(2):
    with h5py.File(f"part-{number}.h5", "w") as file:
        file["a"] = values

def numbered(name, source, dataset):
    space = h5py.h5s.create_simple((1, 1000), (h5py.h5s.UNLIMITED, 1000))
    space.select_hyperslab((0, 0), (h5py.h5s.UNLIMITED, 1), block=(1, 1000))
    properties = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    properties.set_virtual(space, source, dataset, h5py.h5s.create_simple((1000,)))
    with h5py.File(name, "w") as file:
        h5py.h5d.create(file.id, b"v", h5py.h5t.IEEE_F64LE,
                        h5py.h5s.create_simple((1, 1000), (h5py.h5s.UNLIMITED, 1000)), properties)

numbered("numbered.h5", b"part-%b.h5", b"a")
# Its source is virtual.
with h5py.File("middle-0.h5", "w") as file:
    file.create_virtual_dataset("v", layout)
numbered("numbered_twice.h5", b"middle-%b.h5", b"v")
with h5py.File("linked.h5", "w") as file:
    file["v"] = h5py.ExternalLink("source.h5", "a")
with h5py.File("linked_twice.h5", "w") as file:
    file["v"] = h5py.ExternalLink("virtual.h5", "v")
second = h5py.VirtualLayout((1000,), "f8")
second[:] = h5py.VirtualSource("virtual.h5", "v", (1000,))
with h5py.File("virtual_twice.h5", "w") as file:
    file.create_virtual_dataset("v", second)
PYTHON
ncfcopy --kerchunk references.json source.h5
try ncfcopy -3 references.json source.h5
for input in virtual virtual_twice linked linked_twice; do
  try ncfcopy --follow-external $input.h5 source.h5
done
try ncfcopy --follow-external external.h5 raw.bin
ncfcopy -k zarr source.h5 store
cp source.h5 store/inside.h5
"$NCF_PYTHON" - <<PYTHON
import h5py
layout = h5py.VirtualLayout((1000,), "f8")
layout[:] = h5py.VirtualSource("store/inside.h5", "a", (1000,))
with h5py.File("of_store.h5", "w") as file:
    file.create_virtual_dataset("v", layout)
PYTHON
try ncfcopy --follow-external -k zarr of_store.h5 store
try ncfcopy --follow-external numbered.h5 part-1.h5
try ncfcopy --follow-external numbered_twice.h5 source.h5
# Prefixes in the environment; ${ORIGIN} is the folder of the file with the names.
mkdir deep sub
"$NCF_PYTHON" - <<'PYTHON'
import h5py
import numpy
values = numpy.arange(1000.0)
with h5py.File("sub/one.h5", "w") as file:
    file["a"] = values
values.tofile("sub/raw")
layout = h5py.VirtualLayout((1000,), "f8")
layout[:] = h5py.VirtualSource("one.h5", "a", (1000,))
with h5py.File("deep/reader.h5", "w") as file:
    file.create_virtual_dataset("v", layout)
    file.create_dataset("w", (1000,), "f8", external=[("raw", 0, 8000)])
PYTHON
export HDF5_VDS_PREFIX='${ORIGIN}/../sub' HDF5_EXTFILE_PREFIX='${ORIGIN}/../sub'
try ncfcopy --follow-external deep/reader.h5 sub/one.h5
try ncfcopy --follow-external deep/reader.h5 sub/raw
try ncfcopy --follow-external deep/reader.h5 out.nc
ncfinfo compare --follow-external deep/reader.h5 out.nc | grep values
unset HDF5_VDS_PREFIX HDF5_EXTFILE_PREFIX
# References name ranges of a file, which contain nothing of its virtual datasets.
"$NCF_PYTHON" - <<'PYTHON'
import h5py
import json
import numpy
with h5py.File("of_ranges.h5", "w") as file:
    file["own"] = numpy.arange(3, dtype="<f8")
    begin = file["own"].id.get_offset()
    layout = h5py.VirtualLayout((1000,), "f8")
    layout[:] = h5py.VirtualSource("part-0.h5", "a", (1000,))
    file.create_virtual_dataset("v", layout)
array = {"zarr_format": 2, "shape": [3], "chunks": [3], "dtype": "<f8", "compressor": None,
         "filters": None, "fill_value": None, "order": "C"}
references = {".zgroup": json.dumps({"zarr_format": 2}), "own/.zarray": json.dumps(array),
              "own/.zattrs": json.dumps({"_ARRAY_DIMENSIONS": ["x"]}),
              "own/0": ["of_ranges.h5", begin, 24]}
json.dump({"version": 1, "refs": references}, open("ranges.json", "w"))
PYTHON
try ncfcopy ranges.json of_ranges.h5
try ncfcopy ranges.json part-0.h5
ncfdump part-0.h5 | grep 'own ='
cd ..
ln folder/source.h5 name.h5
try ncfcopy -3 folder/references.json name.h5
try ncfcopy --follow-external folder/virtual.h5 name.h5
ln -s folder/virtual.h5 link.h5
try ncfcopy --follow-external link.h5 folder/source.h5
# Other files are replaced, also those of the same name.
cp folder/external.h5 source.h5
try ncfcopy --follow-external folder/virtual.h5 source.h5
touch other.nc
try ncfcopy --follow-external folder/virtual.h5 other.nc
try ncfinfo compare --follow-external folder/linked.h5 other.nc
