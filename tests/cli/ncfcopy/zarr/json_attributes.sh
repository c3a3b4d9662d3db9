# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Attributes that netCDF cannot express are converted, with a note. Copies in Zarr keep their JSON
# exactly; in NCZarr, only if libnetcdf can read it.
. "$NCF_CASES/prelude.sh"
array() { # NAME DTYPE MEMBER...
  mkdir -p "in.zarr/$1"
  printf '{"zarr_format":2,"shape":[2],"chunks":[2],"dtype":"%s","compressor":null,
    "filters":null,"fill_value":%s,"order":"C"}' "$2" "$3" >"in.zarr/$1/.zarray"
  printf '{"_ARRAY_DIMENSIONS":["x"],"units":"1"%s}' "${4:-}" >"in.zarr/$1/.zattrs"
}
mkdir in.zarr
echo '{"zarr_format":2}' >in.zarr/.zgroup
cat >in.zarr/.zattrs <<'JSON'
{"object":{"a":[1,null]},"mixed":[1,"a"],"null":null,"nested":[[1],[2]],"empty":[],
 "huge":123456789012345678901234567890,"rounded":[1.5,9007199254740993],"yes":true,
 "many":[true,false],"text":"a","texts":["a","b"],"one":[1],"largest":18446744073709551615,
 "mean":0.1,"printed":0.10000000000000001,"long":0.12345678901234567890123,"tiny":1e-400,
 "even":9007199254740993.0,"half":0.50000000000000000000000,"integers":[1,2.5,9007199254740992],
 "far":-1e22,"nan":NaN,"inside":{"a":[NaN]}}
JSON
array flags '|b1' false
array half '<f2' 0
array bytes '|S3' '""'
array unicode '<U3' '""'
array plain '<f4' 0 ',"valid_max":16777217,"valid_min":0.1,"more":{},"missing_value":[NaN]'
# Without dimension names, the fill value is not the attribute.
array unnamed '<i2' 7 ',"_FillValue":8,"valid_range":[1.0,2]'
sed -i 's/"_ARRAY_DIMENSIONS":[^,]*,//' in.zarr/unnamed/.zattrs
cat >compare.py <<'PYTHON'
import json, pathlib, sys
def attributes(store, path):
    version3 = pathlib.Path(store, path, "zarr.json")
    file = version3 if version3.exists() else pathlib.Path(store, path, ".zattrs")
    # Numbers as written, members in order.
    pairs = json.loads(file.read_text(), parse_int=str.encode, parse_float=str.encode,
                       object_pairs_hook=tuple)
    pairs = dict(pairs)["attributes"] if version3.exists() else pairs
    return [(name, repr(value)) for name, value in pairs
            if name != "_ARRAY_DIMENSIONS" and "_nczarr" not in name]
for path in ("", "plain", "unnamed"):
    before, after = attributes(sys.argv[1], path), attributes(sys.argv[2], path)
    for pair in sorted(set(before) ^ set(after)):
        print("before:" if pair in before else "after:", *pair)
    if not before or [name for name, _ in before] != [name for name, _ in after]:
        print("other names")
PYTHON
for kind in zarr zarr3 nczarr nc4; do
  try ncfcopy --verify -k $kind in.zarr $kind
done
try ncfcopy --strict -V plain in.zarr out
for copy in zarr zarr3 nczarr; do
  try python3 compare.py in.zarr $copy
done
mkdir few
cp in.zarr/.zgroup few
echo '{"object":{"a":[1,null]},"mixed":[1,"a"],"null":null,"nested":[[1],[2]],"empty":[],"yes":true,
  "huge":123456789012345678901234567890,"nan":[NaN,1.50]}' >few/.zattrs
ncfcopy -k nczarr few few.nczarr 2>/dev/null
ncdump -h "file://$PWD/few.nczarr#mode=nczarr,file" |
  grep '	:' | grep -v nczarr | tr -d ' \t'
# The copies do not lose anything more.
for copy in zarr3 nczarr; do
  for kind in zarr zarr3; do
    try ncfcopy --verify -k $kind $copy $copy-$kind
    try python3 compare.py $copy $copy-$kind
  done
done
try ncfcopy --strict --verify -k nczarr nczarr out
# Texts stay texts, and numbers that JSON lacks stay numbers.
echo 'netcdf x { variables: int v ; v:flag = "NaN" ; v:text = "NaN or not" ;
  string v:both = "NaN", "Infinity" ; v:number = NaN ; data: v = 1 ; }' >x.cdl
ncfgen -4 -o in.nc x.cdl
try ncfcopy -k zarr3 in.nc v3
try ncfcopy --strict --verify -k zarr3 v3 again
ncfcopy -4 again back.nc
cmp <(ncfdump -n x in.nc) <(ncfdump -n x back.nc)
