# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# --resume skips a copy that was made from this input with these options and is unchanged. By
# modification times alone it would also keep copies that were truncated, replaced, or made from
# another file.
. "$NCF_CASES/prelude.sh"
make_input a.nc
make_input b.nc
mkdir out
echo "no netCDF" >broken.nc

# outcome OPTION... INPUT: prints the outcome for one file, and the notes.
outcome() {
  ncfcopy -j 1 --into out --resume --report=json "$@" >report.json
  sed -n 's/^ *"outcome": "\(.*\)",$/\1/p' report.json
}

ncfcopy --into out -d 1 a.nc b.nc
ls -A out
echo "as it was: $(outcome -d 1 a.nc)"
echo "other options: $(outcome -d 2 a.nc)"
echo "options that change nothing: $(outcome -d 2 -m 1M --max-memory 64M a.nc)"

echo "no netCDF" >out/a.nc
echo "garbage: $(outcome -d 2 a.nc)"
same_data a.nc out/a.nc
touch -r out/a.nc time
truncate -s -100 out/a.nc
touch -r time out/a.nc
echo "cut: $(outcome -d 2 a.nc)"
same_data a.nc out/a.nc
rm out/a.nc
echo "removed: $(outcome -d 2 a.nc)"
chmod 640 out/a.nc
echo "another mode: $(outcome -d 2 a.nc)"
touch out/a.nc
echo "another time: $(outcome -d 2 a.nc)"

# Another input, although it is older than the copy and has the same size.
mkdir other
cp a.nc other/a.nc
touch -d 2001-01-01 other/a.nc
echo "another input: $(outcome -d 2 other/a.nc)"
echo "the same through a link: $(ln -s other linked; outcome -d 2 linked/a.nc)"
printf '%s\n' 'netcdf a { variables: int v ; data: v = 1 ; }' >text.cdl
ncgen -4 -o other/a.nc text.cdl
touch -d 2001-01-01 other/a.nc
echo "a changed input: $(outcome -d 2 other/a.nc)"
same_data other/a.nc out/a.nc

# A killed run leaves an incomplete last line; without its journal nothing is known.
printf '{"output":"b.nc","inp' >>out/.ncfcopy-journal
echo "a torn line: $(outcome -d 1 b.nc)"
rm out/.ncfcopy-journal
echo "no journal: $(outcome -d 1 b.nc)"
echo "nor is a copy made otherwise known: $(cp a.nc out/c.nc; cp a.nc c.nc; outcome c.nc)"

# A journal has copies that the record lacks; they are recorded again.
rm out/.ncfcopy-journal
ncfcopy --into out --journal run.jsonl -d 1 b.nc broken.nc 2>notes || true
rm out/.ncfcopy-journal
echo "no record, but a journal: $(outcome --journal run.jsonl -d 1 b.nc)"
echo "recorded again: $(outcome -d 1 b.nc)"
rm out/.ncfcopy-journal
ncfcopy --plan --into out --resume --journal run.jsonl -d 1 b.nc | tail -n 3 | head -n 1
echo "other options: $(outcome --journal run.jsonl -d 2 b.nc)"
echo "not the last line of the journal: $(rm out/.ncfcopy-journal; outcome --journal run.jsonl -d 1 b.nc)"
cp a.nc broken.nc
echo "what failed: $(outcome --journal run.jsonl -d 1 broken.nc)"
rm broken.nc

# The checksum does not cover the middle of a file, and its modification time can be set back.
printf '%s\n' 'netcdf large { dimensions: x = 200000 ; variables: int v(x) ; data: v = 7 ; }' >text.cdl
ncgen -4 -o large.nc text.cdl
ncfcopy --into out large.nc
echo "not looked at: $(outcome large.nc)"
# change_middle FILE TEXT: changes values, but neither the size nor the modification time.
change_middle() {
  touch -r "$1" time
  printf '%s' "$2" | dd of="$1" bs=1 seek=400000 conv=notrunc status=none
  touch -r time "$1"
}
change_middle large.nc abc
echo "a change inside the input: $(outcome large.nc)"
same_data large.nc out/large.nc
change_middle out/large.nc def
echo "a change inside the copy: $(outcome large.nc)"
same_data large.nc out/large.nc
ln large.nc link.nc
echo "a hard link, which also changes the status: $(outcome large.nc) $(outcome large.nc)"
mv out moved
mv moved out
echo "a folder that was moved: $(outcome large.nc)"

# Skipped copies are verified too, because a disk may change bytes without changing times. The test
# puts the present time into the record.
printf 'def' | dd of=out/large.nc bs=1 seek=400000 conv=notrunc status=none
"$NCF_PYTHON" - <<'PYTHON'
import json
import os

with open("out/.ncfcopy-journal", "r+", encoding="utf-8") as journal:
    line = json.loads(journal.readlines()[-1])
    status = os.stat("out/large.nc")
    line["output_state"].update(modified=status.st_mtime_ns, changed=status.st_ctime_ns)
    journal.write(json.dumps(line) + "\n")
PYTHON
echo "not seen: $(outcome large.nc)"
echo "verified: $(outcome --verify large.nc 2>notes)"
sed 's/again: .*/again: .../' notes
same_data large.nc out/large.nc
echo "and good now: $(outcome --verify large.nc)"

# Names that are not UTF-8.
cp a.nc $'latin\xe9.nc'
echo "another encoding: $(outcome $'latin\xe9.nc') $(outcome $'latin\xe9.nc')"

# Stores, as inputs and outputs.
ncfcopy -u a.nc s.zarr
echo "a store: $(outcome s.zarr) $(outcome s.zarr)"
touch -d 2001-01-01 out/s.zarr/v/0.0
echo "a chunk that was replaced: $(outcome s.zarr) $(outcome s.zarr)"
printf ' ' >>s.zarr/.zattrs
echo "a changed input: $(outcome s.zarr) $(outcome s.zarr)"

# The values of other files may change while the input stays as it is.
echo "with other files: $(outcome --follow-external b.nc) $(outcome --follow-external b.nc)"

# Each output has its own lock, whatever the name of the folder is.
mkdir 'run#1'
ncfcopy -j 2 --into 'run#1' a.nc b.nc
echo "a folder with a #: $(ls 'run#1' | wc -l)"

# Two runs share the work: each file is copied only once.
mkdir many shared
for i in 1 2 3 4 5 6 7 8; do cp a.nc "many/$i.nc"; done
ncfcopy -j 2 --into shared --resume --report=json -d 3 many/*.nc >first.json 2>first.notes &
ncfcopy -j 2 --into shared --resume --report=json -d 3 many/*.nc >second.json 2>second.notes
wait
cat first.json second.json | grep -o '"outcome": "[a-z]*"' | sort | uniq -c | sed 's/^ *//'
grep -hv 'note: .*: was copied by another run in the meantime$\|note: waiting for' \
  first.notes second.notes || true
grep -c . shared/.ncfcopy-journal

# A run that can only wait says so once. Here another run seems to make all outputs for a while.
"$NCF_PYTHON" - <<'PYTHON'
import fcntl
import struct
import subprocess

F_OFD_SETLK = 37
with open("shared/.ncfcopy-journal", "r+b") as journal:
    def lock(kind):
        fcntl.fcntl(journal, F_OFD_SETLK, struct.pack("hhqqi4x", kind, 0, 0, 1 << 62, 0))

    lock(fcntl.F_WRLCK)
    words = ["ncfcopy", "--into", "shared", "many/1.nc", "many/2.nc"]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as waiting:
        print(waiting.stderr.readline(), end="", flush=True)
        lock(fcntl.F_UNLCK)
        print(waiting.stderr.read(), end="")
    print(f"exit status {waiting.returncode}")
PYTHON
