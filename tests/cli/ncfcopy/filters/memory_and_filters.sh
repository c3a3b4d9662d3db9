# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A copy through memory runs the filters that it keeps. A limit smaller than a chunk is an error.
. "$NCF_CASES/prelude.sh"
make_input
ncfcopy -F 'v,zstd,3' -F 'w,bzip2,9' in.nc filtered.nc
for option in -r -w; do
  ncfcopy "$option" filtered.nc "out$option.nc"
  filters_of "out$option.nc"
  same_data in.nc "out$option.nc" && echo "$option: same data"
done
ncfcopy -c x/4,y/3 -F 'v,none' in.nc chunked.nc
try ncfcopy --max-memory 8 chunked.nc no.nc
test ! -e no.nc
