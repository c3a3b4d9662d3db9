# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# References join files along a dimension, in the order of its coordinate, if they agree in the rest.
. "$NCF_CASES/prelude.sh"
# make NAME TIMES [CHUNK [SED-SCRIPT]]
make() {
  local chunk="${3:-1}"
  sed "${4:-}" >"$1.cdl" <<CDL
netcdf series { dimensions: t = UNLIMITED ; y = 300 ;
  variables: double t(t) ; t:units = "days since 2000-01-01" ; short v(t, y) ; v:units = "K" ;
  v:_ChunkSizes = $chunk, 100 ; v:_DeflateLevel = 1 ; int w(y) ; string s(t) ;
  data: t = $2 ; v = $2 ; w = 1, 2, 3 ; s = "$1" ; }
CDL
  ncfgen -4 -o "$1.nc" "$1.cdl"
}
make a "1, 2"
make b "3, 4"
make c "6, 7, 8"
try ncfcopy --kerchunk refs.json c.nc a.nc b.nc
ncfdump -v t,s refs.json | sed -n '/^data/,$p'
ncfdump -v v refs.json | grep -c '^  [0-9]' || true
try ncfcopy --kerchunk - --kerchunk-url s3://bucket/ b.nc a.nc | grep '"v/' | sed 's/, [0-9]*, [0-9]*\]/, BEGIN, BYTES]/'
try ncfcopy --kerchunk no.json --kerchunk-url s3://bucket/a.nc b.nc a.nc
mkdir -p other && cp a.nc other
try ncfcopy --kerchunk no.json --kerchunk-url s3://bucket/ other/a.nc a.nc
# Numbers that _Unsigned declares to be unsigned are in the order of unsigned numbers.
make low "100, 120" 1 's/double t(t)/byte t(t) ; t:_Unsigned = "true"/'
make high "-56, -16" 1 's/double t(t)/byte t(t) ; t:_Unsigned = "true"/'
try ncfcopy --kerchunk unsigned.json high.nc low.nc
ncfdump -v t unsigned.json | tail -n 2
# Cases in which the references would be wrong are errors.
fail() { try ncfcopy --kerchunk no.json "$@" | grep -v note: ; }
fail a.nc a.nc
make overlap "2, 3"
fail a.nc overlap.nc
make falling "9, 8"
fail a.nc falling.nc
make unsorted "9, 10, 9"
fail a.nc unsorted.nc
make units "3, 4" 1 s/2000-01-01/2001-01-01/
fail a.nc units.nc
make values "3, 4" 1 's/w = 1, 2, 3/w = 1, 2, 4/'
fail a.nc values.nc
make type "3, 4" 1 's/int w/float w/'
fail a.nc type.nc
make attribute "3, 4" 1 's/"K"/"C"/'
fail a.nc attribute.nc
make length "3, 4" 1 's/y = 300/y = 301/'
fail a.nc length.nc
make more "3, 4" 1 's/int w/int x(y), w/'
fail a.nc more.nc
make later "5, 6"
fail more.nc later.nc
make group "3, 4" 1 's/; }$/; group: meta { :instrument = "A" ; } }/'
fail a.nc group.nc
make dimension "3, 4" 1 's/y = 300/y = 300 ; z = 5/'
fail a.nc dimension.nc
make enum "3, 4" 1 's/{ dim/{ types: byte enum flag { good = 0 } ; dim/'
fail a.nc enum.nc
make member "5, 6" 1 's/{ dim/{ types: byte enum flag { bad = 0 } ; dim/'
fail enum.nc member.nc
make twice "3, 4" 1 's/int w/int v2(t, t), w/'
make again "5, 6" 1 's/int w/int v2(t, t), w/'
fail twice.nc again.nc
make filters "3, 4" 1 's/_DeflateLevel = 1/_DeflateLevel = 2/'
fail a.nc filters.nc
make chunks "3, 4" 2
fail a.nc chunks.nc
make odd "1, 2, 3" 2
make even "4, 5" 2
fail odd.nc even.nc
fail --concat y a.nc b.nc
fail --concat none a.nc b.nc
ncfcopy -u a.nc a_fixed.nc
ncfcopy -u b.nc b_fixed.nc
fail a_fixed.nc b_fixed.nc
fail a.nc missing.nc
try ncfcopy --concat t a.nc b.nc
try ncfcopy --kerchunk a.nc a.nc b.nc
try ncfcopy --kerchunk a.nc b.nc c.nc
ncfdump -v t a.nc | tail -n 2
test ! -e no.json
# Only users who may read all inputs may read the values taken from them.
for private in a b c; do
  chmod 600 $private.nc
  ncfcopy --kerchunk private.json a.nc b.nc c.nc 2>note
  stat -c %a private.json
  rm private.json
  chmod 644 $private.nc
done
# All files except the last must consist of whole chunks.
make two "-1, 0" 2
try ncfcopy --kerchunk refs.json odd.nc two.nc
ncfdump -v t refs.json | tail -n 2
