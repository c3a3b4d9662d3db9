# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A pattern leaves out variables whose chunks the filter cannot encode, with a note; a name is an
# error.
. "$NCF_CASES/prelude.sh"
need ncgen
ncgen -4 -o in.nc <<'CDL'
netcdf in {
dimensions: one = 1 ; a = 2 ; b = 2 ; c = 2 ; d = 2 ; e = 2 ;
variables:
  float v(a, b) ;
  float single(one) ;
  float four(one, a, b, c, d) ;
  float five(a, b, c, d, e) ; five:_DeflateLevel = 1 ;
}
CDL
for kind in nc4 zarr; do
  for variables in single four five '*'; do
    try ncfcopy -k $kind -F "$variables,zfp,accuracy=0.1" in.nc "out.$kind"
  done
  ncfdump -hs "out.$kind" | sed -n 's/^\t*\([a-z]*\):_Filter.*/\1 has a filter/p'
done
