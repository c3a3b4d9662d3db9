# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Many files keep their names; failures are reported at the end and do not stop the others.
. "$NCF_CASES/prelude.sh"
make_input a.nc
make_input b.nc -3
make_input c.nc
mkdir more out
cp a.nc more/d.nc
echo "no netCDF" >broken.nc
try ncfcopy -j 2 -F '*,zstd,3' -F s,none --into out a.nc broken.nc b.nc more/d.nc absent.nc
ls -A out
for name in a b d; do
  ncdump -hs "out/$name.nc" | grep -c '_Filter = "32015,3"'
done
# Files that were already copied in the same way are kept (see also resume.sh).
for run in 1 2; do
  ncfcopy --into out --resume --report=json c.nc b.nc a.nc | grep -o '"outcome": .*"'
done
# A limit applies to all files together; a file that needs more is named.
try ncfcopy -j 2 --into out --max-memory 2K -c w:1,2 a.nc b.nc | sed 's/needs [0-9]* bytes/needs SIZE/'
# Impossible requests are reported before anything is done.
try ncfcopy --into absent/deeper a.nc
try ncfcopy --into b.nc a.nc
try ncfcopy --into out a.nc more/../a.nc
try ncfcopy --into out
try ncfcopy --into out --plan a.nc
try ncfcopy --resume a.nc copy.nc
try ncfcopy a.nc b.nc c.nc
# A missing folder is made after all checks.
try ncfcopy --into new/ a.nc more/../a.nc
test ! -e new
ncfcopy --into new/ a.nc
ls new
# After --, all arguments are operands.
mkdir dashes
cp a.nc ./-d.nc
cp a.nc ./-e.nc
cp a.nc ./-f.nc
try ncfcopy --into dashes -- -d.nc -e.nc -f.nc
ls dashes
try ncfcopy --into dashes a.nc b.nc -q -- -d.nc
# A name that looks like a URL's with a fragment is the name of a file that exists.
cp a.nc 'a#1.nc'
cp a.nc 'a#2.nc'
try ncfcopy --into numbered 'a#1.nc' 'a#2.nc'
ls numbered
# A note that several files have is printed once.
try ncfcopy -k zarr --into noted a.nc b.nc c.nc | sed 's/note: [abc]/note: FILE/'
# The report of many files as a table.
rm out/c.nc
ncfcopy --into out --resume --report b.nc c.nc >report.txt
sed -E 's/[0-9.]+ [kMG]?B/SIZE/g; s/ +[0-9.]+$/ RATIO/; s/in [0-9.]+ s/in TIME/; s/  +/  /g' report.txt
ncfcopy --into out --report=json b.nc broken.nc >report.json 2>errors || echo "exit status $?"
grep -E '"(outcome|failure)"' report.json
