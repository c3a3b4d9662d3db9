# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
#
# In a netCDF-4 file, types, dimensions, variables and groups share one namespace, and netCDF stores
# some variables under other names; in a Zarr store, variables and groups share one. Conflicts are
# refused; all others are read back under their names.
. "$NCF_CASES/prelude.sh"
need ncdump

# generate NAME < CDL: makes a netCDF-4 file; shows its names, if ncdump reads the same.
generate() {
  cat >"$1.cdl"
  try ncfgen -k nc4 -o "$1.nc" "$1.cdl"
  [[ -f "$1.nc" ]] || return 0
  ncdump "$1.nc" | cmp - <(ncfdump "$1.nc")
  ncfdump "$1.nc" | tail -n +2
}

generate type_and_variable <<'CDL'
netcdf a { types: int enum v { A = 1 }; variables: int v; }
CDL
generate type_and_dimension <<'CDL'
netcdf a { types: int enum x { A = 1 }; dimensions: x = 2; }
CDL
generate type_and_group <<'CDL'
netcdf a { types: int enum g { A = 1 }; group: g { } }
CDL
generate variable_and_group <<'CDL'
netcdf a { variables: int g; group: g { variables: int q; } }
CDL
for kind in zarr nczarr zarr3; do
  try ncfgen -k $kind -o "variable_and_group.$kind" variable_and_group.cdl
done
generate dimension_and_group <<'CDL'
netcdf a { dimensions: x = 2; group: x { } }
CDL
generate in_another_group <<'CDL'
netcdf a { dimensions: x = 2; group: g { types: int enum x { A = 1 }; group: y { variables: int y; } } }
CDL
generate prefix <<'CDL'
netcdf a {
dimensions: x = 2; y = 2; _nc4_non_coord_z = 1;
variables: int x(y); int _nc4_non_coord_x(x); int _nc4_non_coord_y; int _nc4_non_coord_;
  int _nc4_non_coord_z(y);
data: x = 1, 2; _nc4_non_coord_x = 3, 4; _nc4_non_coord_y = 5; _nc4_non_coord_ = 6; _nc4_non_coord_z = 7, 8; }
CDL
generate prefixed_dimension <<'CDL'
netcdf a { dimensions: x = 2; _nc4_non_coord_x = 2; variables: int x; }
CDL
generate prefixed_coordinate <<'CDL'
netcdf a { dimensions: _nc4_non_coord_x = 2; variables: int _nc4_non_coord_x(_nc4_non_coord_x); }
CDL
long=$(printf 'n%.0s' {1..250})
generate long_name <<CDL | sed "s/$long/LONG/g" | grep -v '^ *^*~*$'
netcdf a { dimensions: $long = 2; variables: int $long; }
CDL

echo 'netcdf a { variables: int _nc4_non_coord_v; data: _nc4_non_coord_v = 1; }' >classic.cdl
ncfgen -k nc3 -o classic.nc classic.cdl
try ncfcopy -k nc4 --verify classic.nc copy.nc
ncdump -n classic classic.nc | cmp - <(ncdump -n classic copy.nc)
