# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Our own plugins are in order; every file and folder gets a verdict; problems give exit status 1.
. "$NCF_CASES/prelude.sh"
export HDF5_PLUGIN_PATH=''
ncfinfo doctor >healthy
grep -c -x '0 problems, 0 warnings' healthy
grep -E '^  +(1|307|32015) ' healthy | tr -s ' ' | sed 's/[0-9]* bytes/N bytes/g'

mkdir bad
echo 'a text' >bad/libtext.so
ln -s /nowhere bad/libgone.so
cp "$NCF_PLUGINS/libncf_zstd.so" bad/libcopy.so
echo 'of no interest' >bad/README
try ncfinfo doctor --plugin-path bad --plugin-path none >sick
sed -n '/^  bad /,/^  none /p' sick | grep -o '^  .*(--plugin-path.*\|^    lib.*'
sed -n '/^Warnings/,$p' sick

status=0
ncfinfo doctor --json --plugin-path bad >sick.json || status=$?
echo "exit status $status"
"$NCF_PYTHON" - sick.json <<'PYTHON'
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    report = json.load(file)
assert [library["name"] for library in report["libraries"]] == ["libhdf5", "libnetcdf"]
assert report["libraries"][0]["features"]["plugins"] is True
assert report["folders"][0] == {"path": "bad", "searched_by": "--plugin-path", "readable": True}
verdicts = {file["path"]: file["verdict"] for file in report["files"]}
assert verdicts["bad/libcopy.so"] == "usable" and verdicts["bad/libtext.so"] == "failed"
copy = next(file for file in report["files"] if file["path"] == "bad/libcopy.so")
assert copy["filter"]["id"] == 32015 and copy["kernel"]["name"] == "zstd"
zstd = next(tried for tried in report["filters"] if tried["id"] == 32015)
for trip in (zstd["with_hdf5"], zstd["with_kernel"]):
    assert trip["result"] == "exact" and 0 < trip["stored_bytes"] < trip["raw_bytes"]
assert len(report["problems"]) == 2
PYTHON

# A filter that ends the process is faulty, even if its parameters are unknown.
ending=$(realpath "$NCF_BIN/../tests/plugins/ending")
for way in exit kill; do
  NCF_ENDING_WHEN_RUN=$way try ncfinfo doctor --plugin-path "$ending" | sed -n '/^Problems/,$p' |
    grep -v '^ .*:$'
done

# Plugins may be disabled; HDF5's own filters are still tried.
HDF5_PLUGIN_PRELOAD=:: ncfinfo doctor | grep -E '^ +(1|32015) |PRELOAD|problem' | tr -s ' ' |
  sed 's/[0-9]* bytes/N bytes/g'
