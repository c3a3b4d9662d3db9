# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Members that decoding does not need may have any value; errors in other members name them, also
# for codecs that plugins have.
. "$NCF_CASES/prelude.sh"

# store COMPRESSOR: makes an array of four bytes, deflated and followed by four bytes of padding.
store() {
  mkdir -p in.zarr/v
  echo '{"zarr_format":2}' >in.zarr/.zgroup
  cat >in.zarr/v/.zarray <<END
{"zarr_format":2,"shape":[4],"chunks":[4],"dtype":"|i1","compressor":$1,
 "filters":null,"fill_value":0,"order":"C"}
END
  "$NCF_PYTHON" -c 'import sys, zlib
sys.stdout.buffer.write(zlib.compress(bytes([1, 2, 3, 4])) + b"junk")' >in.zarr/v/0
}

store '{"id":"zlib","level":-1}'
try ncfdump -v v in.zarr
store '{"id":"zlib","level":"much"}'
try ncfdump -v v in.zarr
