# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
. "$NCF_CASES/prelude.sh"
make_input
chunks_of() { ncdump -hs "$1" | grep -E '_Storage|_ChunkSizes' | tr -d '\t'; }
try ncfcopy -c x/2,y/ in.nc out.nc
chunks_of out.nc
same_data in.nc out.nc
try ncfcopy -c v:0x2,01 -c t/7 out.nc out2.nc
chunks_of out2.nc
try ncfcopy -c / out.nc out3.nc
chunks_of out3.nc
try ncfcopy -c v: -c z:compact -c c:CONTIGUOUS out.nc out4.nc
chunks_of out4.nc
try ncfcopy -c w:contiguous in.nc out5.nc
try ncfcopy -c v:contiguous -F v,1,1 in.nc out5.nc
# -u comes first, so t has its present length.
try ncfcopy -u -c w:3,4 in.nc out5.nc
try ncfcopy -u -c t/3 in.nc out6.nc
chunks_of out6.nc
# Chunks are not longer than a fixed dimension, as the plan shows.
ncfcopy --plan -d 1 -c x/100 in.nc out5.nc | grep '^/[vw]' | sed 's/   *deflate.*//'
test ! -e out5.nc
