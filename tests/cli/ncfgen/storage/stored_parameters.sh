# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A dump shows stored parameters of filters. Of a filter that the registry does not know, they are
# recognized for the same chunks; a warning names those that may be stored ones for others.
. "$NCF_CASES/prelude.sh"
need_python h5py
skip_under_sanitizer "h5py cannot load our plugins"
export HDF5_PLUGIN_PATH="$NCF_BIN/../tests/plugins/facts_first"
make_counted
quietly ncfcopy -F v,405,1 in.nc first.nc
ncfdump -s first.nc > first.cdl
grep _Filter first.cdl
try ncfgen -o again.nc first.cdl
sed 's/_Filter = .*/_Filter = "405,1" ;/' first.cdl > given.cdl
try ncfgen -o given.nc given.cdl
sed 's/_ChunkSizes = .*/_ChunkSizes = 2, 4 ;/' first.cdl > edited.cdl
try ncfgen -o edited.nc edited.cdl
stored again.nc given.nc edited.nc

echo "-- a filter that adds facts after its parameters"
export HDF5_PLUGIN_PATH="$NCF_BIN/../tests/plugins/pair"
for parameters in 90 90,4; do
  sed "s/_Filter = .*/_Filter = \"400,$parameters\" ;/" first.cdl > after.cdl
  try ncfgen -o after.nc after.cdl
  stored after.nc
done

echo "-- a filter that keeps facts that are there"
export HDF5_PLUGIN_PATH="$NCF_BIN/../tests/plugins/facts_kept"
for parameters in 1 1,8 1,4; do
  sed "s/_Filter = .*/_Filter = \"407,$parameters\" ;/" first.cdl > kept.cdl
  try ncfgen -o kept.nc kept.cdl
  stored kept.nc
done

echo "-- scaleoffset with more bits than a value has, of which HDF5 makes no use"
"$NCF_PYTHON" <<'PYTHON'
import h5py
import numpy

with h5py.File("wide.nc", "w") as file:
    file.create_dataset("v", data=numpy.arange(8, dtype="i2"), chunks=(8,), scaleoffset=30)
PYTHON
ncfdump -s wide.nc > wide.cdl
grep -o '"6,2,30,' wide.cdl
try ncfgen -o wide_again.nc wide.cdl
ncfdump -v v wide_again.nc | grep ' v = '
