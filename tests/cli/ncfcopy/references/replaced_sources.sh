# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A copy does not replace a file from which its input reads values through references, links,
# virtual datasets or external storage.
. "$NCF_CASES/prelude.sh"
"$NCF_PYTHON" -c 'import h5py' 2>h5py.log || { echo "h5py is not here"; exit 77; }
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
with h5py.File("linked.h5", "w") as file:
    file["v"] = h5py.ExternalLink("source.h5", "a")
with h5py.File("linked_twice.h5", "w") as file:
    file["v"] = h5py.ExternalLink("virtual.h5", "v")
PYTHON
ncfcopy --kerchunk references.json source.h5
try ncfcopy -3 references.json source.h5
for input in virtual linked linked_twice; do
  try ncfcopy --follow-external $input.h5 source.h5
done
try ncfcopy --follow-external external.h5 raw.bin
cd ..
ln folder/source.h5 name.h5
try ncfcopy -3 folder/references.json name.h5
try ncfcopy --follow-external folder/virtual.h5 name.h5
# Other files are replaced.
touch other.nc
try ncfcopy --follow-external folder/virtual.h5 other.nc
try ncfinfo compare --follow-external folder/linked.h5 other.nc
