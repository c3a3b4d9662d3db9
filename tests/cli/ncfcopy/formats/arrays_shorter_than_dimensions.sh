# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# An NCZarr array may end before its unlimited dimension. Elements beyond its end read as the fill
# value on every route, whatever the last chunk contains there, and chunks beyond it are ignored.
. "$NCF_CASES/prelude.sh"
mkdir -p in.zarr/v in.zarr/w
echo '{"zarr_format": 2}' >in.zarr/.zgroup
cat >in.zarr/.zattrs <<'JSON'
{"_nczarr_superblock": {"version": "2.0.0"},
 "_nczarr_group": {"dimensions": {"t": {"size": 6, "unlimited": 1}}, "arrays": ["v", "w"],
                   "groups": []}}
JSON
for name in v w; do
  length=$([[ $name == v ]] && echo 3 || echo 6)
  cat >in.zarr/$name/.zarray <<JSON
{"zarr_format": 2, "shape": [$length], "chunks": [2], "dtype": "|i1", "compressor": null,
 "filters": null, "order": "C", "fill_value": -1}
JSON
  cat >in.zarr/$name/.zattrs <<'JSON'
{"_nczarr_array": {"dimension_references": ["/t"], "storage": "chunked"}}
JSON
  printf '\1\2' >in.zarr/$name/0
  printf '\3\143' >in.zarr/$name/1
  printf '\143\143' >in.zarr/$name/2
done
values() { ncfdump "$1" | sed -n '/data:/,$p'; }
# check [OPTION...] OUTPUT: checks that a copy has the values of its input.
check() {
  ncfcopy --verify "${@:1:$#-1}" in.zarr "${!#}"
  cmp <(values in.zarr) <(values "${!#}") && echo "$*: the same"
}
values in.zarr
ncfcopy --plan -j 1 in.zarr out.zarr | grep '^/'
check same.zarr
check -k zarr2 two.zarr
check -k zarr3 three.zarr
check -k nc4 four.nc
check -k nc3 classic.nc
check -d 1 deflated.nc
check -d 1 deflated.zarr
check -c t/3 chunked.zarr
