# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Values that would fill the disk are refused before anything is written; ncgen writes until the
# disk is full. Values that a file does not store are no reason to refuse it.
. "$NCF_CASES/prelude.sh"

# generate DEFINITIONS DATA [OPTION...]: prints the size of the largest file made, if it is small.
generate() {
  echo "netcdf in { dimensions: x = 4000000000000 ; y = 1000 ; t = unlimited ; variables: $1" \
    "data: $2 }" > in.cdl
  shift 2
  (ulimit -f 10000; try ncfgen -o out.nc "$@" in.cdl) | sed 's/[0-9]* are free/N are free/'
  test ! -e out.nc || du -s --apparent-size out.nc | awk '{ print $1 < 10000 ? "small" : "large" }'
  rm -rf out.nc
}

generate 'int v(x, y) ;' '' -k cdf5
generate 'int v(x) ; int a(y, t, t) ; int w(x, y) ; w:_ChunkSizes = 10, 1000 ;' '' -4
generate 'int n ; int v(t, x, y) ;' 'n = 1 ;' -k cdf5
generate 'int n(t) ; int v(t, x, y) ;' 'n = 1 ;' -k cdf5
generate 'int v(x, y) ;' 'v = 1 ;' -4
generate 'int v(x, y) ;' 'v = 1 ;' -4 -H
generate 'int v(x, y) ; v:_ChunkSizes = 10, 1000 ;' 'v = 1 ;' -4
generate 'int v(x, y) ; v:_ChunkSizes = 10, 1000 ; v:_NoFill = "true" ;' 'v = 1 ;' -4
generate 'int v(x, y) ; v:_ChunkSizes = 10, 1000 ;' 'v = 1 ;' -k zarr
generate 'int v(x, y) ;' '' -k zarr
# -x leaves the file without the values.
echo 'netcdf in { dimensions: x = 400000000 ; variables: int v(x) ; }' > sparse.cdl
try ncfgen -x -k classic -o sparse.nc sparse.cdl
du -k sparse.nc | awk '{ print $1 < 10000 ? "small" : "large" }'
