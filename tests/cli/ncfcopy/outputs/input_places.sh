# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Inputs that do not exist at their names, and a current folder that was removed.
. "$NCF_CASES/prelude.sh"
make_input
ln -s nowhere dangling.nc
try ncfcopy dangling.nc out.nc
try ncfdump dangling.nc
try ncfgen -o out.nc dangling.nc

# Absolute names need no current folder.
here=$PWD
mkdir gone into
cd gone
rmdir ../gone
ncfcopy "$here/in.nc" "$here/out.nc"
ncfcopy --into "$here/into" "$here/in.nc"
ncfcopy -k zarr "$here/in.nc" "$here/out.zarr"
ncfcopy --kerchunk "$here/out.json" "$here/in.nc"
ncfdump "$here/out.zarr" >"$here/out.txt"
try ncfcopy in.nc out.nc
cd "$here"
same_data in.nc out.nc && same_data in.nc into/in.nc
grep -c ' = ' out.txt
ls
