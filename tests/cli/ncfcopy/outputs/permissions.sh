# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Users who may not read the input may not read its copy; --preserve keeps mode and times.
. "$NCF_CASES/prelude.sh"
umask 022
make_input
mode_of() { stat -c %a "$@" | tr '\n' ' '; echo; }

chmod 600 in.nc
ncfcopy in.nc new.nc
ncfcopy -d 1 -w in.nc memory.nc
ncfcopy -k classic in.nc classic.nc
ncfcopy --kerchunk in.json in.nc
mkdir out
ncfcopy --into out in.nc
mode_of new.nc memory.nc classic.nc in.json out/in.nc
: >old.nc
chmod 664 old.nc
ncfcopy in.nc old.nc
mode_of old.nc

# All files of a store, and copies of stores.
ncfcopy -u in.nc s.zarr
find s.zarr -printf '%m\n' | sort -u | tr '\n' ' '
chmod 755 s.zarr
ncfcopy -k nc4 s.zarr back.nc
mode_of back.nc

# Users who may read the input may read the copy, as far as the umask allows.
chmod 640 in.nc
ncfcopy in.nc group.nc
chmod 444 in.nc
ncfcopy in.nc writable.nc
umask 077
ncfcopy in.nc masked.nc
umask 022
mode_of group.nc writable.nc masked.nc

# The mode of ncfgen's outputs depends only on the umask, not on that of the text.
printf 'netcdf x { variables: int v ; }\n' >x.cdl
chmod 600 x.cdl
ncfgen -o x.nc x.cdl
mode_of x.nc

# Mode and times.
chmod 640 in.nc
touch -m -d '2001-02-03 04:05:06.123456789 UTC' in.nc
touch -a -d '2002-02-03 04:05:06 UTC' in.nc
ncfcopy --preserve in.nc kept.nc
TZ=UTC0 stat -c '%a %y, read %x' kept.nc
touch -a -d '2002-02-03 04:05:06 UTC' in.nc
ncfcopy -u --preserve in.nc kept.zarr
find kept.zarr -type d -printf '%m ' -o -printf '%m ' | tr ' ' '\n' | sort -u | tr '\n' ' '
TZ=UTC0 find kept.zarr -printf '%TY-%Tm-%Td\n' | sort -u
ncfcopy -k nc4 --preserve kept.zarr again.nc
TZ=UTC0 stat -c '%a %y' again.nc

# All files and folders of a store get the mode, whatever the umask.
modes_in() { find "$@" -printf '%y %m\n' | sort -u | paste -sd ' '; }
chmod 664 in.nc
for kind in zarr zarr3 nczarr; do
  ncfcopy -u --preserve -k $kind in.nc $kind
  modes_in $kind
done
umask 077
ncfcopy --preserve -k zarr zarr masked.zarr
ncfcopy --preserve -k nc4 zarr masked.nc
modes_in masked.zarr masked.nc
chmod 444 in.nc
ncfcopy -u --preserve -k zarr in.nc masked.zarr
modes_in masked.zarr
umask 022

# Folders in a store count like its files.
chmod 644 in.nc
ncfcopy -u -k zarr in.nc inner
chmod 700 inner/v
ncfcopy -k nc4 inner closed.nc
chmod 750 inner/v
ncfcopy -k nc4 inner group.nc
chmod 755 inner/v
ncfcopy -k nc4 inner open.nc
mode_of closed.nc group.nc open.nc
ncfcopy in.nc new.nc
test new.nc -nt kept.nc
