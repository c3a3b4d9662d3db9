# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# The meaning of a spec, its notation in other programs, and the two forms of parameters.
. "$NCF_CASES/prelude.sh"
try ncfinfo explain 'shuffle|zstd,level=19'
try ncfinfo explain 4,169,8,32,64
try ncfinfo explain 32008,0,3,4
try ncfinfo explain 32013,268456208,91252346,4026532342,133169153
try ncfinfo explain --value-bytes 8 '{"id":"blosc","cname":"lz4","shuffle":2}'
try ncfinfo explain 307,10
try ncfinfo explain 40000,300b
try ncfinfo explain 'zstd?,3|32026,0,0,0,0,5,1,5'
# A filter of tests/plugins, of which only its plugin says what it is.
folder=$(realpath "$NCF_BIN/../tests/plugins/pair")
for path in . "$folder"; do
  ncfinfo explain --plugin-path "$path" 400,90 | sed "s|$folder|FOLDER|" | head -n 3
done
try ncfinfo explain
try ncfinfo explain 307 --value-bytes 0
ncfinfo explain --json 307 | head -n 13
