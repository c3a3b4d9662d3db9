# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# An unlimited dimension is as long as the values along it. In nccopy, it shrinks to 0 if -v and -g
# leave only variables without values along it.
. "$NCF_CASES/prelude.sh"
cat > in.cdl <<'CDL'
netcdf in {
dimensions: t = UNLIMITED ; x = 2 ;
variables: int v(t, x) ; v:_FillValue = -1 ; char c(t) ; double w(x) ;
data: v = 1, 2, 3, 4, 5, 6 ; c = "abc" ; w = 1, 2 ;
}
CDL
for kind in 3 4; do
  ncgen -$kind -o in$kind.nc in.cdl
  for options in '-3 -v w' '-4 -v w' '-4 -w -v w' '-u -v w'; do
    try ncfcopy $options in$kind.nc out.nc
    ncdump out.nc | sed '1,/^dimensions:/d' | grep -E 't = |v =|c =|_'
  done
  for kind_of_zarr in nczarr zarr2 zarr3; do
    rm -rf out.zarr
    ncfcopy -k $kind_of_zarr -v w in$kind.nc out.zarr
    ncfdump out.zarr | grep -E 't = |c ='
  done
done
ncgen -4 -o groups.nc <<'CDL'
netcdf groups {
types: compound pair { int a ; float b ; } ;
dimensions: t = UNLIMITED ; e = UNLIMITED ;
variables: int a(t) ; a:_DeflateLevel = 1 ;
data: a = 1, 2, 3 ;
group: g {
  dimensions: t = UNLIMITED ;
  variables: string s(t) ; pair p(t, e) ; int k ;
  data: s = "a", "b" ; p = { {1, 2}, {3, 4}, {5, 6} } ; k = 7 ;
}
}
CDL
try ncfcopy -v k groups.nc out.nc
ncdump out.nc | grep -vE '^$|types'
try ncfcopy -g / groups.nc out.nc
ncdump -h out.nc | grep UNLIMITED

# Without variables, the length is lost.
try ncfcopy --verify -V w in4.nc out.nc
ncdump -h out.nc | grep 't = '
try ncfcopy -u -V w in4.nc out.nc
ncdump -h out.nc | grep 't = '
try ncfcopy --strict -V w in3.nc none.nc
# A variable may end before its dimension, and be the only one that is copied.
"$NCF_PYTHON" - <<'PYTHON'
import netCDF4

with netCDF4.Dataset("short.nc", "w") as file:
    file.createDimension("t", None)
    file.createDimension("x", 2)
    file.createVariable("short", "i4", ("t",))[0:2] = [1, 2]
    file.createVariable("wide", "i4", ("t", "x"), zlib=True)[0:1] = [[1, 2]]
    file.createVariable("text", str, ("t",))[0] = "a"
    file.createVariable("long", "i4", ("t",))[0:4] = [1, 2, 3, 4]
PYTHON
for variable in short wide text; do
  for kind in nc4 nczarr zarr zarr3; do
    for options in "-V $variable" "-v $variable" "-c t/3 -V $variable"; do
      rm -rf out
      echo "$kind $options: $(ncfcopy --verify -k $kind $options short.nc out 2>&1 |
        grep -v 'note: plain Zarr has no')" \
        "$(ncfdump out | grep -E '^\st = ')"
    done
  done
done
