# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Zarr outputs can be read, however deeply their groups are nested.
. "$NCF_CASES/prelude.sh"
for depth in 64 65; do
  "$NCF_PYTHON" - $depth <<'PYTHON'
import sys
import netCDF4

with netCDF4.Dataset(f"{sys.argv[1]}.nc", "w") as file:
    group = file
    for _ in range(int(sys.argv[1])):
        group = group.createGroup("g")
    group.createVariable("v", "i4")[...] = 5
PYTHON
done
for kind in zarr zarr3 nczarr; do
  try ncfcopy --verify -k $kind 64.nc 64.$kind
  ncfdump 64.$kind | grep -c 'v = 5'
done
try ncfcopy -k zarr 65.nc 65.zarr
test ! -e 65.zarr
