# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Names may contain colons: the attribute "b:scale_factor" of /a is not the attribute "scale_factor"
# of a variable "/a:b".
. "$NCF_CASES/prelude.sh"
"$NCF_PYTHON" - <<'PYTHON'
import netCDF4
import numpy

for name, of_a, type_of_b in ("first", "meters", "i2"), ("second", "feet", "f4"):
    with netCDF4.Dataset(name + ".nc", "w") as dataset:
        dataset.createDimension("x", 2)
        a = dataset.createVariable("a", "f4", ("x",))
        a[:] = 1
        a.setncattr("b:scale_factor", of_a)
        a.setncattr("b:_FillValue", of_a)
        b = dataset.createVariable("a:b", type_of_b, ("x",))
        b.set_auto_maskandscale(False)
        b[:] = [2, 4] if type_of_b == "i2" else [1, 2]
        if type_of_b == "i2":
            b.scale_factor = 0.5
PYTHON
try ncfinfo compare --storage first.nc second.nc

echo '== JSON of attributes that netCDF reads as the same text'
for name in first second; do
  mkdir -p $name.zarr/a
  echo '{"zarr_format": 2}' >$name.zarr/.zgroup
  cat >$name.zarr/a/.zarray <<'JSON'
{"zarr_format": 2, "shape": [2], "chunks": [2], "dtype": "|i1", "order": "C", "fill_value": 0,
 "filters": null, "compressor": null}
JSON
  cp -r $name.zarr/a $name.zarr/a:b
done
echo '{"b:c": null}' >first.zarr/a/.zattrs
echo '{"b:c": "null"}' >second.zarr/a/.zattrs
echo '{"c": "null"}' >first.zarr/a:b/.zattrs
cp {first,second}.zarr/a:b/.zattrs
try ncfinfo compare first.zarr second.zarr

echo "== names in two forms of Unicode"
decomposed=$(printf 'u\314\210')
composed=$(printf '\303\274')
mv first.zarr/a "first.zarr/$decomposed"
mv second.zarr/a "second.zarr/$composed"
try ncfinfo compare first.zarr second.zarr

echo '== arrays that are the root'
mv "first.zarr/$decomposed" first
mv "second.zarr/$composed" second
try ncfinfo compare first second
