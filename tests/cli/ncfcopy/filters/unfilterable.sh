# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# Scalars and strings cannot have filters: it is an error to name them, and a note if a pattern
# matches them.
. "$NCF_CASES/prelude.sh"
make_input
try ncfcopy -F s,1,9 in.nc out.nc
test ! -e out.nc
try ncfcopy -F '*,1,9' in.nc out.nc
filters_of out.nc
try ncfcopy --strict -F '*,1,9' in.nc out2.nc
try ncfcopy --strict -F 'v&w&z&c,1,9' in.nc out2.nc
ncgen -4 -o strings.nc <<'CDL'
netcdf strings { dimensions: n = 2 ; variables: string name(n) ; int i(n) ; data: name = "a", "bc" ; i = 1, 2 ; }
CDL
try ncfcopy -F '*,zstd' strings.nc out3.nc
filters_of out3.nc
same_data strings.nc out3.nc
try ncfcopy -F 'name,zstd' strings.nc out4.nc
test ! -e out4.nc
# A block of szip must fit into the chunks.
try ncfcopy -F '*,szip,nn,4' in.nc out6.nc
filters_of out6.nc
try ncfcopy -F '*,szip,nn,2' -c x/1 in.nc out7.nc
# In Zarr, strings can have filters, which netCDF-4 cannot keep.
mkdir -p texts.zarr/name
echo '{"zarr_format": 2}' >texts.zarr/.zgroup
echo '{"zarr_format": 2, "shape": [2], "chunks": [2], "dtype": "|O", "fill_value": "",
  "order": "C", "filters": [{"id": "vlen-utf8"}], "compressor": {"id": "zlib", "level": 1}}' \
  >texts.zarr/name/.zarray
echo '{"_ARRAY_DIMENSIONS": ["n"]}' >texts.zarr/name/.zattrs
try ncfcopy --plan -j 2 texts.zarr out5.nc
