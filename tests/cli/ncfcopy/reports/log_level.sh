# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# -L sets libnetcdf's log level, and is an error if libnetcdf was built without logging.
. "$NCF_CASES/prelude.sh"
need nc-config
make_input
libnetcdf="$(nc-config --libdir)/libnetcdf.so"
if "$NCF_PYTHON" -c 'import ctypes, sys; ctypes.CDLL(sys.argv[1]).nc_set_log_level' "$libnetcdf" 2>/dev/null
then
  try ncfcopy -L 3 in.nc out.nc > said
  grep -q 'log_level changed to 3' said && grep -q 'exit status 0' said
else
  try ncfcopy -L 3 in.nc out.nc > said
  diff - said <<'SAID'
$ ncfcopy -L 3 in.nc out.nc
ncfcopy: log level 3: this libnetcdf was built without logging
exit status 1
SAID
  test ! -e out.nc
fi
echo "as libnetcdf was built"
