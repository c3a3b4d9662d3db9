# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A program without an output does not mention outputs when a signal ends it.
. "$NCF_CASES/prelude.sh"
need ncgen
ncgen -3 -o large.nc <<'CDL'
netcdf large { dimensions: x = 400000 ; variables: int v(x) ; }
CDL
mkfifo pipe
for signal in INT TERM HUP; do
  { read -r _ && touch begun && exec sleep 100; } <pipe &
  reader=$!
  status=0
  env --default-signal=INT ncfdump large.nc >pipe 2>message &
  until [ -e begun ]; do sleep 0.01; done
  kill -s "$signal" $!
  wait $! 2>/dev/null || status=$?
  kill $reader
  rm begun
  echo "$signal: exit status $((status - 128)) above 128"
  cat message
done
