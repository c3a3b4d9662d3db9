# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Only the root of a Zarr v3 store has consolidated metadata. A group with empty ones of its own
# would be empty for readers that open it by itself.
. "$NCF_CASES/prelude.sh"
cat >in.cdl <<'CDL'
netcdf in {
dimensions: x = 2 ;
group: g {
  variables: int v(x) ;
  data: v = 1, 2 ;
  group: h { variables: int w(x) ; data: w = 3, 4 ; }
}
}
CDL
ncfgen -k zarr3 -o out.zarr in.cdl
cat out.zarr/g/zarr.json
grep -c consolidated_metadata out.zarr/zarr.json
# Among the copies, zarr-python 3 expects each group to have an empty member.
sed -n '/"g\/h": {/,/}/p' out.zarr/zarr.json
try ncfcopy -k nc4 out.zarr/g out.nc
ncfdump -h out.nc | grep -e int -e group:
