# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# -l c and -l f77 print programs on standard output. It is an error, without a program, if a
# language cannot make the file or the text is faulty. A conformance test checks that programs make
# the same files.
. "$NCF_CASES/prelude.sh"
cat > in.cdl <<'CDL'
netcdf named {
dimensions:
  x = 2 ;
  t = unlimited ;
variables:
  float v(t, x) ;
    v:note = "two\nlines, a \"quote\" and it's" ;
  char c(x) ;
data:
  v = 1.5, NaN, -Infinity, 1e10 ;
  c = "a" ;
}
CDL
ncfgen -l c in.cdl
ncfgen -f in.cdl
ncfgen -lC -M make_it -o other.nc in.cdl | grep -n 'make_it\|other'
ncfgen -l f77 -k 64-bit-offset -o other.nc in.cdl | grep -n nf_create
ncfgen -l c -H in.cdl | sed -n '/^int main/,$p'
for kind in 64-bit-offset cdf5 netCDF-4 netCDF-4-classic; do
  ncfgen -l c -k $kind in.cdl | grep -n nc_create
done
# A text that is too long for an argument, and no fill values.
cat > long.cdl <<'CDL'
netcdf long {
variables:
  int v ;
    v:note = "a text that is longer than what fits the argument of one call in Fortran 77" ;
    v:range = 1, 2 ;
data:
  v = 5 ;
}
CDL
ncfgen -f -x long.cdl | sed -n '/program main/,/^      end$/p'
refuse() {
  printf 'netcdf in { %s }\n' "$1" > one.cdl
  try ncfgen -l f77 one.cdl
}
refuse 'group: g { }'
refuse 'types: opaque(3) o ;'
refuse 'variables: string v ;'
refuse ':a = 1ull ;'
refuse 'variables: int v ; v:a = 1u ;'
refuse 'dimensions: t = unlimited, u = unlimited ;'
refuse 'dimensions: x = 2, t = unlimited ; variables: int v(x, t) ;'
refuse 'dimensions: x = 2 ; variables: int v(x) ; v:_DeflateLevel = 1 ;'
refuse 'dimensions: x = 2 ; variables: int v(x) ; v:_ChunkSizes = 1 ;'
refuse 'variables: int v ; v:_Endianness = "big" ;'
refuse ':_Format = "netCDF-4" ;'
refuse 'variables: int v ; data: v = 1, 2 ;'
try ncfgen -l c -k zarr in.cdl
try ncfgen -l c -N '' in.cdl
