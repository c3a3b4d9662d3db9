# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Only users who may read all files with values of the input may read its copy.
. "$NCF_CASES/prelude.sh"
need_python h5py
umask 022
"$NCF_PYTHON" - <<'PYTHON'
import h5py
import numpy

def virtual(name, source):
    layout = h5py.VirtualLayout((3000,), "i4")
    layout[:] = h5py.VirtualSource(source, "v", (3000,))
    with h5py.File(name, "w") as file:
        file["own"] = numpy.arange(2, dtype="i4")
        file.create_virtual_dataset("v", layout)

with h5py.File("source.nc", "w") as file:
    file["v"] = numpy.arange(3000, dtype="i4")
open("raw", "wb").write(numpy.arange(3000, dtype="i4").tobytes())
with h5py.File("external.nc", "w") as file:
    file.create_dataset("v", (3000,), "i4", external=[("raw", 0, 12000)])
with h5py.File("link.nc", "w") as file:
    file["v"] = h5py.ExternalLink("source.nc", "/v")
virtual("virtual.nc", "source.nc")
virtual("nested.nc", "virtual.nc")
PYTHON
ncfcopy --kerchunk k.json source.nc
chmod 600 source.nc raw
chmod 664 k.json external.nc link.nc virtual.nc nested.nc
mkdir into
for input in k.json external.nc link.nc virtual.nc nested.nc; do
  : >old.nc
  chmod 664 old.nc
  options="--follow-external"
  [[ $input == k.json ]] && options=""
  ncfcopy $options $input new.nc
  ncfcopy $options $input old.nc
  ncfcopy $options --preserve $input kept.nc
  ncfcopy $options -k zarr $input new.zarr
  ncfcopy $options --into into $input
  stat -c '%a' new.nc old.nc kept.nc into/$input | paste -sd ' '
  find new.zarr -printf '%y %m\n' | sort -u | paste -sd ' '
  rm -r new.nc kept.nc new.zarr
done

# In place, too.
cp virtual.nc inside.nc
chmod 664 inside.nc
ncfcopy --in-place --follow-external inside.nc
ncfcopy -V own virtual.nc own.nc
ncfcopy --follow-external -V own virtual.nc own_only.nc
stat -c '%n %a' inside.nc own.nc own_only.nc

# What all may read limits nothing.
chmod 644 source.nc
ncfcopy --follow-external --preserve virtual.nc kept.nc
ncfcopy k.json new.nc
stat -c '%n %a' kept.nc new.nc
