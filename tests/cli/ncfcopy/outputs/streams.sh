# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# If standard streams are closed, full or broken, the work continues, no file gets their
# descriptors, and only a report that cannot be printed is a failure.
. "$NCF_CASES/prelude.sh"
make_input
ncfcopy -F '*,zstd,3' in.nc closed.nc <&- >&- 2>&-
same_data in.nc closed.nc && echo "all closed: whole"
ncfcopy -F '*,zstd,3' in.nc full.nc 2>/dev/full
same_data in.nc full.nc && echo "no room for notes: whole"
(ncfcopy --report in.nc report.nc >/dev/full) 2>&1 || echo "exit status $?"
mkdir out
(ncfcopy --report --into out in.nc >/dev/full) 2>&1 || echo "exit status $?"
(ncfcopy --plan --into plans in.nc >/dev/full) 2>&1 || echo "exit status $?"
same_data in.nc report.nc && same_data in.nc out/in.nc && echo "no room for reports: whole"
(ulimit -f 8; ncfcopy -d 0 -c t/1000 in.nc limited.nc) 2>&1 || echo "exit status $?"
ls -A
