# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# An HDF5 file can name other files that contain its values. They are opened only on request: here,
# one is a pipe without a writer, and reading it would never end.
. "$NCF_CASES/prelude.sh"
need ncdump
need_python h5py
"$NCF_PYTHON" - <<'PYTHON'
import h5py
import numpy

def virtual(file, name, source, maximum=(3,)):
    layout = h5py.VirtualLayout((3,), "i4", maxshape=maximum)
    values = h5py.VirtualSource(source, "v", (3,), maxshape=maximum)
    if maximum == (None,):
        layout[0:h5py.h5s.UNLIMITED] = values[0:h5py.h5s.UNLIMITED]
    else:
        layout[:] = values
    file.create_virtual_dataset(name, layout)

with h5py.File("source.nc", "w") as file:
    file.create_dataset("v", data=numpy.arange(3, dtype="i4"), maxshape=(None,), chunks=(3,))
open("raw", "wb").write(numpy.arange(7, 10, dtype="i4").tobytes())
for kind, raw, source in ("pipe", "pipe", "pipe"), ("file", "raw", "source.nc"):
    with h5py.File(kind + "_external.nc", "w") as file:
        file.create_dataset("own", data=numpy.arange(2, dtype="i4"))
        file.create_dataset("v", (3,), "i4", external=[(raw, 0, 12)])
    with h5py.File(kind + "_virtual.nc", "w") as file:
        file["g/own"] = numpy.arange(2, dtype="i4")
        virtual(file, "g/v", source)
    with h5py.File(kind + "_growing.nc", "w") as file:
        virtual(file, "v", source, (None,))
    with h5py.File(kind + "_link.nc", "w") as file:
        file["g/linked"] = h5py.ExternalLink(source, "/v")
    with h5py.File(kind + "_inside.nc", "w") as file:
        file.create_dataset("v", (3,), "i4", external=[(raw, 0, 12)])
        virtual(file, "w", ".")
# Texts are in the global heap of their own file.
texts = h5py.string_dtype()
with h5py.File("texts.nc", "w") as file:
    file.create_dataset("t", data=["one", "three"], dtype=texts)
with h5py.File("file_texts.nc", "w") as file:
    file.attrs.create("own", ["a", "b"], dtype=texts)
    file["linked"] = h5py.ExternalLink("texts.nc", "/t")
    layout = h5py.VirtualLayout((2,), texts)
    layout[:] = h5py.VirtualSource("texts.nc", "t", (2,))
    file.create_virtual_dataset("v", layout)
# A virtual dataset of the file's own values is like any other dataset.
with h5py.File("own.nc", "w") as file:
    file.create_dataset("v", data=numpy.arange(3, dtype="i4"), chunks=(3,))
    virtual(file, "w", ".")
PYTHON
mkfifo pipe
limited() { try timeout 20 "$@"; }
for kind in external virtual growing link inside; do
  limited ncfcopy pipe_$kind.nc out.nc
  limited ncfcopy --verify --plan pipe_$kind.nc out.nc
  limited ncfcopy --kerchunk out.json pipe_$kind.nc
  limited ncfdump pipe_$kind.nc
  limited ncfinfo tune pipe_$kind.nc | grep -v '^\$'
done
test ! -e out.nc
test ! -e out.json
limited ncfinfo file pipe_external.nc
limited ncfinfo file pipe_link.nc
# Variables without external values are copied as usual, and the others on request.
limited ncfcopy -V own pipe_external.nc out.nc
limited ncfdump -h pipe_virtual.nc
for kind in external virtual growing link inside; do
  ncfcopy --follow-external --verify file_$kind.nc out.nc
  HDF5_EXT_PREFIX="$PWD" same_data file_$kind.nc out.nc
  ncfdump --follow-external -n same file_$kind.nc | cmp - <(ncdump -n same out.nc)
  mv out.nc out_$kind.nc
done
ncfdump --follow-external file_texts.nc | sed -n '/^data:/,$p'
ncfinfo file --follow-external file_link.nc | grep linked
# Its own bytes are not the values.
try ncfcopy --if-smaller --follow-external file_virtual.nc kept.nc
ncfcopy own.nc out.nc
same_data own.nc out.nc
# Other files are looked for in the folder of the input, also if it is read into memory first, and
# not in the current one. A link back to the input leads to objects that are known already.
mkdir elsewhere
"$NCF_PYTHON" - <<'PYTHON'
import h5py
import numpy

with h5py.File("elsewhere/source.nc", "w") as file:
    file.create_dataset("v", data=numpy.arange(900, 903, dtype="i4"))
with h5py.File("there.nc", "w") as file:
    file["back"] = h5py.ExternalLink("back.nc", "/")
with h5py.File("back.nc", "w") as file:
    file["v"] = numpy.arange(2, dtype="i4")
    file["g/there"] = h5py.ExternalLink("there.nc", "/back")
PYTHON
cd elsewhere
for kind in virtual growing link; do
  ncfcopy --follow-external -r --verify ../file_$kind.nc out.nc
  same_data ../out_$kind.nc out.nc
  rm out.nc
done
# For a link, its own folder is searched first, and the folder to which it leads last.
mkdir links
for kind in virtual growing link; do
  ln -s ../../file_$kind.nc links/
  for options in "" -r; do
    (cd links && ncfcopy --follow-external $options --verify file_$kind.nc out.nc)
    same_data ../out_$kind.nc links/out.nc
    rm links/out.nc
  done
done
for options in "" -r; do
  try ncfcopy --follow-external $options ../back.nc out.nc
  ncdump -h out.nc
  rm out.nc
done
