# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Names that Python's readers do not find: zarr-python reads a backslash as a slash, and fsspec
# reads * in a reference as a pattern.
. "$NCF_CASES/prelude.sh"
printf '%s' 'netcdf in { dimensions: x = 3 ; variables: int v(x) ; int back\\slash(x) ; int st\*r(x) ;
  data: v = 1, 2, 3 ; back\\slash = 4, 5, 6 ; st\*r = 7, 8, 9 ; }' >in.cdl
ncfgen -k nc4 -o in.nc in.cdl
for kind in zarr zarr3 nczarr; do
  try ncfcopy -k "$kind" in.nc "$kind"
  cmp <(ncfdump -n in in.nc | grep '=.*;$' | sort) <(ncfdump -n in "$kind" | grep '=.*;$' | sort)
done
try ncfcopy --kerchunk out.json in.nc
ncfcopy -V 'v,st\*r' in.nc no_backslash.nc
try ncfcopy --kerchunk out.json no_backslash.nc
