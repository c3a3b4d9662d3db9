# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# HDF5 before 1.6.3 stored checksums in another byte order. HDF5's filter accepts them, and so does
# libnetcdf in NCZarr, but numcodecs does not.
. "$NCF_CASES/prelude.sh"
"$NCF_PYTHON" - <<'PYTHON'
import h5py

with h5py.File("in.h5", "w") as file:
    x = file.create_dataset("x", data=[1, 2], chunks=(2,), dtype="i4", fletcher32=True)
    x.make_scale()
    mask, chunk = x.id.read_direct_chunk((0,))
    a, b, c, d = chunk[-4:]
    x.id.write_direct_chunk((0,), chunk[:-4] + bytes([b, a, d, c]), mask)
PYTHON
try ncfcopy --verify in.h5 out.nc
for kind in nczarr zarr zarr3; do
  try ncfcopy --verify -k $kind in.h5 out
  rm -rf out
done
try ncfcopy --verify -k zarr -F none in.h5 out
ncfdump out | grep 'x = 1'
