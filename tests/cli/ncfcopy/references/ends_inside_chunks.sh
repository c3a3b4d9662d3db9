# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A variable with fewer records than its dimension may end inside a chunk, where Zarr would read on.
. "$NCF_CASES/prelude.sh"
need_python netCDF4
"$NCF_PYTHON" - <<'PYTHON'
import netCDF4

for name, first, count in ("whole", 0, 4), ("short", 4, 1):
    with netCDF4.Dataset(f"{name}.nc", "w") as file:
        file.createDimension("t", None)
        file.createVariable("t", "i4", ("t",), chunksizes=(2,))[:] = range(first, first + 4)
        v = file.createVariable("v", "i4", ("t",), chunksizes=(2,), zlib=True)
        v[:count] = range(count)
PYTHON
try ncfcopy --kerchunk refs.json short.nc
try ncfcopy --kerchunk refs.json whole.nc short.nc
for name in whole short; do
  ncfcopy -u $name.nc fixed_$name.nc
done
try ncfcopy --kerchunk refs.json --concat t fixed_whole.nc fixed_short.nc
ncfdump -v t,v refs.json | grep '^ '
