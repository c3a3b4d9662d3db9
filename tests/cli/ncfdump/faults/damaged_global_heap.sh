# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Values of variable length are in the global heap, whose lengths and indexes libhdf5 1.10 trusts:
# damaged ones make it loop or read out of bounds. None of our programs hangs or crashes.
. "$NCF_CASES/prelude.sh"
"$NCF_PYTHON" - <<'PYTHON'
import netCDF4

with netCDF4.Dataset("in.nc", "w") as file:
    file.createDimension("x", 3)
    names = file.createVariable("name", str, ("x",))
    names[0], names[1], names[2] = "first", "second", "third"
whole = bytearray(open("in.nc", "rb").read())
heap = whole.index(b"GCOL")
for offset in (0, 8, 9, 16, 24, 28, 31, 40):
    damaged = bytearray(whole)
    damaged[heap + offset] = 0x7F
    open(f"damaged{offset:02}.nc", "wb").write(damaged)
PYTHON
for file in damaged*.nc; do
  for command in "ncfdump $file" "ncfcopy $file out.nc" "ncfcopy -k zarr $file out.zarr"; do
    status=0
    timeout 20 $command >out.cdl 2>errors || status=$?
    echo "$command: $status$(grep -q ' /name' errors && echo ', names the variable')"
  done
done
# An option that names the variable gives the same message.
ncfdump -v name damaged24.nc 2>&1 >out.cdl | grep -o '^.*: /name cannot be read'
ls -d out.nc out.zarr 2>/dev/null || true
