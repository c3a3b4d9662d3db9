# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# ncfgen notes filters that zarr-python cannot read in plain Zarr, as ncfcopy does.
. "$NCF_CASES/prelude.sh"
echo 'netcdf in { dimensions: x = 64 ; variables: int v(x) ; v:_Filter = "4,32,8" ;
  v:_ChunkSizes = 64 ; }' >in.cdl
for kind in zarr zarr3 nczarr; do
  try ncfgen -k "$kind" -o "$kind" in.cdl
done
