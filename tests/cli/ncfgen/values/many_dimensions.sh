# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A hundred thousand dimensions take a proportional amount of time and memory. (In netCDF-4, each is
# an HDF5 object, which libnetcdf creates and keeps open: that takes 12 kB and 0.1 ms each.)
. "$NCF_CASES/prelude.sh"
skip_under_sanitizer "it needs all address space"
{
  echo 'netcdf many { dimensions:'
  seq -f 'd%.0f = 3 ;' 0 99999
  echo 'variables: int v(d99999) ; data: v = 1, 2, 3 ; }'
} > many.cdl
ulimit -t 20 -v 1000000
for kind in nc5 nczarr; do
  ncfgen -k "$kind" -o "out.$kind" many.cdl
  ncfdump "out.$kind" | grep -c 'd[0-9]* = 3 ;'
  ncfdump "out.$kind" | grep 'v = '
done
