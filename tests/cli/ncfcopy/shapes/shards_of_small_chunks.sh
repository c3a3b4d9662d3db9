# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# -M leaves the chunks of variables for which --shards asks for shards.
. "$NCF_CASES/prelude.sh"
make_input
try ncfcopy --strict -k zarr3 -u --shards v:4,3 -c x/2 -M 1M in.nc out.zarr
ncfdump -hs out.zarr | grep -E '	v:_.*(Chunk|Shard)'
