# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# --history adds the command before the lines of other programs, as NCO does.
. "$NCF_CASES/prelude.sh"
make_input in.nc
export TZ=UTC
history() {
  ncdump -h "$1" | grep ':history' |
    sed -E 's/[A-Z][a-z]{2} [A-Z][a-z]{2} [ 0-9][0-9] [0-9:]{8} [0-9]{4}:/DATE:/g'
}
ncfcopy in.nc plain.nc
history plain.nc || echo "none"
ncfcopy --history -d 1 in.nc first.nc
history first.nc
ncfcopy --history -V v --with-coordinates first.nc second.nc 2>notes
history second.nc
for format in nc3 zarr3; do
  ncfcopy --history -k "$format" -F none first.nc "out.$format" 2>notes
  ncfcopy -4 "out.$format" back.nc
  history back.nc
done
# The type of the attribute is kept.
ncgen -4 -o string.nc <<'CDL'
netcdf string { string :history = "before" ; }
CDL
ncfcopy --history string.nc out_string.nc
history out_string.nc
# Many files: files are not copied again because of the time in the line.
mkdir out
ncfcopy --history --into out first.nc
ncfcopy --history --into out --resume --report=jsonl first.nc | grep -o '"outcome":"[a-z]*"'
history out/first.nc
ncgen -4 -o number.nc <<'CDL'
netcdf number { :history = 7 ; }
CDL
try ncfcopy --history number.nc out.nc
ls out.nc 2>/dev/null || true
# A null string cannot be part of one text.
ncgen -4 -o null.nc <<'CDL'
netcdf null { string :history = "old", NIL ; }
CDL
try ncfcopy --history null.nc out.nc
