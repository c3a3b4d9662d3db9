# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A page appears complete or not at all, and never replaces an input or another kind of file.
. "$NCF_CASES/prelude.sh"
make_input
cp in.nc other.nc
sha256sum in.nc other.nc >sums
try ncfinfo file --html in.nc in.nc
ln in.nc link.nc
try ncfinfo file --html link.nc in.nc
try ncfinfo compare --html other.nc in.nc other.nc
try ncfinfo tune --html other.nc in.nc
try ncfinfo file --html - in.nc
try ncfinfo file --html missing/page.html in.nc
try ncfinfo file --html . in.nc
sha256sum --quiet -c sums

echo '== a page replaces a page'
ncfinfo file --html page.html in.nc >table
ncfinfo file in.nc | cmp - table
touch empty.html
ncfinfo file --html empty.html in.nc >table
cmp page.html empty.html
ncfinfo compare --html page.html in.nc other.nc | tail -n 1
grep -c 'result: <strong>equal' page.html

echo '== a failure leaves the page as it was'
sha256sum page.html >sum
try ncfinfo file --html page.html missing.nc
sha256sum --quiet -c sum
mkdir -p folder
try ncfinfo file --html folder/page.html missing.nc
ls -A folder

echo '== a full disk'
mkdir full
(ulimit -f 2; try ncfinfo file --html full/page.html in.nc | tail -n 2)
ls -A full
