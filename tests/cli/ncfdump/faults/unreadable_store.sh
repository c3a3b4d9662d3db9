# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A store that becomes unreadable: one message if it cannot be opened, otherwise one that names each
# missing variable.
. "$NCF_CASES/prelude.sh"
library="$NCF_BIN/../tests/libfailing_io.so"
if [[ ! -f "$library" || -n "${ASAN_OPTIONS:-}" ]]; then
  echo "no calls can be made to fail here"
  exit 77
fi
ncfgen -k zarr -o in.zarr - <<'CDL'
netcdf in { dimensions: x = 300000 ; y = 4 ;
variables: int large(x) ; large:_DeflateLevel = 1 ; int small(y) ; data: small = 1, 2, 3, 4 ; }
CDL
said=0
for number in {6..18}; do
  NCF_FAILING_IO="open input $number EACCES always" NCF_FAILING_IO_INPUT=in.zarr \
    LD_PRELOAD="$library" ncfdump in.zarr 2>message >/dev/null && continue
  said=$((said + 1))
  if (($(wc -l <message) > 1)); then
    sed -n 's/^ncfdump: in.zarr: variable \([^:]*\): .*/\1/p' message >variables
    cmp -s <(sort -u variables) <(sort variables) && (($(wc -l <variables) == $(wc -l <message)))
  fi || { echo "from call $number on:" && cat message; }
  grep 'in.zarr.*in.zarr' message || true
done
((said > 5)) && echo "every failure is reported once"
