# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Invalid Zarr metadata are errors that name file and member; nodes that only the consolidated
# metadata name are read, with a note.
. "$NCF_CASES/prelude.sh"
array() {
  echo '{"zarr_format":2,"shape":[2],"chunks":[1],"dtype":"<i2","compressor":null,"filters":null,'
  echo "\"fill_value\":null,\"order\":\"C\"$1}"
}
make_store() {
  rm -rf v2
  mkdir -p v2/a v2/g/b
  for group in v2 v2/g; do echo '{"zarr_format":2}' >$group/.zgroup; done
  for variable in v2/a v2/g/b; do
    array "" >$variable/.zarray
    echo '{"_ARRAY_DIMENSIONS":["x"],"_FillValue":-9,"units":"m"}' >$variable/.zattrs
    printf '\001\000' >$variable/0
  done
}
# Unwritten values of an array without a fill value read as _FillValue, in each format.
make_store
ncfdump v2
ncfcopy --verify -k zarr3 v2 v3
ncfcopy --verify -k nc4 v2 v2.nc
cmp <(ncfdump -n v2 v2) <(ncfdump -n v2 v2.nc)
# Invalid values of each member.
for change in a/.zarray:zarr_format:7 .zgroup:zarr_format:3 g/.zgroup:zarr_format:'"2"' \
  a/.zarray:order:'"Q"' a/.zarray:order:null a/.zarray:dimension_separator:'"-"'; do
  IFS=: read -r file member value <<<"$change"
  make_store
  sed -i 's#"order"#"dimension_separator":".","order"#' v2/a/.zarray
  sed -i "s#\"$member\":[^,}]*#\"$member\":$value#" "v2/$file"
  try ncfdump v2
done
for change in x/zarr.json:zarr_format:2 x/zarr.json:node_type:'"blob"' zarr.json:node_type:null; do
  IFS=: read -r file member value <<<"$change"
  rm -rf v3
  mkdir -p v3/x
  for path in v3 v3/x; do
    echo '{"zarr_format":3,"node_type":"group","attributes":{}}' >$path/zarr.json
  done
  sed -i "s#\"$member\":[^,}]*#\"$member\":$value#" "v3/$file"
  try ncfdump v3
done
echo '{"zarr_format":3,"node_type":"group","attributes":7}' >v3/zarr.json
try ncfdump v3
# Extensions that must be understood, also in groups.
for member in '"mine":{"must_understand":false}' '"mine":{}'; do
  echo '{"zarr_format":3,"node_type":"group",'"$member"'}' >v3/x/zarr.json
  echo '{"zarr_format":3,"node_type":"group"}' >v3/zarr.json
  try ncfdump v3
done
# Consolidated metadata, complete, and then a store that lacks some of what they name.
make_store
ncfcopy v2 'file://whole#mode=zarr,file,consolidated'
ncfdump -n v2 whole >expected
for lost in .zgroup a/.zarray a/.zattrs g/.zgroup; do
  rm -rf less
  cp -r whole less
  rm less/$lost
  echo "without $lost:"
  ncfdump -n v2 less 2>&1 >printed
  diff expected printed
done
try ncfcopy --strict less less.nc
# If both have metadata, those in the store count; nodes that the consolidated metadata do not name
# are read as well.
cp -r less/a less/new
sed -i 's/"m"/"km"/' less/a/.zattrs
ncfdump -h less 2>/dev/null | grep -E ' (a|new)\(|units'
# In Zarr v3, they are in the root.
rm -r v3
ncfcopy -k zarr3 v2 v3
"$NCF_PYTHON" - <<'PYTHON'
import json
import os

root = json.load(open("v3/zarr.json"))
nodes = {path: json.load(open(f"v3/{path}/zarr.json")) for path in ("a", "g", "g/b")}
root["consolidated_metadata"] = {"kind": "inline", "must_understand": False, "metadata": nodes}
json.dump(root, open("v3/zarr.json", "w"))
os.remove("v3/g/b/zarr.json")
PYTHON
try ncfdump -v b v3
