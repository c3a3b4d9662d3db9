# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# How variables are stored, and who can read them: zstd is a plugin of ours, deflate is HDF5's own.
. "$NCF_CASES/prelude.sh"
export HDF5_PLUGIN_PATH=''
make_input
ncfcopy -c v:2,3 -F 'v,shuffle|zstd,5' in.nc zstd.nc
ncfcopy -F 'v,deflate,5' in.nc deflate.nc
ncfinfo file in.nc
ncfinfo file zstd.nc
ncfinfo file deflate.nc | grep -c 'cannot read' || true
ncfinfo file --json zstd.nc >zstd.json
"$NCF_PYTHON" - <<'PYTHON'
import json
with open("zstd.json", encoding="utf-8") as file:
    info = json.load(file)
v = next(variable for variable in info["variables"] if variable["path"] == "/v")
assert v["type"] == "int" and v["shape"] == [4, 3] and v["chunks"] == [2, 3], v
assert v["raw_bytes"] == 48 and v["stored_bytes"] > 0, v
assert [(one["id"], one["parameters"]) for one in v["filters"]] == [(2, [4]), (32015, [5])], v
zstd = next(one for one in info["filters"] if one["id"] == 32015)
assert zstd["readable_here"] and not zstd["readable_by_stock_netcdf"], zstd
assert zstd["variables"] == ["/v"], zstd
shuffle = next(one for one in info["filters"] if one["id"] == 2)
assert shuffle["readable_here"] and shuffle["readable_by_stock_netcdf"], shuffle
PYTHON
try ncfinfo file missing.nc
try ncfinfo file
