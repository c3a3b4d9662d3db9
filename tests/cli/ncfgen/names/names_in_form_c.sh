# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Names are compared in Unicode normalization form C, as in libnetcdf: an accent may be a character
# of its own anywhere.
. "$NCF_CASES/prelude.sh"
need ncgen ncdump
whole=$'\u00e9'
parts=$'e\u0301'
cat > in.cdl <<CDL
netcdf in {
types: byte enum t${parts} { m${parts} = 1 } ;
dimensions: d${parts} = 2 ;
variables: float v${parts}(d${whole}) ; t${whole} w ;
  v${whole}:a${parts} = 1 ; int x ;
data: v${whole} = 1, 2 ; w = m${whole} ;
group: g${parts} { variables: int y(/d${parts}) ; data: y = 3, 4 ; }
}
CDL
sed "s/$parts/$whole/g" in.cdl > whole.cdl  # ncgen compares what is written
ncgen -4 -o theirs.nc whole.cdl
ncfgen -4 -o ours.nc in.cdl
same_data theirs.nc ours.nc && echo same
ncfdump -h ours.nc | grep -c "$parts" || true
for accent in "$whole" "$parts"; do
  ncfdump -v "v$accent" ours.nc | grep ' = 1, 2'
  ncfcopy -V "v$accent" ours.nc out.nc && ncfdump -h out.nc | grep -c ' v'
  ncfcopy -g "g$accent" ours.nc out.nc && ncfdump -h out.nc | grep -c ' y'
  ncfcopy -F "v$accent,shuffle" -c "v$accent:1" ours.nc out.nc && ncfdump -hs out.nc | grep -cE '_Shuffle|Sizes = 1 '
  ncfcopy -F "?$accent,shuffle" -c "d$accent/1" ours.nc out.nc && ncfdump -hs out.nc | grep -cE '_Shuffle|Sizes = 1 '
done
sed "s/int x/float v$whole(d$whole)/" in.cdl > twice.cdl
try ncfgen -4 -o out.nc twice.cdl
