# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# --journal writes a line of JSON for each file when it is done.
. "$NCF_CASES/prelude.sh"
make_input a.nc
make_input b.nc -3
echo "no netCDF" >broken.nc
mkdir out
two_lines=$'two\nlines \xe9.nc'
cp a.nc "$two_lines"

# lines FILE: prints its lines without the parts that change from run to run.
lines() {
  "$NCF_PYTHON" - "$1" <<'PYTHON'
import json
import os
import sys

with open(sys.argv[1], encoding="utf-8") as lines:
    for line in map(json.loads, lines):
        here = os.path.realpath(".") + "/"
        paths = [os.fsencode(line[name].replace(here, "")) for name in ("input", "output")]
        sizes = [os.path.getsize(line["input"]) if line["input_bytes"] else 0,
                 os.path.getsize(line["output"]) if line["output_bytes"] else 0]
        assert sizes == [line["input_bytes"], line["output_bytes"]], line
        print(line["outcome"], *paths, line.get("failure_kind"), line["verified"], line["notes"],
              {name: value for name, value in line["options"].items() if name != "version"})
PYTHON
}

# A failure does not lose the lines of other files.
try ncfcopy -j 1 --into out --journal run.jsonl -d 1 a.nc broken.nc "$two_lines"
lines run.jsonl
try ncfcopy -j 1 --into out --journal run.jsonl -d 1 --resume --verify a.nc b.nc
tail -n 2 run.jsonl >last
lines last

# Failures are counted by kind, and each message is shown once.
mkdir closed
cp a.nc closed/b.nc
try ncfcopy -j 1 --into out -F v,40000 a.nc closed/b.nc broken.nc | sed 's/^    .*/    .../'

# The same lines on standard output.
ncfcopy -j 1 --into out --report=jsonl -d 1 --resume a.nc b.nc "$two_lines" >printed.jsonl
lines printed.jsonl
ncfcopy -j 1 --into out --report=summary -d 1 --resume a.nc b.nc | sed 's/[0-9.]* [kM]*B/SIZE/g; s/in .* s/in TIME/; s/of [0-9.]*$/of RATIO/'

# Checksums, of files and of stores.
ncfcopy -u a.nc s.zarr
ncfcopy -j 1 --into out --journal sums.jsonl --checksums -d 2 a.nc b.nc "$two_lines" s.zarr
"$NCF_PYTHON" - <<'PYTHON'
import json
import subprocess

with open("sums.jsonl", encoding="utf-8") as lines:
    store = json.loads(lines.readlines()[-1])
for side in ("input", "output"):
    found = subprocess.run("find . -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum |"
                           "sha256sum", shell=True, cwd=store[side], capture_output=True,
                           check=True).stdout.decode()
    print(store["outcome"], found.split()[0] == store[side + "_sha256"])
PYTHON
ncfinfo journal --sums inputs sums.jsonl | sha256sum -c --quiet
ncfinfo journal --sums outputs sums.jsonl | sha256sum -c --quiet
echo "damaged" >>out/b.nc
ncfinfo journal --sums outputs sums.jsonl | sha256sum -c --quiet 2>/dev/null | sed "s,$(realpath .)/,," || true

# Files that cannot be a journal are not changed.
cp a.nc n.nc
cp b.nc kept.nc
try ncfcopy --into out --journal b.nc a.nc
cmp b.nc kept.nc
try ncfcopy --into out --journal out/new.nc --rename '{name}ew.nc' n.nc
try ncfcopy --into out --journal out/.ncfcopy-journal a.nc
try ncfcopy --into out --journal /dev/null a.nc
try ncfcopy --into out --journal absent/run.jsonl a.nc
try ncfcopy --journal run.jsonl a.nc copy.nc
try ncfcopy --checksums a.nc copy.nc
try ncfcopy --report=jsonl a.nc copy.nc
try ncfcopy --report=xml a.nc copy.nc
# In a tree, the journal is not copied.
mkdir tree
cp a.nc tree
cp run.jsonl tree/run.jsonl
ncfcopy --into out --journal tree/run.jsonl --copy-others tree
ls out
