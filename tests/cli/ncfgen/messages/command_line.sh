# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Options as in ncgen; the place of the output, and when there is none.
. "$NCF_CASES/prelude.sh"
need ncdump
printf 'netcdf of_text { dimensions: x = 2 ; variables: int v(x) ; data: v = 1, 2 ; }' > in.cdl
try ncfgen in.cdl
ls
try ncfgen -b in.cdl
try ncfgen -n in.cdl
ncfgen -b < in.cdl
ncfgen -b -N other - < in.cdl
ls
ncdump -k in.nc
for kind in -3 -6 -5 -4 -7 '-k nc4' '-v 64-bit-offset' '-4k3' '-1 -B 5 -W 7 -d -D 2 -3'; do
  ncfgen $kind -o kind.nc in.cdl && ncdump -k kind.nc
done
try ncfgen -P -x -4 -o memory.nc in.cdl
same_data in.nc memory.nc
try ncfgen -H -o header.nc in.cdl
ncdump header.nc
try ncfgen -k nosuch in.cdl
try ncfgen -b -n in.cdl
try ncfgen -c -lb in.cdl
for language in java j cobol; do try ncfgen -l "$language" in.cdl; done
try ncfgen -l c -M 2nd in.cdl
rm in.nc
try ncfgen -lb in.cdl
ncdump -k in.nc
try ncfgen --nosuch
try ncfgen in.cdl more.cdl
try ncfgen -o out.nc nosuch.cdl
try ncfgen -o in.cdl in.cdl
printf 'netcdf { }' | try ncfgen -b
