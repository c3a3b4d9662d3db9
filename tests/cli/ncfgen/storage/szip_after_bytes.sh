# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# szip after a filter that does not leave whole values: if our kernels encode it, nothing is lost;
# if only libhdf5 could, which drops bytes, it is refused.
. "$NCF_CASES/prelude.sh"
for chain in 'fletcher32|szip' 'lz4|szip' 'bzip2|szip' 'scaleoffset,bits=0|szip'; do
  for type in int64 int; do
    echo "netcdf in { dimensions: x = 64 ; variables: $type v(x) ; v:_ChunkSizes = 32 ;
          v:_Filter = \"$chain\" ; data: v = 1, 22, 333, 4444, 55555, 666666 ; }" > in.cdl
    rm -f out.nc
    try ncfgen -4 -o out.nc in.cdl
    if [[ -e out.nc ]]; then
      ncfdump -v v out.nc | sed -n 's/, _.*//; / v = /p'
      try ncfcopy --verify -c x/16 out.nc again.nc
    fi
  done
done
