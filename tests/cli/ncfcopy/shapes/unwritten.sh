# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Variables without storage in the input have none in the output on any route: a small file that
# declares large variables stays small. Values are unchanged.
. "$NCF_CASES/prelude.sh"
need ncgen h5dump
need_python h5py
"$NCF_PYTHON" - <<'PYTHON'
import h5py
import numpy

shape = (30, 40)
chunks = dict(chunks=(10, 10))
with h5py.File("late.nc", "w") as file:
    file.create_dataset("contiguous", shape, "f8")
    file.create_dataset("big_endian", shape, ">i4")
    file.create_dataset("chunked", shape, "f8", **chunks)
    file.create_dataset("filtered", shape, "f8", compression="gzip", **chunks)
    file.create_dataset("foreign", shape, "f8", compression="lzf", **chunks)
    file.create_dataset("five", shape, "f8", fillvalue=5)
    file.create_dataset("half", shape, "f2")
    file.create_dataset("flag", shape, "?")
    file.create_dataset("fixed", shape, "S5")
    file.create_dataset("record", shape, [("a", "i4"), ("b", "f8")])
    file.create_dataset("growing", shape, "f8", maxshape=(None, 40))
    file.create_dataset("part", shape, "f8", **chunks)[5, 5] = 1
PYTHON
ncgen -4 -o defined.nc <<'CDL'
netcdf defined {
dimensions: x = 30 ; y = 40 ;
variables:
  double contiguous(x, y) ;
  double chunked(x, y) ; chunked:_ChunkSizes = 10, 10 ; chunked:_DeflateLevel = 1 ;
  int filled(x, y) ; filled:_FillValue = 7 ;
  string text(x, y) ;
  int no_fill(x, y) ; no_fill:_NoFill = "true" ;
}
CDL

# stored FILE: prints the datasets that have storage.
stored() {
  h5dump -pH "$1" | grep -E 'DATASET "|^ {9}SIZE [1-9]' | grep -B1 SIZE | grep -o '".*"\|SIZE [0-9]*' || true
}

values_of() { ncfdump -n same "$1" 2>/dev/null | sed -n '/^data:/,$p'; }

for file in late.nc defined.nc; do
  values_of "$file" > values
  for options in "" -d1 "-c //" -w "-c x/10 -c y/5"; do
    [[ "$file $options" == "late.nc -c x"* ]] && continue
    try ncfcopy --verify $options "$file" out.nc 2>&1 | grep -v note
    stored out.nc
    values_of out.nc | cmp - values
  done
done
ncfcopy --plan late.nc out.nc 2>/dev/null | grep passthrough

# Zarr v3 has fill values that its readers do not interpret as _FillValue.
try ncfcopy --verify -k zarr3 defined.nc out.zarr
find out.zarr -type f ! -name zarr.json

# ncfgen writes the values in the text, as ncgen does.
ncfdump -h defined.nc | ncfgen -4 -o generated.nc -
stored generated.nc
