# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Texts that are not UTF-8, as in old files: Zarr's JSON and strings are UTF-8, so few readers accept
# them. NCZarr stores them as libnetcdf does.
. "$NCF_CASES/prelude.sh"
printf 'netcdf in { dimensions: x = 2 ; n = 2 ; variables: char c(x, n) ; string s(x) ;
  c:units = "\xb0C" ; c:ok = "\xc2\xb0C" ; string s:names = "caf\xe9", "caf\xc3\xa9" ;
  :title = "caf\xe9" ; data: c = "\xb0C", "\xc2\xb0" ; s = "caf\xe9", "caf\xc3\xa9" ; }' >in.cdl
try ncfgen -4 -o in.nc in.cdl
sum() { ncfdump -n in "$1" | LC_ALL=C grep -a '=.*;$\|"' | LC_ALL=C sort | cksum; }
for kind in nc4 zarr zarr3 nczarr; do
  try ncfcopy --verify -k $kind in.nc $kind
  [[ "$(sum in.nc)" == "$(sum $kind)" ]] || echo "$kind differs"
done
try ncfcopy --strict -k zarr in.nc out
try ncfgen -k zarr -o out in.cdl
try ncfcopy --kerchunk refs.json in.nc
# libnetcdf writes the bytes unchanged.
LC_ALL=C grep -c $'"units": "\xb0C"' nczarr/c/.zattrs
LC_ALL=C grep -c $'"ok": "\xc2\xb0C"' nczarr/c/.zattrs
# Python reads ASCII.
grep '"units"\|"ok"' zarr/c/.zattrs
try ncfcopy --verify -k nczarr nczarr again
cmp nczarr/c/.zattrs again/c/.zattrs
