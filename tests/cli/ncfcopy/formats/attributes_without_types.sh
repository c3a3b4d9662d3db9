# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Plain Zarr states no types of attributes. Where a reader finds another value because of that, a
# note says so, and --verify expects that value.
. "$NCF_CASES/prelude.sh"
cat >in.cdl <<'CDL'
netcdf in {
dimensions: x = 2 ;
variables:
	float v(x) ;
		v:missing_value = "NaN" ;
		v:valid_min = 0.1 ;
		v:valid_max = 0.5 ;
		v:comment = "Infinity" ;
	int i(x) ;
		i:valid_min = -0. ;
		i:valid_max = 7L ;
	double d(x) ;
		d:missing_value = 9007199254740993LL ;
data: v = 1, 2 ; i = 3, 4 ; d = 5, 6 ;
}
CDL
ncfgen -4 -o in.nc in.cdl
for kind in zarr zarr3 nczarr; do
  try ncfcopy --verify -k "$kind" in.nc "$kind"
  try ncfcopy -k nc4 "$kind" "$kind.nc"
  ncfdump --exact -h "$kind.nc" | grep :
done
try ncfgen -k zarr -o generated in.cdl
try ncfcopy --strict -k zarr in.nc strict
