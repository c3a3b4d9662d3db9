# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A signal ends the wait for text that does not arrive.
. "$NCF_CASES/prelude.sh"
mkfifo text
status=0
# The shell makes background processes ignore SIGINT.
env --default-signal=INT ncfgen -o out.nc text 2>message &
exec 9>text # returns when ncfgen has opened it, too
echo 'netcdf a {' >&9
kill -s INT $!
wait $! 2>/dev/null || status=$?
exec 9>&-
echo "exit status $((status - 128)) above 128"
cat message
test ! -e out.nc
