# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# The pairs are the inputs and outputs of the copies in a journal, whatever their names.
. "$NCF_CASES/prelude.sh"
# The width of the tables depends on it.
without_place() { sed "s|$PWD/||g; s/  */ /g"; }
mkdir -p in/deep out
make_input in/a.nc
make_input in/deep/b.nc
echo text >in/readme.txt
ncfcopy --into out --journal run.jsonl --rename '{name}_v1{suffix}' in/a.nc
ncfcopy --into out --journal run.jsonl --rename '{name}_packed.zarr' in/a.nc 2>notes
ncfcopy --into out --journal run.jsonl --rename '{name}_new{suffix}' --copy-others in
find out -name '*.*' -not -path '*.zarr/*' -not -name '.*' | sort
try ncfinfo compare --journal run.jsonl
cp out/.ncfcopy-journal record.jsonl
ncfinfo compare --journal record.jsonl | tail -n 1
(cd out && ncfinfo compare --journal ../run.jsonl | tail -n 1)

echo '== a copy that changed, one that is gone, another file that changed, and a failure'
ncdump in/a.nc | sed 's/ 10, 11, 12 ;/ 10, 11, 14 ;/' | ncgen -4 -o out/a_v1.nc
rm out/deep/b_new.nc
echo more >>out/readme_new.txt
printf 'CDF\001damaged' >damaged.nc
! ncfcopy --into out --journal run.jsonl damaged.nc 2>errors
try ncfinfo compare --journal run.jsonl | without_place
try ncfinfo compare --json --error v,2 --journal run.jsonl >report.json
"$NCF_PYTHON" - <<'PYTHON'
import json, os
with open("report.json", encoding="utf-8") as file:
    lines = file.read().splitlines()
report = json.loads("\n".join(lines[1:-1]))
here = os.getcwd() + "/"
assert (report["journal"], report["first"], report["second"]) == ("run.jsonl", None, None), report
assert not report["equal"] and not report["within_limits"] and lines[-1] == "exit status 1", report
for one in report["datasets"]:
    print(one["first"].removeprefix(here), one["second"].removeprefix(here), one["equal"],
          one["within_limits"])
PYTHON
ncfinfo compare --journal run.jsonl --html page.html >shown || test $? = 1
grep -c '<title>Comparison of the copies in run.jsonl</title>' page.html

echo '== the last copy to a place counts'
mkdir later
ncdump in/a.nc | sed 's/ 10, 11, 12 ;/ 10, 11, 14 ;/' | ncgen -4 -o later/a.nc
ncfcopy --into out --journal last.jsonl in/a.nc
ncfcopy --into out --journal last.jsonl later/a.nc
ncfinfo compare --journal last.jsonl | tail -n 2

echo '== notes about an input of two copies'
ncfcopy -k zarr in/a.nc null.zarr 2>notes
echo '{"null": null}' >null.zarr/.zattrs
rm null.zarr/.zmetadata
for copy in 1 2; do
  ncfcopy -k nc4 --into out --journal notes.jsonl --rename "{name}_$copy.nc" null.zarr 2>notes
done
try ncfinfo compare --journal notes.jsonl | without_place

echo '== in place, and usage'
cp in/a.nc same.nc
ncfcopy --in-place --journal place.jsonl same.nc
try ncfinfo compare --journal place.jsonl | without_place
try ncfinfo compare --journal in/readme.txt
try ncfinfo compare --journal run.jsonl in out
try ncfinfo compare --journal run.jsonl --storage

echo '== an original that was kept has no copy'
ncdump in/a.nc | ncgen -3 -o small.nc
mkdir kept
ncfcopy --into kept --journal kept.jsonl --if-smaller=none -k nc4 small.nc
try ncfinfo compare --journal kept.jsonl | without_place
