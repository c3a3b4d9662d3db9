# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# zarr-python and xarray also compress scalars. Copies between Zarr stores keep them compressed;
# netCDF-4 cannot, which loses nothing.
. "$NCF_CASES/prelude.sh"
need ncdump python3
python3 - <<'PYTHON' || exit 77
import json, os, struct, zlib
os.makedirs("in.zarr/height")
def write(name, value):
    with open("in.zarr/" + name, "w") as file:
        json.dump(value, file)
write(".zgroup", {"zarr_format": 2})
write("height/.zarray", {"zarr_format": 2, "shape": [], "chunks": [], "dtype": "<f8", "order": "C",
                         "fill_value": None, "filters": None,
                         "compressor": {"id": "zlib", "level": 1}})
write("height/.zattrs", {"_ARRAY_DIMENSIONS": [], "units": "m"})
with open("in.zarr/height/0", "wb") as chunk:
    chunk.write(zlib.compress(struct.pack("<d", 42.5)))
PYTHON
for kind in nc4 nc3; do
  try ncfcopy --strict -k $kind in.zarr $kind.nc
  ncdump -n scalar $kind.nc
done
for kind in zarr zarr3 nczarr; do
  try ncfcopy --strict --verify -k $kind in.zarr $kind.zarr
  ncfdump -s $kind.zarr | grep -e _Codecs -e 'height = '
done
# The text of such a store can be read back.
ncfdump -n same -s zarr3.zarr >same.cdl
ncfgen -k zarr3 -o again.zarr same.cdl
ncfdump -n same -s again.zarr | cmp - same.cdl && echo same
