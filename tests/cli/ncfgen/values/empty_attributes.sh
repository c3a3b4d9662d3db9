# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# ncdump prints an attribute without values as "" for any type; ncgen does not read it for
# user-defined types.
. "$NCF_CASES/prelude.sh"
need ncdump
cat > in.cdl <<'CDL'
netcdf in {
types:
  compound pair { int a ; float b ; } ;
  byte enum kind { no = 0, yes = 1 } ;
  opaque(4) raw ;
  int(*) list ;
variables:
  int v ;
    pair v:p = "" ;
    kind v:k = "" ;
    raw v:r = "" ;
    list v:l = "" ;
    v:text = "" ;
  pair w ;
// global attributes:
  pair :p = ;
  list :l = {} ;
}
CDL
try ncfgen -4 -o out.nc in.cdl
ncdump -h out.nc | grep '[pkrlt] ='
ncfcopy out.nc copy.nc
diff <(ncdump out.nc) <(ncfdump -n out copy.nc)
ncfdump out.nc | ncfgen -4 -o again.nc
diff <(ncdump out.nc) <(ncdump -n out again.nc)
h5dump -A again.nc | grep -c 'DATASPACE  NULL'
for values in '"", {1, 2}' '"" {1, 2}' '"a"'; do
  sed "s/v:p = \"\"/v:p = $values/" in.cdl > bad.cdl
  try ncfgen -4 -o bad.nc bad.cdl
done
