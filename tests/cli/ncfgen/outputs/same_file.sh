# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# A text is never replaced by the file that is made from it, whatever names are given.
. "$NCF_CASES/prelude.sh"
echo 'netcdf c { dimensions: x = 2 ; variables: int v(x) ; data: v = 1, 2 ; }' > c.cdl
cp c.cdl kept.cdl
ln -s c.cdl link.cdl
ln c.cdl hard.cdl
try ncfgen -b -o c.cdl c.cdl
try ncfgen -b -o c.cdl < c.cdl
try ncfgen -b -o link.cdl < c.cdl
try ncfgen -b -o c.cdl < hard.cdl
try ncfgen -b -o c.cdl - < link.cdl
try ncfgen -b -o ./c.cdl /dev/stdin < c.cdl
try ncfgen -k zarr -o c.cdl < c.cdl
cmp c.cdl kept.cdl
# Without -o, the output is named after the text or its file.
cp c.cdl c.nc
try ncfgen -b < c.nc
try ncfgen -b c.nc
cmp c.nc kept.cdl
try ncfgen -b -o out.nc < c.cdl
ls
