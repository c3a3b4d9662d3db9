# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A folder without metadata in a Zarr store is a group if there is a group or an array in it.
# Chunks, or metadata of another version, show that metadata are lost, and are named. Files of other
# programs, hidden folders, and nodes in consolidated metadata need no note.
. "$NCF_CASES/prelude.sh"
make_input
try ncfcopy -k zarr in.nc v2.zarr
try ncfcopy -k zarr3 in.nc v3.zarr

# Without consolidated metadata, which would describe the nodes lost below.
rm v2.zarr/.zmetadata
"$NCF_PYTHON" - <<'PYTHON'
import json
import pathlib

root = pathlib.Path("v3.zarr/zarr.json")
metadata = json.loads(root.read_text())
del metadata["consolidated_metadata"]
root.write_text(json.dumps(metadata))
PYTHON

for store in v2.zarr v3.zarr; do
  mkdir -p "$store"/{figures/empty/0,.git/objects/12,implied/deeper}
  touch "$store"/{.DS_Store,figures/1.png,.git/objects/12/0}
  try ncfdump -v s "$store" | tail -3
  cp -r "$store/v" "$store/implied/deeper/v"
  try ncfcopy "$store" out.nc
  ncfdump -h out.nc | grep -c 'group: \(implied\|deeper\)'
  rm "$store"/{w,z}/{.zarray,zarr.json} 2>/dev/null || true
  rm -f "$store/z/.zattrs"
  try ncfcopy "$store" out.nc
  try ncfcopy -V v,/implied/deeper/v "$store" out.nc
  try ncfdump -h "$store" 2>&1 | grep -v '^\s'
done

# Chunks in folders of their own, a lost array within a group, and one of the other version.
rm -rf v2.zarr/{implied,z,w}
mkdir -p v2.zarr/{nested/0/0,group/lost,other}
echo '{"zarr_format": 2}' > v2.zarr/group/.zgroup
touch v2.zarr/nested/0/0/1 v2.zarr/group/lost/0.0
cp v3.zarr/v/zarr.json v2.zarr/other/
try ncfcopy --strict -V v v2.zarr out.nc
try ncfdump -v s v2.zarr 2>&1 | grep '^ncfdump'

# Consolidated metadata describe what the store lacks.
"$NCF_PYTHON" - <<'PYTHON'
import json
import pathlib

store = pathlib.Path("v2.zarr")
array = json.loads((store / "v/.zarray").read_text())
metadata = {".zgroup": {"zarr_format": 2}}
metadata |= {f"{name}/.zarray": array for name in ("nested", "other")}
metadata["group/lost/.zarray"] = array
(store / ".zmetadata").write_text(json.dumps({"metadata": metadata}))
PYTHON
try ncfdump -v s v2.zarr 2>&1 | grep '^ncfdump'
