# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# The same data are equal in every format; a changed value and one that became missing are found in
# all.
. "$NCF_CASES/prelude.sh"
make_input in.nc
for kind in nc3 nc6 nc5 nc4 nc7 nczarr zarr zarr3; do ncfcopy -k $kind in.nc copy.$kind 2>/dev/null; done
for first in nc3 nc4 nczarr zarr zarr3; do
  for second in nc3 nc6 nc5 nc4 nc7 nczarr zarr zarr3; do
    ncfinfo compare copy.$first copy.$second >report.txt || { echo "$first $second"; cat report.txt; }
    grep -qx 'equal values: 28 in /v, /w, /z, /s, /c' report.txt ||
      grep -qx 'equal values: 28 in /c, /s, /v, /w, /z' report.txt || cat report.txt
  done
done
ncdump -n in in.nc | sed 's/3.5, 4.5,/3.5, _,/; s/ 7, 8, 9/ 7, 8, 10/' | ncgen -4 -o changed.nc
for kind in nc3 nczarr zarr3; do try ncfinfo compare copy.$kind changed.nc; done
echo 'A fill value of each file of its own:'
ncdump -n in in.nc | sed 's/_FillValue = -9.f/_FillValue = NaNf/' | ncgen -4 -o nan.nc
try ncfinfo compare in.nc nan.nc
