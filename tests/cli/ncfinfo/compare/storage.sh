# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# How values are stored, and what is read where none were written, are differences of storage.
. "$NCF_CASES/prelude.sh"
cat >first.cdl <<'CDL'
netcdf in {
dimensions: x = 4 ;
variables:
  int v(x) ; v:_Storage = "contiguous" ;
  int w(x) ; w:_Storage = "chunked" ; w:_ChunkSizes = 2 ; w:_NoFill = "true" ;
data: v = 1, 2, 3, 4 ; w = 1, 2, 3, 4 ;
}
CDL
sed 's/"contiguous"/"compact"/; s/"true"/"false"/' first.cdl >second.cdl
for name in first second; do ncfgen -4 -o $name.nc $name.cdl; done
try ncfinfo compare --storage first.nc second.nc
ncfcopy -k zarr3 -c x/1 first.nc first.zarr
ncfcopy -k zarr3 -c x/1 --shards x/2 first.nc second.zarr
try ncfinfo compare --storage first.zarr second.zarr

echo '== fill values without an attribute'
need_python h5py
"$NCF_PYTHON" - <<'PYTHON'
import h5py
import numpy

for name, fill in ("first", 1), ("second", 2):
    with h5py.File(name + ".h5", "w") as file:
        file.create_dataset("v", data=numpy.arange(3), fillvalue=fill)
        file.create_dataset("zero", data=numpy.arange(3), fillvalue=None if fill == 1 else 0)
PYTHON
try ncfinfo compare first.h5 second.h5
try ncfinfo compare --storage first.h5 second.h5
