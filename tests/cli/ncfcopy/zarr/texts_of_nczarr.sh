# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Texts in NCZarr as libnetcdf 4.9.1 and later write and read them: characters are ">S1", "|S1" is a
# string, and fill values are not in base64, even if they look like it; digits are a number.
. "$NCF_CASES/prelude.sh"
array() {  # name, dtype, fill value, more attributes
  mkdir -p "in.zarr/$1"
  printf '{"zarr_format":2,"shape":[4],"dtype":"%s","chunks":[2],"fill_value":%s,"order":"C",
    "compressor":null,"filters":null}' "$2" "$3" >"in.zarr/$1/.zarray"
  printf '{%s"_ARRAY_DIMENSIONS":["d"],"_nczarr_array":{"dimension_references":["/d"],
    "storage":"chunked"},"_nczarr_attr":{"types":{"_nczarr_array":"|J0"}}}' \
    "${4:-}" >"in.zarr/$1/.zattrs"
}
array none '|S8' '"none"'
array digits '|S8' '9999'
array letter '>S1' '"n"'
array zero '>S1' '0'
array nothing '>S1' '""'
array quote '>S1' '"\""'
array short '|S1' '"s"' '"_nczarr_maxstrlen":1,'
array base64 '|S4' '"bm9uZQ=="'  # older versions of ncf
arrays='"base64","digits","letter","none","nothing","quote","short","zero"'
echo '{"zarr_format":2}' >in.zarr/.zgroup
echo "{\"_nczarr_group\":{\"dimensions\":{\"d\":4},\"arrays\":[$arrays],\"groups\":[]},
  \"_nczarr_superblock\":{\"version\":\"2.0.0\"}}" >in.zarr/.zattrs
printf 'ab' >in.zarr/letter/0
printf 'ab' >in.zarr/short/1
try ncfdump in.zarr
try ncfcopy --verify -k nc4 in.zarr out.nc
try ncfinfo compare in.zarr out.nc
cat >texts.cdl <<'CDL'
netcdf texts {
dimensions: d = 4 ;
variables:
  char c(d) ; c:_FillValue = "n" ; c:_ChunkSizes = 2 ;
  char zero(d) ; zero:_FillValue = "0" ; zero:_ChunkSizes = 2 ;
  string s(d) ; string s:_FillValue = "none" ; s:_ChunkSizes = 2 ;
    s:control = "a\001b" ; s:escaped = "a\tb\n" ;
data: c = "a" ; zero = "a" ; s = "a" ;
}
CDL
try ncfgen -k nczarr -o out.zarr texts.cdl
grep -h -e dtype -e fill_value out.zarr/*/.zarray
ncfdump out.zarr | sed -n '/^data:/,$p'
