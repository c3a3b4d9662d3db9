# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Values along an unlimited dimension after the first are in braces. Missing braces are an error
# with its position, because the lengths of all variables depend on them.
. "$NCF_CASES/prelude.sh"
for values in '1, 2, 3' '{1, 2}, 3' '{1, 2}, {{3}}'; do
  cat >lists.cdl <<CDL
netcdf lists {
dimensions: t = UNLIMITED ; u = UNLIMITED ;
variables: int v(t, u) ; int z(t) ;
data: v = $values ; z = 4, 5, 6 ;
}
CDL
  try ncfgen lists.cdl
  try ncfgen -4 -o lists.nc lists.cdl
done
test ! -e lists.nc
