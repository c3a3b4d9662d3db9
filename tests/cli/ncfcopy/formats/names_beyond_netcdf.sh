# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Names that Zarr allows but netCDF does not: plain Zarr keeps them, netCDF-4 and NCZarr refuse
# them, and ncfdump reports those that CDL cannot express.
. "$NCF_CASES/prelude.sh"
# store VARIABLE DIMENSION ATTRIBUTE GLOBAL-ATTRIBUTE: makes a store with these names, as in JSON.
store() {
  rm -rf in.zarr
  mkdir -p "in.zarr/$1"
  echo '{"zarr_format":2}' >in.zarr/.zgroup
  echo "{\"$4\":1}" >in.zarr/.zattrs
  cat >"in.zarr/$1/.zarray" <<'JSON'
{"zarr_format":2,"shape":[2],"chunks":[2],"dtype":"<i4","compressor":null,"filters":null,
 "fill_value":null,"order":"C"}
JSON
  echo "{\"_ARRAY_DIMENSIONS\":[\"$2\"],\"$3\":1}" >"in.zarr/$1/.zattrs"
}
for names in 'v a/b c d' 'v \u0020q c d' 'v b\u0020 c d' '+v b c d' 'v b -c d' 'v b c d/e' 'v b \u0001 d'; do
  read -r variable dimension attribute global <<<"$names"
  store "$variable" "$dimension" "$attribute" "$global"
  echo "-- $names"
  for kind in nc4 nczarr; do try ncfcopy -k $kind in.zarr out; done
  for kind in zarr zarr3; do
    ncfcopy -k $kind in.zarr $kind
    cmp <(ncfdump --json in.zarr) <(ncfdump --json $kind)
    rm -r $kind
  done
  try ncfdump -h in.zarr
done
mkdir in.zarr/-g
echo '{"zarr_format":2}' >in.zarr/-g/.zgroup
echo '{"x y":1}' >in.zarr/-g/.zattrs
try ncfcopy -k nczarr in.zarr out
try ncfdump -h in.zarr
# CDL can escape these.
store v "2 b" 'c*d' '2e'
try ncfdump -h in.zarr
try ncfcopy -k nczarr in.zarr out
