# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A chunk that the index counts but does not contain would read as fill values.
. "$NCF_CASES/prelude.sh"
need ncgen
ncgen -4 -o in.nc <<'CDL'
netcdf in {
dimensions: x = 600 ;
variables: int v(x) ; v:_ChunkSizes = 200 ;
data: v = 1 ;
}
CDL
# The last chunk's entry in the B-tree is changed to one at the end of the variable.
"$NCF_PYTHON" - <<'PYTHON'
import struct

data = bytearray(open("in.nc", "rb").read())
node = data.index(b"TREE\x01\x00\x03\x00")
last_key = node + 24 + 2 * (4 + 4 + 2 * 8 + 8)
assert struct.unpack_from("<Q", data, last_key + 8) == (400,)
struct.pack_into("<Q", data, last_key + 8, 600)
open("in.nc", "wb").write(data)
PYTHON
try ncfcopy in.nc out.nc
try ncfcopy -d 1 in.nc out.nc
try ncfcopy --kerchunk out.json in.nc
ls out* 2>/dev/null || echo "no output"
