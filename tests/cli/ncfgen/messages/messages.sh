# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Messages show the position and the line; there is one for each fault, and no output.
. "$NCF_CASES/prelude.sh"
cat > in.cdl <<'CDL'
netcdf in {
types:
  int enum e { A = 1, B = 1 } ;
dimensions:
  x = 3 ;
  y = 0 ;
variables:
  int v(x, nosuch) ;
    v:units = "m" ;
    v:units = 5 ;
  byte b(x) ;
    b:_Filter = "307,,9" ;
    nosuch:units = "m" ;
  e kind ;
  int w(x) ;
    w:_ChunkSizes = 2, 2 ;
  char c(x) ;
  opaque o ;
data:
  v = 1 ;
  b = 1, 300, 2 ;
  w = 1, 2, 3, 4 ;
  c = "abcd" ;
}
CDL
echo old > out.nc
try ncfgen -o out.nc in.cdl
cat out.nc
{
  echo 'netcdf in { variables:'
  for line in {1..30}; do echo "  int v$line(nosuch$line) ;"; done
  echo '}'
} > many.cdl
try ncfgen -o out.nc many.cdl | tail -n 5
printf 'netcdf in { variables: int v ; data: v = 1 ' | try ncfgen -4 -o out.nc
printf '\xff\xfen\0' | try ncfgen
printf '\xef\xbb\xbfnetcdf in { }' | try ncfgen
# The end of the values is missing, so the second reading interprets the rest differently from the
# first.
try ncfgen <<'CDL'
netcdf in {
dimensions:
  x = 2 ;
variables:
  int v(x) ;
data:
  v = 1, 2
group: g {
  dimensions:
    t = unlimited ;
  variables:
    double w(t, x) ;
  data:
    w = 1, 2, 3 ;
  }
}
CDL
