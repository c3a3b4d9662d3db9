# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Quirk C1: it is an error if the requested kind cannot contain the text's data.
. "$NCF_CASES/prelude.sh"
printf 'netcdf in { types: int enum e { A = 1 } ; group: g { } }' > groups.cdl
printf 'netcdf in { string :a = "x" ; }' > strings.cdl
printf 'netcdf in { variables: int64 v ; data: v = 5000000000 ; }' > wide.cdl
for kind in classic 64-bit-offset cdf5 netCDF-4-classic; do
  try ncfgen -k $kind -o out.nc groups.cdl
  try ncfgen -k $kind -o out.nc strings.cdl
done
try ncfgen -k classic -o out.nc wide.cdl
test ! -e out.nc
try ncfgen -k cdf5 -o out.nc wide.cdl
