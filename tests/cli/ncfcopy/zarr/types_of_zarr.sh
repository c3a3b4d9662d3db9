# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Types that Zarr has and netCDF lacks: complex numbers become compounds, dates and time spans
# integers with units, and raw bytes opaque values. No output loses their meaning.
. "$NCF_CASES/prelude.sh"
need ncdump
"$NCF_PYTHON" -c 'import zarr; zarr.open_group' 2>zarr.log || { echo "zarr is not here"; exit 77; }
"$NCF_PYTHON" - <<'PYTHON'
import json
import pathlib

import numpy as np

FILL = [1.0, 2.0]


def array(name, dtype, fill, values, **attributes):
    """One chunk of values, one that was never written. The bytes are NumPy's."""
    folder = pathlib.Path("in.zarr", name)
    folder.mkdir(parents=True)
    metadata = {"zarr_format": 2, "shape": [4], "chunks": [2], "dtype": dtype, "order": "C",
                "compressor": None, "filters": None, "fill_value": fill}
    (folder / ".zarray").write_text(json.dumps(metadata))
    (folder / ".zattrs").write_text(json.dumps(attributes))
    (folder / "0").write_bytes(np.array(values, dtype).tobytes())


array("little", "<c8", FILL, [1.5, 2j])
array("big", ">c8", FILL, [1.5, 2j], _ARRAY_DIMENSIONS=["x"])
array("wide", ">c16", ["NaN", 0.0], [1.5, 2j], _ARRAY_DIMENSIONS=["x"])
array("date", ">M8[s]", 5, [7, "NaT"], _ARRAY_DIMENSIONS=["x"])
array("day", "<M8[25D]", "NaT", [7, "NaT"])
array("span", "<m8[ns]", 0, [7, "NaT"])
array("raw", "|V3", "YWJj", [b"xyz", b"XYZ"])
pathlib.Path("in.zarr/.zgroup").write_text('{"zarr_format": 2}')
PYTHON
try ncfdump -n x in.zarr
for kind in nc4 zarr zarr3; do
  try ncfcopy --verify -k $kind in.zarr out.$kind
  ncfdump -n x out.$kind | sed '1,/^data/d' > $kind.data
done
ncfdump -n x in.zarr 2>/dev/null | sed '1,/^data/d' > in.data
cmp in.data zarr.data && cmp in.data zarr3.data && cmp in.data nc4.data && echo "the same values"
ncdump -n x out.nc4 | sed '1,/^data/d' | cmp - in.data && echo "as ncdump reads them"
"$NCF_PYTHON" - <<'PYTHON'
import h5py
import numpy as np
import zarr

store = zarr.open("out.zarr", mode="r")
source = zarr.open("in.zarr", mode="r")
# zarr-python 3.0 reads a complex fill value as a list of values.
readers_of_complex = 1 if zarr.__version__.startswith("3.0.") else 2
expected = {"little": [1.5, 2j, 1 + 2j, 1 + 2j], "big": [1.5, 2j, 1 + 2j, 1 + 2j],
            "wide": [1.5, 2j, np.nan, np.nan]}
with h5py.File("out.nc4") as file:
    for name, values in expected.items():
        for copy in (file, store)[:readers_of_complex]:
            assert np.array_equal(values, copy[name][:], equal_nan=True), name
    for copy in (store, file):
        assert source["raw"][:].tobytes() == copy["raw"][:].tobytes()
    for name in ("date", "day", "span"):
        numbers = source[name][:].astype(source[name].dtype.newbyteorder("=")).view("i8")
        for copy in (store, file):
            assert np.array_equal(numbers, copy[name][:]), name
print("as zarr-python and h5py read them")
PYTHON
try ncfcopy -k nczarr in.zarr out.nczarr

echo "A date's own attribute units is not overwritten:"
echo '{"units": "km"}' > in.zarr/date/.zattrs
try ncfcopy in.zarr units.nc
try ncfcopy -V little in.zarr little.nc

cat > named.cdl <<'CDL'
netcdf named {
types:
  opaque(3) blob ;
  compound pair { double r ; double i ; } ;
  compound three { int a ; int b ; int c ; } ;
variables:
  blob b ;
  pair p ;
  three t ;
data:
  b = 0X010203 ;
  p = {1, 2} ;
  t = {1, 2, 3} ;
}
CDL
ncfgen -o named.nc named.cdl
try ncfcopy -V b,p -k zarr3 named.nc named.zarr
ncfdump named.zarr
try ncfcopy -k zarr3 named.nc named2.zarr
