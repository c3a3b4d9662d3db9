# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# The header of a streamed classic file does not contain the number of records; its size determines
# it. libnetcdf reads the mark as four billion records, or more.
. "$NCF_CASES/prelude.sh"
for kind in 3 6 5; do
  make_input told.nc "-$kind"
  cp told.nc streamed.nc
  mark='\xff\xff\xff\xff'
  if [[ $kind == 5 ]]; then mark+=$mark; fi
  printf "$mark" | dd of=streamed.nc bs=1 seek=4 conv=notrunc status=none
  for options in "" -w -3 "-4 -d 1"; do
    ncfcopy $options streamed.nc out.nc
    same_data told.nc out.nc && echo "-$kind: same records with '$options'"
  done
  # A record that is cut does not count, which a note says.
  truncate -s -1 streamed.nc
  ncfdump -v w streamed.nc 2>&1 | grep -A 2 "currently\|w =$\|note"
done
