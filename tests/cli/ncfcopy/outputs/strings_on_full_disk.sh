# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# While it writes strings, libhdf5 reads back what it has written. If only a part of that was
# written, it would loop forever.
. "$NCF_CASES/prelude.sh"
{
  echo 'netcdf in { dimensions: x = 20000 ; variables: string s(x) ; s:_ChunkSizes = 20000 ; data: s ='
  seq -f '"s%g",' 19999
  echo '"end" ; }'
} >in.cdl
ncfgen -4 -o in.nc in.cdl
for size in 50 100 150 200 300; do
  echo "at most $size KiB"
  (
    ulimit -f $size
    status=0
    timeout 60 ncfcopy in.nc out.nc 2>messages || status=$?
    cat messages
    echo "exit status $status"
  )
  ls -A | grep -c out || true
done
