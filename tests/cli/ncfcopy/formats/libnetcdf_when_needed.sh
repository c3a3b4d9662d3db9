# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Only classic files need libnetcdf. All others are copied without its module.
. "$NCF_CASES/prelude.sh"
skip_under_sanitizer "it cannot run a copy of the program"
make_input
make_input classic.nc -3
program="$(command -v ncfcopy)"
mkdir -p alone/bin alone/lib
cp -L "$program" alone/bin
cp -d "$(dirname "$program")"/../lib/libncf.so.* alone/lib

# loads_libnetcdf COMMAND...
loads_libnetcdf() {
  LD_DEBUG=files "$@" 2>&1 | grep -q 'calling init: .*libnetcdf' && echo loaded || echo not loaded
}
loads_libnetcdf ncfcopy in.nc out.nc
loads_libnetcdf ncfcopy in.nc out.zarr
loads_libnetcdf ncfcopy classic.nc out3.nc

try alone/bin/ncfcopy in.nc out4.nc
try alone/bin/ncfcopy classic.nc out5.nc
test ! -e out5.nc
