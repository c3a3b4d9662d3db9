# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# What a user may not read is a failure of its own and does not stop the others.
. "$NCF_CASES/prelude.sh"
make_input
as_user() {
  if [ "$(id -u)" = 0 ]; then
    setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
  else
    "$@"
  fi
}
chmod 777 .
as_user ncfinfo file in.nc >/dev/null 2>&1 || { echo "no other user may read this folder"; exit 77; }
mkdir in in/closed
for name in a b c closed/d; do cp in.nc "in/$name.nc"; done
chmod 777 in
chmod 000 in/b.nc in/closed
trap 'chmod 755 in/closed' EXIT
try as_user ncfcopy --jobs 1 --into named --journal named.jsonl in/a.nc in/b.nc in/c.nc
ls named
grep -o '"outcome":"[a-z]*"\|"failure_kind":"[a-z ]*"' named.jsonl
try as_user ncfcopy --into tree in
ls tree
# An existing copy that cannot be read is made again.
chmod 000 named/a.nc
try as_user ncfcopy --into named --resume --report=summary in/a.nc in/c.nc | sed 's/in [0-9.]* s/in TIME/; s/[0-9.]* kB/SIZE/g'
# An archive is tuned by what can be read.
as_user ncfinfo tune in 2>&1 | grep -E 'tried|readable|denied' | sed 's/[0-9.]* kB/SIZE/'
