# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# One row for each filter: built in, from a plugin, or missing.
export HDF5_PLUGIN_PATH=''
ncfinfo filters | grep -E '^(id|1|4|307|32015|32017) ' | tr -s ' '
ncfinfo filters --json >filters.json
"$NCF_PYTHON" - filters.json <<'PYTHON'
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    rows = {row["id"]: row for row in json.load(file)}
assert list(rows) == sorted(rows)
assert rows[1]["built_in"] and rows[1]["filter_library"].endswith("/libncf_deflate.so")
bzip2 = rows[307]
assert bzip2["name"] == "bzip2" and bzip2["codecs"] == ["bz2"]
assert bzip2["encode"] and bzip2["decode"] and "hdf5" in bzip2["interfaces"]
assert bzip2["filter_library"].endswith("/libncf_bzip2.so")
assert bzip2["parameters"] == [{"name": "level", "allowed": "1 to 9", "default": "9",
                                "help": bzip2["parameters"][0]["help"]}]
sz = rows[32017]
assert not sz["encode"] and not sz["decode"] and sz["interfaces"] == []
assert sz["provided_by"] == "the Python package hdf5plugin"
PYTHON
