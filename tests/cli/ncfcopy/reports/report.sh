# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
. "$NCF_CASES/prelude.sh"
make_input
ncfcopy --report -F '*,shuffle|zstd,5' -F v,307,9 in.nc out.nc
ncfcopy --report=json -F '*,zstd,5' in.nc out2.nc 2>/dev/null >report.json
"$NCF_PYTHON" - <<'PYTHON'
import json, os
report = json.load(open("report.json"))
v = next(entry for entry in report["variables"] if entry["path"] == "/v")
assert v["filters"] == [{"id": 32015, "parameters": [5], "flag": "usual",
                         "description": "zstd level=5"}], v
assert v["chunks"] == [4, 3] and v["raw_bytes"] == 48 and 0 < v["output_bytes"], v
assert report["output_file_bytes"] == os.path.getsize("out2.nc")
assert 0 < report["coordinator_cpu_seconds"] <= report["cpu_seconds"], report
PYTHON
# One thread does everything.
ncfcopy -j 1 --report=json -F '*,zstd,5' in.nc out3.nc 2>/dev/null >report.json
"$NCF_PYTHON" - <<'PYTHON'
import json
report = json.load(open("report.json"))
assert report["coordinator_cpu_seconds"] > 0.5 * report["cpu_seconds"], report
PYTHON
