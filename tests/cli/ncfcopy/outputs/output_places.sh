# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Places where no output can be made are reported before the work, also by --plan, with advice.
. "$NCF_CASES/prelude.sh"
make_input
printf 'netcdf x { variables: int v ; }\n' >x.cdl
mkdir folder folder/in folder.zip
cp in.nc folder/in.nc
ncfcopy -u in.nc s.zarr
cp in.nc s.zarr/in.nc
cp x.cdl s.zarr/x.cdl
mkfifo fifo
ln -s in.nc link.nc
ln -s s.zarr link.zarr
cp -r s.zarr before
for output in folder . folder/ nodir/out.nc - /dev/stdout fifo /dev/null link.nc folder.zip; do
  try ncfcopy --plan in.nc "$output"
  try ncfcopy in.nc "$output"
done
try ncfcopy in.nc ./-
try ncfcopy -k nc4 in.nc s.zarr
try ncfcopy -k nczarr in.nc folder
# One is inside the other.
try ncfcopy s.zarr s.zarr/out.nc
try ncfcopy s.zarr s.zarr/deep.zarr
try ncfcopy -k nc4 link.zarr s.zarr/out.nc
try ncfcopy s.zarr link.zarr
try ncfcopy --into s.zarr s.zarr
try ncfcopy -k zarr s.zarr/in.nc s.zarr
try ncfcopy -k zarr s.zarr/in.nc link.zarr
try ncfgen -o s.zarr s.zarr/x.cdl
try ncfgen -o - x.cdl
try ncfgen -o /dev/fd/1 x.cdl
try ncfgen -o folder x.cdl
try ncfcopy --kerchunk /proc/self/fd/1 in.nc
try ncfcopy --kerchunk folder in.nc
rm -f s.zarr/.ncfcopy-journal
diff -r before s.zarr
ls -A
