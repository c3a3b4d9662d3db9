# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Two folders: datasets correspond by their paths, whatever their formats. A dataset without a
# counterpart is a difference, and so is one that cannot be read.
. "$NCF_CASES/prelude.sh"
mkdir -p one/deep two/deep
make_input one/a.nc
cp one/a.nc one/deep/b.nc
cp one/a.nc two/a.nc
ncfcopy -k nczarr one/deep/b.nc two/deep/b.zarr
echo text >one/readme.txt
try ncfinfo compare one two

echo '== what differs'
cp one/a.nc one/only.nc
ncdump one/a.nc | sed 's/ 10, 11, 12 ;/ 10, 11, 14 ;/' | ncgen -4 -o two/a.nc
printf 'CDF\001damaged' >two/deep/damaged.nc
cp two/deep/damaged.nc one/deep/damaged.nc
try ncfinfo compare one two
rm one/only.nc {one,two}/deep/damaged.nc
try ncfinfo compare --error v,2 one two
ncfinfo compare --json one two >report.json || test $? = 1
"$NCF_PYTHON" - <<'PYTHON'
import json
with open("report.json", encoding="utf-8") as file:
    report = json.load(file)
assert not report["equal"] and not report["within_limits"], report
found = {one["first"]: (one["second"], one["equal"], one["differing"])
         for one in report["datasets"]}
assert found == {"deep/b.nc": ("deep/b.zarr", True, []), "a.nc": ("a.nc", False, ["/v"])}, found
PYTHON

echo '== links and special files, which a copy lacks'
mkdir linked copied
ln -s ../one/a.nc linked/l.nc
mkfifo linked/pipe
cp one/a.nc linked
ncfcopy --into copied linked 2>notes
try ncfinfo compare linked copied
ncfinfo compare --json linked copied |
  "$NCF_PYTHON" -c 'import json, sys; print(json.load(sys.stdin)["notes"])'
ncfinfo compare --html links.html linked copied | tail -n 1
grep -o '<li>[^<]*not compared' links.html

echo '== notes about each dataset'
mkdir json
ncfcopy -k zarr one/a.nc json/a.zarr 2>notes
echo '{"null": null}' >json/a.zarr/.zattrs
rm json/a.zarr/.zmetadata
cp -r json same
try ncfinfo compare json same
ncfinfo compare --json json same |
  "$NCF_PYTHON" -c 'import json, sys; print(*json.load(sys.stdin)["notes"], sep="\n")'

echo '== a dataset in place of a link'
cp one/a.nc copied/l.nc
try ncfinfo compare linked copied | tail -n 4

echo '== usage'
try ncfinfo compare one two/a.nc
try ncfinfo compare one missing
try ncfinfo compare --storage one two
mkdir empty other
try ncfinfo compare empty other
ncfinfo compare --html page.html one one | tail -n 1
grep -c '<bdi>deep/b.nc</bdi>' page.html

echo '== what cannot be read'
if [[ "$(id -u)" == 0 ]]; then
  echo 'is a difference'
else
  mkdir one/closed
  chmod 000 one/closed
  ncfinfo compare one one >closed || test $? = 1
  chmod 700 one/closed
  grep -q '^one/closed: ' closed && grep -qx different closed && echo 'is a difference'
fi

echo '== the worst errors of each variable'
mkdir first second
for step in 1 2 3; do
  sed "s/STEP/$step/" >$step.cdl <<'CDL'
netcdf in { dimensions: x = 4 ; variables: float v(x) ; float w(x) ; char text(x) ;
data: v = 1, 2, 3, STEP ; w = 1, 2, 3, 4 ; text = "abcd" ; }
CDL
  ncfgen -4 -o first/$step.nc $step.cdl
  sed 's/v = 1, 2, 3, 2/v = 1, 2.5, 3, 2.25/; s/v = 1, 2, 3, 3/v = 1, 2, 2.75, 4/; s/abcd/abcx/' \
    $step.cdl | ncfgen -4 -o second/$step.nc /dev/stdin
done
try ncfinfo compare first second
ncfinfo compare --json first second |
  "$NCF_PYTHON" -c 'import json, sys; print(*json.load(sys.stdin)["variables"], sep="\n")' || true
ncfinfo compare --html worst.html first second >worst.txt || grep -o '<td[^>]*><bdi>[0-9][^<]*' worst.html
