# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# References are an input like any other, recognized by their contents. They name other files; those
# outside their folder are read only on request.
. "$NCF_CASES/prelude.sh"
cat >small.cdl <<'CDL'
netcdf small { dimensions: t = 3 ; y = 300 ; variables: double v(t, y) ; v:_FillValue = -1. ;
  float w(y) ; w:units = "m" ; char c(t) ; string s(t) ; :title = "small" ;
  data: v = 1, 2, 3 ; w = 4, 5 ; c = "abc" ; s = "a", "b", "" ; }
CDL
ncfgen -4 -o plain.nc small.cdl
ncfcopy -d 1 -s -c t/1,y/100 plain.nc small.nc
ncfcopy --kerchunk refs small.nc
ncfcopy -k zarr small.nc store.zarr
ncfdump -n same refs | cmp - <(ncfdump -n same store.zarr)
ncfcopy --verify refs out.nc
ncfinfo compare out.nc small.nc | tail -n 2
ncfcopy --report=json -k zarr refs out.zarr | grep -c '"route": "passthrough"'
ncfinfo file refs | cut -c1-57
# From another folder: relative names begin at the references, absolute ones lead out of their
# folder.
mkdir sub
sed 's/"[^"]*small.nc"/"small.nc"/' refs >sub/relative.json
sed "s#\"[^\"]*small.nc\"#\"../small.nc\"#" refs >sub/above.json
cp small.nc sub
ncfcopy --verify sub/relative.json relative.nc
try ncfcopy sub/above.json no.nc
try ncfcopy --kerchunk no.json refs
ncfdump -h sub/above.json >header
ncfcopy --follow-external --verify sub/above.json above.nc
ncfinfo compare above.nc relative.nc | tail -n 2
# Variables that cannot be read are named, and the rest is printed.
sed 's#"[^"]*small.nc"#"s3://bucket/small.nc"#' refs >sub/s3.json
try ncfdump -v v,c sub/s3.json | grep -v '^	'
truncate -s 5000 sub/small.nc
try ncfcopy sub/relative.json no.nc | sed 's/its [0-9]* bytes from [0-9]* on/its BYTES/'
rm sub/small.nc
try ncfcopy -V v sub/relative.json no.nc | sed "s#$PWD#FOLDER#g"
# References are not replaced by copies.
cp refs refs.before
try ncfcopy --in-place refs
try ncfcopy --if-smaller refs no.nc
cmp refs refs.before
head -c 99 refs >cut.json
try ncfdump cut.json
echo '{"type": "FeatureCollection"}' >other.json
try ncfdump other.json
# In folders, only the files that they name are datasets.
mkdir tree into
cp small.nc refs tree
try ncfcopy --into into tree
ls -A into into/*
test ! -e no.nc && test ! -e no.json
