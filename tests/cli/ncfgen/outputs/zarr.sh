# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A Zarr store made from a text, and the same text made from the store.
. "$NCF_CASES/prelude.sh"
cat >small.cdl <<'CDL'
netcdf small {
dimensions: t = UNLIMITED ; x = 3 ;
variables:
  int v(t, x) ; v:_DeflateLevel = 4 ; v:_Shuffle = "true" ; v:_ChunkSizes = 1, 3 ;
  string s ;
data: v = 1, 2, 3, 4, 5, 6 ; s = "text" ;
}
CDL
try ncfgen -k nczarr -o small.zarr small.cdl
ncfdump -s small.zarr
try ncfgen -o plain.zarr small.cdl
grep -o '"v/.zarray"' plain.zarr/.zmetadata
try ncfgen -k zarr3 -o three small.cdl
ncfdump three | grep data: -A 5
try ncfgen -k nc3 -o 'file://four#mode=nczarr,file' small.cdl
ncfgen -4 -o 'file://six#mode=nczarr,file' small.cdl && ncfdump -k six
ls -A
try ncfgen -o 'file://five.zarr#mode=zarr,consolidated' small.cdl
grep -o '"v/.zarray"' five.zarr/.zmetadata
# The same for version 3, whose codecs also state the byte order.
# Zarr's own gzip takes the place of deflate if there is no codec of numcodecs.
sed 's/v:_Shuffle = "true" ;//' small.cdl | ncfgen -k zarr3 -o core
for store in three core; do
  ncfdump -n same -s $store >$store.cdl
  ncfgen -k zarr3 -o again $store.cdl
  ncfdump -n same -s again | cmp - $store.cdl && echo same
  grep -o 'zlib\|gzip' $store.cdl
  rm -r again
done
# Types that no variable uses are left out, with a warning.
echo 'netcdf x { types: opaque(4) o ; int enum e { a = 1 } ; variables: int v ; data: v = 1 ; }' >x.cdl
for kind in zarr zarr3 nczarr; do try ncfgen -k $kind -o unused x.cdl; done
