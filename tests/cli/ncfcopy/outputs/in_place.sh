# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# --in-place replaces files by their copies, except those that it must not replace.
. "$NCF_CASES/prelude.sh"
make_input small.nc
"$NCF_PYTHON" - <<'PYTHON'
import netCDF4
with netCDF4.Dataset("large.nc", "w") as file:
    file.createDimension("x", 100000)
    file.createVariable("v", "i4", ("x",))[:] = range(100000)
PYTHON
mkdir -p tree/sub
cp large.nc tree/a.nc
cp large.nc tree/sub/b.nc
cp large.nc before.nc
echo "read me" >tree/README
chmod 640 tree/a.nc
ln -s a.nc tree/link.nc
"$NCF_PYTHON" -c 'import os; os.setxattr("tree/a.nc", "user.origin", b"model \xe9")' 2>/dev/null || {
  echo "no extended attributes here"
  exit 77
}

# Owner, mode and attributes are kept; the values were compared.
inode="$(stat -c %i tree/a.nc)"
try ncfcopy -j 1 --in-place -d 1 -s --journal run.jsonl --checksums tree
same_data before.nc tree/a.nc
same_data before.nc tree/sub/b.nc
[ "$(stat -c %s tree/a.nc)" -lt "$(stat -c %s before.nc)" ]
[ "$(stat -c %i tree/a.nc)" != "$inode" ]
stat -c '%a %n' tree/a.nc
"$NCF_PYTHON" -c 'import os; print(os.getxattr("tree/a.nc", "user.origin"))'
grep -c '"outcome":"copied".*"verified":true' run.jsonl
ncfinfo journal --sums outputs run.jsonl | sha256sum -c --quiet
ls -A tree tree/sub

# Replaced files are skipped, even if they have more names since then. Times are kept on request.
outcomes() {
  "$NCF_PYTHON" -c '
import json, os, sys
for line in map(json.loads, sys.stdin):
    print(line["outcome"], os.path.basename(line["input"]), line.get("failure_kind", ""))'
}
ln tree/sub/b.nc another_name
ncfcopy -j 1 --in-place -d 1 -s --resume --journal run.jsonl --report=jsonl tree 2>notes | outcomes
rm another_name
cp before.nc tree/c.nc
touch -d 2001-01-01 tree/c.nc
ncfcopy -j 1 --in-place -d 1 -s --preserve --no-verify --resume --journal run.jsonl --report=jsonl tree/c.nc | outcomes
stat -c %y tree/c.nc | cut -c 1-10
tail -n 1 run.jsonl | grep -o '"verified":[a-z]*'

# Only files that become smaller.
ncfcopy -j 1 --in-place -d 0 --if-smaller --journal kept.jsonl --report=jsonl tree/a.nc | outcomes
ncfcopy -j 1 --in-place -d 0 --if-smaller --resume --journal kept.jsonl --report=jsonl tree/a.nc | outcomes
ncfcopy --in-place -d 0 --if-smaller --report=summary tree/a.nc | sed 's/in [0-9.]* s/in TIME/; s/kept: [0-9.]* kB/kept: SIZE/'
# A link is followed.
ncfcopy -j 1 --in-place -F none --report=jsonl tree/link.nc | outcomes
[ -L tree/link.nc ]
same_data before.nc tree/a.nc

# Not replaced: hard links, files open for writing, files with parts that the copy would lack,
# stores, other files.
ln tree/c.nc tree/d.nc
try ncfcopy -j 1 --in-place -d 2 tree/c.nc
rm tree/d.nc
"$NCF_PYTHON" - <<'PYTHON'
import subprocess
import netCDF4
import numpy
import h5py

def replace(name):
    done = subprocess.run(["ncfcopy", "--in-place", "-d", "2", name], capture_output=True, text=True)
    text = done.stderr
    print(text.split(" (HDF5:")[0].rstrip(), done.returncode)

with netCDF4.Dataset("open.nc", "w") as file:
    file.createDimension("x", 4)
    file.createVariable("v", "i4", ("x",))[:] = range(4)
    file.sync()
    replace("open.nc")
with netCDF4.Dataset("classic.nc", "w", format="NETCDF3_CLASSIC") as file:
    file.createDimension("x", 4)
    file.createVariable("v", "i4", ("x",))[:] = range(4)
with open("classic.nc", "r+b"):
    replace("classic.nc")
with h5py.File("refers.h5", "w") as file:
    file["v"] = numpy.arange(4)
    file["v"].attrs["to"] = file["v"].ref
before = open("refers.h5", "rb").read()
replace("refers.h5")
print(before == open("refers.h5", "rb").read())
PYTHON
ncfcopy -u small.nc s.zarr
try ncfcopy --in-place -d 1 s.zarr
echo "no netCDF" >other
try ncfcopy -j 1 --in-place -d 1 other absent.nc
cat other
ls -A

# With another output, the original is kept, copied or linked.
try ncfcopy -d 0 --if-smaller tree/c.nc copy.nc | sed 's/than [0-9]* bytes/than SIZE/'
cmp tree/c.nc copy.nc
try ncfcopy -d 0 --if-smaller=link tree/c.nc linked.nc | sed 's/than [0-9]* bytes/than SIZE/'
stat -c %h linked.nc
try ncfcopy -d 0 --if-smaller=link tree/c.nc linked.nc | sed 's/than [0-9]* bytes/than SIZE/'
ln before.nc smaller.nc
try ncfcopy -d 1 --if-smaller=link before.nc smaller.nc
stat -c %h before.nc smaller.nc
same_data before.nc smaller.nc
try ncfcopy -d 0 --if-smaller=none tree/c.nc none.nc | sed 's/than [0-9]* bytes/than SIZE/'
ls none.nc 2>/dev/null || echo "not made"
mkdir out
ncfcopy -j 1 --into out -d 0 --if-smaller=link --report=jsonl tree/c.nc small.nc | outcomes
ncfcopy -j 1 --into out -d 0 --if-smaller=link --resume --report=jsonl tree/c.nc small.nc | outcomes
try ncfcopy -d 0 --if-smaller s.zarr copy.nc | sed 's/than [0-9]* bytes/than SIZE/'

# Options that contradict each other.
try ncfcopy --in-place --into out a.nc
try ncfcopy --in-place --resume a.nc
try ncfcopy --in-place -V v a.nc
try ncfcopy --in-place -k zarr a.nc
try ncfcopy --in-place --if-smaller=link a.nc
try ncfcopy --in-place --rename '{name}.nc4' a.nc
try ncfcopy --in-place --relative-to . a.nc
try ncfcopy --in-place --copy-others a.nc
try ncfcopy --in-place --verify --no-verify a.nc
try ncfcopy --in-place http://localhost/a.nc
try ncfcopy --in-place tree/a.nc tree
try ncfcopy --in-place
try ncfcopy --no-verify a.nc b.nc
try ncfcopy --into out --no-verify a.nc
try ncfcopy --if-smaller=small a.nc b.nc
try ncfcopy --if-smaller=true a.nc b.nc
try ncfcopy --report=true a.nc b.nc
try ncfcopy --in-place --kerchunk refs.json a.nc
