# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# What Zarr holds and netCDF cannot is converted, with a note, whatever the output.
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
 "mean":0.1,"integers":[1,2.5,9007199254740992],"far":-1e22}
JSON
array flags '|b1' false
array half '<f2' 0
array bytes '|S3' '""'
array unicode '<U3' '""'
array plain '<f4' 0 ',"valid_max":16777217,"valid_min":0.1,"more":{}'
for kind in zarr zarr3 nczarr nc4; do
  try ncfcopy --verify -k $kind in.zarr out
  rm -r out
done
try ncfcopy --strict -V plain in.zarr out
# Nothing of the copies is converted once more.
ncfcopy -k nczarr in.zarr copy 2>notes.txt
try ncfcopy --strict --verify -k nczarr copy out
# The texts by which Zarr v3 means numbers.
echo 'netcdf x { variables: int v ; v:flag = "NaN" ; v:text = "NaN or not" ;
  string v:both = "NaN", "Infinity" ; v:number = NaN ; data: v = 1 ; }' >x.cdl
ncfgen -4 -o in.nc x.cdl
try ncfcopy -k zarr3 in.nc v3
try ncfcopy --strict --verify -k zarr3 v3 again
