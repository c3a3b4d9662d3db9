# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Chunks that were never written take no memory, however many precede the first stored one.
. "$NCF_CASES/prelude.sh"
skip_under_sanitizer "it needs all address space"
mkdir -p in.zarr/v
echo '{"zarr_format":2}' >in.zarr/.zgroup
echo '{"_ARRAY_DIMENSIONS":["x"]}' >in.zarr/v/.zattrs
cat >in.zarr/v/.zarray <<'JSON'
{"zarr_format":2,"shape":[1000000],"chunks":[1000],"dtype":"<f8","compressor":null,"filters":null,
 "fill_value":null,"order":"C"}
JSON
printf '%8000s' '' >in.zarr/v/999
ncfcopy -c v:1 in.zarr in.nc
(ulimit -v 300000; ncfcopy -j 2 --max-memory 20M -F v,deflate,1 in.nc out.nc)
ncfdump -h out.nc | grep double
